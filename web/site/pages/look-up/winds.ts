// The dictionary of the lesson, and its three ways to answer.
import type { Heed } from "heed";
import { attentionOf, type AttentionComputation } from "../../rooms/lesson/index.js";

/** `angle` is clockwise from north. `content` is warmth in °C and damp in percent. These numbers are made up. */
export const WINDS = [
  { name: "north", angle: 0, content: [3, 55] },
  { name: "northeast", angle: 45, content: [1, 40] },
  { name: "east", angle: 90, content: [9, 35] },
  { name: "south", angle: 180, content: [24, 60] },
  { name: "west", angle: 270, content: [14, 85] },
] as const;

/** The entry of exactly this direction, if there is one. */
export function dictionary(angle: number): readonly number[] | undefined {
  return WINDS.find((wind) => wind.angle === angle)?.content;
}

export interface Blend {
  readonly keys: readonly (readonly [x: number, y: number])[];
  readonly scores: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  readonly output: ArrayLike<number>;
  /** The winds with the largest score: one, or several in a tie. */
  readonly nearest: readonly number[];
  readonly computation: AttentionComputation;
}

/** One query, the request. The winds' directions are the keys, their contents the values. */
export function blend(heed: Heed, angle: number, temperature: number): Blend {
  const keys = WINDS.map((wind) => direction(wind.angle));
  const computation = attentionOf(heed, {
    tokens: [],
    q: [direction(angle)],
    k: keys,
    v: WINDS.map(({ content }) => content),
    options: { scale: 1 / temperature },
    temperature,
  });
  const { output, raw, weights } = computation.kept;
  const best = Math.max(...raw.data);
  // Halfway between two winds, their scores differ only by rounding.
  const nearest = WINDS.map((_, wind) => wind).filter((wind) => best - raw.data[wind]! < 1e-6);
  return { keys, scores: raw.data, weights: weights.data, output: output.data, nearest, computation };
}

/** The direction as an arrow of length 1: x to the east, y to the north. */
export function direction(angle: number): readonly [x: number, y: number] {
  const quarters = Math.round(angle / 90);
  const radians = ((angle - 90 * quarters) * Math.PI) / 180;
  // Turned by right angles without a sum of products, so that south is exactly 0, −1.
  let [x, y] = [Math.sin(radians), Math.cos(radians)];
  for (let turns = 0; turns < quarters; turns++) [x, y] = [y, 0 - x];
  return [x, y];
}
