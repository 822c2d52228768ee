// How a head's numbers are coloured in <attention-matrix>.
import type { AttentionMatrix, Domain, MaskOptions } from "heed/element";
import { roundUp } from "../../../../show/index.js";
import { isCausal } from "../../../../statistics/index.js";
import type { Colours, ViewName } from "../look.js";

export interface ShownMatrix {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /** Which cells a mask shows, row after row; undefined where it is not known. */
  readonly mask?: Uint8Array | undefined;
}

export function largestIn(values: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    const size = value < 0 ? -value : value;
    if (size > largest && size < Infinity) largest = size;
  }
  return largest;
}

export function isSigned(values: Float32Array): boolean {
  for (let at = 0; at < values.length; at++) if (values[at]! < 0) return true;
  return false;
}

/** @param largest the largest number of all matrices that share their colours */
export function domainOf(colours: Colours, largest: number, signed: boolean): Domain | undefined {
  if (signed || colours === "row") return undefined;
  if (colours === "head") return [0, Math.min(1, roundUp(largest))];
  return colours === "one" ? [0, 1] : undefined;
}

/** What is hatched: what a mask hides; if none is known, what is above the diagonal, if all of that is 0. */
export function hiddenIn(matrix: ShownMatrix): MaskOptions | null {
  const { mask, rows, columns } = matrix;
  if (mask !== undefined) return { mask: { data: mask, shape: [rows, columns] } };
  return isCausal(matrix) ? { causal: true } : null;
}

export function showMatrix(
  element: AttentionMatrix,
  matrix: ShownMatrix,
  { view, colours, largest }: { view: ViewName; colours: Colours; largest: number },
): void {
  const { values, rows, columns } = matrix;
  const signed = isSigned(values);
  element.matrix = { data: values, shape: [rows, columns] };
  element.mask = hiddenIn(matrix);
  element.kind = signed ? "scores" : "weights";
  element.view = view;
  element.perRow = colours === "row";
  element.log = colours === "log";
  element.domain = domainOf(colours, largest, signed);
}
