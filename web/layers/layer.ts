import type { Floats } from "../lib/api/index.js";
import type { Parameter } from "../train/index.js";

/** What a chain joins: a session with x and output, such as heed.selfAttentionSession gives, or another chain. */
export interface Layer {
  /** The input. Write to it. */
  readonly x: Floats;
  /** As of the last run. */
  readonly output: Floats;
  /** The gradient with respect to the output. Write to it. */
  readonly dOutput?: Floats | undefined;
  /** The gradient with respect to x. */
  readonly dx?: Floats | undefined;
  /** Without this, the parameters are those that heed/train.parametersOf finds. */
  readonly parameters?: readonly Parameter[] | undefined;
  /** Computes output. */
  run(): void;
  /** Computes every gradient; it overwrites them. */
  backward?(): void;
  /** Gives the memory back. */
  dispose(): void;
}

/** `Symbol.dispose`, also where an engine does not have it yet. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export function withoutGradients(where: string): never {
  throw new Error(`${where}: only a layer with gradients has parameters. Make it with backward: true.`);
}
