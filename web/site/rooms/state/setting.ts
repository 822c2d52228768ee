// What decides the numbers.

export type Rows = readonly (readonly number[])[];

/** Where the numbers of a matrix come from. */
export type Source =
  | { readonly from: "numbers"; readonly rows: Rows }
  /** Drawn; each cell has a stream of its own, so that a wider matrix keeps the numbers of a narrower one. */
  | { readonly from: "random"; readonly seed: number }
  /** Ones on the diagonal, of each head. */
  | { readonly from: "identity" }
  /** X only: each row made from its token's letters, not from its meaning. */
  | { readonly from: "letters" }
  | Learned;

/** Of a head that was trained: its weights, and as X the rows that it takes of the text. learned.ts has the numbers. */
export interface Learned {
  readonly from: "learned";
  readonly look: "first" | "second";
  readonly language: "en" | "de";
}

/** Numbers of a row of a head that was trained, and of its queries, keys and values. */
export const LEARNED_WIDTH = 16;

/**
 * x has tokens × width numbers; query and key width × heads·dim; value width × heads·valueDim;
 * output heads·valueDim × width.
 */
export const MATRICES = ["x", "query", "key", "value", "output"] as const;
export type MatrixKey = (typeof MATRICES)[number];

export const HEADS = [1, 2, 4] as const;
export type Heads = (typeof HEADS)[number];

export const SCALES = ["none", "sqrt-dk", "sqrt-dmodel"] as const;
export type Scale = (typeof SCALES)[number] | number;

/** What can be pinned and compared. */
export interface Setting {
  readonly text: string;
  /** Whether marks of punctuation are tokens. */
  readonly marks: boolean;
  /** d_model. */
  readonly width: number;
  /** d_k of a head. */
  readonly dim: number;
  /** d_v of a head. */
  readonly valueDim: number;
  readonly heads: Heads;
  /** false: the basic form, q = k = v = x, with one head. */
  readonly projected: boolean;
  readonly x: Source;
  readonly query: Source;
  readonly key: Source;
  readonly value: Source;
  /** W_O; null: the heads stay side by side. */
  readonly output: Source | null;
  readonly scale: Scale;
  readonly softmax: boolean;
  readonly causal: boolean;
  /** A token sees only itself and those after it. */
  readonly ahead: boolean;
}

export interface Begun extends Setting {
  /** The preset that it was begun from. */
  readonly preset: string;
}

export const LIMITS = { tokens: 64, letters: 600, task: 400, width: 16, dim: 16, seed: 999_999, number: 1e6 } as const;

/** Columns of a head's q and k, and of its v: those of X where there are no projections. */
export function sizesOf(setting: Setting): { dim: number; valueDim: number } {
  return setting.projected
    ? { dim: setting.dim, valueDim: setting.valueDim }
    : { dim: setting.width, valueDim: setting.width };
}

/** How many numbers the layer gives for a token: its output, or the context vectors of all heads side by side. */
export function outputWidth(setting: Setting): number {
  return setting.output === null ? setting.heads * sizesOf(setting).valueDim : setting.width;
}
