// The loss while the model learns, and what counting letters reaches on the same held-out text.
import { byId } from "../../kit/index.js";
import { LineChart } from "../../kit/charts/index.js";
import { clear, fill, filled } from "../../kit/texts/index.js";
import { digits, make } from "../../../show/index.js";
import type { Advanced, PlaceLoss, Told } from "./messages.js";

const LINES = ["counted-0", "counted-1", "counted-2", "counted-3", "counted-4", "learned", "held-out"];

/** Points of a curve. An odd number, so that the last one stays when every second goes. */
const MOST_POINTS = 1001;

export class LossView {
  #chart: LineChart | undefined;
  #steps = 1;
  #learned: [number, number][] = [];
  #counted: number[] = [];
  #places: readonly PlaceLoss[] = [];

  /** @param seen the kept steps so far */
  constructor(private readonly seen: () => readonly Told[]) {}

  begin(steps: number, vocab: number): void {
    this.#steps = Math.max(1, steps);
    this.#learned = [];
    this.#counted = [];
    const write = (value: number): string => digits(value, 1);
    const whole = (value: number): string => digits(value, 0);
    this.#chart = new LineChart(byId<SVGSVGElement>("chart"), {
      names: LINES,
      x: { domain: [0, this.#steps], write: whole, parts: 4 },
      y: { domain: [0, Math.max(1, Math.ceil(Math.log(vocab)))], write, parts: 5 },
    });
    this.#list();
    clear(byId("finding"));
    byId("places").hidden = true;
  }

  learned({ step, loss }: Advanced): void {
    this.#learned.push([step, loss]);
    // A curve of many points would hold the page, and its place has fewer.
    if (this.#learned.length > MOST_POINTS) this.#learned = this.#learned.filter((_, at) => at % 2 === 1);
    this.#chart!.show(LINES.indexOf("learned"), this.#learned);
  }

  heldOut(): void {
    this.#chart!.show(
      LINES.indexOf("held-out"),
      this.seen().map(({ step, heldOut }) => [step, heldOut]),
    );
    this.#list();
  }

  counted(order: number, loss: number): void {
    this.#counted[order] = loss;
    const at = LINES.indexOf(`counted-${order}`);
    this.#chart!.show(at, [
      [0, loss],
      [this.#steps, loss],
    ]);
    this.#list();
  }

  /** What counting pairs of letters reaches. */
  get pairs(): number {
    return this.#counted[1]!;
  }

  /** Says which countings are above and below the loss of the step that is shown. */
  conclude(loss: number): void {
    const beaten = this.#counted.filter((one) => one > loss).length;
    const better = this.#counted.filter((one) => one < loss).length;
    const least = Math.min(...this.#counted);
    const figures = () => ({ loss: digits(loss, 3), least: digits(least, 3), better, beaten });
    fill(byId("finding"), better > 0 ? "counting-wins" : "counting-loses", figures);
  }

  /** The loss by how many letters the model has seen of a line. */
  places(step: number, places: readonly PlaceLoss[]): void {
    byId("places").hidden = false;
    fill(byId("places-said"), "places-said", { step });
    const range = ({ from, to }: PlaceLoss): string => (from === to ? String(from) : `${from}–${to}`);
    const seen = places.map((place) => make("th", { scope: "col" }, range(place)));
    byId("places-seen").replaceChildren(filled("th", "places-seen", { scope: "row" }), ...seen);
    this.#places = places;
    this.#showPlaces();
  }

  #showPlaces(): void {
    const losses = this.#places.map(({ loss }) => make("td", {}, digits(loss, 2)));
    byId("places-losses").replaceChildren(filled("th", "places-loss", { scope: "row" }), ...losses);
  }

  translate(): void {
    this.#chart?.translate();
    this.#list();
    this.#showPlaces();
  }

  /** The lines by name, with their last figures. */
  #list(): void {
    const last = this.seen().at(-1)?.heldOut;
    const rows: [string, number | undefined][] = [
      ["learned", this.#learned.at(-1)?.[1]],
      ["held-out", last],
      ...this.#counted.map((loss, order): [string, number] => [`counted-${order}`, loss]),
    ];
    byId("legend").replaceChildren(
      ...rows.map(([name, loss]) => {
        const figure = make("b", { class: "figure" }, loss === undefined ? "–" : digits(loss, 3));
        const label = make("span");
        fill(label, `line-${name}`);
        return make("li", { class: name }, make("span", { class: "swatch" }), label, figure);
      }),
    );
  }
}
