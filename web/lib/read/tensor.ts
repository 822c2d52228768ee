import type { Floats, NestedNumbers, Tensor, TypedNumbers } from "../api/index.js";
import { fault } from "./fault.js";
import { floatsOf, readTyped, refuseBits } from "./half.js";
import { EACH_APART, EMPTIED, flattenNumbers, isTypedNumbers, lengthOf, viewOf } from "./nested.js";
import { CALL_OPTIONS, WEIGHTS } from "./option-names.js";
import { isPlain, kindOf, shapeText } from "./sentences.js";

/** No axis of a tensor may be longer. */
export const MAX_EXTENT = 2 ** 30;

/**
 * A tensor that was read and checked: the length of its data is the product of its shape. A Uint16Array holds the bits
 * of half precision.
 */
export interface ReadTensor {
  data: TypedNumbers;
  shape: readonly number[];
}

/** Tensors by the names of their words in src/calls.def. One that is undefined is absent. */
export type GivenTensors = Readonly<Record<string, ReadTensor | undefined>>;

/**
 * Makes a tensor of nested arrays, or of a flat array and its shape.
 *
 * @param data Nested arrays of numbers (every row of one length), or a flat array. A Float32Array with a shape is taken
 * as it is, without a copy; everything else is copied.
 * @param [shape=as data is nested] One to four positive integers whose product is the length of data.
 */
export function tensor(data: NestedNumbers, shape?: readonly number[]): Tensor {
  const read = readTensor("heed.tensor", "data", shape === undefined || isNested(data) ? data : { data, shape });
  if (shape !== undefined && isNested(data)) checkSameShape(read.shape, shape);
  const floats = isFloats(read.data) ? read.data : floatsOf(read.data);
  return tensorOf(floats as Floats, Array.from(read.shape));
}

/**
 * A part of a tensor's numbers, without a copy: `row(weights, 0, 1)` is row 1 of head 0 of `[heads, queries, keys]`.
 * `row(weights, 0)` is all rows of head 0.
 *
 * @param at An index on each of the first axes, from 0. The axes after them are taken whole.
 */
export function row(from: Tensor, ...at: readonly number[]): Floats {
  const { data, shape } = readTensor("heed.row", "tensor", from);
  let [start, count] = [0, lengthOf(data)];
  at.forEach((place, axis) => {
    const extent = shape[axis]!;
    if (!(Number.isInteger(place) && place >= 0 && place < extent))
      throw fault(
        "value",
        `heed.row: indices must be integers within the shape ${shapeText(shape)}; got ${shapeText(at)}.`,
      );
    count /= extent;
    start += place * count;
  });
  return viewOf(data, start, count) as Floats;
}

/** A tensor that heed returns. JSON has its numbers as an array, so that heed reads it again. */
export function tensorOf(data: Floats, shape: readonly number[]): Tensor {
  return Object.defineProperty({ data, shape }, "toJSON", TO_JSON);
}

const TO_JSON = {
  value(this: Tensor): { data: number[]; shape: readonly number[] } {
    return { data: Array.from(this.data), shape: this.shape };
  },
};

function isNested(data: unknown): boolean {
  return Array.isArray(data) && typeof data[0] === "object";
}

function checkSameShape(nesting: readonly number[], shape: unknown): void {
  const same =
    Array.isArray(shape) && shape.length === nesting.length && nesting.every((extent, axis) => extent === shape[axis]);
  if (same) return;
  throw fault(
    "shape",
    `heed.tensor: shape must agree with the nesting of data, which is ${shapeText(nesting)}; ` +
      `got ${Array.isArray(shape) ? shapeText(shape) : kindOf(shape)}. Leave shape out, or flatten data first.`,
  );
}

function isFloats(data: TypedNumbers): data is Float32Array {
  return data instanceof Float32Array;
}

/** Reads any TensorInput. `name` is its name in error sentences. */
export function readTensor(where: string, name: string, value: unknown): ReadTensor {
  if (typeof value !== "object" || value === null) throw notATensor(where, name, value);
  if (isTypedNumbers(value) && lengthOf(value) > 0) {
    return { data: readTyped(where, name, value), shape: [lengthOf(value)] };
  }
  if (Array.isArray(value) || isTypedNumbers(value)) {
    return flattenNumbers(where, name, value, (one) => refuseBits(where, name, one));
  }
  if (!("data" in value) || !("shape" in value)) throw notATensor(where, name, value);
  const { data, shape: extents, type } = value as { data: unknown; shape: unknown; type?: unknown };
  const shape = readShape(where, name, extents);
  if (isTypedNumbers(data)) {
    checkLength(where, name, shape, lengthOf(data));
    return { data: readTyped(where, name, data, type), shape };
  }
  if (!Array.isArray(data)) {
    throw fault("type", `${where}: ${name}.data must be a Float32Array or an array of numbers; got ${kindOf(data)}.`);
  }
  if (typeof data[0] === "object" && data[0] !== null) {
    throw fault("type", `${where}: ${name}.data must be flat if a shape is given; it holds arrays.`);
  }
  checkLength(where, name, shape, data.length);
  const flat = flattenNumbers(where, `${name}.data`, data).data;
  checkLength(where, name, shape, flat.length);
  return { data: flat, shape };
}

function notATensor(where: string, name: string, value: unknown): TypeError {
  return fault(
    "type",
    `${where}: ${name} must be a tensor { data, shape } or nested arrays of numbers; got ${kindOf(value)}.` +
      adviceFor(value),
  );
}

/** For tensors of other libraries: ONNX Runtime and transformers.js have dims, TensorFlow.js has dataSync. */
function adviceFor(value: unknown): string {
  const names = ["q", "k", "v", "x", "query", ...CALL_OPTIONS, ...WEIGHTS];
  if (isPlain(value) && Object.keys(value).some((name) => names.includes(name))) return EACH_APART;
  const { dims, dataSync } = Object(value) as { dims?: unknown; dataSync?: unknown };
  if (dims !== undefined) return " Give its dims as shape: { data: t.data, shape: t.dims }.";
  if (dataSync !== undefined) return " Give { data: t.dataSync(), shape: t.shape }.";
  return "";
}

/** Returns a copy: the caller's array may change while other arguments are read. */
export function readShape(where: string, name: string, given: unknown): readonly number[] {
  if (!Array.isArray(given)) {
    throw fault(
      "type",
      `${where}: ${name}.shape must be an array of one to four positive integers; got ${kindOf(given)}.`,
    );
  }
  if (given.length < 1 || given.length > 4) {
    throw fault("shape", `${where}: ${name}.shape must have one to four axes; got ${shapeText(given)}.`);
  }
  const shape: number[] = [];
  for (let axis = 0; axis < given.length; axis++) {
    const extent: unknown = given[axis];
    shape.push(extent as number);
    if (Number.isInteger(extent) && (extent as number) >= 1 && (extent as number) <= MAX_EXTENT) continue;
    if (typeof extent !== "number")
      throw fault("type", `${where}: ${name}.shape[${axis}] must be a positive integer; got ${kindOf(extent)}.`);
    const rule =
      extent === 0 ? "an empty tensor holds nothing to attend to" : `each axis is an integer from 1 to ${MAX_EXTENT}`;
    throw fault("shape", `${where}: ${name} has the shape ${shapeText(given)}; ${rule}.`);
  }
  return shape;
}

export function checkLength(where: string, name: string, shape: readonly number[], length: number): void {
  let count = 1;
  for (let axis = 0; axis < shape.length; axis++) count *= shape[axis]!;
  if (count === length) return;
  throw fault(
    "shape",
    `${where}: ${name} has the shape ${shapeText(shape)}, which needs ${count} ` +
      `${count === 1 ? "element" : "elements"}; its data holds ${length}.${length === 0 ? EMPTIED : ""}`,
  );
}
