// The lesson: attention without learned matrices. Word vectors in a plane, ω = X·Xᵀ, softmax, and the mixtures z.
import type { Heed, Tensor } from "heed";
import type { AttentionMatrix } from "heed/element";
import { random } from "heed/train";
import { axes, axisNames, inPlane, label, REACH, type Named, type Point } from "../../kit/charts/index.js";
import { byId, flag, integer, numbers } from "../../kit/index.js";
import { digits, onDrag, redraw, svg } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import {
  askQuestions,
  asymmetry,
  layerOf,
  openCells,
  Page,
  percent,
  rowOf,
  rowsOf,
  showAsymmetry,
  showMatrix,
  showSteps,
} from "../../rooms/lesson/index.js";
import { atOneLength, missing } from "./challenge.js";
import { ANIMAL, PLACES, TIRED } from "./places.js";
import { questionsOf } from "./questions.js";
import { diamond, drawShadow, drawSum, shadowOf } from "./figures.js";

const WORDS = ["word-the", "word-animal", "word-was", "word-too", "word-tired"] as const;

const page = new Page({
  x: numbers(PLACES.flat(), -REACH, REACH),
  row: integer(TIRED, 0, WORDS.length - 1),
  seed: integer(0, 0, 9999),
  challenge: flag(false),
});
/** One picture twice: where the page has one column, the challenge has a plane of its own. */
const planes = [byId<SVGSVGElement>("plane"), byId<SVGSVGElement>("challenge-plane")];

/** The two words of the score that is drawn: the cell that the reader was at last. */
let pair: readonly [asks: number, key: number] = [TIRED, ANIMAL];
/** The most that “tired” gave to “animal” since the challenge began. */
let most = 0;

const points = (): Point[] => WORDS.map((_, word) => [page.state.x[2 * word]!, page.state.x[2 * word + 1]!]);

/** Puts a word somewhere. In the challenge, whatever moves, the row to look at is that of “tired”. */
function moveWord(word: number, to: { x: number; y: number }): void {
  const { challenge } = page.state;
  const place = challenge ? atOneLength([to.x, to.y]) : inPlane(to);
  const x = points().flatMap((point, other) => (other === word ? place : point));
  page.set({ x, row: challenge ? TIRED : word });
}

/** A pointer may miss a word by so much. */
const GRIP = 0.4;

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

function nearestWord([x, y]: Point): number {
  const distances = points().map((point) => Math.hypot(point[0] - x, point[1] - y));
  return distances.indexOf(Math.min(...distances));
}

byId("x").addEventListener("matrix-edit", (event) => {
  event.preventDefault();
  const { row, column, value } = event.detail;
  const [x, y] = points()[row]!;
  moveWord(row, column === 0 ? { x: value, y } : { x, y: value });
});

const oneLength = (): number[] => points().flatMap(atOneLength);

byId("one-length").addEventListener("click", () => page.set({ x: oneLength() }));

page.bind("challenge");
byId("challenge").addEventListener("input", () => {
  most = 0;
  if (page.state.challenge) page.set({ x: oneLength(), row: TIRED });
});

byId("scatter").addEventListener("click", () => {
  const seed = page.state.seed + 1;
  const generator = random(seed);
  const x = page.state.x.map(() => Math.round((2 * generator.uniform() - 1) * 0.7 * REACH * 100) / 100);
  page.set({ seed, x, challenge: false });
});

for (const id of ["omega", "alpha", "z", "x"]) {
  for (const type of ["matrix-focus", "matrix-hover"] as const) {
    byId(id).addEventListener(type, ({ detail }) => {
      highlight(detail);
      if (detail !== null && detail.row !== page.state.row) page.set({ row: detail.row });
    });
  }
}

for (const type of ["matrix-focus", "matrix-hover"] as const) {
  byId("omega").addEventListener(type, ({ detail }) => {
    if (detail === null) return;
    pair = [detail.row, detail.column];
    drawScore();
  });
}

/** Highlights the two words of a score. */
function highlight(at: { row: number; column: number } | null): void {
  const lit = at === null ? [] : [at.row, at.column];
  for (const word of planes.flatMap((plane) => [...plane.querySelectorAll(".word")]))
    word.classList.toggle("lit", lit.includes(Number(word.getAttribute("data-word"))));
}

const named = (): Named[] => points().map((at, word) => ({ name: page.text(WORDS[word]!), at }));

function drawScore(): void {
  const [asks, key] = pair.map((word) => named()[word]!) as [Named, Named];
  const { length, along } = shadowOf(asks.at, key.at);
  drawShadow(byId<SVGSVGElement>("score"), asks, key);
  page.fill(byId("score-said"), "score-said", {
    asks: asks.name,
    key: key.name,
    along: digits(along),
    shadow: digits(length),
    score: digits(length * along),
  });
}

/** How near the reader comes to the goal of the challenge. */
function judge(weights: Tensor): void {
  byId("judged").hidden = !page.state.challenge;
  if (!page.state.challenge) return;
  const row = rowOf(weights, TIRED);
  most = Math.max(most, row[ANIMAL]!);
  const gap = missing(points()[TIRED]!, points()[ANIMAL]!);
  page.fill(byId("judged"), "judged", {
    other: percent(row[ANIMAL]!),
    own: percent(row[TIRED]!),
    most: percent(most),
    gap: digits(Math.max(0, gap)),
  });
}

showSteps(page, { query: "#x", key: "#x", scores: "#omega", weights: "#alpha", value: "#x", output: "#z" });
void askQuestions(page, questionsOf);
void page.withCore((heed) => page.onChange(() => draw(heed)));

function draw(heed: Heed): void {
  // Without projections q = k = v = x. There is no scale.
  const words = WORDS.map((word) => page.text(word));
  const layer = layerOf(heed, { tokens: words, x: points() });
  const { raw, weights, output } = layer.kept;
  openCells("layer", layer, { omega: "raw", alpha: "weights", z: "output" });
  const columns = [page.text("frame.axis-thing"), page.text("frame.axis-state")] as const;
  showMatrix("x", { data: page.state.x, shape: [WORDS.length, 2] }, { rows: words, columns });
  showMatrix("omega", raw, { rows: words, columns: words });
  showMatrix("alpha", weights, { rows: words, columns: words });
  showMatrix("z", output, { rows: words, columns });
  for (const id of ["x", "omega", "alpha", "z"]) (byId(id) as AttentionMatrix).row = page.state.row;
  const own = rowsOf(raw).filter((row, word) => row[word] === Math.max(...row)).length;
  showAsymmetry("omega-asymmetry", layer, "raw");
  showAsymmetry("alpha-asymmetry", layer, "weights");
  page.fill(byId("own-count"), "own-count", { own, all: WORDS.length });
  for (const plane of planes) drawPlane(plane, words, output);
  drawScore();
  drawSum(byId<SVGSVGElement>("sum"), named(), rowOf(weights, page.state.row));
  page.fill(byId("sum-said"), "sum-said", { word: words[page.state.row]! });
  judge(weights);
  const rows = points().map((point) => [...point]);
  page.playground(
    linkTo("plain", { text: words.join(" "), width: 2, x: { from: "numbers", rows }, followed: page.state.row }),
  );
  page.say("said", { own, all: WORDS.length, asymmetry: digits(asymmetry(raw)) });
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

/** So many corners, the last one repeated: an outline moves to another one corner by corner. */
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
