// All tries in one square. Across: the animal's share with the first ending. Upwards: its share with the second.
import { curve, dotsAt } from "../../kit/charts/index.js";
import type { Field, Fields } from "../../kit/index.js";
import { svg, ticks } from "../../../show/index.js";
import type { Page } from "../../rooms/lesson/index.js";
import type { Shares } from "./flip.js";

const SIZE = 200;
const MIDDLE = { "text-anchor": "middle" };

export type Try = "draws" | "one" | "two";

/** A page whose state holds the endings. */
type Endings = { readonly first: Field<string>; readonly second: Field<string> };

const pointOf = ({ first, second }: Shares): [x: number, y: number] => [first * SIZE, (1 - second) * SIZE];

export class Square<F extends Endings & Fields> {
  constructor(
    readonly page: Page<F>,
    readonly drawing: SVGSVGElement,
  ) {
    drawing.setAttribute("viewBox", `-46 -8 ${SIZE + 60} ${SIZE + 44}`);
  }

  show(found: Readonly<Record<Try, readonly Shares[]>>): void {
    const { page } = this;
    const { first, second } = page.state as { first: string; second: string };
    const half = SIZE / 2;
    const upwards = { x: 0, y: 0, transform: `translate(-37 ${half}) rotate(-90)`, ...MIDDLE };
    this.drawing.replaceChildren(
      svg("rect", { class: "goal", x: half, y: half, width: half, height: half }),
      svg("text", { class: "goal-name", x: 0.75 * SIZE, y: 0.77 * SIZE, ...MIDDLE }, page.text("follows")),
      svg("rect", { class: "frame", x: 0, y: 0, width: SIZE, height: SIZE }),
      svg("line", { class: "diagonal", x1: 0, y1: SIZE, x2: SIZE, y2: 0 }),
      svg("path", { class: "draws", d: dotsAt(found.draws.map(pointOf)) }),
      ...course("one", found.one),
      ...course("two", found.two),
      ...ticks([0, 1]).flatMap((share) => [
        svg("text", { x: share * SIZE, y: SIZE + 13, ...MIDDLE }, `${100 * share} %`),
        svg("text", { x: -4, y: (1 - share) * SIZE + 3, "text-anchor": "end" }, `${100 * share} %`),
      ]),
      svg("text", { x: half, y: SIZE + 29, ...MIDDLE }, page.text("axis", { ending: first })),
      svg("text", upwards, page.text("axis", { ending: second })),
    );
  }
}

/** The way of a training through the square, and where it is now. */
function course(name: Try, shares: readonly Shares[]): SVGElement[] {
  if (shares.length === 0) return [];
  const [cx, cy] = pointOf(shares.at(-1)!);
  return [
    curve(shares.map(pointOf), { class: `course ${name}` }),
    svg("circle", { class: `end ${name}`, cx, cy, r: 5 }),
  ];
}
