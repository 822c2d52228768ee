// A long text through one head of layer 0.
import chapter from "encoder:chapter";
import type { AttentionMatrix } from "heed/element";
import type { Heed } from "heed";
import { digits, make } from "../../../show/index.js";
import { byId } from "../../heads/index.js";
import { field, offer } from "../dom.js";
import { HEADS } from "../model/encoder.js";
import type { Reader } from "../sentence/reader.js";
import { cellPanel } from "./cell-panel.js";
import { fillLongWeights } from "./long-weights.js";
import { TEXTS } from "./texts.js";

const MOST_LONG = 4096;
const CHAPTER = { name: "4096 pieces of these lessons", text: (): string => chapter };
/** Bytes of colour for each weight: one, and a third for the smaller pictures of the whole map. */
const COLOURS = 4 / 3;

interface LongMap {
  readonly labels: readonly string[];
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly dim: number;
  readonly weights: Float32Array;
}

export class LongView {
  readonly #heed: Heed;
  readonly #reader: Reader;
  readonly #text = field("long-text");
  readonly #head = byId<HTMLSelectElement>("long-head");
  readonly #element = byId<AttentionMatrix>("long-matrix");
  #map: LongMap | undefined;
  #space = new Float32Array(0);
  #runs = 0;

  constructor(heed: Heed, reader: Reader) {
    this.#heed = heed;
    this.#reader = reader;
    this.#head.append(...Array.from({ length: HEADS }, (_, head) => make("option", { value: head }, `head ${head}`)));
    const choices = [CHAPTER, ...TEXTS, { name: "Repeat the text to 4096", text: () => this.#repeated() }];
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
    this.#clear();
    const start = performance.now();
    const { q, k } = this.#reader.encoder.queriesAndKeys(ids.slice(0, count), Number(this.#head.value));
    const vectorsTook = performance.now() - start;
    const weights = this.#spaceFor(count * count);
    const took = await fillLongWeights(this.#heed, { q, k, into: weights, stopped: () => run !== this.#runs });
    if (took === undefined) return;
    this.#show({ labels: labels.slice(0, count), q: q.data, k: k.data, dim: q.shape[1]!, weights });
    this.#say(
      `${count} × ${count} = ${(count * count).toLocaleString("en")} weights. ` +
        "Embedding, positions and projections took " +
        `${Math.round(vectorsTook)} ms, the map ${Math.round(took)} ms on one thread. ` +
        `The weights take ${megabytes(4 * count * count)} of memory, and their colours ` +
        `${megabytes(COLOURS * count * count)}.`,
    );
    performance.mark("heed-long-map");
  }

  /** The element must not read numbers that are being written. */
  #clear(): void {
    this.#map = undefined;
    this.#element.matrix = null;
  }

  /** The array of the last map where it has the size, so that there are never two. */
  #spaceFor(count: number): Float32Array {
    if (this.#space.length !== count) this.#space = new Float32Array(count);
    return this.#space;
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

function megabytes(bytes: number): string {
  return `${digits(bytes / 1e6, bytes < 1e7 ? 1 : 0)} MB`;
}
