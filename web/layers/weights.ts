// StoredWeights that lie once in wasm memory, in the bytes in which a file has them.
import type { Heed, Tensor } from "../lib/api/index.js";
import type { HeldWeights } from "../lib/call/index.js";
import {
  bytesText,
  checkNamed,
  fault,
  kindOf,
  listText,
  positive,
  readLayoutOption,
  tagOfObject,
} from "../lib/read/index.js";
import { STORED_TYPES } from "../tensors/index.js";
import { openerOf } from "./layer.js";

/** The types of numbers that a matrix may have in wasm memory. */
export type StoredNumbers =
  ("float32" | "float16" | "bfloat16") | ("q8_0" | "q4_0" | "q4_1" | "q5_0" | "q5_1" | "q4_k" | "q5_k" | "q6_k");

/** Shape, type and layout of a matrix of weights. */
export interface StoredWeightsOptions {
  /** `[inputs, outputs]`, or `[outputs, inputs]` with `layout: "out-in"`; for a table of rows, `[rows, columns]`. */
  shape: readonly [number, number];
  /**
   * How its numbers are stored, least byte first. bfloat16 is the upper half of a float32. `"q8_0"` and the types after
   * it are the blocks of GGUF files: a row is whole blocks, of 32 numbers, or of 256 for types that end in k, and the
   * layout is `"out-in"`. heed computes in float32, so every type is exact.
   * @default "float32"
   */
  type?: StoredNumbers | undefined;
  /**
   * As in LinearWeights. A table of embeddings that also gives a model's output is `"out-in"`.
   * @default "in-out"
   */
  layout?: "in-out" | "out-in" | undefined;
  /**
   * The numbers. write() brings them later.
   * @default zeros
   */
  bytes?: ArrayBuffer | ArrayBufferView | undefined;
}

/**
 * A matrix of weights that is in wasm memory once, as it is stored. `linear` and `feedForward` take it as a weight, for
 * any number of rows, and copy nothing of it. One row reads it once, in order.
 */
export interface StoredWeights {
  /** Its extents as it is stored. */
  readonly shape: readonly [number, number];
  /** How each number is stored. */
  readonly type: StoredNumbers;
  /** Whether a row of it belongs to an input or to an output. */
  readonly layout: "in-out" | "out-in";
  /** How many bytes it takes. */
  readonly bytes: number;
  /** Whether dispose() was called. */
  readonly disposed: boolean;
  /**
   * Writes numbers in the bytes of its type.
   *
   * @param [at=0] The byte that the first one goes to.
   */
  write(bytes: ArrayBuffer | ArrayBufferView, at?: number): void;
  /** These rows of the matrix as it is stored, in float32: the embeddings of tokens. */
  rows(numbers: readonly number[] | Int32Array): Tensor;
  /**
   * Gives the memory back. It may be called again; any other use afterwards is an error.
   * @frees its numbers
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** Makes weights that stay in wasm memory until dispose(). */
export function storedWeights(heed: Heed, options: StoredWeightsOptions): StoredWeights {
  const where = "heed/layers.storedWeights";
  const opener = openerOf(where, heed);
  checkNamed(where, "option", options, ["shape", "type", "layout", "bytes"]);
  const { shape, type = "float32", bytes } = options;
  if (!Array.isArray(shape) || shape.length !== 2)
    throw fault("type", `${where}: shape must be an array of two positive integers; got ${kindOf(shape)}.`);
  const stored = STORED_TYPES.findIndex((one) => one.type === type);
  if (stored < 0) {
    const known = STORED_TYPES.map((one) => `"${one.type}"`);
    throw fault("type", `${where}: type must be ${listText(known, "or")}; got ${kindOf(type)}.`);
  }
  const { numbers, bytes: blockBytes } = STORED_TYPES[stored]!;
  const [lines, length] = [positive(where, "shape[0]", shape[0]), positive(where, "shape[1]", shape[1])];
  const outIn = readLayoutOption(where, options.layout);
  if (length % numbers !== 0)
    throw fault("shape", `${where}: shape[1] must be a multiple of ${numbers}, a block of ${type}; got ${length}.`);
  if (numbers > 1 && !outIn)
    throw fault("value", `${where}: layout must be "out-in" for ${type}, whose rows are blocks.`);
  const lineBytes = (length / numbers) * blockBytes;
  const facts = { shape: [lines, length] as const, stored, type, lineBytes, outIn };
  const data = bytes === undefined ? undefined : bytesOf(where, bytes);
  const all = lines * lineBytes;
  if (data !== undefined && data.length !== all) {
    throw fault(
      "shape",
      `${where}: bytes must have ${bytesText(all)}, for ${lines} × ${length} numbers of ${String(type)}; ` +
        `got ${bytesText(data.length)}.`,
    );
  }
  const face = opener.holdWeights(where, facts, membersOf) as StoredWeights;
  if (data !== undefined) face.write(data);
  return face;
}

function membersOf(held: HeldWeights): PropertyDescriptorMap {
  const write = (value: unknown, at: unknown = 0): void => {
    const where = "weights.write";
    held.held("write");
    const bytes = bytesOf(where, value);
    if (bytes.length > held.bytes) {
      throw fault(
        "shape",
        `${where}: bytes must be at most the ${bytesText(held.bytes)} of the weights; got ${bytesText(bytes.length)}.`,
      );
    }
    if (!Number.isInteger(at) || (at as number) < 0 || (at as number) + bytes.length > held.bytes) {
      throw fault(
        "value",
        `${where}: at must be an integer from 0 to ${held.bytes - bytes.length}, to fit all bytes; got ${kindOf(at)}.`,
      );
    }
    held.write(bytes, at as number);
  };
  const rows = (numbers: unknown): Tensor => {
    const where = "weights.rows";
    held.held("rows");
    const list = Array.isArray(numbers) || ArrayBuffer.isView(numbers) ? Array.from(numbers as ArrayLike<unknown>) : [];
    const last = held.facts.shape[0] - 1;
    const wrong = list.findIndex((row) => !Number.isInteger(row) || (row as number) < 0 || (row as number) > last);
    if (list.length > 0 && wrong < 0) return held.lines(list as number[]);
    throw fault(
      "value",
      `${where}: numbers must be an array of rows, each from 0 to ${last}; ` +
        `got ${kindOf(wrong < 0 ? numbers : list[wrong])}.`,
    );
  };
  return { write: { value: write }, rows: { value: rows } };
}

function bytesOf(where: string, value: unknown): Uint8Array {
  if (tagOfObject(value) === "ArrayBuffer") return new Uint8Array(value as ArrayBuffer);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw fault("type", `${where}: bytes must be an ArrayBuffer or a typed array; got ${kindOf(value)}.`);
}
