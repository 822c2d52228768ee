import type { Floats } from "../lib/api/index.js";
import { fault } from "../lib/read/index.js";
import { checkFloats, checkMade, checkNumber, checkOptions, NOT_NEGATIVE, upTo } from "./check.js";
import { exponential } from "./exponential.js";
import type { Random } from "./random.js";

/** How a token is drawn. */
export interface SampleOptions {
  /**
   * Logits are divided by it: below 1 likely tokens become likelier. 0 takes the likeliest.
   * @default 1
   */
  temperature?: number | undefined;
  /**
   * The number of likeliest tokens that can be drawn; Infinity is all.
   * @default all
   */
  topK?: number | undefined;
  /**
   * Only the likeliest tokens that together have this share of the probability can be drawn, after topK.
   * @default 1
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
  if (best < 0) throw fault("value", `${where}: logits must hold a number; all ${logits.length} are NaN.`);
  if (heat === 0) {
    found[best] = 1;
    return found;
  }
  for (let token = 0; token < logits.length; token++) {
    // Infinity minus Infinity is not a number.
    const below = logits[token] === logits[best] ? 0 : (logits[token]! - logits[best]!) / heat;
    found[token] = below <= 0 ? exponential(below) : 0;
  }
  if (most < found.length || share < 1) keepLikeliest(found, logits, Math.min(most, found.length), share);
  const all = sumOf(found);
  return found.map((one) => one / all);
}

const SHARE = [(value: number) => value > 0 && value <= 1, "above 0 and at most 1"] as const;

/** What a sum of probabilities may lack, since it is rounded. */
const ROUNDING = 1e-12;

function keepLikeliest(found: Float64Array, logits: Floats, most: number, share: number): void {
  const order = likeliestFirst(logits);
  for (let place = most; place < order.length; place++) found[order[place]!] = 0;
  const enough = share * sumOf(found) * (1 - ROUNDING);
  let sum = 0;
  let count = 0;
  while (count < most && (count === 0 || sum < enough)) sum += found[order[count++]!]!;
  for (let place = count; place < most; place++) found[order[place]!] = 0;
}

/**
 * All tokens, the likeliest first; of equal ones the first. Probabilities are rounded, so logits are sorted: by their
 * bits, eleven at a time. By comparisons a whole vocabulary takes seven times as long, 13 to 45 ms.
 */
function likeliestFirst(logits: Floats): Uint32Array {
  const floats = new Float32Array(logits.length);
  const bits = new Uint32Array(floats.buffer);
  for (let id = 0; id < bits.length; id++) {
    floats[id] = Number.isNaN(logits[id]) ? -Infinity : logits[id]! + 0; // -0 is equal to 0
    // Larger floats have larger bits now.
    bits[id]! ^= bits[id]! >>> 31 ? 0xffffffff : 0x80000000;
  }
  let from = bits.map((_, id) => id);
  let to = new Uint32Array(bits.length);
  for (let shift = 0; shift < 32; shift += 11) {
    const place = (id: number): number => 2047 - ((bits[id]! >>> shift) & 2047);
    const places = new Uint32Array(2048);
    for (let id = 0; id < bits.length; id++) places[place(id)]!++;
    let before = 0;
    for (let at = 0; at < places.length; at++) [places[at], before] = [before, before + places[at]!];
    for (let at = 0; at < from.length; at++) to[places[place(from[at]!)]!++] = from[at]!;
    [from, to] = [to, from];
  }
  return from;
}

function sumOf(numbers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at]!;
  return sum;
}
