// Reads the numbers that people type and paste, or returns a sentence that says what is wrong.
import { readDecimal, shortened } from "../../show/index.js";
import { grouped, phrase, type Parameters } from "./texts/index.js";
import "./texts/numbers/en.json";

export type Read<Value> =
  { readonly value: Value; readonly problem?: undefined } | { readonly problem: string; readonly value?: undefined };

/** With this limit no product on the page leaves the range of a 32-bit float. */
const LIMIT = 1e6;

/** A decimal as people write it: 0.55, .5, −1e-3, and 0,55 where the comma is the point. */
export function readNumber(text: string): Read<number> {
  const { value, wrong } = judged(text);
  return wrong === undefined ? { value } : { problem: phrase(`numbers.${wrong}`, aboutNumber(text)) };
}

type Judged =
  | { readonly value: number; readonly wrong?: undefined }
  | { readonly value?: undefined; readonly wrong: "empty" | "no-number" | "out-of-range" };

function judged(text: string): Judged {
  if (text.trim() === "") return { wrong: "empty" };
  const value = readDecimal(text);
  if (value === undefined) return { wrong: "no-number" };
  return Math.abs(value) > LIMIT ? { wrong: "out-of-range" } : { value };
}

function aboutNumber(text: string): Parameters {
  return { text: shortened(text.trim()), example: 0.55, limit: grouped(LIMIT) };
}

function countOfNumbers(count: number): string {
  return phrase("numbers.count", { count });
}

/** A block of numbers from a sheet (tabs), a notebook ([[1, 2], [3, 4]], also inside tensor(…)), or plain lines. */
export function readBlock(text: string): Read<number[][]> {
  const rows: number[][] = [];
  for (const [at, cells] of splitRows(text).entries()) {
    const row: number[] = [];
    for (const word of cells) {
      const { value, wrong } = judged(word);
      if (wrong !== undefined)
        return { problem: phrase(`numbers.pasted-${wrong}`, { line: at + 1, ...aboutNumber(word) }) };
      row.push(value);
    }
    if (rows[0] !== undefined && row.length !== rows[0].length) {
      const counts = { count: countOfNumbers(row.length), first: countOfNumbers(rows[0].length) };
      return { problem: phrase("numbers.pasted-uneven", { line: at + 1, ...counts }) };
    }
    rows.push(row);
  }
  return rows.length === 0 ? { problem: phrase("numbers.pasted-nothing") } : { value: rows };
}

function splitRows(text: string): string[][] {
  if (text.includes("["))
    return Array.from(text.matchAll(/\[([^[\]]*)\]/g), ([, inside]) => words(inside!, /[\s,;]+/)).filter(
      (row) => row.length > 0,
    );
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (text.includes("\t")) return lines.map((line) => line.split("\t").map((word) => word.trim()));
  // A line such as "0,5 0,25" or "0,5;0,25" has decimal commas; "0.5, 0.25" has none.
  const separates =
    text.includes(".") ||
    (/\s/.test(text.trim()) && !/\d,\d/.test(text)) ||
    (!text.includes(";") && text.split(/\s+/).some(isList));
  return lines.map((line) => words(line, separates ? /[\s,;]+/ : /[\s;]+/));
}

/** A word with several commas is a list, such as 1,2,3. But 1,234,567 may be one number. */
function isList(word: string): boolean {
  return /[^,],[^,]+,[^,]/.test(word) && !/^\D?\d{1,3}(,\d{3})+$/.test(word);
}

function words(line: string, separator: RegExp): string[] {
  return line.split(separator).filter((word) => word !== "");
}
