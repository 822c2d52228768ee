// The weights of all heads of the trained encoder for one sentence.
import type { Heed } from "heed";
import { readTrained, type PackedHeads } from "../../kit/index.js";
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

  constructor(heed: Heed, packed: PackedHeads) {
    const { tokens, layers } = readTrained(packed);
    this.tokens = tokens;
    const begin = performance.now();
    this.#weights = layers.map(({ q, k, v }) => heed.attention(q, k, v, { keep: ["weights"] }).weights.data);
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
