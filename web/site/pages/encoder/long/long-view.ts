// A long text through one head of layer 0.
import chapter from "./lessons.txt";
import type { AttentionMatrix } from "heed/element";
import type { Floats, Heed, Tensor } from "heed";
import { digits, nextTask } from "../../../../show/index.js";
import { placeName, type CellInspector } from "../../../rooms/heads/index.js";
import { byId, grouped, Latest } from "../../../kit/index.js";
import { fill, filled, phrase, type Given } from "../../../kit/texts/index.js";
import type { Computation } from "../../../rooms/inspector/index.js";
import { offer } from "../dom.js";
import { HEADS } from "../../../rooms/trained/index.js";
import type { Pieces, Reader } from "../sentence/reader.js";
import { fillLongWeights, longQueriesAndKeys } from "./long-weights.js";
import { TEXTS } from "./texts.js";

const MOST_LONG = 4096;
const CHAPTER = { key: "text-lessons", text: (): string => chapter.replaceAll("\n", " ").trim() };
/** Bytes of colour for each weight: one, and a third for the smaller pictures of the whole map. */
const COLOURS = 4 / 3;

export class LongView {
  readonly #heed: Heed;
  readonly #reader: Reader;
  readonly #text = byId<HTMLTextAreaElement>("long-text");
  readonly #head = byId<HTMLSelectElement>("long-head");
  readonly #element = byId<AttentionMatrix>("long-matrix");
  readonly #inspector: CellInspector;
  /** What the map shows, and of which head: another one may be chosen since. */
  #shown: { readonly computation: Computation; readonly head: number } | undefined;
  #space: Floats = new Float32Array(0);
  readonly #latest = new Latest();
  #hasRun = false;
  #cut: { readonly text: string; readonly pieces: Pieces } | undefined;

  constructor(heed: Heed, reader: Reader, inspector: CellInspector) {
    this.#heed = heed;
    this.#reader = reader;
    this.#inspector = inspector;
    for (let head = 0; head < HEADS; head++)
      this.#head.append(filled("option", "head-option", { value: String(head) }, { head }));
    const choices = [CHAPTER, ...TEXTS, { key: "text-repeat", text: () => this.#repeated() }];
    offer(byId("long-examples"), choices, ({ text }) => this.#fill(text()));
    this.#fill(TEXTS[0]!.text());
    byId("long-run").addEventListener("click", () => void this.#run());
    this.#head.addEventListener("change", () => this.#hasRun && void this.#run());
    this.#text.addEventListener("input", () => this.#count());
    this.#element.addEventListener("matrix-open", ({ detail }) => {
      const cell = { matrix: "weights", head: 0, ...detail } as const;
      this.#inspector.open(this.#element, this.#shown!.computation, cell);
    });
  }

  /** In the language that the page speaks now. */
  showNames(): void {
    if (this.#shown === undefined) return;
    const { computation, head } = this.#shown;
    this.#show(computation, head);
    this.#inspector.update(this.#element, computation);
  }

  #fill(text: string): void {
    this.#text.value = text;
    this.#count();
  }

  #count(): void {
    const { ids } = this.#pieces();
    this.#say(ids.length > MOST_LONG ? "long-cut" : "long-count", { count: ids.length, most: MOST_LONG });
  }

  /** The pieces of the text. Cutting a long text takes a while, so it is done once. */
  #pieces(): Pieces {
    const text = this.#text.value;
    if (this.#cut?.text !== text) this.#cut = { text, pieces: this.#reader.pieces(text) };
    return this.#cut.pieces;
  }

  #say(key: string, given?: Given): void {
    fill(byId("long-status"), key, given);
  }

  /** The text again and again, until it has as many pieces as are read. */
  #repeated(): string {
    const own = this.#text.value.trim();
    const each = this.#reader.pieces(own).ids.length;
    if (each === 0) return own;
    return Array.from({ length: Math.ceil(MOST_LONG / each) }, () => own).join("\n");
  }

  async #run(): Promise<void> {
    const signal = this.#latest.begin();
    this.#hasRun = true;
    const { ids, labels } = this.#pieces();
    const count = Math.min(MOST_LONG, ids.length);
    if (count === 0) return this.#say("long-empty");
    this.#say("computing");
    this.#clear();
    await nextTask();
    if (signal.aborted) return;
    const start = performance.now();
    const head = Number(this.#head.value);
    const made = await longQueriesAndKeys(this.#reader.encoder, ids.slice(0, count), head);
    if (signal.aborted) return;
    const vectorsTook = performance.now() - start;
    const weights = this.#spaceFor(count * count);
    const took = await fillLongWeights(this.#heed, { ...made, into: weights, signal });
    if (took === undefined) return;
    const { x, q, k, weights: projections } = made;
    const kept = { q, k, v: nothing(count), weights: { data: weights, shape: [count, count] } };
    const names = { tokens: labels.slice(0, count), headNames: [placeName({ layer: 0, head })] };
    this.#show({ ...names, x, weights: projections, options: {}, flavour: this.#heed.flavour, kept }, head);
    this.#say("long-done", () => ({
      count,
      weights: grouped(count * count),
      vectors: Math.round(vectorsTook),
      map: Math.round(took),
      memory: megabytes(4 * count * count),
      colours: megabytes(COLOURS * count * count),
    }));
    performance.mark("heed-long-map");
  }

  /** The element must not read numbers that are being written. */
  #clear(): void {
    this.#shown = undefined;
    this.#inspector.leave(this.#element);
    this.#element.matrix = null;
  }

  /** The array of the last map where it has this size, so that there are never two. */
  #spaceFor(count: number): Floats {
    if (this.#space.length !== count) this.#space = new Float32Array(count);
    return this.#space;
  }

  #show(computation: Computation, head: number): void {
    this.#shown = { computation, head };
    const { tokens, kept } = computation;
    byId("long-result").hidden = false;
    this.#element.zoom = true;
    this.#element.label = phrase("long-label", { head, count: tokens.length });
    this.#element.rowLabels = this.#element.columnLabels = tokens;
    this.#element.matrix = kept["weights"]!;
  }
}

/** The map does not need the values. */
function nothing(count: number): Tensor {
  return { data: new Float32Array(count), shape: [count, 1] };
}

function megabytes(bytes: number): string {
  return `${digits(bytes / 1e6, bytes < 1e7 ? 1 : 0)} MB`;
}
