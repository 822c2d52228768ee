// Weights read as probabilities: values are drawn by them again and again, and the mean of the draws nears the blend.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { attentionOf, type AttentionComputation } from "../../rooms/lesson/index.js";

export const DRAWS = 1000;
/** After these many draws the error is written down. */
export const LOOKS = [1, 10, 100, 1000] as const;
/** How many rows of draws go on side by side. The first is drawn in the plane. */
const REPEATS = 400;

export const WORDS = ["animal", "street", "tired", "the"] as const;
const WEIGHTS = [0.6, 0.25, 0.1, 0.05];
export const VALUES: readonly (readonly [number, number])[] = [
  [1.9, 1.1],
  [-1.7, 1.3],
  [0.7, -1.9],
  [-1.3, -1.5],
];

/** One query. Its scores are the logarithms of round weights. */
export function blendOf(heed: Heed): AttentionComputation {
  return attentionOf(heed, {
    tokens: ["it"],
    keyTokens: WORDS,
    q: [[1]],
    k: WEIGHTS.map((weight) => [Math.log(weight)]),
    v: VALUES.map((value) => [...value]),
    options: { scale: "none" },
  });
}

/** The state after some draws. */
export interface Drawn {
  readonly draws: number;
  /** How often each value was drawn in the first row of draws, and the mean of its draws. */
  readonly counts: readonly number[];
  readonly mean: readonly [number, number];
  /** The distance of the mean to the blend: the root of the mean square over all rows of draws. */
  readonly error: number;
}

/** @returns draws once more in each row */
export function startDraws(computation: AttentionComputation, seed: number): () => Drawn {
  const draw = seededRandom(seed);
  const weights = computation.kept.weights.data;
  const [blendX, blendY] = computation.kept.output.data as unknown as [number, number];
  const sums = Array.from({ length: REPEATS }, () => [0, 0]);
  const counts = WORDS.map(() => 0);
  let draws = 0;
  return () => {
    draws++;
    let square = 0;
    sums.forEach((sum, repeat) => {
      const value = drawn(weights, draw.uniform());
      if (repeat === 0) counts[value]!++;
      sum[0]! += VALUES[value]![0];
      sum[1]! += VALUES[value]![1];
      square += (sum[0]! / draws - blendX) ** 2 + (sum[1]! / draws - blendY) ** 2;
    });
    const [x, y] = sums[0]! as [number, number];
    return { draws, counts: [...counts], mean: [x / draws, y / draws], error: Math.sqrt(square / REPEATS) };
  };
}

/** @param share from 0 to 1 */
function drawn(weights: ArrayLike<number>, share: number): number {
  let left = share;
  for (let at = 0; at < weights.length - 1; at++) {
    left -= weights[at]!;
    if (left < 0) return at;
  }
  return weights.length - 1;
}
