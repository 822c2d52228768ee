// What else the core computes: a bias on the scores, heads that share keys, biases of projections.
import type { Heed, Tensor } from "heed";
import { random } from "heed/train";
import { largestDifference, rowsOf } from "../../frame/index.js";
import { DIM, rowsOfWords, SOFT_SCALE, WORDS } from "./words.js";

const SEED = 11;
export const HEADS = 4;
const HEAD_DIM = DIM / HEADS;

/** The weights when each score loses `slope` for each place of distance. */
export function biasedWeights(heed: Heed, slope: number): Tensor {
  const x = rowsOfWords(WORDS);
  const bias = x.map((_, query) => x.map((__, key) => -slope * Math.abs(query - key)));
  return heed.attention(x, x, x, { scale: SOFT_SCALE, bias, keep: ["weights"] }).weights;
}

export interface Grouped {
  /** (HEADS, words, words) */
  readonly weights: Tensor;
  /** Numbers that a cache keeps for each token: its keys and values. */
  readonly kept: number;
}

/** @param kvHeads how many heads of keys and values the four heads of queries share */
export function groupedHeads(heed: Heed, kvHeads: number): Grouped {
  const columns = kvHeads * HEAD_DIM;
  const draw = random(SEED);
  const query = matrix(draw, DIM);
  const [key, value] = [matrix(draw, columns), matrix(draw, columns)];
  const weights = { query, key, value, heads: HEADS, kvHeads };
  const kept = heed.selfAttention(rowsOfWords(WORDS), weights, { keep: ["weights", "k", "v"] });
  return {
    weights: kept.weights,
    kept: (kept.k.data.length + kept.v.data.length) / WORDS.length,
  };
}

export const BIASED = ["query", "key", "value"] as const;

/** What the bias of one projection changes at most: in the weights, and in the output. */
export interface BiasEffect {
  readonly weights: number;
  readonly output: number;
}

export function projectionBias(heed: Heed, which: (typeof BIASED)[number]): BiasEffect {
  const draw = random(SEED);
  const weights = { query: matrix(draw, DIM), key: matrix(draw, DIM), value: matrix(draw, DIM) };
  const bias = Array.from({ length: DIM }, () => draw.normal());
  const zeros = bias.map(() => 0);
  const run = (given: readonly number[]) =>
    heed.selfAttention(
      rowsOfWords(WORDS),
      {
        ...weights,
        queryBias: which === "query" ? given : zeros,
        keyBias: which === "key" ? given : zeros,
        valueBias: which === "value" ? given : zeros,
      },
      { keep: ["weights"] },
    );
  const [plain, biased] = [run(zeros), run(bias)];
  return {
    weights: largestDifference(rowsOf(plain.weights), rowsOf(biased.weights)),
    output: largestDifference(rowsOf(plain.output), rowsOf(biased.output)),
  };
}

function matrix(draw: ReturnType<typeof random>, columns: number): number[][] {
  return Array.from({ length: DIM }, () => Array.from({ length: columns }, () => draw.normal() / Math.sqrt(DIM)));
}
