// A computed matrix as it stands on the page: one head, turned where tokens are columns, with its labels and its mask.
import type { Tensor } from "heed";
import type { State } from "../state/index.js";
import type { Computed } from "./compute.js";
import { isOfWeight, isPair, isWhole, type Shown } from "./shown-matrices.js";

export interface PageMatrix {
  readonly data: Float32Array;
  readonly shape: readonly [rows: number, columns: number];
}

export function pageMatrix(computed: Computed, name: Shown, { head, convention }: State): PageMatrix {
  const matrix = name === "joined" ? allHeads(computed) : headOf(computed, name, Math.min(head, computed.heads - 1));
  return convention === "columns" ? transposed(matrix) : matrix;
}

/** The context vectors of all heads side by side. */
function allHeads({ kept }: Computed): PageMatrix {
  const { data, shape } = kept.joined;
  return { data, shape: [shape.at(-2)!, shape.at(-1)!] };
}

/** The tensor that a matrix is taken from; undefined if this setting does not have it. */
export function tensorOf({ kept }: Computed, name: Shown | keyof Computed["kept"]): Tensor | undefined {
  return kept[name === "mixed" ? "joined" : name];
}

/** One head of a matrix, a token as a row. */
export function headOf(computed: Computed, name: Shown | keyof Computed["kept"], head: number): PageMatrix {
  const { data, shape } = tensorOf(computed, name)!;
  const [rows, columns] = [shape.at(-2)!, shape.at(-1)!];
  if (isWhole(name)) return { data, shape: [rows, columns] };
  if (!["mixed", "dquery", "dkey", "dvalue"].includes(name))
    return { data: data.subarray(head * rows * columns, (head + 1) * rows * columns), shape: [rows, columns] };
  // In these matrices the heads stand side by side.
  const own = columns / computed.heads;
  const part = Float32Array.from(
    { length: rows * own },
    (_, at) => data[Math.floor(at / own) * columns + head * own + (at % own)]!,
  );
  return { data: part, shape: [rows, own] };
}

function transposed({ data, shape: [rows, columns] }: PageMatrix): PageMatrix {
  return {
    data: Float32Array.from({ length: data.length }, (_, at) => data[(at % rows) * columns + Math.floor(at / rows)]!),
    shape: [columns, rows],
  };
}

/** Which query may attend to which key, row after row; null where all may. */
export function maskOf({ tokens, options }: Computed, turned: boolean): boolean[] | null {
  const count = tokens.length;
  if (options.causal !== true) return null;
  return Array.from({ length: count * count }, (_, at) => {
    const [row, column] = [Math.floor(at / count), at % count];
    return turned ? row <= column : column <= row;
  });
}

/** How a matrix is coloured, if it is coloured. */
export function kindOf({ softmax }: State, name: Shown): "weights" | "scores" {
  return name === "weights" && softmax ? "weights" : "scores";
}

/** The tokens along an axis that has them; numbers from 1 along any other. */
export function labelsOf(
  tokens: readonly string[],
  name: Shown,
  { shape }: PageMatrix,
  turned: boolean,
): [rows: readonly string[], columns: readonly string[]] {
  const counted = (axis: 0 | 1): string[] => Array.from({ length: shape[axis] }, (_, at) => String(at + 1));
  if (isPair(name)) return [tokens, tokens];
  if (isOfWeight(name)) return [counted(0), counted(1)];
  return turned ? [counted(0), tokens] : [tokens, counted(1)];
}

/** Weights below it are small: between 0 and 1 they would hardly be told apart. */
const SMALL = 0.2;

/** Whether the colours of the weights go up to the largest. */
export function isStretched({ stretched, softmax }: State, largest: number): boolean {
  return softmax && (stretched === "auto" ? largest < SMALL : stretched);
}

export function largestOf({ data }: PageMatrix): number {
  return data.reduce((most, value) => Math.max(most, value), 0) || 1;
}
