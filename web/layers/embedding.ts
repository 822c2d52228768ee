import type { Floats } from "../lib/api/index.js";
import { checkNames, checkObject, kindOf, makeFloats, positive, tagOf } from "../lib/read/index.js";
import type { Parameter } from "../train/index.js";
import { HINTS } from "./layer.js";

/** The sizes of the table. */
export interface EmbeddingOptions {
  /** Rows of the table: the numbers of tokens go from 0 to vocab − 1. */
  vocab: number;
  /** Columns of the table. */
  dim: number;
}

/** A table with a row for each token. It lies outside wasm memory, so its arrays stay the same. */
export interface Embedding {
  /** `[vocab, dim]`. Zeros at first; write to it. */
  readonly table: Floats;
  /** The gradient with respect to table. */
  readonly dtable: Floats;
  /** One parameter, named "embedding". */
  readonly parameters: readonly Parameter[];
  /** Writes the row of each token, one after another, and returns what it wrote to. */
  read(ids: ArrayLike<number>, into: Floats): Floats;
  /** Overwrites dtable with the gradient: each row of dx is added to the row of its token. */
  backward(ids: ArrayLike<number>, dx: Floats): void;
  /** As backward, but what dtable holds stays, so that several readings add up. */
  add(ids: ArrayLike<number>, dx: Floats): void;
}

/** Makes a table with a row of learned numbers for each token. */
export function embedding(options: EmbeddingOptions): Embedding {
  const where = "heed/layers.embedding";
  checkObject(where, "options", options);
  checkNames(where, "option", options, ["vocab", "dim"], { hints: HINTS });
  const vocab = positive(where, "vocab", options.vocab);
  const dim = positive(where, "dim", options.dim);
  const [table, dtable] = [makeFloats(where, vocab * dim), makeFloats(where, vocab * dim)];
  const check = (ids: ArrayLike<number>, name: string, rows: Floats): void => {
    checkIds(where, ids, vocab);
    checkRows(where, name, rows, ids.length, dim);
  };
  const add = (ids: ArrayLike<number>, dx: Floats): void => {
    check(ids, "dx", dx);
    for (let n = 0; n < ids.length; n++) {
      const [from, to] = [n * dim, ids[n]! * dim];
      for (let c = 0; c < dim; c++) dtable[to + c] = dtable[to + c]! + dx[from + c]!;
    }
  };
  return Object.freeze({
    table,
    dtable,
    parameters: [{ name: "embedding", value: table, gradient: dtable }],
    read(ids: ArrayLike<number>, into: Floats) {
      check(ids, "into", into);
      for (let n = 0; n < ids.length; n++) into.set(table.subarray(ids[n]! * dim, (ids[n]! + 1) * dim), n * dim);
      return into;
    },
    backward(ids: ArrayLike<number>, dx: Floats) {
      check(ids, "dx", dx);
      dtable.fill(0);
      add(ids, dx);
    },
    add,
  });
}

function checkIds(where: string, ids: unknown, vocab: number): asserts ids is ArrayLike<number> {
  if (typeof ids !== "object" || ids === null || typeof (ids as ArrayLike<number>).length !== "number")
    throw new TypeError(`${where}: ids must be an array of the numbers of tokens; got ${kindOf(ids)}.`);
  const list = ids as ArrayLike<unknown>;
  for (let n = 0; n < list.length; n++) {
    const id = list[n];
    if (Number.isInteger(id) && (id as number) >= 0 && (id as number) < vocab) continue;
    throw new RangeError(`${where}: ids[${n}] must be an integer from 0 to ${vocab - 1}; got ${kindOf(id)}.`);
  }
}

function checkRows(where: string, name: string, rows: unknown, count: number, dim: number): void {
  if (!ArrayBuffer.isView(rows) || tagOf(rows) !== "Float32Array")
    throw new TypeError(`${where}: ${name} must be a Float32Array; got ${kindOf(rows)}.`);
  if ((rows as Floats).length === count * dim) return;
  throw new RangeError(
    `${where}: ${name} must have ${dim} numbers for each of the ${count} ids, ${count * dim}; it has ` +
      `${(rows as Floats).length}.`,
  );
}
