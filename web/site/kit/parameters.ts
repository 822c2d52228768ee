// What a net has learned, as one row of numbers.
import type { Floats } from "heed";

type Parameters = readonly { readonly value: Floats }[];

/** All learned numbers, one after another. */
export function copyParameters(parameters: Parameters): Float32Array<ArrayBuffer> {
  const all = new Float32Array(parameters.reduce((sum, { value }) => sum + value.length, 0));
  let end = 0;
  for (const { value } of parameters) {
    all.set(value, end);
    end += value.length;
  }
  return all;
}

/** Writes what `copyParameters` returned into the parameters. */
export function writeParameters(parameters: Parameters, all: Float32Array): void {
  let end = 0;
  for (const { value } of parameters) value.set(all.subarray(end, (end += value.length)));
}
