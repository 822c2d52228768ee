// A computed matrix as it is on the page: one head, transposed where tokens are columns, with its labels and its
// mask.
import type { Tensor } from "heed";
import { columnNames, type Named, type State } from "../../rooms/state/index.js";
import type { Computed } from "./compute.js";
import { text } from "./dom.js";
import { isOfWeight, isPair, isWhole, type Shown } from "./shown-matrices.js";

/** Wider matrices of vectors are shown by colours: there is no room for their digits. */
export const WIDE = 8;

export interface PageMatrix {
  readonly data: Float32Array;
  readonly shape: readonly [rows: number, columns: number];
}

export function pageMatrix(computed: Computed, name: Shown, { head, convention }: State): PageMatrix {
  const matrix = name === "joined" ? allHeads(computed) : headOf(computed, name, Math.min(head, computed.heads - 1));
  return convention === "columns" ? transpose(matrix) : matrix;
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
  if (!["mixed", "dQuery", "dKey", "dValue"].includes(name))
    return { data: data.subarray(head * rows * columns, (head + 1) * rows * columns), shape: [rows, columns] };
  // In these matrices the heads stand side by side.
  const own = columns / computed.heads;
  const part = Float32Array.from(
    { length: rows * own },
    (_, at) => data[Math.floor(at / own) * columns + head * own + (at % own)]!,
  );
  return { data: part, shape: [rows, own] };
}

function transpose({ data, shape: [rows, columns] }: PageMatrix): PageMatrix {
  return {
    data: Float32Array.from({ length: data.length }, (_, at) => data[(at % rows) * columns + Math.floor(at / rows)]!),
    shape: [columns, rows],
  };
}

/** Which query may attend to which key, row after row; null where all may. */
export function maskOf({ tokens, options }: Computed, transposed: boolean): boolean[] | null {
  const count = tokens.length;
  const { causal, mask } = options;
  if (causal !== true && mask === undefined) return null;
  return Array.from({ length: count * count }, (_, at) => {
    const place = [Math.floor(at / count), at % count] as const;
    const [query, key] = transposed ? [place[1], place[0]] : place;
    return (causal !== true || key <= query) && (mask === undefined || Boolean(mask.data[query * count + key]));
  });
}

/** How a matrix is coloured, if it is coloured. */
export function kindOf({ softmax }: State, name: Shown): "weights" | "scores" {
  return name === "weights" && softmax ? "weights" : "scores";
}

/** The tokens along an axis that has them; the names of columns, or numbers from 1, along any other. */
export function labelsOf(
  state: State,
  tokens: readonly string[],
  name: Shown,
  { shape }: PageMatrix,
): [rows: readonly string[], columns: readonly string[]] {
  if (isPair(name)) return [tokens, tokens];
  const transposed = state.convention === "columns";
  const columns = columnLabels(state, COLUMNS_LIKE[name], shape[transposed ? 0 : 1]);
  const rows = isOfWeight(name) ? columnLabels(state, ROWS_LIKE[name], shape[transposed ? 1 : 0]) : tokens;
  return transposed ? [columns, rows] : [rows, columns];
}

/** For each matrix, the one that names its columns. */
const COLUMNS_LIKE: Partial<Record<Shown, Named>> = {
  q: "query",
  k: "key",
  v: "value",
  mixed: "value",
  dOutput: "value",
  dv: "value",
  dq: "query",
  dk: "key",
  dQuery: "query",
  dKey: "key",
  dValue: "value",
  dx: "x",
};
/** A row of these is a column of X. */
const ROWS_LIKE: Partial<Record<Shown, Named>> = { dQuery: "x", dKey: "x", dValue: "x" };

/** What columns are called: by their names where they were set by hand, else counted from 1. */
export function columnLabels(state: State, like: Named | undefined, count: number): string[] {
  const names = like === undefined ? [] : namesOf(state, like);
  return Array.from({ length: count }, (_, at) => names[at] ?? String(at + 1));
}

/** The names of columns that were set by hand, in the language of the page. */
export function namesOf(state: State, of: Named): string[] {
  return columnNames(state, of).map((name) => text(`column-${name}`));
}

/** The same for the inspector, by the names of its matrices. */
export function numberNames(state: State): Record<string, readonly string[]> {
  return { x: namesOf(state, "x"), q: namesOf(state, "query"), k: namesOf(state, "key"), v: namesOf(state, "value") };
}

/** Weights below it are small: in colours from 0 to 1 they would hardly be told apart. */
const SMALL = 0.2;

/** The end of the weights' colours, of one matrix or of several that share it: 1, or the largest weight. */
export function weightsEnd({ stretched, softmax, head }: State, ...shown: readonly Computed[]): number {
  if (!softmax || stretched === false) return 1;
  const largest = Math.max(...shown.map((computed) => largestWeight(computed, Math.min(head, computed.heads - 1))));
  return largest > 0 && (stretched === true || largest < SMALL) ? largest : 1;
}

/**
 * The largest weight of the queries that see half of the tokens or more. Under a mask some queries see few tokens, and
 * give large weights whatever the scores; their colours may end beyond the bar, and the bar says so.
 */
function largestWeight(computed: Computed, head: number): number {
  const { data, shape } = headOf(computed, "weights", head);
  const mask = maskOf(computed, false);
  const seen = (row: number): number =>
    mask === null ? shape[1] : mask.slice(row * shape[1], (row + 1) * shape[1]).filter(Boolean).length;
  const rows = Array.from({ length: shape[0] }, (_, row) => row).filter((row) => 2 * seen(row) >= shape[1]);
  return Math.max(0, ...rows.map((row) => Math.max(...data.subarray(row * shape[1], (row + 1) * shape[1]))));
}
