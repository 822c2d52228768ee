// One call of the core: what went in, what came back, and what its options mean for a pair of tokens.
import type { Scale, Tensor } from "heed";

/** As heed takes them; mask and bias flat, with a shape that is broadcast to [heads, queries, keys]. */
export interface ComputationOptions {
  readonly scale?: Scale | undefined;
  readonly normalize?: "softmax" | "none" | undefined;
  readonly causal?: boolean | { readonly offset: number } | undefined;
  readonly mask?: { readonly data: Uint8Array | readonly boolean[]; readonly shape: readonly number[] } | undefined;
  readonly bias?: Tensor | undefined;
  readonly keyLengths?: number | undefined;
  readonly softcap?: number | undefined;
}

/** The projections, as selfAttention takes them. */
export interface ComputationWeights {
  readonly queryWeight: Tensor;
  readonly keyWeight: Tensor;
  readonly valueWeight: Tensor;
  readonly outputWeight?: Tensor | undefined;
  readonly queryBias?: Tensor | undefined;
  readonly keyBias?: Tensor | undefined;
  readonly valueBias?: Tensor | undefined;
  readonly outputBias?: Tensor | undefined;
  readonly heads?: number | undefined;
  readonly kvHeads?: number | undefined;
  readonly layout?: "in-out" | "out-in" | undefined;
}

export interface Computation {
  /** The labels of the queries, and of the keys where they are other tokens. */
  readonly tokens: readonly string[];
  readonly keyTokens?: readonly string[] | undefined;
  /** The tokens' rows; left out where q was given, and without a context also k and v. */
  readonly x?: Tensor | undefined;
  /** Cross-attention: the rows that keys and values come from. */
  readonly context?: Tensor | undefined;
  /** The projections; left out for q = k = v = x. */
  readonly weights?: ComputationWeights | undefined;
  readonly options: ComputationOptions;
  /** The build that computed it, heed.flavour: two builds may differ in the last bit. */
  readonly flavour?: string | undefined;
  /**
   * What the core returned, by the names of matrices.ts. A matrix that is left out cannot be opened. q, k and v are
   * always needed, for gradients also `dOutput`, and `dy` where there is an output projection.
   */
  readonly kept: {
    readonly q: Tensor;
    readonly k: Tensor;
    readonly v: Tensor;
    readonly [name: string]: Tensor | undefined;
  };
  /** What the scores are divided by, where the page speaks of that. Then `options.scale` is 1 / temperature. */
  readonly temperature?: number | undefined;
  /** What the page calls the heads. Left out: they are counted from 1. */
  readonly headNames?: readonly string[] | undefined;
  /** What the page calls the numbers of a row of x, q, k or v. Left out: they are counted from 1. */
  readonly numberNames?: Readonly<Record<string, readonly string[]>> | undefined;
  /** How formulas are written: a token is a row (q = x·W) or, as in some texts, a column (q = W·h). */
  readonly convention?: "rows" | "columns" | undefined;
}

/** The last two axes. */
export function sizeOf({ shape }: { readonly shape: readonly number[] }): { rows: number; columns: number } {
  return { rows: shape.at(-2) ?? 1, columns: shape.at(-1)! };
}

export function headsOf({ shape }: { readonly shape: readonly number[] }): number {
  return shape.length > 2 ? shape.at(-3)! : 1;
}

/** One head as rows of numbers; the rows are views. */
export function rowsOf(tensor: Tensor, head = 0): Float32Array[] {
  const { rows, columns } = sizeOf(tensor);
  const start = head * rows * columns;
  return Array.from({ length: rows }, (_, row) =>
    tensor.data.subarray(start + row * columns, start + (row + 1) * columns),
  );
}

export function elementOf(tensor: Tensor, head: number, row: number, column: number): number {
  const { rows, columns } = sizeOf(tensor);
  return tensor.data[(head * rows + row) * columns + column]!;
}

/** Which head of keys and values a query head reads. */
export function keyHead({ kept }: Computation, head: number): number {
  return Math.floor((head * headsOf(kept.k)) / headsOf(kept.q));
}

/** The query heads that read a head of keys and values. */
export function queryHeads(computation: Computation, kvHead: number): number[] {
  return allHeads(computation).filter((head) => keyHead(computation, head) === kvHead);
}

export function allHeads({ kept }: Computation): number[] {
  return Array.from({ length: headsOf(kept.q) }, (_, head) => head);
}

export function keyTokensOf({ tokens, keyTokens }: Computation): readonly string[] {
  return keyTokens ?? tokens;
}

/** The factor on the raw scores, and how it is said. */
export function scaleOf({ x, weights, options, kept, temperature }: Computation): {
  factor: number;
  rule: "sqrt-dk" | "sqrt-dmodel" | "none" | "temperature" | "own";
  dim: number;
} {
  const { columns: dim } = sizeOf(kept.q);
  const scale = options.scale ?? (x !== undefined && weights === undefined ? "none" : "sqrt-dk");
  if (typeof scale === "number") return { factor: scale, rule: temperature === undefined ? "own" : "temperature", dim };
  if (scale === "none") return { factor: 1, rule: "none", dim };
  const over = scale === "sqrt-dk" ? dim : x === undefined ? dim * headsOf(kept.q) : sizeOf(x).columns;
  return { factor: 1 / Math.sqrt(over), rule: scale, dim: over };
}

/** What keeps a query from a key. */
export type HiddenBy = "causal" | "mask" | "length" | "bias";

/** All that keeps a query from a key; an empty list where it may attend. */
export function hiddenBy(computation: Computation, head: number, query: number, key: number): HiddenBy[] {
  const { causal, mask, keyLengths } = computation.options;
  const found: HiddenBy[] = [];
  if (causal !== undefined && causal !== false && key > query + (causal === true ? 0 : causal.offset))
    found.push("causal");
  if (mask !== undefined && !broadcastElement<boolean | number>(mask, [head, query, key])) found.push("mask");
  if (keyLengths !== undefined && key >= keyLengths) found.push("length");
  if (biasOf(computation, head, query, key) === -Infinity) found.push("bias");
  return found;
}

export function isHidden(computation: Computation, head: number, query: number, key: number): boolean {
  return hiddenBy(computation, head, query, key).length > 0;
}

/** What is added to a pair's score; 0 without a bias. */
export function biasOf({ options: { bias } }: Computation, head: number, query: number, key: number): number {
  return bias === undefined ? 0 : broadcastElement(bias, [head, query, key]);
}

/** numpy's rule: aligned at the last axis; an axis of 1, or a missing one, is repeated. */
function broadcastElement<Value>(
  { data, shape }: { readonly data: ArrayLike<Value>; readonly shape: readonly number[] },
  indices: readonly number[],
): Value {
  let offset = 0;
  for (let axis = 0; axis < shape.length; axis++) {
    const index = indices[indices.length - shape.length + axis] ?? 0;
    offset = offset * shape[axis]! + (shape[axis] === 1 ? 0 : index);
  }
  return data[offset]!;
}
