// The weights of all heads of the trained encoder for one sentence, and what they say about a head.
import type { Heed } from "heed";
import { readTrained, type PackedHeads } from "../../kit/index.js";

export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

/** Something that is true of a head, for all words that ask. */
export type Habit =
  | { readonly kind: "self" | "previous" | "next"; readonly share: number }
  | { readonly kind: "words"; readonly words: readonly [number, number]; readonly shares: readonly [number, number] };

/** A head is said to look at a place if that place gets so much on average. */
const HABIT = 0.35;

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

  habit(place: HeadPlace): Habit {
    const rows = this.tokens.map((_, at) => this.row(place, at));
    const offsets = [
      ["self", 0],
      ["previous", -1],
      ["next", 1],
    ] as const;
    const near = offsets.map(([kind, offset]) => ({
      kind,
      share: mean(rows.flatMap((row, at) => row[at + offset] ?? [])),
    }));
    const nearest = near.reduce((best, one) => (one.share > best.share ? one : best));
    if (nearest.share >= HABIT) return nearest;
    const means = this.tokens.map((_, column) => mean(rows.map((row) => row[column]!)));
    const [first, second] = largest(means, 2) as [number, number];
    return { kind: "words", words: [first, second], shares: [means[first]!, means[second]!] };
  }
}

/** The places of the largest values, the largest first. */
export function largest(values: ArrayLike<number>, count: number): number[] {
  return Array.from(values, (_, at) => at)
    .sort((a, b) => values[b]! - values[a]!)
    .slice(0, count);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
