// Softmax cross-entropy as the last layer of a chain. It computes in the core.
import type { BackwardOptions, Floats, Heed, RunInputs } from "../lib/api/index.js";
import { checkNamed, positive, readFlag } from "../lib/read/index.js";
import { openerOf, type Integers } from "./layer.js";

/** The sizes of a cross-entropy. */
export interface CrossEntropyOptions {
  /** Rows of logits. */
  rows: number;
  /** Columns of logits. */
  classes: number;
  /**
   * Whether it computes the gradient too: dx and backward().
   * @default false
   */
  backward?: boolean | undefined;
}

/** Softmax cross-entropy over buffers that stay in wasm memory. Each property is a fresh view. */
export interface CrossEntropy {
  /** `[rows, classes]`: the logits. Zeros at first; write to it. */
  readonly x: Floats;
  /** `[rows]`: the right class of each row, or −1 for a row without an answer. −1 at first; write to it. */
  readonly targets: Integers;
  /** `[rows]`: −ln softmax(x)[answer] of each row, 0 without an answer. */
  readonly output: Floats;
  /** The mean of output over the rows that have an answer, as of the last run. NaN if no row has one. */
  readonly loss: number;
  /** `[rows, classes]`: the gradient of the loss. Undefined without `backward: true`. */
  readonly dx: Floats;
  /** None: nothing is learned here. */
  readonly parameters: readonly never[];
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /** Computes output. */
  run(inputs?: RunInputs<"x" | "targets">): void;
  /** Computes dx. */
  backward(options?: BackwardOptions): void;
  /**
   * Gives the memory back. It may be called again; any other use afterwards is an error.
   * @frees its buffers
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** Makes a cross-entropy of one shape. */
export function crossEntropySession(heed: Heed, options: CrossEntropyOptions): CrossEntropy {
  return openCrossEntropy(heed, "heed/layers.crossEntropySession", options);
}

/** As crossEntropySession. `where` begins the error sentences. */
export function openCrossEntropy(heed: Heed, where: string, options: CrossEntropyOptions): CrossEntropy {
  const opener = openerOf(where, heed);
  checkNamed(where, "option", options, ["rows", "classes", "backward"]);
  const sizes = { rows: positive(where, "rows", options.rows), classes: positive(where, "classes", options.classes) };
  const backward = readFlag(where, "backward", options.backward);
  const graded = (): number => session.targets.reduce((count, answer) => count + (answer < 0 ? 0 : 1), 0);
  const loss = (): number => session.output.reduce((sum, one) => sum + one, 0) / graded();
  const others = { loss: { enumerable: true, get: loss }, parameters: { value: Object.freeze([]) } };
  const call = { sizes, backward, given: { x: null, targets: null } };
  const session = opener.openLayer(where, "crossEntropy", call, others) as CrossEntropy;
  session.targets.fill(-1);
  return session;
}
