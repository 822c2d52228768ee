// Attention over several parts of the keys becomes attention over all of them.
import type { AttentionPart, AttentionPartGradient, MergedAttention, Tensor, TensorInput } from "../api/index.js";
import { checkObject, fault, kindOf, readTensor, shapeText, tensorOf, type ReadTensor } from "../read/index.js";

interface Part {
  readonly output: ReadTensor;
  readonly lse: ReadTensor;
}

/** Parts of the same shape. A row has `columns` numbers of output and one of lse. */
interface Parts {
  readonly parts: readonly Part[];
  readonly rows: number;
  readonly columns: number;
}

/**
 * Merges attention over parts of the keys into the result of one call over all keys. The queries must be the same in
 * all parts, and no key may be in two parts. A part whose keys begin at x takes the offset less x. A sink belongs in
 * one part only.
 *
 * @param parts The output of each part, `[…, queries, value dim]`, and its lse, `[…, queries]`: `keep: ["lse"]`. A part
 * of weight 0 is not read.
 * @returns The output and the lse over all keys. A row that sees no key in any part has the output 0 and the lse −∞.
 */
export function mergeAttention(parts: readonly AttentionPart[]): MergedAttention {
  const read = readParts("heed.mergeAttention", parts);
  const { output, lse } = read.parts[0]!;
  const merged = {
    output: zerosLike(output),
    lse: zerosLike(lse),
  };
  const weights = new Float64Array(read.parts.length);
  const sums = new Float64Array(read.columns);
  for (let row = 0; row < read.rows; row++) {
    merged.lse.data[row] = weigh(read, row, weights);
    mix(read, row, weights, sums);
    merged.output.data.set(sums, row * read.columns);
  }
  return merged;
}

/**
 * The gradients of Σ output ∘ dOutput + Σ lse ∘ dLse with respect to the output and the lse of each part, where output
 * and lse are the results of mergeAttention for these parts.
 *
 * @param [dLse=none] The gradient with respect to lse, in its shape.
 * @returns For each part dOutput and dLse, which its attentionBackward takes.
 */
export function mergeAttentionBackward(
  parts: readonly AttentionPart[],
  dOutput: TensorInput,
  dLse?: TensorInput,
): AttentionPartGradient[] {
  const where = "heed.mergeAttentionBackward";
  const read = readParts(where, parts);
  const { output, lse } = read.parts[0]!;
  const ofOutput = readLike(where, "dOutput", dOutput, output.shape);
  const ofLse = dLse === undefined ? undefined : readLike(where, "dLse", dLse, lse.shape);
  const gradients = read.parts.map(() => ({
    dOutput: zerosLike(output),
    dLse: zerosLike(lse),
  }));
  const weights = new Float64Array(read.parts.length);
  const sums = new Float64Array(read.columns);
  for (let row = 0; row < read.rows; row++) {
    weigh(read, row, weights);
    mix(read, row, weights, sums);
    gradients.forEach(({ dOutput: to, dLse: slope }, p) => {
      const weight = weights[p]!;
      if (weight === 0) return; // whatever the gradients hold
      const { data } = read.parts[p]!.output;
      let dot = ofLse ? ofLse.data[row]! : 0;
      for (let c = 0, at = row * read.columns; c < read.columns; c++, at++) {
        dot += ofOutput.data[at]! * (data[at]! - sums[c]!);
        to.data[at] = weight * ofOutput.data[at]!;
      }
      slope.data[row] = weight * dot;
    });
  }
  return gradients;
}

function zerosLike({ data, shape }: ReadTensor): Tensor {
  return tensorOf(new Float32Array(data.length), Array.from(shape));
}

/** Writes the share that each part has in a row. Returns the lse of the row. */
function weigh({ parts }: Parts, row: number, weights: Float64Array): number {
  let most = -Infinity;
  for (const { lse } of parts) most = Math.max(most, lse.data[row]!);
  weights.fill(0);
  if (most === -Infinity) return most;
  let sum = 0;
  for (let p = 0; p < parts.length; p++) sum += weights[p] = Math.exp(parts[p]!.lse.data[row]! - most);
  for (let p = 0; p < parts.length; p++) weights[p]! /= sum;
  return most + Math.log(sum);
}

/** sums (columns) = the weighted sum of the parts' outputs. */
function mix({ parts, columns }: Parts, row: number, weights: Float64Array, sums: Float64Array): void {
  sums.fill(0);
  for (let p = 0; p < parts.length; p++) {
    const weight = weights[p]!;
    if (weight === 0) continue;
    const { data } = parts[p]!.output;
    for (let c = 0, at = row * columns; c < columns; c++, at++) sums[c]! += weight * data[at]!;
  }
}

function readParts(where: string, given: unknown): Parts {
  if (!Array.isArray(given) || given.length === 0)
    throw fault("type", `${where}: parts must be an array of { output, lse }; got ${kindOf(given)}.`);
  const parts: Part[] = [];
  for (const [p, part] of (given as unknown[]).entries()) {
    checkObject(where, `parts[${p}]`, part);
    const { output, lse } = part as Record<string, unknown>;
    parts.push({
      output: readLike(where, `parts[${p}].output`, output, parts[0]?.output.shape),
      lse: readLike(where, `parts[${p}].lse`, lse, parts[0]?.lse.shape),
    });
  }
  const { output, lse } = parts[0]!;
  if (shapeText(output.shape.slice(0, -1)) !== shapeText(lse.shape)) {
    throw fault(
      "shape",
      `${where}: lse must have the shape of output without its last axis, ${shapeText(output.shape.slice(0, -1))}; ` +
        `its shape is ${shapeText(lse.shape)}.`,
    );
  }
  return { parts, rows: lse.data.length, columns: output.shape[output.shape.length - 1]! };
}

/** Reads a tensor that must have this shape, where one is given. */
function readLike(where: string, name: string, value: unknown, shape: readonly number[] | undefined): ReadTensor {
  const read = readTensor(where, name, value);
  if (shape === undefined || shapeText(read.shape) === shapeText(shape)) return read;
  throw fault(
    "shape",
    `${where}: ${name} must have the shape ${shapeText(shape)}; its shape is ${shapeText(read.shape)}.`,
  );
}
