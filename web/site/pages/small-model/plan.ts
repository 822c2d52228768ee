// What the page and its worker say to each other.

/** What is left out; "whole" leaves nothing out. */
export const VARIANTS = ["whole", "heads", "norm", "residual", "net", "positions", "attention", "mask"] as const;
export type Variant = (typeof VARIANTS)[number];

export const [DIM, HEADS, TOKENS, BATCH] = [64, 4, 64, 12];

/** Steps of a whole training. The page pauses after the first ones. */
export const [STEPS, FIRST] = [1200, 600];
/** How many steps lie between two measurements. */
export const EVERY = 40;
/** Letters of a line that are shown from inside. */
export const SHOWN = 12;

export interface SmallOptions {
  readonly variant: Variant;
  readonly seed: number;
  readonly text: string;
}

/** What is fixed from the start. */
export interface About {
  readonly first: Snapshot;
  readonly letters: readonly string[];
  /** Letters that are learned from, and numbers that are learned. */
  readonly learned: number;
  readonly numbers: number;
}

/** The beginning of a held-out line, and all numbers of the net that reads it, in the order of its parameters. */
export interface Reading {
  readonly ids: readonly number[];
  readonly numbers: Float32Array;
}

export interface Snapshot {
  readonly step: number;
  /** The loss on held-out lines. */
  readonly heldOut: number;
  /** What it writes after the first held-out line. */
  readonly sample: string;
  readonly reading: Reading;
}

export interface SmallStep {
  readonly loss: number;
  readonly snapshot?: Snapshot;
}
