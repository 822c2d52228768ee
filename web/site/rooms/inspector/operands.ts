// What a number is made of: the lines that light up, the names of the factors, and the cells where they can be opened.
import { keyTokensOf, type Computation } from "./computation.js";
import type { Cell, Line, MatrixName } from "./definition.js";
import { elementAt, tensorOf } from "./lines.js";
import { letterOf, tokenName, tokenOn, type TokenName } from "./names.js";
import type { TermNoun } from "./passes.js";
import { isOpenable, notationOf, recipeOf, sumsOf, swapIfOutIn } from "./recipes.js";

/** A row, a column or a cell of a matrix; of its head, where it has heads. */
export interface Light {
  readonly head?: number;
  readonly row?: number;
  readonly column?: number;
}

export type Lights = Partial<Record<MatrixName, Light>>;

/** The rows, columns and cells that a number is made of. */
export function operandsOf(computation: Computation, cell: Cell): Lights {
  const { copies = [], from, lit = from } = recipeOf(computation, cell);
  const lines = [...sumsOf(computation, cell).flatMap(({ left, right }) => [left, right]), ...copies];
  if (lit !== undefined) lines.push(lit);
  return Object.fromEntries(lines.map((line) => [line.matrix, lightOf(computation, line)]));
}

function lightOf(computation: Computation, { matrix, head, row, column }: Line): Light {
  const heads = typeof head === "number" ? [head] : (head ?? []);
  return {
    ...(heads.length === 1 && { head: heads[0]! }),
    ...swapIfOutIn(computation, matrix, { ...(row !== undefined && { row }), ...(column !== undefined && { column }) }),
  };
}

/** The cell that a factor is. Undefined where there is nothing to open: the number was given, or copied from x. */
export function originOf(computation: Computation, line: Line, index: number): Cell | undefined {
  const element = elementAt(computation, line, index);
  const { matrix } = element;
  if (!isOpenable(matrix) || tensorOf(computation, matrix) === undefined) return undefined;
  const cell = { ...element, matrix };
  const { given } = recipeOf(computation, cell);
  return given === undefined || given === "loss" ? cell : undefined;
}

/** A letter with a subscript: a token's name, or the number of a column. */
export interface FactorName {
  readonly letter: string;
  readonly of: TokenName | number;
}

export function factorName(computation: Computation, line: Line): FactorName {
  const { slope, axes } = notationOf(line.matrix);
  const [axis, at] = line.row === undefined ? [axes[1], line.column!] : [axes[0], line.row];
  const name = `${slope ? "∂" : ""}${letterOf(computation, line)}`;
  return { letter: name, of: tokenOn(computation, axis, at) ?? at + 1 };
}

/** What the page calls the number of a row that a term takes, if it has a name for it. */
export function numberName({ numberNames }: Computation, { matrix, column }: Line, index: number): string | undefined {
  return column === undefined ? numberNames?.[matrix]?.[index] : undefined;
}

/** What a term of a sum is counted by: a number, or a token's name. */
export function termLabel(computation: Computation, noun: TermNoun, index: number): string {
  if (noun === "dimension" || noun === "column") return String(index + 1);
  const tokens = noun === "key" ? keyTokensOf(computation) : computation.tokens;
  const { text, position } = tokenName(tokens, index % tokens.length);
  return position === undefined ? text : `${text} (${position})`;
}
