// Reads documents: a number for each row, and rows see only their own number.
import type { ScoreShape } from "./broadcast.js";
import { fault } from "./fault.js";
import { readPositions } from "./number-lists.js";
import { checkNames, isPlain } from "./sentences.js";
import type { ReadTensor } from "./tensor.js";

type Rows = "queries" | "keys";

/** The documents of queries and of keys, a number for each row of each batch. */
export function readDocuments(
  where: string,
  value: unknown,
  shape: ScoreShape,
): Partial<Record<"queryDocuments" | "keyDocuments", ReadTensor>> {
  if (value === undefined) return {};
  const isPair = isPlain(value) && ("queries" in value || "keys" in value);
  if (isPair) checkNames(where, "part of documents", value, ["queries", "keys"]);
  if (!isPair && shape.queries !== shape.keys) {
    throw fault(
      "value",
      `${where}: documents must be { queries, keys } if the numbers of queries and keys differ; the ` +
        `scores are ${shape.queries} × ${shape.keys}.`,
    );
  }
  const { queries, keys } = isPair ? value : { queries: value, keys: value };
  const read = (rows: Rows, given: unknown): ReadTensor =>
    readNumbersOfRows(where, isPair ? `documents.${rows}` : "documents", given, shape, rows);
  const queryDocuments = read("queries", queries);
  return { queryDocuments, keyDocuments: isPair ? read("keys", keys) : queryDocuments };
}

function readNumbersOfRows(where: string, name: string, value: unknown, shape: ScoreShape, rows: Rows): ReadTensor {
  const numbers = readPositions(where, name, value, shape.batch, shape[rows]);
  const wrong = numbers.find((number) => (number | 0) !== number);
  if (wrong === undefined) return { data: Int32Array.from(numbers), shape: [shape.batch, shape[rows]] };
  throw fault("value", `${where}: ${name} must hold 32-bit integers; got ${wrong}.`);
}
