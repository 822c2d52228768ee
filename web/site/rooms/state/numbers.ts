// From sources to numbers. Drawn numbers have two decimals: what is shown of them is all there is.
import { seededRandom } from "heed/train";
import { lettersOf } from "../../kit/index.js";
import { learnedRows } from "./learned.js";
import { LIMITS, MATRICES, type MatrixKey, type Rows, type Setting, type Source } from "./setting.js";
import { tokensOf } from "./tokens.js";

export interface Numbers {
  readonly tokens: readonly string[];
  readonly x: Rows;
  readonly query: Rows;
  readonly key: Rows;
  readonly value: Rows;
  readonly output: Rows | null;
}

export function numbersOf(setting: Setting): Numbers {
  const tokens = tokensOf(setting);
  const rows = (name: MatrixKey): Rows => rowsOf(setting[name]!, name, setting, tokens);
  return {
    tokens,
    x: rows("x"),
    query: rows("query"),
    key: rows("key"),
    value: rows("value"),
    output: setting.output === null ? null : rows("output"),
  };
}

/** Rows and columns of a matrix. */
export function shapeOf(
  setting: Setting,
  name: MatrixKey,
  tokens: readonly string[],
): readonly [rows: number, columns: number] {
  const { width, heads, dim, valueDim } = setting;
  switch (name) {
    case "x":
      return [tokens.length, width];
    case "query":
    case "key":
      return [width, heads * dim];
    case "value":
      return [width, heads * valueDim];
    case "output":
      return [heads * valueDim, width];
  }
}

export function rowsOf(source: Source, name: MatrixKey, setting: Setting, tokens: readonly string[]): Rows {
  if (source.from === "numbers") return source.rows;
  if (source.from === "learned") return learnedRows(source, name, tokens);
  const shape = shapeOf(setting, name, tokens);
  if (source.from === "letters") return tokens.map((token) => letterRow(token, shape[1]));
  const { dim, valueDim } = setting;
  const key = JSON.stringify([name, source, shape, dim, valueDim]);
  return remembered(MADE, key, () => madeRows(source, name, setting, shape));
}

function madeRows(
  source: Exclude<Source, { from: "numbers" | "letters" | "learned" }>,
  name: MatrixKey,
  setting: Setting,
  [rows, columns]: readonly [rows: number, columns: number],
): Rows {
  const cell =
    source.from === "identity"
      ? identityCell(name, setting)
      : (row: number, column: number) => drawn(source.seed, name, row, column, rows);
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(row, column)));
}

/** In a projection each head has a diagonal of its own. */
function identityCell(name: MatrixKey, { dim, valueDim }: Setting): (row: number, column: number) => number {
  const across = name === "query" || name === "key" ? dim : name === "value" ? valueDim : LIMITS.tokens * LIMITS.width;
  return (row, column) => (row === column % across ? 1 : 0);
}

/** The row of a token by its letters. */
export function letterRow(token: string, columns: number): readonly number[] {
  return remembered(LETTER_ROWS, `${columns} ${token}`, () => Array.from(lettersOf(token, columns), twoDecimals));
}

/** A number drawn by seed, matrix and place. X has variance 1; a weight 1 / rows, so that X times it has variance 1. */
export function drawn(seed: number, name: MatrixKey, row: number, column: number, rows: number): number {
  const draw = seededRandom(((seed * 8 + MATRICES.indexOf(name)) * 64 + row) * 64 + column);
  const deviation = name === "x" ? 1 : 1 / Math.sqrt(rows);
  return twoDecimals(draw.normal() * deviation);
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** Matrices and rows that were made before: each key makes the same numbers again. */
const MADE = new Map<string, Rows>();
const LETTER_ROWS = new Map<string, readonly number[]>();
/** How many are remembered. */
const MOST = 256;

function remembered<Value>(made: Map<string, Value>, key: string, make: () => Value): Value {
  const known = made.get(key);
  if (known !== undefined) return known;
  if (made.size >= MOST) made.clear();
  const value = make();
  made.set(key, value);
  return value;
}
