// Reads the numbers that people type and paste, or returns a sentence that says what is wrong.
import { countOfNumbers, readDecimal, shortened } from "../../show/index.js";

export type Read<Value> =
  { readonly value: Value; readonly problem?: undefined } | { readonly problem: string; readonly value?: undefined };

/** With this limit no product on the page leaves the range of a 32-bit float. */
const LIMIT = 1e6;

/** A decimal as people write it: 0.55, .5, −1e-3, and 0,55 where the comma is the point. */
export function readNumber(text: string): Read<number> {
  const typed = text.trim();
  if (typed === "") return { problem: "An empty cell has no value. Type a number such as 0.55." };
  const value = readDecimal(typed);
  if (value === undefined) return { problem: `“${shortened(typed)}” is not a number. Type a decimal such as 0.55.` };
  if (Math.abs(value) > LIMIT)
    return { problem: `${shortened(typed)} is out of range. This page takes numbers from −1,000,000 to 1,000,000.` };
  return { value };
}

/** A block of numbers from a sheet (tabs), a notebook ([[1, 2], [3, 4]], also inside tensor(…)), or plain lines. */
export function readBlock(text: string): Read<number[][]> {
  const rows: number[][] = [];
  for (const [at, words] of splitRows(text).entries()) {
    const row: number[] = [];
    for (const word of words) {
      const { value, problem } = readNumber(word);
      if (value === undefined) return { problem: `Nothing was pasted: in its line ${at + 1}, ${lowerFirst(problem)}` };
      row.push(value);
    }
    if (rows[0] !== undefined && row.length !== rows[0].length) {
      return {
        problem:
          `Nothing was pasted: its line ${at + 1} has ${countOfNumbers(row.length)} where line 1 has ` +
          `${countOfNumbers(rows[0].length)}.`,
      };
    }
    rows.push(row);
  }
  return rows.length === 0 ? { problem: "Nothing was pasted: the clipboard holds no numbers." } : { value: rows };
}

function splitRows(text: string): string[][] {
  if (text.includes("["))
    return Array.from(text.matchAll(/\[([^[\]]*)\]/g), ([, inside]) => words(inside!, /[\s,;]+/)).filter(
      (row) => row.length > 0,
    );
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (text.includes("\t")) return lines.map((line) => line.split("\t").map((word) => word.trim()));
  // A line such as "0,5 0,25" or "0,5;0,25" has decimal commas; "0.5, 0.25" has none.
  const separator =
    /[.\s]/.test(text.trim()) && !/\d,\d/.test(text) ? /[\s,;]+/ : text.includes(".") ? /[\s,;]+/ : /[\s;]+/;
  return lines.map((line) => words(line, separator));
}

function words(line: string, separator: RegExp): string[] {
  return line.split(separator).filter((word) => word !== "");
}

function lowerFirst(sentence: string): string {
  return sentence.replace(/^An empty/, "an empty");
}
