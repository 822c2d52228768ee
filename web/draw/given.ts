// What the calls are given, as the shared parts of the package take it.
import { checkMatrix, fault, inNameOf, kindOf, listOf, mustBe, type Matrix } from "../show/index.js";

/** Rows of numbers: lists, or typed arrays. */
export type MatrixRows = readonly ArrayLike<number>[];

/** A matrix of [rows, columns], or with heads and a batch before them. */
export function matrixOf(call: string, given: unknown): Matrix {
  const matrix = Array.isArray(given) ? matrixOfRows(call, given) : given;
  if (typeof matrix !== "object" || matrix === null || !("data" in matrix))
    throw fault(
      "type",
      `${call}: matrix must be { data, shape }, as heed returns it, or rows of numbers; got ${kindOf(matrix)}. ` +
        'Give the weights of a call with keep: ["weights"].',
    );
  inNameOf(call, () => checkMatrix(matrix));
  const { data, shape } = matrix as unknown as Matrix;
  return { data, shape: shape.length === 1 ? [1, ...shape] : shape };
}

function matrixOfRows(call: string, rows: readonly unknown[]): Matrix {
  const isList = (row: unknown): boolean => Array.isArray(row) || ArrayBuffer.isView(row);
  const lists = rows as MatrixRows;
  const columns = isList(lists[0]) ? lists[0]!.length : 0;
  const wrong = lists.findIndex((row) => !isList(row) || row.length !== columns);
  if (wrong !== -1)
    throw fault("type", `${call}: matrix[${wrong}] must be a row of ${columns} numbers; got ${listOf(rows[wrong])}.`);
  const data = lists.flatMap((row) => Array.from(row));
  const isSingle = lists.every((row) => row instanceof Float32Array);
  return { data: isSingle ? Float32Array.from(data) : data, shape: [rows.length, columns] };
}

/** A number in a range. */
export function checkNumber(call: string, name: string, value: unknown, [low, high]: readonly [number, number]): void {
  if (typeof value === "number" && value >= low && value <= high) return;
  mustBe(call, name, `a number from ${low} to ${high}`, value, "value");
}
