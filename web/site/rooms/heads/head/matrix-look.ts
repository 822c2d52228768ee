// How a head's numbers are coloured in <attention-matrix>.
import type { AttentionMatrix, Domain } from "heed/element";
import { roundUp } from "../../../../show/index.js";
import type { Colours, ViewName } from "../look.js";

export interface ShownMatrix {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
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

export function showMatrix(
  element: AttentionMatrix,
  { values, rows, columns }: ShownMatrix,
  { view, colours, largest }: { view: ViewName; colours: Colours; largest: number },
): void {
  const signed = isSigned(values);
  element.matrix = { data: values, shape: [rows, columns] };
  element.kind = signed ? "scores" : "weights";
  element.view = view;
  element.perRow = colours === "row";
  element.log = colours === "log";
  element.domain = domainOf(colours, largest, signed);
}
