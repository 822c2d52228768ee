// What the page and its worker say to each other.

import type { Tensor } from "heed";
import type { Computation, ComputationWeights } from "../../rooms/inspector/index.js";

/** The sizes of the model and of its training. */
export interface Settings {
  readonly layers: number;
  readonly dim: number;
  readonly heads: number;
  readonly tokens: number;
  readonly batch: number;
  readonly steps: number;
  readonly learningRate: number;
  readonly seed: number;
}

/** One layer of 64: it learns in some fifteen seconds. */
export const SMALL: Settings = {
  layers: 1,
  dim: 64,
  heads: 4,
  tokens: 64,
  batch: 12,
  steps: 2000,
  learningRate: 0.008,
  seed: 1,
};

/** nanoGPT's recipe for one processor. */
export const NANO: Settings = { ...SMALL, layers: 4, dim: 128, learningRate: 0.001 };

/** From this share of its weight on, a head has a name. */
export const NAMED = 0.5;
/** From this evenness on, a head looks evenly at all that it sees. */
export const EVEN = 0.95;

/** The sign for all letters that are too rare for a place of their own. */
export const RARE = "�";

/** Letters that a text needs at least: a held-out line, a line to learn, and some more. */
export function leastLetters({ tokens }: Settings): number {
  return Math.max(400, 2 * tokens + 3);
}

/** Whether the time of a training is said before it begins. */
export function isLarge(settings: Settings): boolean {
  return workOf(settings) > 4 * workOf(SMALL);
}

/** Weights of all layers, times the letters that go through them. */
function workOf({ layers, dim, tokens, batch, steps }: Settings): number {
  return layers * dim ** 2 * tokens * batch * steps;
}

/** Below this many bytes a text is learned by heart; below the second, less than it should be. */
export const SHORT = 20_000;
export const SOMEWHAT_SHORT = 50_000;

/** What the worker found in a text. */
export interface Opened {
  readonly letters: readonly string[];
  readonly learned: number;
  readonly heldOut: number;
  /** Letters that are too rare for a place of their own. */
  readonly rare: number;
  readonly parameters: number;
  /** The held-out line whose heads are drawn. */
  readonly line: readonly string[];
  readonly flavour: string;
}

/** How far the training is. */
export interface Advanced {
  readonly step: number;
  /** The mean training loss of these steps. */
  readonly loss: number;
  /** The milliseconds that a step took. */
  readonly stepMs: number;
}

/** What a head does on held-out lines: where its weight is, and how even it is. */
export interface HeadFacts {
  readonly before: number;
  readonly twoBefore: number;
  /** On the last space or line end, at the letter or before it; 0 where the lines have none. */
  readonly lastSpace: number;
  /** What an even head has there. */
  readonly evenSpace: number;
  /** Entropy over the logarithm of the letters seen: 1 is even. */
  readonly evenness: number;
}

/** What was seen at a kept step. */
export interface Seen {
  readonly step: number;
  /** The loss on held-out text. */
  readonly heldOut: number;
  readonly sample: string;
  readonly heads: readonly HeadFacts[];
  /** The weights of each head on the held-out line: (heads, tokens, tokens). */
  readonly weights: Float32Array<ArrayBuffer>;
}

/** What is told of a kept step when its weights are gone. */
export type Told = Pick<Seen, "step" | "heldOut" | "heads">;

/** The held-out loss after a number of letters of a line. */
export interface PlaceLoss {
  readonly from: number;
  readonly to: number;
  readonly loss: number;
}

/** Which step, with which heads switched off. A head's number counts through the layers. */
export interface Moment {
  readonly step: number;
  readonly off: readonly number[];
}

/** A letter that the model wrote, and the likeliest ones at its place. */
export interface Written {
  readonly letter: string;
  readonly likeliest: readonly (readonly [letter: string, probability: number])[];
}

/** The line that a written letter was drawn after, and what each layer's attention computed of it. */
export interface Attended {
  readonly tokens: readonly string[];
  readonly layers: readonly AttendedLayer[];
  readonly next: Next;
}

/** What the next letter's probabilities are made of: a logit is the product of the last row and the letter's row. */
export interface Next {
  readonly letters: readonly string[];
  readonly drawn: number;
  readonly logits: Float32Array<ArrayBuffer>;
  readonly last: Float32Array<ArrayBuffer>;
  readonly table: Float32Array<ArrayBuffer>;
}

export interface AttendedLayer {
  readonly x: Tensor;
  readonly weights: ComputationWeights;
  readonly kept: Computation["kept"];
}

/** A letter's place in a plane, from its row in the table. */
export interface Placed {
  readonly letter: string;
  readonly x: number;
  readonly y: number;
  /** The letter that is nearest there. */
  readonly nearest: string;
}

/** What the files of a saved model hold. A file of weights alone says nothing of sizes and letters. */
export interface ModelFiles {
  readonly name: string;
  readonly weights: Uint8Array<ArrayBuffer>;
  readonly sizes: Partial<Pick<Settings, "layers" | "dim" | "heads" | "tokens">>;
  readonly letters: readonly string[] | undefined;
}

/** Whether the heads and the rest are kept at this step. */
export function isKept(step: number, steps: number): boolean {
  return step === steps || (step <= 500 ? step % 50 === 0 : step % 100 === 0);
}
