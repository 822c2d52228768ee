// Seeded numbers. They are the same in every engine, since they use integers and exact float64 arithmetic only.
import type { Floats } from "../lib/api/index.js";
import { isPlain } from "../lib/read/index.js";
import { checkFloats, checkNumber, FINITE, INTEGER, upTo } from "./check.js";

const MOST = 2 ** 32;

/** A stream of numbers. The seed decides all of them. */
export interface Random {
  /** From 0 to below 1, in steps of 2⁻³². */
  uniform(): number;
  /** Mean 0, variance 1: the sum of twelve uniforms less 6, which is normal except for the tails beyond ±6. */
  normal(): number;
  /** From 0 to below the bound given. */
  integer(below: number): number;
  /**
   * Fills with numbers of mean 0 and this standard deviation, and returns the array.
   *
   * @param [deviation=1]
   */
  fillNormal(into: Floats, deviation?: number): Floats;
  /**
   * Numbers from −limit to limit.
   *
   * @param [limit=1]
   */
  fillUniform(into: Floats, limit?: number): Floats;
  /** Xavier's (Glorot's) uniform initialisation of a weight: limit √(6 / (inputs + outputs)). */
  fillXavier(into: Floats, inputs: number, outputs: number): Floats;
  /** The state of the stream. `seededRandom(state)` continues from it. */
  state(): RandomState;
}

/** The state of a stream. It can be cloned, and stored as JSON. */
export interface RandomState {
  /** An integer of 32 bits. */
  readonly state: number;
}

/**
 * Starts a stream of random numbers. The same seed gives the same numbers in every engine.
 *
 * @param seed Any integer, or the `state()` of another stream, to continue from it.
 */
export function seededRandom(seed: number | RandomState): Random {
  let state = startOf("heed/train.seededRandom", seed);
  // SplitMix32: adds the golden ratio at each step, and scrambles the sum.
  const uniform = (): number => (scramble((state = (state + 0x9e3779b9) | 0)) >>> 0) / 2 ** 32;
  const normal = (): number => {
    let sum = -6;
    for (let draw = 0; draw < 12; draw++) sum += uniform();
    return sum;
  };
  const fill = (where: string, into: Floats, next: () => number): Floats => {
    checkFloats(where, "the array to fill", into);
    for (let i = 0; i < into.length; i++) into[i] = next();
    return into;
  };
  const fillNormal = (into: Floats, deviation = 1): Floats => {
    const where = "random.fillNormal";
    checkNumber(where, "deviation", deviation, FINITE);
    return fill(where, into, () => normal() * deviation);
  };
  const fillUpTo = (where: string, into: Floats, limit: number): Floats => {
    checkNumber(where, "limit", limit, FINITE);
    return fill(where, into, () => (2 * uniform() - 1) * limit);
  };
  const fillXavier = (into: Floats, inputs: number, outputs: number): Floats => {
    const where = "random.fillXavier";
    checkNumber(where, "inputs", inputs, upTo(MOST));
    checkNumber(where, "outputs", outputs, upTo(MOST));
    return fillUpTo(where, into, Math.sqrt(6 / (inputs + outputs)));
  };
  return {
    uniform,
    normal,
    integer: (below) => Math.floor(uniform() * checkNumber("random.integer", "the bound", below, upTo(MOST))),
    fillNormal,
    fillUniform: (into, limit = 1) => fillUpTo("random.fillUniform", into, limit),
    fillXavier,
    state: () => ({ state }),
  };
}

function startOf(where: string, given: unknown): number {
  if (isPlain(given)) return checkNumber(where, "seed.state", given["state"], upTo(2 ** 31 - 1, -(2 ** 31)));
  const seed = checkNumber(where, "seed", given, INTEGER);
  // Both halves of the integer count. The upper half is 0 for a seed of 32 bits; it is scrambled, so that −1 and 2³² +
  // 1 give different seeds.
  return seed ^ scramble(Math.floor(seed / 2 ** 32));
}

/** Maps each word of 32 bits to another one, and 0 to 0. */
function scramble(word: number): number {
  word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
  return word ^ (word >>> 15);
}
