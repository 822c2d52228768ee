// What else the core computes: a bias on the scores, and biases of projections.
import { tensor, type Heed } from "heed";
import { seededRandom } from "heed/train";
import { attentionOf, layerOf, type AttentionComputation, type LayerComputation } from "../../rooms/lesson/index.js";
import { DIM, namesOf, rowsOfWords, SOFT_SCALE, WORDS } from "./words.js";

const SEED = 11;

/** Each score loses `slope` for each place of distance. */
export function biased(heed: Heed, slope: number): AttentionComputation {
  const x = rowsOfWords(WORDS);
  const bias = x.map((_, query) => x.map((__, key) => -slope * Math.abs(query - key)));
  const options = { scale: SOFT_SCALE, bias: tensor(bias) };
  return attentionOf(heed, { tokens: namesOf(WORDS), q: x, k: x, v: x, options });
}

export const BIASED = ["query", "key", "value"] as const;

/** The layer without a bias, and with one in one projection. */
export function projectionBias(
  heed: Heed,
  which: (typeof BIASED)[number],
): readonly [LayerComputation, LayerComputation] {
  const draw = seededRandom(SEED);
  const [queryWeight, keyWeight, valueWeight] = [matrix(draw, DIM), matrix(draw, DIM), matrix(draw, DIM)];
  const weights = { queryWeight, keyWeight, valueWeight };
  const bias = Array.from({ length: DIM }, () => draw.normal());
  const zeros = bias.map(() => 0);
  const run = (given: readonly number[]): LayerComputation =>
    layerOf(heed, {
      tokens: namesOf(WORDS),
      x: rowsOfWords(WORDS),
      weights: {
        ...weights,
        queryBias: which === "query" ? given : zeros,
        keyBias: which === "key" ? given : zeros,
        valueBias: which === "value" ? given : zeros,
      },
    });
  return [run(zeros), run(bias)];
}

function matrix(draw: ReturnType<typeof seededRandom>, columns: number): number[][] {
  return Array.from({ length: DIM }, () => Array.from({ length: columns }, () => draw.normal() / Math.sqrt(DIM)));
}
