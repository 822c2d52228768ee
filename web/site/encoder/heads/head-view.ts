// The chosen head: its map with digits, as arcs or as a table; each cell opens in the inspector.
import type { AttentionMatrix } from "heed/element";
import type { Place } from "../../../show/index.js";
import { Inspector, type Computation } from "../../inspector/index.js";
import { byId } from "../dom.js";
import { weightsOf, type HeadPlace, type ReadSentence } from "../sentence/reader.js";
import { noteOf } from "./head-names.js";

export class HeadView {
  readonly #element = byId<AttentionMatrix>("head-matrix");
  readonly #inspector: Inspector;
  readonly #flavour: string;
  #sentence: ReadSentence | undefined;
  #place: HeadPlace = { layer: 1, head: 1 };

  constructor(flavour: string, chosen: (row: number) => void) {
    this.#inspector = new Inspector(document.body, {
      light: () => undefined,
      closed: ({ row, column }) => this.#focus(row, column),
    });
    this.#flavour = flavour;
    this.#element.addEventListener("matrix-open", ({ detail }) => this.#open(detail));
    this.#element.addEventListener("matrix-focus", ({ detail }) => detail && chosen(detail.row));
  }

  show(sentence: ReadSentence, place: HeadPlace, row: number): void {
    const sameHead = place.layer === this.#place.layer && place.head === this.#place.head;
    this.#sentence = sentence;
    this.#place = place;
    const { labels } = sentence;
    byId("head-title").textContent = `Layer ${place.layer}, head ${place.head}`;
    byId("head-note").textContent = noteOf(place);
    this.#element.matrix = { data: weightsOf(sentence, place), shape: [labels.length, labels.length] };
    this.#element.rowLabels = labels;
    this.#element.columnLabels = labels;
    this.#element.row = row;
    if (this.#inspector.cell === undefined) return;
    if (sameHead) this.#inspector.update(this.#computation());
    else this.#inspector.close();
  }

  setView(view: AttentionMatrix["view"]): void {
    this.#element.view = view;
  }

  #computation(): Computation {
    const { encoded, labels } = this.#sentence!;
    const { x, weights, kept } = encoded.layers[this.#place.layer]!;
    return { tokens: labels, x, weights, options: {}, flavour: this.#flavour, kept };
  }

  #open({ row, column }: Place): void {
    this.#inspector.open(this.#computation(), { matrix: "weights", head: this.#place.head, row, column });
  }

  #focus(row: number, column: number): void {
    const cell = `td[data-row="${row}"][data-column="${column}"]`;
    this.#element.shadowRoot?.querySelector<HTMLElement>(cell)?.focus();
  }
}
