// The weights of all heads of the trained encoder for one sentence.
import type { Heed } from "heed";
import { readPacked, type PackedQueries } from "../../kit/index.js";
import { habitOf, type Habit } from "../../../statistics/index.js";

export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

export class Heads {
  readonly tokens: readonly string[];
  readonly layers: number;
  readonly heads: number;
  readonly milliseconds: number;
  readonly #weights: readonly Float32Array[];

  constructor(heed: Heed, { tokens, layers }: PackedQueries) {
    this.tokens = tokens;
    const read = layers.map(({ q, k }) => ({ q: readPacked(q), k: readPacked(k) }));
    const begin = performance.now();
    // The weights do not depend on the values. The keys stand in for them.
    this.#weights = read.map(({ q, k }) => heed.attention(q, k, k, { keep: ["weights"] }).weights.data);
    this.milliseconds = performance.now() - begin;
    this.layers = layers.length;
    this.heads = layers[0]!.q.shape[0]!;
  }

  /** What the token of one row gives to each token. */
  row({ layer, head }: HeadPlace, row: number): Float32Array {
    const count = this.tokens.length;
    return this.#weights[layer]!.subarray((head * count + row) * count, (head * count + row + 1) * count);
  }

  habit({ layer, head }: HeadPlace): Habit {
    const count = this.tokens.length;
    return habitOf(this.#weights[layer]!.subarray(head * count ** 2, (head + 1) * count ** 2), count);
  }
}
