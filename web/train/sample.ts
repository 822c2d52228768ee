import type { Floats } from "../lib/api/index.js";
import { checkFloats, checkMade, checkNumber, checkOptions, NOT_NEGATIVE, upTo } from "./check.js";
import { exponential } from "./exponential.js";
import type { Random } from "./random.js";

/** How a token is drawn. */
export interface SampleOptions {
  /** Logits are divided by it: below 1 likely tokens become likelier. 0 takes the likeliest. 1 where it is left out. */
  temperature?: number | undefined;
  /** The number of likeliest tokens that can be drawn. All where it is left out, or Infinity. */
  topK?: number | undefined;
  /**
   * Only the likeliest tokens that together have this share of the probability can be drawn: of that of the tokens that
   * topK leaves. All where it is left out.
   */
  topP?: number | undefined;
}

/** Probabilities from logits, after temperature, topK and topP. Each engine computes the same bits. */
export function probabilities(logits: Floats, options: SampleOptions = {}): Float64Array {
  const where = "heed/train.probabilities";
  checkFloats(where, "logits", logits);
  checkOptions(where, options, ["temperature", "topK", "topP"]);
  return drawable(where, logits, options);
}

/** Draws a token from the logits. */
export function sample(logits: Floats, draw: Random, options: SampleOptions = {}): number {
  const where = "heed/train.sample";
  checkFloats(where, "logits", logits);
  checkMade(where, "draw", draw, "uniform", "seededRandom(seed)");
  checkOptions(where, options, ["temperature", "topK", "topP"]);
  const found = drawable(where, logits, options);
  let left = draw.uniform();
  let last = 0;
  for (let token = 0; token < found.length; token++) {
    if (found[token] === 0) continue;
    last = token;
    left -= found[token]!;
    if (left < 0) break;
  }
  return last;
}

function drawable(where: string, logits: Floats, { temperature = 1, topK, topP = 1 }: SampleOptions): Float64Array {
  const heat = checkNumber(where, "temperature", temperature, NOT_NEGATIVE);
  const most =
    topK === undefined || topK === Infinity ? logits.length : checkNumber(where, "topK", topK, upTo(2 ** 30));
  const share = checkNumber(where, "topP", topP, SHARE);
  const found = new Float64Array(logits.length);
  // NaN has no place among probabilities, so that it is not the best one either.
  let best = -1;
  for (let token = 0; token < logits.length; token++)
    if (best < 0 ? !Number.isNaN(logits[token]) : logits[token]! > logits[best]!) best = token;
  if (best < 0) throw new RangeError(`${where}: logits must hold a number; none of these ${logits.length} is one.`);
  if (heat === 0) {
    found[best] = 1;
    return found;
  }
  for (let token = 0; token < logits.length; token++) {
    // Infinities less themselves are no number.
    const below = logits[token] === logits[best] ? 0 : (logits[token]! - logits[best]!) / heat;
    found[token] = below <= 0 ? exponential(below) : 0;
  }
  if (most < found.length || share < 1) keepLikeliest(found, logits, most, share);
  const all = sumOf(found);
  return found.map((one) => one / all);
}

const SHARE = [(value: number) => value > 0 && value <= 1, "above 0 and at most 1"] as const;

/** What a sum of probabilities may lack, since it is rounded. */
const ROUNDING = 1e-12;

/**
 * Probabilities are rounded, so the logits tell which token is likelier. Of equal ones the first goes first, so that
 * each engine keeps the same ones.
 */
function keepLikeliest(found: Float64Array, logits: Floats, most: number, share: number): void {
  const rank = (token: number): number => (Number.isNaN(logits[token]) ? -Infinity : logits[token]!);
  const order = Array.from(found.keys()).sort((a, b) => rank(b) - rank(a) || a - b);
  for (const token of order.splice(most)) found[token] = 0;
  const enough = share * sumOf(found) * (1 - ROUNDING);
  let sum = 0;
  for (const [place, token] of order.entries()) {
    if (place > 0 && sum >= enough) found[token] = 0;
    else sum += found[token]!;
  }
}

function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
