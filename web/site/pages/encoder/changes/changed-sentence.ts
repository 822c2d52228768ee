// A sentence whose heads can be changed: it goes through both layers once more, and its last rows turn.
import type { HeadFacts } from "../../../rooms/heads/index.js";
import type { AskedEffect, AskedMap, Change, ChangeableText, Effect } from "../../../rooms/what-if/index.js";
import { HEADS, LAYERS } from "../../../rooms/trained/index.js";
import type { ReadSentence, Reader } from "../sentence/reader.js";
import { cosine, STAGES, vectorOf } from "../words/vectors.js";
import { changesOf } from "./changes-of-layers.js";
import { FILE } from "../heads/sentence-heads.js";

/** After this many milliseconds a map answers with the heads that it has. */
const SLICE_MS = 20;
const LAST = STAGES.length - 1;

export class ChangedSentence implements ChangeableText {
  readonly file = FILE;
  readonly facts: HeadFacts;
  readonly says = "rows";
  readonly looksBack = false;
  readonly passes = false;

  constructor(
    readonly reader: Reader,
    readonly sentence: ReadSentence,
  ) {
    const count = sentence.labels.length;
    this.facts = { layers: LAYERS, heads: HEADS, rows: count, columns: count };
  }

  labels(): readonly string[] {
    return this.sentence.labels;
  }

  async effect({ changes, other }: AskedEffect): Promise<Effect> {
    const second = changes.some(({ kind }) => kind === "other") ? this.#second(other) : undefined;
    if (typeof second === "number") return { kind: "lengths", count: second };
    const after = this.#changed(changes, second);
    return { kind: "rows", cosines: this.sentence.labels.map((_, row) => this.#cosine(after, row)) };
  }

  async weigh({ at, kind, from }: AskedMap): Promise<readonly number[]> {
    // The page is free between two slices.
    await new Promise((next) => setTimeout(next));
    const until = performance.now() + SLICE_MS;
    const found: number[] = [];
    for (let head = from; head < LAYERS * HEADS && (found.length === 0 || performance.now() < until); head++) {
      const after = this.#changed([{ kind, layer: Math.floor(head / HEADS), head: head % HEADS }]);
      found.push(1 - this.#cosine(after, at));
    }
    return found;
  }

  /** The sentence with its heads changed; undefined where the other text has another number of pieces. */
  after(changes: readonly Change[], other: string): ReadSentence | undefined {
    const second = changes.some(({ kind }) => kind === "other") ? this.#second(other) : undefined;
    return typeof second === "number" ? undefined : this.#changed(changes, second);
  }

  /** The other text, or its number of pieces if that is not the same. */
  #second(other: string): ReadSentence | number {
    const read = this.reader.read(other);
    const count = read?.labels.length ?? 0;
    return read !== undefined && count === this.facts.rows ? read : count;
  }

  #changed(changes: readonly Change[], second?: ReadSentence): ReadSentence {
    const { ids } = this.sentence.encoded;
    const encoded = this.reader.encoder.encode(ids, 0, changesOf(changes, ids.length, second?.encoded));
    return { ...this.sentence, encoded };
  }

  #cosine(after: ReadSentence, row: number): number {
    return cosine(vectorOf(this.sentence, LAST, row), vectorOf(after, LAST, row));
  }
}
