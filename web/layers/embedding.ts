import type { BackwardOptions, Floats, Heed, RunInputs } from "../lib/api/index.js";
import { checkNamed, fault, kindOf, makeFloats, positive, readFlag, tagOf } from "../lib/read/index.js";
import type { Parameter } from "../train/index.js";
import { HINTS, openerOf, parametersIn, type Integers } from "./layer.js";

/** The sizes of the table. */
export interface EmbeddingOptions {
  /** Rows of the table: the numbers of tokens go from 0 to vocab − 1. */
  vocab: number;
  /** Columns of the table: the width of the model. */
  modelDim: number;
}

/** A table with a row for each token. It is outside wasm memory, so its arrays stay the same. */
export interface Embedding {
  /** `[vocab, modelDim]`. Zeros at first; write to it. */
  readonly table: Floats;
  /** The gradient with respect to table. */
  readonly dTable: Floats;
  /** One parameter, named "embedding". */
  readonly parameters: readonly Parameter[];
  /** Writes the row of each token, one after another, and returns the array. */
  read(ids: ArrayLike<number>, into: Floats): Floats;
  /** Overwrites dTable with the gradient: each row of dx is added to the row of its token. */
  backward(ids: ArrayLike<number>, dx: Floats): void;
  /** As backward, but adds to dTable, so that several readings add up. */
  add(ids: ArrayLike<number>, dx: Floats): void;
}

/** Makes a table with a row of learned numbers for each token. */
export function embedding(options: EmbeddingOptions): Embedding {
  const where = "heed/layers.embedding";
  checkNamed(where, "option", options, ["vocab", "modelDim"], { hints: HINTS });
  const vocab = positive(where, "vocab", options.vocab);
  const modelDim = positive(where, "modelDim", options.modelDim);
  const [table, dTable] = [makeFloats(where, vocab * modelDim), makeFloats(where, vocab * modelDim)];
  const check = (method: string, ids: ArrayLike<number>, name: string, rows: Floats): void => {
    const call = `embedding.${method}`;
    checkIds(call, ids, vocab);
    checkRows(call, name, rows, ids.length, modelDim);
  };
  const add = (ids: ArrayLike<number>, dx: Floats): void => {
    check("add", ids, "dx", dx);
    for (let n = 0; n < ids.length; n++) {
      const [from, to] = [n * modelDim, ids[n]! * modelDim];
      for (let c = 0; c < modelDim; c++) dTable[to + c] = dTable[to + c]! + dx[from + c]!;
    }
  };
  return Object.freeze({
    table,
    dTable,
    parameters: [{ name: "embedding", shape: [vocab, modelDim], value: table, gradient: dTable }],
    read(ids: ArrayLike<number>, into: Floats) {
      check("read", ids, "into", into);
      for (let n = 0; n < ids.length; n++)
        into.set(table.subarray(ids[n]! * modelDim, (ids[n]! + 1) * modelDim), n * modelDim);
      return into;
    },
    backward(ids: ArrayLike<number>, dx: Floats) {
      check("backward", ids, "dx", dx);
      dTable.fill(0);
      add(ids, dx);
    },
    add,
  });
}

/** The sizes of an embedding that is a layer. */
export interface EmbeddingSessionOptions extends EmbeddingOptions {
  /** How many tokens are read at once: all tokens of all sequences of a batch. */
  rows: number;
  /**
   * Tokens of a sequence, if each has a learned row for its position too.
   * @default none
   */
  positions?: number | undefined;
  /**
   * Whether it computes gradients too: dOutput, dTable, dPositions and backward().
   * @default false
   */
  backward?: boolean | undefined;
}

/** An embedding as the first layer of a chain, over buffers that stay in wasm memory. Each property is a fresh view. */
export interface EmbeddingSession {
  /** `[rows]`: the numbers of the tokens, from 0 to vocab − 1. Zeros at first; write to it. */
  readonly x: Integers;
  /** The same as x. */
  readonly ids: Integers;
  /** `[vocab, modelDim]`. Zeros at first; write to it. */
  readonly table: Floats;
  /** `[positions, modelDim]`: row i of x has the position i modulo positions. Undefined without positions. */
  readonly positions: Floats | undefined;
  /** `[rows, modelDim]`, as of the last run. */
  readonly output: Floats;
  /** `[rows, modelDim]`. Write to it. This and the gradients are undefined without `backward: true`. */
  readonly dOutput: Floats;
  /** `[vocab, modelDim]` */
  readonly dTable: Floats;
  /** `[positions, modelDim]`; undefined without positions. */
  readonly dPositions: Floats | undefined;
  /** table, and positions if there are any. */
  readonly parameters: readonly Parameter[];
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /** Computes output. */
  run(inputs?: RunInputs<"ids" | "table" | "positions">): void;
  /** Computes the gradients from dOutput. It overwrites them, or adds to them. */
  backward(options?: BackwardOptions): void;
  /**
   * Gives the memory back. It may be called again; any other use afterwards is an error.
   * @frees its buffers
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** Makes an embedding that is a layer. */
export function embeddingSession(heed: Heed, options: EmbeddingSessionOptions): EmbeddingSession {
  return openEmbedding(heed, "heed/layers.embeddingSession", options);
}

/** As embeddingSession. `where` begins the error sentences. */
export function openEmbedding(heed: Heed, where: string, options: EmbeddingSessionOptions): EmbeddingSession {
  const opener = openerOf(where, heed);
  checkNamed(where, "option", options, ["rows", "vocab", "modelDim", "positions", "backward"], { hints: HINTS });
  const [rows, vocab] = [positive(where, "rows", options.rows), positive(where, "vocab", options.vocab)];
  const placed = options.positions === undefined ? undefined : null;
  const tokens = positive(where, "positions", options.positions, 1);
  const backward = readFlag(where, "backward", options.backward);
  const names = placed === null ? ["table", "positions"] : ["table"];
  const parameters = parametersIn(() => session, names);
  const call = {
    sizes: { rows, tokens, vocab, dim: positive(where, "modelDim", options.modelDim), first: 0 },
    backward,
    given: { ids: null, table: null, positions: placed, dOutput: backward ? null : undefined },
  };
  const others = {
    parameters: { value: parameters },
    x: { enumerable: true, get: () => (session as { ids?: Integers }).ids },
  };
  const session = opener.openLayer(where, "embedding", call, others) as EmbeddingSession;
  return session;
}

function checkIds(where: string, ids: unknown, vocab: number): asserts ids is ArrayLike<number> {
  if (typeof ids !== "object" || ids === null || typeof (ids as ArrayLike<number>).length !== "number")
    throw fault("type", `${where}: ids must be an array of the numbers of tokens; got ${kindOf(ids)}.`);
  const list = ids as ArrayLike<unknown>;
  for (let n = 0; n < list.length; n++) {
    const id = list[n];
    if (Number.isInteger(id) && (id as number) >= 0 && (id as number) < vocab) continue;
    throw fault("value", `${where}: ids[${n}] must be an integer from 0 to ${vocab - 1}; got ${kindOf(id)}.`);
  }
}

function checkRows(where: string, name: string, rows: unknown, count: number, dim: number): void {
  if (!ArrayBuffer.isView(rows) || tagOf(rows) !== "Float32Array")
    throw fault("type", `${where}: ${name} must be a Float32Array; got ${kindOf(rows)}.`);
  if ((rows as Floats).length === count * dim) return;
  throw fault(
    "shape",
    `${where}: ${name} must have ${dim} numbers for each of the ${count} ids, ${count * dim}; it has ` +
      `${(rows as Floats).length}.`,
  );
}
