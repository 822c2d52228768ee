// Reads masks and biases, checks them against the shape of the scores, and finds the strides that repeat them.
import type { TypedNumbers } from "../api/index.js";
import { fault } from "./fault.js";
import { flattenBooleans, isTypedNumbers, lengthOf, tagOf } from "./nested.js";
import { kindOf, shapeText } from "./sentences.js";
import { checkLength, readShape, readTensor } from "./tensor.js";

/** The shape of the scores: (batch, heads, queries, keys). The caller sees the last `rank` axes of it. */
export interface ScoreShape {
  batch: number;
  heads: number;
  queries: number;
  keys: number;
  rank: number;
  /** Whether the option axes could say that these heads are rows, and the other way round. */
  hasAxes?: boolean;
}

/** One element for each pair of query and key. A stride of 0 repeats the element along that axis. */
export interface PairOperand<Data> {
  data: Data;
  shape: readonly number[];
  /** Of batch, head, query and key. */
  strides: readonly [number, number, number, number];
}

const FLOAT_MASK =
  "mask takes booleans (true = may attend). For ones and zeros of pairs write mask.map((row) => row.map(Boolean)), " +
  "for those of keys keyMask, and for numbers to add to the scores bias";

export function readMask(where: string, value: unknown, scores: ScoreShape): PairOperand<Uint8Array> {
  const { data, shape } = readBooleans(where, value);
  return broadcast(where, "mask", data, shape, scores);
}

function readBooleans(where: string, value: unknown): { data: Uint8Array; shape: readonly number[] } {
  const notBoolean = (path: string, element: unknown): TypeError =>
    typeof element === "number" || isTypedNumbers(element)
      ? fault("type", `${where}: ${FLOAT_MASK}. ${path} is ${kindOf(element)}.`)
      : fault("type", `${where}: ${path} must be true or false; got ${kindOf(element)}.`);
  if (Array.isArray(value)) return flattenBooleans(where, "mask", value, notBoolean);
  if (isBytes(value)) return flatBytes(where, value, [lengthOf(value)]);
  if (isTypedNumbers(value)) throw notBoolean("mask", value);
  if (typeof value !== "object" || value === null || !("data" in value) || !("shape" in value)) {
    throw fault(
      "type",
      `${where}: mask must be nested booleans or { data, shape } with a Uint8Array or booleans; got ${kindOf(value)}.`,
    );
  }
  const { data, shape: extents } = value;
  const shape = readShape(where, "mask", extents);
  if (isBytes(data)) return flatBytes(where, data, shape);
  if (isTypedNumbers(data)) throw notBoolean("mask.data", data);
  if (!Array.isArray(data))
    throw fault("type", `${where}: mask.data must be a Uint8Array or an array of booleans; got ${kindOf(data)}.`);
  checkLength(where, "mask", shape, data.length);
  const flat = flattenBooleans(where, "mask.data", data, notBoolean).data;
  checkLength(where, "mask", shape, flat.length);
  return { data: flat, shape };
}

function isBytes(data: unknown): data is Uint8Array {
  return ArrayBuffer.isView(data) && tagOf(data) === "Uint8Array";
}

function flatBytes(
  where: string,
  data: Uint8Array,
  shape: readonly number[],
): { data: Uint8Array; shape: readonly number[] } {
  checkLength(where, "mask", shape, lengthOf(data));
  return { data, shape };
}

export function readBias(where: string, value: unknown, scores: ScoreShape): PairOperand<TypedNumbers> {
  if (typeof firstLeaf(value) === "boolean") {
    throw fault("type", `${where}: bias takes numbers, which are added to the scores; booleans belong in mask.`);
  }
  const { data, shape } = readTensor(where, "bias", value);
  return broadcast(where, "bias", data, shape, scores);
}

function firstLeaf(value: unknown): unknown {
  let leaf = value;
  for (let depth = 0; depth < 4 && Array.isArray(leaf); depth++) leaf = leaf[0];
  return leaf;
}

/** Finds the strides that repeat a tensor over the scores. Axes are aligned at the last one. */
function broadcast<Data>(
  where: string,
  name: string,
  data: Data,
  shape: readonly number[],
  scores: ScoreShape,
): PairOperand<Data> {
  const extents = [scores.batch, scores.heads, scores.queries, scores.keys];
  const strides: [number, number, number, number] = [0, 0, 0, 0];
  if (shape.length > scores.rank) throw cannotBroadcast(where, name, shape, scores);
  let stride = 1;
  for (let axis = shape.length - 1, target = 3; axis >= 0; axis--, target--) {
    const extent = shape[axis]!;
    if (extent !== 1 && extent !== extents[target]) throw cannotBroadcast(where, name, shape, scores);
    strides[target] = extent === 1 ? 0 : stride;
    stride *= extent;
  }
  return { data, shape, strides };
}

function cannotBroadcast(
  where: string,
  name: string,
  shape: readonly number[],
  { batch, heads, queries, keys, rank, hasAxes }: ScoreShape,
): RangeError {
  const extents = [batch, heads, queries, keys].slice(4 - rank);
  const last = shape[shape.length - 1]!;
  let advice = "Its axes are aligned at the last one, and each must be equal or 1.";
  if (shape.length > extents.length) advice = `It may have at most ${extents.length} axes here.`;
  if (shape.length === 1 && last > keys) advice += " Write { data, shape } for a flat array.";
  if (last !== 1 && last < keys) {
    advice +=
      ` The last axis must cover all ${keys} keys; nothing is padded. ` + `keyLengths hides the keys after a length.`;
  }
  if (extents.length > 2 && shape.length === 2 && shape[0] === extents[0] && last === keys) {
    const wanted = shapeText([shape[0]!, ...extents.slice(1, -1).fill(1), keys]);
    advice +=
      name === "mask" && batch > 1
        ? " For a row of keys each write keyMask: true = may attend."
        : ` For a row of keys each give it the shape ${wanted}.`;
  }
  if (hasAxes && rank > 2 && last === heads) {
    advice += ` If q has ${heads} rows of ${queries} heads, rather than ${heads} heads, say axes: "rows-heads".`;
  }
  return fault(
    "shape",
    `${where}: ${name} must be broadcastable to the scores ${shapeText(extents)}; its shape is ` +
      `${shapeText(shape)}. ${advice}`,
  );
}
