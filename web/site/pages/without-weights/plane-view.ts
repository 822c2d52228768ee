// The plane of the words, which the reader drags, and the mixtures that stay inside their outline.
import type { Tensor } from "heed";
import { axes, axisNames, label, type Point } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { onDrag, redraw, svg } from "../../../show/index.js";
import { rowOf } from "../../rooms/lesson/index.js";
import { diamond } from "./figures.js";
import { moveWord, page, points, WORDS } from "./state.js";

/** One picture twice: where the page has one column, the challenge has a plane of its own. */
const planes = [byId<SVGSVGElement>("plane"), byId<SVGSVGElement>("challenge-plane")];

/** How far a pointer may miss a word. */
const GRIP = 0.4;

/** Words follow the pointer. */
export function letDrag(): void {
  let dragged = 0;
  for (const plane of planes)
    onDrag(plane, {
      begin({ x, y }) {
        dragged = nearestWord([x, -y]);
        const [wordX, wordY] = points()[dragged]!;
        return Math.hypot(wordX - x, wordY + y) < GRIP;
      },
      move: ({ x, y }) => moveWord(dragged, { x, y: -y }),
    });
}

function nearestWord([x, y]: Point): number {
  const distances = points().map((point) => Math.hypot(point[0] - x, point[1] - y));
  return distances.indexOf(Math.min(...distances));
}

/** Highlights the two words of a score. */
export function highlight(at: { row: number; column: number } | null): void {
  const lit = at === null ? [] : [at.row, at.column];
  for (const word of planes.flatMap((plane) => [...plane.querySelectorAll(".word")]))
    word.classList.toggle("lit", lit.includes(Number(word.getAttribute("data-word"))));
}

/** Draws the plane in both of its places. */
export function drawPlanes(words: readonly string[], output: Tensor): void {
  for (const plane of planes) drawPlane(plane, words, output);
}

function drawPlane(plane: SVGSVGElement, words: readonly string[], output: Tensor): void {
  const hull = svg("polygon", {
    class: "hull",
    points: withCorners(hullOf(points()), WORDS.length)
      .map(([x, y]) => `${x},${-y}`)
      .join(" "),
  });
  const drawn = points().flatMap(([x, y], word) => {
    const [zx, zy] = rowOf(output, word) as [number, number];
    const chosen = word === page.state.row ? " chosen" : "";
    return [
      svg("line", { class: `pull${chosen}`, x1: x, y1: -y, x2: zx, y2: -zy }),
      diamond([zx, zy], chosen),
      svg(
        "g",
        { class: `word${chosen}`, "data-word": word },
        svg("circle", { class: "grip", cx: x, cy: -y, r: GRIP }),
        svg("circle", { class: "at", cx: x, cy: -y, r: 0.11 }),
        label({ name: words[word]!, at: [x, y] }),
      ),
    ];
  });
  const names = axisNames(page.text("frame.axis-thing"), page.text("frame.axis-state"));
  redraw(plane, [hull, ...axes(), ...names, ...drawn]);
}

/** Repeats the last corner up to a count of corners: an outline moves to another one corner by corner. */
function withCorners(outline: readonly Point[], count: number): Point[] {
  return Array.from({ length: count }, (_, at) => outline[Math.min(at, outline.length - 1)]!);
}

/** The convex hull of all points, by Andrew's monotone chains. No mixture leaves it. */
function hullOf(all: readonly Point[]): Point[] {
  const sorted = [...all].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turns = (o: Point, a: Point, b: Point): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const chain = (along: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of along) {
      while (kept.length > 1 && turns(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}
