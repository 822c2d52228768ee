// Reads a key mask: a flag for each key, one list for all batches, or one per batch.
import type { ScoreShape } from "./broadcast.js";
import { fault, numberFault } from "./fault.js";
import { flattenBooleans, isTypedNumbers } from "./nested.js";
import { isPlain, kindOf, shapeText } from "./sentences.js";
import { checkLength, readShape, type ReadTensor } from "./tensor.js";

/** Tokenizers of other libraries give bigints. */
const FLAGS: readonly unknown[] = [0, 1, false, true, 0n, 1n];

/** Flags as bytes: from a list, nested lists, or { data, shape }. */
export function readFlags(where: string, value: unknown): { data: Uint8Array; shape: readonly number[] } {
  const given = isPlain(value) && "data" in value ? value : { data: value };
  const { data, shape: extents } = given as { data: unknown; shape?: unknown };
  const list = ArrayBuffer.isView(data) && !isTypedNumbers(data) ? Array.from(data as BigInt64Array) : data;
  if (!Array.isArray(list) && !isTypedNumbers(list))
    throw fault("type", `${where}: keyMask must be an array of 0 and 1, or of booleans; got ${kindOf(value)}.`);
  const notFlag = (path: string, element: unknown): Error =>
    numberFault(
      element,
      `${where}: ${path} must be 1 or true (may attend), or else 0 or false; got ${kindOf(element)}.`,
    );
  const flat = flattenBooleans(where, "keyMask", list, notFlag, FLAGS);
  if (extents === undefined) return flat;
  const shape = readShape(where, "keyMask", extents);
  checkLength(where, "keyMask", shape, flat.data.length);
  return { data: flat.data, shape };
}

export function readKeyMask(where: string, value: unknown, { batch, keys }: ScoreShape): ReadTensor | undefined {
  if (value === undefined) return undefined;
  const { data, shape } = readFlags(where, value);
  const isOfAll = data.length === keys;
  if (shape.length > 2 || shape[shape.length - 1] !== keys || !(isOfAll || data.length === batch * keys)) {
    throw fault(
      "shape",
      `${where}: keyMask must have the shape [${batch}, ${keys}], or [${keys}] for all batches; its shape is ` +
        `${shapeText(shape)}. For pairs of query and key write mask.`,
    );
  }
  const flags = new Uint8Array(batch * keys);
  for (let at = 0; at < flags.length; at += data.length) flags.set(data, at);
  return { data: flags, shape: [batch, keys] };
}
