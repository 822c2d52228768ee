// What may be changed in the heads of a text, and what that does.
import type { HeadFacts } from "../heads/index.js";

/** Something else in the place of what a head does; of all heads of a layer where no head is named. */
export interface Change {
  /** Switched off, its mean, the output of another text, or an edge that is cut. */
  readonly kind: "off" | "mean" | "other" | "cut";
  readonly layer: number;
  readonly head: number | undefined;
  /** The token that no longer looks, and the token that it looked at. */
  readonly query?: number | undefined;
  readonly key?: number | undefined;
}

export interface ChangedShare {
  readonly id: number;
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

/** What changes do: to probabilities; or to rows, where the model says no words. */
export type Effect =
  | {
      readonly kind: "words";
      /** Those that change most. */
      readonly changed: readonly ChangedShare[];
      readonly actual: ChangedShare | undefined;
      /** Kullback–Leibler, in nats. */
      readonly divergence: number;
    }
  | {
      readonly kind: "rows";
      /** Of each token's last row before and after. */
      readonly cosines: readonly number[];
    }
  /** The other text has another number of tokens. */
  | { readonly kind: "lengths"; readonly count: number };

export interface AskedEffect {
  /** The token in question. */
  readonly at: number;
  readonly changes: readonly Change[];
  /** What was typed as the text whose outputs are put in. */
  readonly other: string;
}

export interface AskedMap {
  readonly at: number;
  readonly kind: "off" | "mean";
  /** Heads are counted through the layers. */
  readonly from: number;
}

/** A text whose heads can be changed. */
export interface ChangeableText {
  /** The same for all texts of one model. */
  readonly file: object;
  readonly facts: HeadFacts;
  /** What the model says of a token: what comes next, what is there when it is hidden, or nothing but its row. */
  readonly says: "next" | "hidden" | "rows";
  /** Nothing after the chosen token is read. */
  readonly looksBack: boolean;
  /** The next text is about to come. */
  readonly passes: boolean;
  /** The tokens as readers read them; or names of tokens as they would come after them. */
  labels(names?: readonly string[]): readonly string[];
  effect(asked: AskedEffect, signal: AbortSignal): Promise<Effect>;
  /** How much each head matters, from one of them on, as far as a moment allows. */
  weigh(asked: AskedMap, signal: AbortSignal): Promise<readonly number[]>;
}
