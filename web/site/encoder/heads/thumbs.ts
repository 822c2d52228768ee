// All eight heads as small maps. Each is a button; the element shows the chosen one with its digits.
import { likelyTheme, make, onThemeChange, percent, rampOf, Scale, STEPS } from "../../../show/index.js";
import {
  allHeads,
  headName,
  rowOf,
  strongest,
  weightsOf,
  type HeadPlace,
  type ReadSentence,
} from "../sentence/reader.js";
import { ruleOf } from "./head-names.js";

interface Thumb {
  readonly place: HeadPlace;
  readonly button: HTMLButtonElement;
  readonly canvas: HTMLCanvasElement;
  readonly most: HTMLElement;
}

const SCALE = new Scale({ signed: false, log: false, perRow: false, along: "rows", domain: [0, 1] });

export class Thumbs {
  readonly #thumbs: readonly Thumb[];
  #sentence: ReadSentence | undefined;
  #row = 0;

  constructor(host: HTMLElement, chosen: (place: HeadPlace) => void) {
    this.#thumbs = allHeads().map((place) => makeThumb(place));
    for (const { button, place } of this.#thumbs) button.addEventListener("click", () => chosen(place));
    const layers = [0, 1].map((layer) =>
      make(
        "div",
        { role: "group", "aria-label": `Heads of layer ${layer}` },
        make("h3", {}, `Layer ${layer}`),
        ...this.#thumbs.filter(({ place }) => place.layer === layer).map(({ button }) => button),
      ),
    );
    host.replaceChildren(...layers);
    onThemeChange(() => this.#paint());
  }

  show(sentence: ReadSentence, row: number, chosen: HeadPlace): void {
    this.#sentence = sentence;
    this.#row = row;
    for (const { button, place } of this.#thumbs)
      button.setAttribute("aria-pressed", String(headName(place) === headName(chosen)));
    this.#paint();
  }

  #paint(): void {
    if (this.#sentence === undefined) return;
    const sentence = this.#sentence;
    const count = sentence.labels.length;
    const pixels = pixelsOf(rampOf("sequential", likelyTheme(null, undefined)));
    for (const { place, canvas, most } of this.#thumbs) {
      const numbers = { data: weightsOf(sentence, place), start: 0, rows: count, columns: count, mask: null };
      paint(canvas, SCALE.steps(numbers), count, pixels);
      const row = rowOf(sentence, place, this.#row);
      const top = strongest(row);
      most.textContent = `${sentence.labels[this.#row]} → ${sentence.labels[top]} ${percent(row[top]!)}`;
    }
  }
}

function makeThumb(place: HeadPlace): Thumb {
  const canvas = make("canvas", { "aria-hidden": "true", width: 1, height: 1 });
  const most = make("span", { class: "most" });
  const name = make("span", { class: "name" }, make("b", {}, headName(place)), ` ${ruleOf(place)}`);
  return { place, canvas, most, button: make("button", { type: "button", class: "thumb" }, canvas, name, most) };
}

function pixelsOf(ramp: Uint8Array): Uint32Array {
  const bytes = new Uint8Array(4 * (STEPS + 1));
  for (let step = 1; step <= STEPS; step++) bytes.set([...ramp.subarray(3 * step - 3, 3 * step), 255], 4 * step);
  return new Uint32Array(bytes.buffer);
}

function paint(canvas: HTMLCanvasElement, steps: Uint8Array, side: number, pixels: Uint32Array): void {
  const image = new ImageData(side, side);
  new Uint32Array(image.data.buffer).set(Uint32Array.from(steps, (step) => pixels[step]!));
  if (canvas.width !== side) [canvas.width, canvas.height] = [side, side];
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}
