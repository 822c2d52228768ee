// What the folds ask about a next token, and what the worker of the model answers.
import type { Tensor } from "heed";
import type { HeadTokens, OwnHead, OwnRequest } from "../heads/index.js";
import type { Computation } from "../inspector/index.js";

/** A token, and how likely it is. */
export interface Token {
  readonly id: number;
  /** As it is in the vocabulary. */
  readonly name: string;
}

export interface Likely extends Token {
  readonly share: number;
}

/** What a row says through the last norm and the head. */
export interface Reading {
  /** The likeliest tokens, the largest share first. */
  readonly likely: readonly Likely[];
  /** The token that is followed. */
  readonly followed: Likely | undefined;
}

/** The readings of one token's rows: before the first layer, and after each layer. */
export interface LensRow {
  readonly token: number;
  readonly readings: readonly Reading[];
}

/** About the token whose next one is asked for, or that is hidden. */
export interface Asked {
  readonly at: number;
}

export interface AskedLens extends Asked {
  /** The answer has as many of them, from the first one on, as a moment allows. */
  readonly tokens: readonly number[];
  readonly follow: number | undefined;
}

/** Of one reading, by how many layers are done and by its token. */
export interface AskedLogits extends Asked {
  readonly depth: number;
  readonly token: number;
  /** Whose logits are wanted. */
  readonly ids: readonly number[];
}

/** What the shares of a reading are made of. */
export interface Logits {
  readonly logits: readonly number[];
  /** The largest of all tokens, and Σ exp(logit − largest) over them. */
  readonly largest: number;
  readonly sum: number;
}

/** Two tokens whose logits are compared; undefined: the likeliest, the second. "mean": the mean of all logits. */
export interface Pair {
  readonly of: number | undefined;
  readonly against: number | "mean" | undefined;
}

/** What wrote into the row. */
export interface PartPlace {
  readonly kind: "token" | "position" | "type" | "head" | "feedForward" | "bias" | "row";
  readonly layer: number | undefined;
  readonly head: number | undefined;
}

export interface Part extends PartPlace {
  /** What it brings to the difference. */
  readonly value: number;
  /** Of a head: what it takes from each token, and what it gives to each; undefined where that is not known. */
  readonly words?: Words | undefined;
  /** Its numbers, for a part that is not a head. */
  readonly products?: Products | undefined;
}

/** The numbers that a part wrote, and how much a 1 in each place adds. Of biases the last ones: others are the rest. */
export interface Products {
  readonly row: ArrayLike<number>;
  readonly by: ArrayLike<number>;
}

/** A value is the weight times what the token brings for a weight of 1. The values sum to the head's part. */
export interface Words {
  readonly values: readonly number[];
  readonly weights: readonly number[];
}

/** The text is too long to keep what each part wrote. */
export interface TooLong {
  readonly kind: "too-long";
  /** The most tokens. */
  readonly most: number;
}

/** The model does not write: there are no parts. */
export interface Hidden {
  readonly kind: "hidden";
}

export interface Brought {
  readonly kind: "parts";
  readonly of: Token;
  /** Undefined: the mean of all. */
  readonly against: Token | undefined;
  /** The likeliest tokens, of which another pair is chosen. */
  readonly likely: readonly Token[];
  /** The difference of the two logits, to which the parts sum. */
  readonly total: number;
  /** What the run gives, to compare with runs in which a part is off. Behind a cap it differs from the total. */
  readonly run: Compared;
  readonly parts: readonly Part[];
}

/** The logits of a pair, and their difference. */
export interface Compared {
  readonly difference: number;
  readonly logits: readonly [of: number, against: number];
}

/** While a part is off: also the likeliest token then. */
export interface ComparedOff extends Compared {
  readonly best: Token;
}

export interface AskedOff extends Asked, Pair {
  /** The answer has as many of them, from the first one on, as a moment allows. */
  readonly parts: readonly PartPlace[];
}

/** A text whose rows go into another one with the same number of tokens. */
export interface AskedKnown extends Asked {
  /** What was typed as the other text. */
  readonly other: string;
  /** Cells are counted through the layers. */
  readonly from: number;
}

export type Known =
  | {
      readonly kind: "cells";
      readonly of: Token;
      readonly against: Token;
      /** logit(of) − logit(against) in this text, and in the other. */
      readonly own: number;
      readonly others: number;
      /** Where the other text has another token, and which. */
      readonly differing: readonly { readonly token: number; readonly name: string }[];
      /** The same difference in the other text, with one row of this text in it. As many as a moment allows. */
      readonly values: readonly number[];
    }
  /** The other text has another number of tokens, or the same ones. */
  | { readonly kind: "lengths" | "same"; readonly count: number; readonly needed: number };

/** What a machine draws: some layers without these heads. */
export interface AskedMachine extends Asked {
  readonly first: number;
  readonly count: number;
  readonly off: readonly { readonly layer: number; readonly head: number }[];
}

/** A layer's heads as the inspector takes them, without names. */
export type MachineLook = Pick<Computation, "x" | "weights" | "options" | "kept">;

export interface MachineParts {
  /** `[tokens, width]` before each layer, and after the last one. */
  readonly rows: readonly Tensor[];
  readonly looks: readonly MachineLook[];
  /** What each feed-forward adds. */
  readonly nets: readonly Tensor[];
  /** The likeliest tokens after each token. */
  readonly shares: readonly (readonly Likely[])[];
}

/** Each question, and its answer. */
export interface Questions {
  readonly lens: { readonly asked: AskedLens; readonly answer: readonly LensRow[] | TooLong };
  readonly lensLogits: { readonly asked: AskedLogits; readonly answer: Logits };
  readonly brought: { readonly asked: Asked & Pair; readonly answer: Brought | Hidden | TooLong };
  /** While each part is off. */
  readonly broughtOff: { readonly asked: AskedOff; readonly answer: readonly ComparedOff[] };
  readonly known: { readonly asked: AskedKnown; readonly answer: Known | TooLong };
  readonly machine: { readonly asked: AskedMachine; readonly answer: MachineParts | TooLong };
  readonly tokenTyped: { readonly asked: { readonly typed: string }; readonly answer: Token | undefined };
}

export type Question = keyof Questions;

/** Asks the worker about a text. It fails with an AbortError once the page has gone on to another text. */
export type Ask = <Name extends Question>(
  name: Name,
  asked: Questions[Name]["asked"],
  signal?: AbortSignal,
) => Promise<Questions[Name]["answer"]>;

/** A text that can be asked about. */
export interface AskableText {
  /** The same for all texts of one model. */
  readonly file: object;
  readonly facts: { readonly layers: number; readonly heads: number; readonly rows: number };
  /** As it was typed. */
  readonly text: string;
  /** What the model says of a token: what comes next, what is hidden there, or nothing but its row. */
  readonly says: "next" | "hidden" | "rows";
  /** The next text is about to come. */
  readonly passes: boolean;
  /** The tokens as readers read them; or names of tokens as they would be after them. */
  labels(names?: readonly string[]): readonly string[];
  readonly reason: Ask;
  readonly tokens: HeadTokens;
  /** A head, so that its numbers open. */
  own(asked: Pick<OwnRequest, "place" | "labels">): Promise<OwnHead>;
}
