// Random queries and keys of growing length, and what softmax makes of their dot products at three scales.
import type { Heed, Tensor } from "heed";
import { random } from "heed/train";

export const WIDTHS: readonly number[] = [4, 8, 16, 32, 64, 128, 256, 512, 1024];
export const KEYS = 64;
/** Queries drawn at each width, with keys of their own. */
export const DRAWS = 48;

export type Divisor = "none" | "root-dk" | "root-dmodel";
export const DIVISORS: readonly Divisor[] = ["none", "root-dk", "root-dmodel"];

/** What was seen at one width. */
export interface Sample {
  readonly width: number;
  readonly dots: number[];
  readonly largest: Record<Divisor, number[]>;
  readonly trace: Record<Divisor, number[]>;
}

export function newSample(width: number): Sample {
  const empty = (): Record<Divisor, number[]> => ({ none: [], "root-dk": [], "root-dmodel": [] });
  return { width, dots: [], largest: empty(), trace: empty() };
}

/** One query against its keys: entries independent, of mean 0 and variance 1. Adds to the sample. */
export function drawOnce(heed: Heed, sample: Sample, seed: number, heads: number): void {
  const { width } = sample;
  const numbers = random(seed);
  const q: Tensor = { data: numbers.fillNormal(new Float32Array(width)), shape: [1, width] };
  const k: Tensor = { data: numbers.fillNormal(new Float32Array(KEYS * width)), shape: [KEYS, width] };
  const v: Tensor = { data: new Float32Array(KEYS), shape: [KEYS, 1] };
  // A model of so many heads, each of d_k numbers, has d_model = heads · d_k.
  const scales = { none: "none", "root-dk": "sqrt-dk", "root-dmodel": 1 / Math.sqrt(heads * width) } as const;
  for (const divisor of DIVISORS) {
    const { raw, weights } = heed.attention(q, k, v, { scale: scales[divisor], keep: ["raw", "weights"] });
    if (divisor === "none") sample.dots.push(...raw.data);
    sample.largest[divisor].push(Math.max(...weights.data));
    // ∂a_i/∂e_j = a_i(δ_ij − a_j), so the trace is Σ a_i(1 − a_i): no cancellation, where 1 − Σ a_i² would have it
    sample.trace[divisor].push(weights.data.reduce((sum, weight) => sum + weight * (1 - weight), 0));
  }
}

/** Σ x² / n: the mean is known to be 0. NaN of nothing. */
export function variance(dots: readonly number[]): number {
  return dots.reduce((sum, dot) => sum + dot * dot, 0) / dots.length;
}

/** NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How many values fall into each of `bins` equal parts of −end … end. */
export function histogram(values: readonly number[], end: number, bins: number): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor(((value + end) / (2 * end)) * bins);
    if (bin >= 0 && bin < bins) counts[bin] = counts[bin]! + 1;
  }
  return counts;
}
