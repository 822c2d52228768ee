// Something that is true of a head for the rows of one text: what it gives on average.
import { FEWEST_ROWS } from "./label.js";

export type Habit =
  | { readonly kind: "self" | "previous" | "next"; readonly share: number }
  | { readonly kind: "words"; readonly words: readonly [number, number]; readonly shares: readonly [number, number] };

const NEAR = [
  ["self", 0],
  ["previous", -1],
  ["next", 1],
] as const;
/** A place near each row is named if it gets this much on average. Otherwise the two columns that get most are. */
const NAMED_FROM = 0.35;

/** @param weights of one head: `count` rows of `count` columns */
export function habitOf(weights: ArrayLike<number>, count: number): Habit {
  const places = Array.from({ length: count }, (_, at) => at);
  const means = NEAR.map(([kind, offset]) => {
    const rows = places.filter((row) => row + offset >= 0 && row + offset < count);
    const share = rows.length < FEWEST_ROWS ? 0 : mean(rows.map((row) => weights[row * count + row + offset]!));
    return { kind, share };
  });
  const nearest = means.reduce((best, one) => (one.share > best.share ? one : best));
  if (nearest.share >= NAMED_FROM) return nearest;
  const columns = places.map((column) => mean(places.map((row) => weights[row * count + column]!)));
  const [first, second] = largest(columns, 2) as [number, number];
  return { kind: "words", words: [first, second], shares: [columns[first]!, columns[second]!] };
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
