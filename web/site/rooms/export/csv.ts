// A matrix as CSV for a spreadsheet, with labels on both sides. Numbers read back as the same float32.
import { shortest } from "../../kit/index.js";
import { labelOf, type LabelledMatrix } from "./labelled.js";

/**
 * CSV as in RFC 4180: commas, CRLF, doubled quotes. NaN and ∞ are written NaN and Infinity. A label that a spreadsheet
 * would run as a formula begins with an apostrophe.
 */
export function csvOf({ data, rows, columns, rowLabels, columnLabels }: LabelledMatrix): string {
  const head = ["", ...Array.from({ length: columns }, (_, column) => field(labelOf(columnLabels, column)))];
  const lines = [head.join(",")];
  for (let row = 0; row < rows; row++) {
    const numbers = Array.from({ length: columns }, (_, column) => shortest(data[row * columns + column]!));
    lines.push([field(labelOf(rowLabels, row)), ...numbers].join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** How a spreadsheet tells a formula, which it would run. An apostrophe before it makes it a text. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A text as a field. Tokens such as =1+1 are not formulas. */
export function field(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) || /^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
