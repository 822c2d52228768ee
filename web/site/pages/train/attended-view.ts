// What each head sees from a written letter. Each weight opens in the inspector, down to the products.
import "heed/element";
import type { AttentionMatrix } from "heed/element";
import { byId, Latest } from "../../kit/index.js";
import { fill, phrase } from "../../kit/texts/index.js";
import { digits, make, percent } from "../../../show/index.js";
import { figureView, Inspector, type Computation } from "../../rooms/inspector/index.js";
import { lossOf } from "./loss-of.js";
import type { Attended } from "./messages.js";
import { signOf } from "./signs.js";

/** Letters before the written one that are shown. */
const SHOWN = 12;

export class AttendedView {
  readonly #matrix = byId<AttentionMatrix>("attended");
  readonly #inspector = new Inspector(document.body, { light: () => undefined, closed: () => this.#focus() });
  #attended: Attended | undefined;
  #opened = { row: 0, column: 0 };
  #heads = 1;
  readonly #latest = new Latest();

  /** @param ask computes the line before a written letter */
  constructor(private readonly ask: (at: number, signal: AbortSignal) => Promise<Attended | undefined>) {
    this.#matrix.domain = [0, 1];
    this.#matrix.addEventListener("matrix-open", ({ detail }) => this.#open(detail));
  }

  async show(at: number): Promise<void> {
    const signal = this.#latest.begin();
    const attended = await this.ask(at, signal);
    if (attended === undefined) return;
    this.#attended = attended;
    const { tokens, layers } = attended;
    const count = Math.min(SHOWN, tokens.length);
    this.#heads = layers[0]!.weights.heads!;
    const size = tokens.length;
    const data = new Float32Array(layers.length * this.#heads * count);
    const names: string[] = [];
    for (const [layer, { kept }] of layers.entries())
      for (let head = 0; head < this.#heads; head++) {
        const end = (head + 1) * size * size;
        data.set(kept["weights"]!.data.subarray(end - count, end), names.length * count);
        names.push(`L${layer} H${head}`);
      }
    this.#matrix.rowLabels = names;
    this.#matrix.columnLabels = tokens.slice(-count).map(signOf);
    this.#matrix.matrix = { data, shape: [names.length, count] };
    byId("attended-part").hidden = false;
    fill(byId("attended-said"), "attended-said");
    this.translate();
  }

  /** The loss of the letter opens down to its products. */
  translate(): void {
    if (this.#attended === undefined) return;
    const { next, tokens } = this.#attended;
    const letter = signOf(next.letters[next.drawn]!);
    const figure = () => {
      const location = tokens.slice(-SHOWN).map(signOf).join("");
      return lossOf(next, { location, title: phrase("loss-of", { letter }) });
    };
    const loss = figure().value;
    fill(byId("attended-share"), "attended-share", { letter, share: percent(Math.exp(-loss)) });
    const button = make("button", { type: "button", class: "opens" }, digits(loss, 3));
    const view = figureView(figure, () => byId("attended-loss").querySelector("button")?.focus());
    button.addEventListener("click", () => this.#inspector.open(undefined, view));
    byId("attended-loss").replaceChildren(button);
  }

  hide(): void {
    this.#latest.end();
    byId("attended-part").hidden = true;
  }

  #open({ row, column }: { readonly row: number; readonly column: number }): void {
    const { tokens, layers } = this.#attended!;
    this.#opened = { row, column };
    const { x, weights, kept } = layers[Math.floor(row / this.#heads)]!;
    const computation: Computation = { tokens: tokens.map(signOf), x, weights, options: { causal: true }, kept };
    const last = tokens.length - 1;
    const seen = tokens.length - Math.min(SHOWN, tokens.length) + column;
    this.#inspector.open(computation, { matrix: "weights", head: row % this.#heads, row: last, column: seen });
  }

  #focus(): void {
    const { row, column } = this.#opened;
    const cell = `td[data-row="${row}"][data-column="${column}"]`;
    this.#matrix.shadowRoot!.querySelector<HTMLElement>(cell)?.focus();
  }
}
