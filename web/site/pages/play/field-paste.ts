// What is pasted into a table of fields: a single number goes into its field, a block into the cells from there on.
import type { Place } from "../../../show/index.js";
import { readBlock, readNumber } from "../../kit/index.js";
import { text } from "./dom.js";
import type { Rows } from "../../rooms/state/index.js";

/** Where a block goes, or why it does not fit. */
export type Pasted = { readonly block: Rows; readonly at: Place } | { readonly problem: string };

export function isBlock(pasted: string): boolean {
  return /[\s,;[\]]/.test(pasted.trim()) && readNumber(pasted).value === undefined;
}

/** A block goes in whole or not at all. One as large as the table replaces all of it, from whichever field. */
export function placed(pasted: string, into: Place, rows: number, columns: number): Pasted {
  const { value: block, problem } = readBlock(pasted);
  if (block === undefined) return { problem };
  const [height, breadth] = [block.length, block[0]!.length];
  const at = height === rows && breadth === columns ? { row: 0, column: 0 } : into;
  const room = [rows - at.row, columns - at.column] as const;
  if (height <= room[0] && breadth <= room[1]) return { block, at };
  return { problem: text("no-room", { size: `${height} × ${breadth}`, room: room.join(" × ") }) };
}
