// What is pasted into a sheet: a single number goes into its field as text does, a block into the cells from there on.
import { readBlock, readNumber } from "../shared/index.js";
import type { Rows } from "../state/index.js";
import type { Spot } from "./editor-keys.js";

/** Where a block goes, or why it cannot. */
export type Pasted = { readonly block: Rows; readonly at: Spot } | { readonly problem: string };

export function isBlock(text: string): boolean {
  return /[\s,;[\]]/.test(text.trim()) && readNumber(text).value === undefined;
}

/** Whole or not at all. A block as large as the sheet takes its place, whichever field it was pasted into. */
export function placed(text: string, into: Spot, rows: number, columns: number): Pasted {
  const { value: block, problem } = readBlock(text);
  if (block === undefined) return { problem };
  const [height, breadth] = [block.length, block[0]!.length];
  const at = height === rows && breadth === columns ? { row: 0, column: 0 } : into;
  const room = [rows - at.row, columns - at.column] as const;
  if (height <= room[0] && breadth <= room[1]) return { block, at };
  return {
    problem: `Nothing was pasted: it is ${height} × ${breadth}, and from this cell on there is room for ${room[0]} × ${room[1]}.`,
  };
}
