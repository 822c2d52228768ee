import { fault, kindOf } from "../lib/read/index.js";
import type { Floats } from "../lib/api/index.js";
import { checkFloats } from "./check.js";
import { exponential, logarithm } from "./exponential.js";

/** How good a batch of predictions is. Both are NaN if no row has an answer. */
export interface Graded {
  /** The mean of −ln softmax(logits)[answer] over the rows that have an answer. */
  readonly loss: number;
  /** The share of these rows whose answer has the largest logit. */
  readonly accuracy: number;
}

/**
 * Softmax cross-entropy of rows of logits, and its gradient.
 *
 * @param logits (rows, classes), row by row.
 * @param targets For each row the right class, or −1 for a row without an answer.
 * @param [dLogits=none] Where to write the gradient of the loss with respect to logits, in their shape; 0 in rows
 * without an answer.
 */
export function softmaxCrossEntropy(logits: Floats, targets: ArrayLike<number>, dLogits?: Floats): Graded {
  const graded = checkTargets(logits, targets, dLogits);
  const classes = logits.length / targets.length;
  const powers = new Float64Array(classes); // of a row: e^(logit − largest logit)
  let loss = 0;
  let right = 0;
  for (let row = 0; row < targets.length; row++) {
    const answer = targets[row]!;
    const start = row * classes;
    dLogits?.fill(0, start, start + classes);
    if (answer < 0) continue;
    let best = start;
    for (let at = start; at < start + classes; at++) if (logits[at]! > logits[best]!) best = at;
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += powers[c] = exponential(logits[start + c]! - logits[best]!);
    loss += logarithm(sum) + logits[best]! - logits[start + answer]!;
    if (best === start + answer) right++;
    if (dLogits === undefined) continue;
    // (softmax − one-hot) / (rows with an answer)
    for (let c = 0; c < classes; c++) dLogits[start + c] = powers[c]! / sum / graded;
    dLogits[start + answer] = (powers[answer]! / sum - 1) / graded;
  }
  return { loss: loss / graded, accuracy: right / graded };
}

/** Returns how many rows have an answer. */
function checkTargets(logits: Floats, targets: ArrayLike<number>, dLogits: Floats | undefined): number {
  const where = "heed/train.softmaxCrossEntropy";
  checkFloats(where, "logits", logits);
  if (dLogits !== undefined) checkFloats(where, "dLogits", dLogits);
  if (typeof (targets as unknown) !== "object" || typeof targets?.length !== "number")
    throw fault("type", `${where}: targets must be an array of classes; got ${kindOf(targets)}.`);
  const classes = logits.length / targets.length;
  if (!Number.isInteger(classes) || classes < 1) {
    throw fault(
      "shape",
      `${where}: each target must have the same number of logits; got ${logits.length} logits and ` +
        `${targets.length} targets.`,
    );
  }
  if (dLogits !== undefined && dLogits.length !== logits.length) {
    throw fault(
      "shape",
      `${where}: dLogits must be as long as logits, ${logits.length}; its length is ${dLogits.length}.`,
    );
  }
  let graded = 0;
  for (let row = 0; row < targets.length; row++) {
    const answer = targets[row]!;
    if (!Number.isInteger(answer) || answer < -1 || answer >= classes) {
      throw fault(
        "value",
        `${where}: targets[${row}] must be an integer from 0 to ${classes - 1}, or -1 for none; ` +
          `got ${kindOf(answer)}.` +
          (classes === 1 ? " Give logits first, then one class for each row of logits." : ""),
      );
    }
    if (answer >= 0) graded++;
  }
  return graded;
}
