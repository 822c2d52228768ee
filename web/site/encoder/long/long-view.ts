// A long text through one head of layer 0. heed/workers computes the map, so the page stays free.
import type { AttentionMatrix } from "heed/element";
import { open, type HeedWorkers } from "heed/workers";
import { make } from "../../../show/index.js";
import { byId, field, offer } from "../dom.js";
import { HEADS } from "../model/encoder.js";
import type { Reader } from "../sentence/reader.js";
import { cellPanel } from "./cell-panel.js";
import { TEXTS } from "./texts.js";

export const MOST_LONG = 4096;

interface LongMap {
  readonly labels: readonly string[];
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly dim: number;
  readonly weights: Float32Array;
}

export class LongView {
  readonly #reader: Reader;
  readonly #text = field("long-text");
  readonly #head = byId<HTMLSelectElement>("long-head");
  readonly #element = byId<AttentionMatrix>("long-matrix");
  #workers: Promise<HeedWorkers> | undefined;
  #map: LongMap | undefined;
  #runs = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#head.append(...Array.from({ length: HEADS }, (_, head) => make("option", { value: head }, `head ${head}`)));
    const choices = [...TEXTS, { name: "Repeat the text to 4096", text: () => this.#repeated() }];
    offer(
      byId("long-examples"),
      choices,
      ({ name }) => name,
      ({ text }) => this.#fill(text()),
    );
    this.#fill(TEXTS[0]!.text());
    byId("long-run").addEventListener("click", () => void this.#run());
    this.#head.addEventListener("change", () => this.#map && void this.#run());
    this.#text.addEventListener("input", () => this.#count());
    this.#element.addEventListener("matrix-open", ({ detail: { row, column } }) => this.#openCell(row, column));
  }

  #fill(text: string): void {
    this.#text.value = text;
    this.#count();
  }

  #count(): void {
    const { ids } = this.#reader.pieces(this.#text.value);
    const cut = ids.length > MOST_LONG ? ` The first ${MOST_LONG} are read.` : "";
    this.#say(`${ids.length} pieces.${cut}`);
  }

  #say(sentence: string): void {
    byId("long-status").textContent = sentence;
  }

  /** The text again and again, until it has as many pieces as are read. */
  #repeated(): string {
    const own = this.#text.value.trim();
    const each = this.#reader.pieces(own).ids.length;
    if (each === 0) return own;
    return Array.from({ length: Math.ceil(MOST_LONG / each) }, () => own).join("\n");
  }

  async #run(): Promise<void> {
    const run = ++this.#runs;
    const { ids, labels } = this.#reader.pieces(this.#text.value);
    const count = Math.min(MOST_LONG, ids.length);
    if (count === 0) return this.#say("Type or paste a text first.");
    this.#say("Computing …");
    const start = performance.now();
    const { q, k } = this.#reader.encoder.queriesAndKeys(ids.slice(0, count), Number(this.#head.value));
    const vectors = performance.now();
    try {
      const workers = await (this.#workers ??= open());
      const values = { data: new Float32Array(count), shape: [count, 1] };
      const { weights } = await workers.attention(q, k, values, { keep: ["weights"] });
      if (run !== this.#runs) return;
      const done = performance.now();
      this.#show({ labels: labels.slice(0, count), q: q.data, k: k.data, dim: q.shape[1]!, weights: weights.data });
      this.#say(
        `${count} × ${count} = ${(count * count).toLocaleString("en")} weights. Embedding, positions and projections ` +
          `took ${Math.round(vectors - start)} ms, the map ${Math.round(done - vectors)} ms on ` +
          `${workers.workers === 0 ? "this thread" : `${workers.workers} workers`}. ` +
          `It takes ${Math.round((4 * count * count) / 1e6)} MB of memory, and its colours ` +
          `${Math.round((count * count) / 1e6)} MB.`,
      );
      performance.mark("heed-long-map");
    } catch (error) {
      this.#say(`The map could not be computed. ${(error as Error).message}`);
    }
  }

  #show(map: LongMap): void {
    this.#map = map;
    const count = map.labels.length;
    byId("long-result").hidden = false;
    this.#element.zoom = true;
    this.#element.label = `Layer 0, head ${this.#head.value}: ${count} pieces`;
    this.#element.rowLabels = this.#element.columnLabels = map.labels;
    this.#element.matrix = { data: map.weights, shape: [count, count] };
    byId("long-cell").replaceChildren(make("p", { class: "prose" }, "Click a cell, or press Enter on it, to open it."));
  }

  #openCell(row: number, column: number): void {
    const map = this.#map!;
    const weight = map.weights[row * map.labels.length + column]!;
    byId("long-cell").replaceChildren(cellPanel({ ...map, row, column, weight }));
  }
}
