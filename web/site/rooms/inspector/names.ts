// The name of a cell: its symbol, its tokens, and its row and column.
import { headsOf, keyTokensOf, type Computation } from "./computation.js";
import type { Axis, Cell, Line } from "./definition.js";
import { valueColumn } from "./cell-context.js";
import { definedAs, definitionOf, headCount, isPair, notationOf, sumsOf, swapIfOutIn } from "./recipes.js";
import { tell } from "./inspector-text.js";

/** Letters of a token that a formula shows. */
const MOST_LETTERS = 12;

export interface TokenName {
  readonly text: string;
  /** From 1, where another token has the same text. */
  readonly position: number | undefined;
}

export function tokenName(tokens: readonly string[], index: number): TokenName {
  const text = tokens[index] ?? String(index + 1);
  const position = tokens.indexOf(text) !== tokens.lastIndexOf(text) ? index + 1 : undefined;
  // A blank text would be no name.
  return { text: text.trim() === "" ? "␣" : text, position };
}

/** As much of a name as a formula or the head of a column has room for. */
export function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : text;
}

/** “it”, or “the” (5) where there is more than one. */
export function spoken({ text, position }: TokenName): string {
  const name = tell("quoted", { token: text });
  return position === undefined ? name : `${name} (${position})`;
}

/** The token on an axis; undefined where the axis only counts numbers. */
export function tokenOn(computation: Computation, axis: Axis, index: number): TokenName | undefined {
  if (axis === "number") return undefined;
  return tokenName(axis === "key" ? keyTokensOf(computation) : computation.tokens, index);
}

export function rowToken(computation: Computation, { matrix, row }: Cell): TokenName {
  return tokenOn(computation, notationOf(matrix).axes[0], row)!;
}

export function keyToken(computation: Computation, key: number): TokenName {
  return tokenName(keyTokensOf(computation), key);
}

/** The letter of a line's matrix, or of a cell's. */
export function letterOf({ convention, options }: Computation, { matrix, beforeSoftcap }: Line): string {
  // before softcap a score is the raw one
  if (beforeSoftcap && options.softcap !== undefined) return notationOf("raw").letter;
  const { letter, letterInColumns = letter } = notationOf(matrix);
  return convention === "columns" ? letterInColumns : letter;
}

export function symbolOf(computation: Computation, { matrix }: Cell): string {
  const { symbol, symbolInColumns = symbol } = definitionOf(computation, matrix);
  return computation.convention === "columns" ? symbolInColumns : symbol;
}

/** What one number of a matrix is called. */
function nounOf(computation: Computation, { matrix }: Cell): string {
  return tell(definedAs(computation, matrix));
}

export function titleOf(computation: Computation, cell: Cell): string {
  const { title } = definitionOf(computation, cell.matrix);
  if (isOfProjection(cell.matrix)) return projectionTitle(computation, cell, title!);
  const row = spoken(rowToken(computation, cell));
  const noun = nounOf(computation, cell);
  if (!isPair(cell.matrix)) return tell("title", { noun, row, number: cell.column + 1 });
  const key = spoken(keyToken(computation, cell.column));
  return title === undefined ? tell("title-pair", { noun, row, key }) : tell(title, { query: row, key });
}

function isOfProjection(matrix: Cell["matrix"]): boolean {
  return ["dQuery", "dKey", "dValue", "dOutputWeight"].includes(matrix);
}

/** "Gradient of W_Q: from number 1 of a token to number 2 of its query in head 2". */
function projectionTitle(computation: Computation, cell: Cell, key: string): string {
  const { right } = sumsOf(computation, cell)[0]!;
  const name = symbolOf(computation, cell).slice(1);
  const input = swapIfOutIn(computation, cell.matrix, cell).row;
  const title = tell(key, { name, input: input + 1, output: right.column! + 1 });
  if (headCount(computation, notationOf(right.matrix)) === 1) return title;
  return tell("in-head", { title, head: headName(computation, Number(right.head)) });
}

/** "Weight · A, row 3, column 2 · head 2 of 4"; transposed where tokens are columns. */
export function locationText(computation: Computation, cell: Cell): string {
  const [row, column] = computation.convention === "columns" ? [cell.column, cell.row] : [cell.row, cell.column];
  const place = { symbol: symbolOf(computation, cell), row: row + 1, column: column + 1 };
  const location = tell("location", { noun: nounOf(computation, cell), ...place });
  return [location, ...headText(computation, cell)].join(" · ");
}

/** As the page calls a head. */
function headName({ headNames }: Computation, head: number): string {
  return headNames?.[head] ?? String(head);
}

/** Which head a number is of, where there are several or where the page has a name for it. */
function headText(computation: Computation, cell: Cell): string[] {
  const { headNames, kept } = computation;
  const all = headsOf(kept.q);
  const isJoined = definedAs(computation, cell.matrix) === "joined";
  const { heads } = isJoined ? { heads: "query" as const } : notationOf(cell.matrix);
  if (heads === undefined || (all === 1 && headNames === undefined)) return [];
  const head = isJoined ? valueColumn(computation, cell).head : cell.head;
  const own = headCount(computation, { heads });
  if (headNames !== undefined && own === all) return [headName(computation, head)];
  return [tell(own < all ? "key-head-of" : "head-of", { head, heads: own })];
}
