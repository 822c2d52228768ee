// Random queries and keys of growing length. Softmax takes their dot products at three scales.
import type { Heed, Scale, Tensor } from "heed";
import { seededRandom } from "heed/train";

export const WIDTHS: readonly number[] = [4, 8, 16, 32, 64, 128, 256, 512, 1024];
export const KEYS = 64;
/** The number of queries at each width. Each has its own keys. */
export const DRAWS = 48;

export type Divisor = "none" | "root-dk" | "root-dmodel";
export const DIVISORS: readonly Divisor[] = ["none", "root-dk", "root-dmodel"];

/** One query with its keys. */
export interface Draw {
  readonly width: number;
  readonly dots: Float32Array;
  readonly weights: Readonly<Record<Divisor, readonly number[]>>;
}

/** The results at one width. */
export interface Sample {
  readonly width: number;
  readonly dots: readonly number[];
  readonly largest: Readonly<Record<Divisor, readonly number[]>>;
  readonly trace: Readonly<Record<Divisor, readonly number[]>>;
  /** The 64 weights of the first draw. */
  readonly first: Draw["weights"] | undefined;
}

export function sampleOf(width: number, draws: readonly Draw[]): Sample {
  const own = draws.filter((draw) => draw.width === width);
  return {
    width,
    dots: own.flatMap(({ dots }) => Array.from(dots)),
    largest: forEach((divisor) => own.map(({ weights }) => Math.max(...weights[divisor]))),
    trace: forEach((divisor) => own.map(({ weights }) => slopeOf(weights[divisor]))),
    first: own[0]?.weights,
  };
}

/** One query and its keys. All numbers are independent, mean 0, variance 1. The values have no part in the weights. */
export function inputsOf(width: number, seed: number): { q: Tensor; k: Tensor; v: Tensor } {
  const numbers = seededRandom(seed);
  return {
    q: { data: numbers.fillNormal(new Float32Array(width)), shape: [1, width] },
    k: { data: numbers.fillNormal(new Float32Array(KEYS * width)), shape: [KEYS, width] },
    v: { data: new Float32Array(KEYS), shape: [KEYS, 1] },
  };
}

export function drawOnce(heed: Heed, { width, seed, heads }: { width: number; seed: number; heads: number }): Draw {
  const { q, k, v } = inputsOf(width, seed);
  const found = forEach((divisor) =>
    heed.attention(q, k, v, { scale: scaleOf(divisor, width, heads), keep: ["raw", "weights"] }),
  );
  return { width, dots: found.none.raw.data, weights: forEach((divisor) => Array.from(found[divisor].weights.data)) };
}

/** The number of heads. With d_k numbers each, d_model = heads · d_k. */
export function scaleOf(divisor: Divisor, width: number, heads: number): Scale {
  if (divisor === "root-dmodel") return 1 / Math.sqrt(heads * width);
  return divisor === "none" ? "none" : "sqrt-dk";
}

function forEach<Result>(of: (divisor: Divisor) => Result): Record<Divisor, Result> {
  return Object.fromEntries(DIVISORS.map((divisor) => [divisor, of(divisor)])) as Record<Divisor, Result>;
}

/** How fast each weight grows with its own score: a_i(1 − a_i). */
export const slopesOf = (weights: readonly number[]): number[] => weights.map((weight) => weight * (1 - weight));

/** No slope is larger: that of a weight of one half. */
export const STEEPEST = 0.25;

/** ∂a_i/∂e_j = a_i(δ_ij − a_j), so the trace is Σ a_i(1 − a_i). The form 1 − Σ a_i² would lose digits. */
export function slopeOf(weights: readonly number[]): number {
  return slopesOf(weights).reduce((sum, slope) => sum + slope, 0);
}

/** Σ x² / n, because the mean is known to be 0. NaN if there are no numbers. */
export function variance(dots: readonly number[]): number {
  return dots.reduce((sum, dot) => sum + dot * dot, 0) / dots.length;
}

/** How many values fall into each of `bins` equal parts of −end … end. */
export function histogram(values: readonly number[], end: number, bins: number): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of values) {
    const bin = Math.floor(((value + end) / (2 * end)) * bins);
    if (bin >= 0 && bin < bins) counts[bin] = counts[bin]! + 1;
  }
  return counts;
}
