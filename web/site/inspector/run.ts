// What the inspector knows: one call of the core. It holds what went in and what came back, and nothing of the page around it.
import type { Scale, Tensor } from "heed";

/** The matrices of a run, named as heed names them; the projections' weights are those that selfAttention takes. */
export type MatrixName =
  | "x"
  | "contextX"
  | "query"
  | "key"
  | "value"
  | "outputWeight"
  | "q"
  | "k"
  | "v"
  | "raw"
  | "scores"
  | "logits"
  | "weights"
  | "context"
  | "output"
  | AttentionGradient
  | LayerGradient;

/** Gradients inside the attention, per head. */
export type AttentionGradient = "dweights" | "dscores" | "dq" | "dk" | "dv";
/**
 * Gradients round it. `dy` is that of the layer's output, which an output projection makes; `dOutput` that of the attention's
 * own output, per head, [heads, queries, value dim]; the others are laid out as what they are gradients of.
 */
export type LayerGradient = "dy" | "dOutput" | "dquery" | "dkey" | "dvalue" | "doutputWeight" | "dx";

/** The matrices whose cells can be opened: what the core computes, and the gradient that it begins from. */
export type CellMatrix = Exclude<MatrixName, "x" | "contextX" | "query" | "key" | "value" | "outputWeight">;

/**
 * A cell, always in the row convention: rows of q, raw … output are queries, columns of raw … weights and rows of k and v are keys.
 * A page that shows matrices turned (a token is a column) turns the place back before it asks.
 */
export interface Cell {
  readonly matrix: CellMatrix;
  /** The head from 0; of k, v, dk and dv the head of keys. 0 where a matrix has the heads side by side, as those of selfAttention's output are. */
  readonly head: number;
  readonly row: number;
  readonly column: number;
}

/** As heed takes them; mask and bias flat, with a shape that is broadcast to [heads, queries, keys]. */
export interface RunOptions {
  readonly scale?: Scale | undefined;
  readonly normalize?: "softmax" | "none" | undefined;
  readonly causal?: boolean | { readonly offset: number } | undefined;
  readonly mask?: { readonly data: Uint8Array | readonly boolean[]; readonly shape: readonly number[] } | undefined;
  readonly bias?: Tensor | undefined;
  readonly keyLengths?: number | undefined;
  readonly softcap?: number | undefined;
}

export interface RunWeights {
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
  readonly output?: Tensor | undefined;
  readonly queryBias?: Tensor | undefined;
  readonly keyBias?: Tensor | undefined;
  readonly valueBias?: Tensor | undefined;
  readonly outputBias?: Tensor | undefined;
  readonly heads?: number | undefined;
  readonly kvHeads?: number | undefined;
  readonly layout?: "in-out" | "out-in" | undefined;
}

export interface Run {
  /** The labels of the queries, and of the keys where they are other tokens. */
  readonly tokens: readonly string[];
  readonly keyTokens?: readonly string[] | undefined;
  /** The tokens' rows; left out where q, k and v were given to heed.attention. */
  readonly x?: Tensor | undefined;
  /** Cross-attention: the rows that keys and values come from. */
  readonly contextX?: Tensor | undefined;
  /** The projections; left out for q = k = v = x. */
  readonly weights?: RunWeights | undefined;
  readonly options: RunOptions;
  /** The build that computed it, heed.flavour: two builds may differ in the last bit. */
  readonly flavour?: string | undefined;
  /**
   * What the core returned, as it returned it. Matrices left out cannot be opened; q, k and v are always needed, for gradients also
   * `dOutput`, and `dy` where there is an output projection.
   */
  readonly kept: { readonly q: Tensor; readonly k: Tensor; readonly v: Tensor } & {
    readonly [Name in CellMatrix]?: Tensor | undefined;
  };
  /** How formulas are written: a token is a row (q = x·W) or, as in source A, a column (q = W·h). */
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
  const at = head * rows * columns;
  return Array.from({ length: rows }, (_, row) => tensor.data.subarray(at + row * columns, at + (row + 1) * columns));
}

export function elementOf(tensor: Tensor, head: number, row: number, column: number): number {
  const { rows, columns } = sizeOf(tensor);
  return tensor.data[(head * rows + row) * columns + column]!;
}

/** Which head of keys and values a query head reads. */
export function keyHead({ kept }: Run, head: number): number {
  return Math.floor((head * headsOf(kept.k)) / headsOf(kept.q));
}

/** The input and the output that a number of a projection, or of its gradient, leads from and to. */
export function weightPlace({ weights }: Run, { row, column }: Cell): { input: number; output: number } {
  return weights?.layout === "out-in" ? { input: column, output: row } : { input: row, output: column };
}

/** The query heads that read a head of keys and values. */
export function queryHeads(run: Run, kvHead: number): number[] {
  return Array.from({ length: headsOf(run.kept.q) }, (_, head) => head).filter((head) => keyHead(run, head) === kvHead);
}

/** Which head's weights and values a cell of context or output is mixed from, and which column of those values. */
export function mixOf({ kept }: Run, { matrix, head, column }: Cell): { head: number; column: number } {
  const tensor = kept[matrix]!;
  const { columns } = sizeOf(kept.v);
  if (tensor.shape.length > 2) return { head, column };
  return { head: Math.floor(column / columns), column: column % columns };
}

export function keyTokensOf({ tokens, keyTokens }: Run): readonly string[] {
  return keyTokens ?? tokens;
}

/** The factor on the raw scores, and how it is said. */
export function scaleOf({ x, weights, options, kept }: Run): {
  factor: number;
  rule: "sqrt-dk" | "sqrt-dmodel" | "none" | "own";
  dim: number;
} {
  const { columns: dim } = sizeOf(kept.q);
  const scale = options.scale ?? (x !== undefined && weights === undefined ? "none" : "sqrt-dk");
  if (typeof scale === "number") return { factor: scale, rule: "own", dim };
  if (scale === "none") return { factor: 1, rule: "none", dim };
  const over = scale === "sqrt-dk" ? dim : x === undefined ? dim * headsOf(kept.q) : sizeOf(x).columns;
  return { factor: 1 / Math.sqrt(over), rule: scale, dim: over };
}

/** Why a query may not attend to a key; an empty list where it may. */
export type Hindrance = "causal" | "mask" | "length" | "bias";

export function hindrances(run: Run, head: number, query: number, key: number): Hindrance[] {
  const { causal, mask, keyLengths } = run.options;
  const found: Hindrance[] = [];
  if (causal !== undefined && causal !== false && key > query + (causal === true ? 0 : causal.offset))
    found.push("causal");
  if (mask !== undefined && !broadcastElement<boolean | number>(mask, [head, query, key])) found.push("mask");
  if (keyLengths !== undefined && key >= keyLengths) found.push("length");
  if (biasOf(run, head, query, key) === -Infinity) found.push("bias");
  return found;
}

/** What is added to a pair's score; 0 without a bias. */
export function biasOf(run: Run, head: number, query: number, key: number): number {
  const { bias } = run.options;
  return bias === undefined ? 0 : broadcastElement(bias, [head, query, key]);
}

/** numpy's rule: aligned at the last axis; an axis of 1, or a missing one, is repeated. */
function broadcastElement<Value>(
  { data, shape }: { readonly data: ArrayLike<Value>; readonly shape: readonly number[] },
  place: readonly number[],
): Value {
  let at = 0;
  for (let axis = 0; axis < shape.length; axis++) {
    const index = place[place.length - shape.length + axis] ?? 0;
    at = at * shape[axis]! + (shape[axis] === 1 ? 0 : index);
  }
  return data[at]!;
}
