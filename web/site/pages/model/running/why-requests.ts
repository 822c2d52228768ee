// What the page asks the worker about why a head looks somewhere, and what comes back.
import type { ScorePart } from "heed/model";
import type { HeadOfText } from "./requests.js";

export interface PairRequest extends HeadOfText {
  readonly query: number;
  /** Undefined: the one with the largest weight. */
  readonly key: number | undefined;
}

/** The text needs more memory than this takes. */
export interface TooLong {
  readonly kind: "too-long";
  /** The most tokens. */
  readonly most: number;
}

/** A score and its parts. */
export interface PairParts {
  readonly kind: "parts";
  readonly key: number;
  readonly parts: readonly ScorePart[];
  /** `[parts, parts]`: a part of the query times a part of the key. */
  readonly pairs: Float32Array;
  readonly score: number;
  readonly weight: number;
}

/** How long what a token gives is, and with its weights. */
export interface Lengths {
  readonly kind: "lengths";
  /** Of v·W_O of each token. */
  readonly lengths: Float32Array;
  /** `[tokens, tokens]` */
  readonly weights: Float32Array;
  /** `[tokens, tokens]`: each weight times the length. */
  readonly products: Float32Array;
}

/** How far it is; with the matrix once it is whole. */
export interface Rollout {
  readonly done: number;
  readonly matrix: Float32Array | undefined;
}
