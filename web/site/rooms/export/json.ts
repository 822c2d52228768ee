// A matrix as JSON for programs, with its labels, shape, options and versions.
import { shortest } from "../../kit/index.js";
import { labelOf, type About, type LabelledMatrix } from "./labelled.js";

/** The version of this format. */
const VERSION = 1;

/**
 * Numbers read back as the same float32. JSON has no NaN and no infinity: they are strings. A row is a line.
 */
export function jsonOf(matrix: LabelledMatrix, { options, versions }: About): string {
  const { name, title, head, data, rows, columns, rowLabels, columnLabels } = matrix;
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `    [${Array.from({ length: columns }, (_, column) => number(data[row * columns + column]!)).join(", ")}]`,
  );
  const parts = {
    format: JSON.stringify("heed matrix"),
    formatVersion: String(VERSION),
    name: JSON.stringify(name),
    title: JSON.stringify(title),
    ...(head === undefined ? {} : { head: String(head) }),
    shape: JSON.stringify([rows, columns]),
    rowLabels: JSON.stringify(Array.from({ length: rows }, (_, row) => labelOf(rowLabels, row))),
    columnLabels: JSON.stringify(Array.from({ length: columns }, (_, column) => labelOf(columnLabels, column))),
    data: `[\n${lines.join(",\n")}\n  ]`,
    options: JSON.stringify(options, plain),
    versions: JSON.stringify(versions),
  };
  return `{\n${Object.entries(parts)
    .map(([key, text]) => `  ${JSON.stringify(key)}: ${text}`)
    .join(",\n")}\n}\n`;
}

function number(value: number): string {
  const text = shortest(value);
  return Number.isFinite(value) ? text : JSON.stringify(text);
}

/** Typed arrays among the options are written as arrays. */
function plain(_: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value))
    return Array.from(value as unknown as ArrayLike<number>, (one) =>
      Number.isFinite(one) ? Number(shortest(one)) : shortest(one),
    );
  return typeof value === "number" && !Number.isFinite(value) ? shortest(value) : value;
}
