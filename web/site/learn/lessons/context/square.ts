// All that was tried, in one square: across, the animal's share where the sentence has its first ending; upwards, with the second.
import type { Page } from "../../frame/page.js";
import type { Field, Fields } from "../../frame/state.js";
import { svg } from "../../../../show/index.js";
import type { Shares } from "./flip.js";

const SIZE = 200;
const place = ({ first, second }: Shares): string => `${(first * SIZE).toFixed(2)} ${((1 - second) * SIZE).toFixed(2)}`;

/** A page whose state holds the endings. */
type Endings = { readonly first: Field<string>; readonly second: Field<string> };

export class Square<F extends Endings & Fields> {
  constructor(
    readonly page: Page<F>,
    readonly drawing: SVGSVGElement,
  ) {
    drawing.setAttribute("viewBox", `-34 -8 ${SIZE + 48} ${SIZE + 44}`);
  }

  show(found: {
    readonly draws: readonly Shares[];
    readonly one: readonly Shares[];
    readonly two: readonly Shares[];
  }): void {
    const { page } = this;
    const text = (
      key: string,
      x: number,
      y: number,
      more: Record<string, string | number> = {},
      said: Record<string, string> = {},
    ): SVGTextElement => svg("text", { x, y, ...more }, page.text(key, said));
    const { first, second } = page.state as { first: string; second: string };
    const course = (name: "one" | "two"): SVGElement[] => {
      const shares = found[name];
      if (shares.length === 0) return [];
      const [x, y] = place(shares.at(-1)!).split(" ");
      return [
        svg("polyline", { class: `course ${name}`, points: shares.map(place).join(" ") }),
        svg("circle", { class: `end ${name}`, cx: x!, cy: y!, r: 5 }),
      ];
    };
    this.drawing.replaceChildren(
      svg("rect", { class: "goal", x: SIZE / 2, y: SIZE / 2, width: SIZE / 2, height: SIZE / 2 }),
      text("goal", 0.75 * SIZE, 0.77 * SIZE, { "text-anchor": "middle", class: "goal-name" }),
      svg("rect", { class: "frame", x: 0, y: 0, width: SIZE, height: SIZE }),
      svg("line", { class: "diagonal", x1: 0, y1: SIZE, x2: SIZE, y2: 0 }),
      svg("path", { class: "draws", d: found.draws.map((share) => `M${place(share)}h0`).join("") }),
      ...course("one"),
      ...course("two"),
      ...[0, 0.5, 1].flatMap((share) => [
        svg("text", { x: share * SIZE, y: SIZE + 13, "text-anchor": "middle" }, `${100 * share} %`),
        svg("text", { x: -4, y: (1 - share) * SIZE + 3, "text-anchor": "end" }, `${100 * share} %`),
      ]),
      text("axis", SIZE / 2, SIZE + 29, { "text-anchor": "middle" }, { ending: first }),
      text(
        "axis",
        0,
        0,
        { "text-anchor": "middle", transform: `translate(-27 ${SIZE / 2}) rotate(-90)` },
        { ending: second },
      ),
    );
  }
}
