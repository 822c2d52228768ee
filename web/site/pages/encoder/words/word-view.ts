// The vector of the chosen piece at its three stages, and how near it is to the other pieces of the sentence.
import type { AttentionMatrix } from "heed/element";
import { byId } from "../../../kit/index.js";
import { digits, likelyTheme, make, onThemeChange, rampOf, Scale, STEPS } from "../../../../show/index.js";
import { fill, filled, phrase } from "../../../kit/texts/index.js";
import type { ReadSentence } from "../sentence/reader.js";
import { cosine, STAGES, vectorOf } from "./vectors.js";

/** How many numbers of a vector stand in one row of its picture. */
const COLUMNS = 128;

export class WordView {
  readonly #strips = STAGES.map((stage) => makeStrip(stage));
  readonly #neighbours = byId<AttentionMatrix>("neighbours");
  #sentence: ReadSentence | undefined;
  #piece = 0;

  constructor() {
    byId("vectors").replaceChildren(...this.#strips.map(({ root }) => root));
    this.#neighbours.domain = [-1, 1];
    onThemeChange(() => this.#paint());
  }

  show(sentence: ReadSentence, piece: number): void {
    this.#sentence = sentence;
    this.#piece = piece;
    const { labels } = sentence;
    fill(byId("words-title"), "becomes", { piece: labels[piece]! });
    const cosines = STAGES.flatMap((_, stage) =>
      labels.map((__, other) => cosine(vectorOf(sentence, stage, piece), vectorOf(sentence, stage, other))),
    );
    this.#neighbours.label = phrase("neighbours", { piece: labels[piece]! });
    this.#neighbours.rowLabels = STAGES.map((name) => phrase(name));
    this.#neighbours.columnLabels = labels;
    this.#neighbours.matrix = { data: cosines, shape: [STAGES.length, labels.length] };
    this.#neighbours.row = STAGES.length - 1;
    this.#paint();
  }

  #paint(): void {
    if (this.#sentence === undefined) return;
    const ramp = rampOf("diverging", likelyTheme(null, undefined));
    for (const [stage, { canvas, facts }] of this.#strips.entries()) {
      canvas.setAttribute("aria-label", phrase("vector-label", { stage: phrase(STAGES[stage]!) }));
      const vector = vectorOf(this.#sentence, stage, this.#piece);
      const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
      fill(facts, "vector-facts", { count: vector.length, length: digits(length, 1) });
      paint(canvas, vector, ramp);
    }
  }
}

function makeStrip(stage: string): { root: HTMLElement; canvas: HTMLCanvasElement; facts: HTMLElement } {
  const canvas = make("canvas", { role: "img" });
  const facts = make("span", { class: "shape" });
  return { root: make("figure", {}, make("figcaption", {}, filled("span", stage), facts), canvas), canvas, facts };
}

/** Each strip has its own domain: three standard deviations to either side. */
function paint(canvas: HTMLCanvasElement, vector: Float32Array, ramp: Uint8Array): void {
  const rows = vector.length / COLUMNS;
  const end = 3 * Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0) / vector.length);
  const scale = new Scale({ signed: true, log: false, perRow: false, along: "rows", domain: [-end, end] });
  const steps = scale.steps({ data: vector, start: 0, rows, columns: COLUMNS, mask: null });
  const image = new ImageData(COLUMNS, rows);
  steps.forEach((step, at) => {
    const colour = Math.min(STEPS, step) - 1;
    image.data.set([...ramp.subarray(3 * colour, 3 * colour + 3), 255], 4 * at);
  });
  if (canvas.height !== rows || canvas.width !== COLUMNS) [canvas.width, canvas.height] = [COLUMNS, rows];
  canvas.style.aspectRatio = `${COLUMNS} / ${rows}`;
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}
