// A matrix as CSV for a spreadsheet, with labels on both sides. Numbers read back as the same float32.
import { shortest } from "../shared/index.js";
import { labelOf, type LabelledMatrix } from "./labelled.js";

/** CSV as in RFC 4180: commas, CRLF, doubled quotes. NaN and ∞ are written NaN and Infinity. */
export function csvOf({ data, rows, columns, rowLabels, columnLabels }: LabelledMatrix): string {
  const head = ["", ...Array.from({ length: columns }, (_, column) => field(labelOf(columnLabels, column)))];
  const lines = [head.join(",")];
  for (let row = 0; row < rows; row++) {
    const numbers = Array.from({ length: columns }, (_, column) => shortest(data[row * columns + column]!));
    lines.push([field(labelOf(rowLabels, row)), ...numbers].join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
