// Changes of the state, each from a whole state to a whole state. Shapes always fit afterwards.
import { cutText, same } from "../../kit/index.js";
import { drawn, letterRow, numbersOf, rowsOf, shapeOf } from "./numbers.js";
import { presetNamed } from "./presets.js";
import {
  LIMITS,
  MATRICES,
  outputWidth,
  type Begun,
  type Heads,
  type MatrixKey,
  type Rows,
  type Setting,
  type Source,
} from "./setting.js";
import type { State } from "./state.js";
import { tokensOf } from "./tokens.js";

/** New cells of a matrix of numbers are drawn with this seed. */
const FILL_SEED = 1;

/** A text without a word changes nothing. */
export function withText<S extends Begun>(state: S, text: string): S {
  const cut = cutText(text, LIMITS.letters);
  const tokens = tokensOf({ ...state, text: cut });
  if (tokens.length === 0) return state;
  return settled({ ...state, text: cut, x: rowsOfText(state, tokens) });
}

/** Rows of numbers stay with their tokens. */
export function withMarks<S extends Begun>(state: S, marks: boolean): S {
  const { x, width } = state;
  const [before, after] = [tokensOf(state), tokensOf({ ...state, marks })];
  if (x.from !== "numbers" || same(before, after)) return { ...state, marks };
  return settled({ ...state, marks, x: { from: "numbers", rows: carriedOver(before, x.rows, after, width) } });
}

/**
 * The rows of a preset belong to its sentence: another one has all its rows from letters. Rows that the reader has
 * changed stay with their words, and only new words get theirs from letters.
 */
function rowsOfText(state: Begun, tokens: readonly string[]): Source {
  const { x, width } = state;
  const { setting } = presetNamed(state.preset)!;
  const ofPreset = fitted(setting, { ...setting, width }, "x")!;
  const isPresets = same(tokens, tokensOf(setting));
  if (x.from === "letters" && isPresets) return ofPreset;
  if (x.from !== "numbers") return x;
  if (same(x, ofPreset)) return isPresets ? x : { from: "letters" };
  return { from: "numbers", rows: carriedOver(tokensOf(state), x.rows, tokens, width) };
}

/** A word takes the row that stood in its place, else the first free row of the same word. */
function carriedOver(before: readonly string[], rows: Rows, after: readonly string[], width: number): Rows {
  const free = new Set(before.keys());
  const taken = after.map((token, at) => (before[at] === token && free.delete(at) ? at : undefined));
  return after.map((token, at) => {
    const row = taken[at] ?? [...free].find((other) => before[other] === token);
    if (row === undefined) return letterRow(token, width);
    free.delete(row);
    return rows[row]!;
  });
}

export type Size = "width" | "dim" | "valueDim" | "heads";

/** Numbers that are there stay. New numbers of X come from letters, and new weights are drawn. */
export function withSize<S extends Setting>(state: S, name: Size, size: number): S {
  const next = {
    ...state,
    [name]:
      name === "heads"
        ? state.projected
          ? headsNear(size)
          : 1
        : clampedInteger(size, 1, name === "width" ? LIMITS.width : LIMITS.dim),
  };
  return settled({ ...next, ...Object.fromEntries(MATRICES.map((matrix) => [matrix, fitted(state, next, matrix)])) });
}

function headsNear(count: number): Heads {
  return count >= 4 ? 4 : count >= 2 ? 2 : 1;
}

export function clampedInteger(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, Math.round(value)));
}

function fitted(before: Setting, after: Setting, name: MatrixKey): Source | null {
  const source = before[name];
  if (source === null || (source.from !== "numbers" && source.from !== "learned")) return source;
  const tokens = tokensOf(after);
  const [rows, columns] = shapeOf(after, name, tokens);
  // Learned numbers have one size. In another one weights stay as numbers; rows that a model makes do not fit.
  if (source.from === "learned" && same([rows, columns], shapeOf(before, name, tokens))) return source;
  if (source.from === "learned" && name === "x") return { from: "letters" };
  const numbers = rowsOf(source, name, before, tokens);
  const [height, breadth] = [blockOf(before, name).rows, blockOf(before, name).columns];
  const [newHeight, newBreadth] = [blockOf(after, name).rows, blockOf(after, name).columns];
  // Rows and columns stand in blocks of a head: a head keeps its own.
  const old = (at: number, block: number, newBlock: number): number | undefined => {
    const inside = at % newBlock;
    return inside < block ? Math.floor(at / newBlock) * block + inside : undefined;
  };
  const cell = (row: number, column: number): number => {
    const [i, j] = [old(row, height, newHeight), old(column, breadth, newBreadth)];
    const kept = i === undefined || j === undefined ? undefined : numbers[i]?.[j];
    return (
      kept ?? (name === "x" ? letterRow(tokens[row]!, columns)[column]! : drawn(FILL_SEED, name, row, column, rows))
    );
  };
  return {
    from: "numbers",
    rows: Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(row, column))),
  };
}

/** Rows and columns that one head has of a matrix. */
function blockOf(setting: Setting, name: MatrixKey): { rows: number; columns: number } {
  const { width, dim, valueDim } = setting;
  switch (name) {
    case "x":
      return { rows: tokensOf(setting).length, columns: width };
    case "query":
    case "key":
      return { rows: width, columns: dim };
    case "value":
      return { rows: width, columns: valueDim };
    case "output":
      return { rows: valueDim, columns: width };
  }
}

export function withSource<S extends Setting>(state: S, name: MatrixKey, source: Source | null): S {
  return settled({ ...state, [name]: source });
}

/** Puts numbers into a matrix from a place on; it then holds numbers of its own. */
export function withBlock<S extends Setting>(state: S, name: MatrixKey, top: number, left: number, block: Rows): S {
  const now = rowsOf(state[name] ?? { from: "identity" }, name, state, tokensOf(state));
  const rows = now.map((values, row) => values.map((value, column) => block[row - top]?.[column - left] ?? value));
  return withSource(state, name, { from: "numbers", rows });
}

/** With `projected` off the basic form has one head. */
export function withProjections<S extends Setting>(state: S, projected: boolean): S {
  return settled({ ...(projected ? state : withSize(state, "heads", 1)), projected });
}

/** What is followed and shown exists. Without projections there is no projection of the output. */
export function settled<S extends Setting>(setting: S): S {
  const state = setting.projected ? setting : { ...setting, output: null };
  if (!("followed" in state)) return state;
  const whole = state as unknown as State;
  const followed = Math.min(whole.followed, tokensOf(whole).length - 1);
  const head = Math.min(whole.head, whole.heads - 1);
  const lossNumber = Math.min(whole.lossNumber, outputWidth(whole) - 1);
  return { ...state, followed, head, lossNumber };
}

/** Whether both settings give the same numbers. */
export function sameNumbers(a: Setting, b: Setting): boolean {
  const say = (setting: Setting): string =>
    JSON.stringify([
      numbersOf(setting),
      setting.heads,
      setting.projected,
      setting.scale,
      setting.softmax,
      setting.causal,
      setting.ahead,
    ]);
  return say(a) === say(b);
}
