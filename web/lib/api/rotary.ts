import type { NumberRow, TensorInput } from "./tensor.js";

/**
 * Positions, one for each row: an array for all batches, or one for each batch (one after the other, or nested). They
 * may be negative or fractional. If `cos` and `sin` are given, positions are the numbers of their rows.
 */
export type Positions = NumberRow | readonly NumberRow[] | { readonly data: NumberRow };

/** How columns are turned: the options of `rotate` besides the positions. */
export interface RotaryTurn {
  /**
   * Which columns form a pair: `"halves"` takes i and i + dims/2, as GPT-NeoX and transformers do; `"interleaved"`
   * takes 2i and 2i + 1, as GPT-J and Meta's Llama do. There is no default: with the wrong one, results are wrong but
   * look right.
   */
  pairs: "halves" | "interleaved";
  /**
   * How many of the first columns are turned: an even number. The rest stay as they are.
   * @default all
   */
  dims?: number | undefined;
  /**
   * Pair i turns by base^(−2i/dims) for each position.
   * @default 10000
   */
  base?: number | undefined;
  /**
   * The angle of each pair for each position, in radians: dims/2 numbers, instead of base.
   * @default by base
   */
  frequencies?: NumberRow | undefined;
  /**
   * Multiplies cosines and sines.
   * @default 1
   */
  factor?: number | undefined;
  /**
   * `[positions, dims/2]`: cosines of your own, instead of base, frequencies and factor.
   * @default none
   */
  cos?: TensorInput | undefined;
  /**
   * `[positions, dims/2]`: the sines that belong to cos.
   * @default none
   */
  sin?: TensorInput | undefined;
}

/**
 * Rotary position embedding: q and k are turned by their positions before anything else; v is not. Query i has position
 * i + the offset of causal, key j has position j.
 */
export interface Rotary extends RotaryTurn {
  /**
   * Positions of your own, instead of i + offset and j.
   * @default i + offset and j
   */
  positions?:
    | {
        /**
         * Positions of the rows of q.
         * @default i + offset
         */
        readonly queries?: Positions | undefined;
        /**
         * Positions of the rows of k.
         * @default j
         */
        readonly keys?: Positions | undefined;
      }
    | undefined;
}
