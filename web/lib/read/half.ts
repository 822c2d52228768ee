// Numbers in half precision. heed keeps them as they came, as a Uint16Array of their bits; copying them into wasm
// memory makes floats of them. A Uint16Array of a tensor holds nothing else.
import type { TypedNumbers } from "../api/index.js";
import { fault } from "./fault.js";
import { isTypedNumbers, lengthOf, tagOf, viewOf } from "./nested.js";
import { kindOf } from "./sentences.js";
import { halves } from "../../tensors/index.js";

/** Whether the data of a tensor is in half precision. */
export function isHalf(data: TypedNumbers): data is Uint16Array {
  return tagOf(data) === "Uint16Array";
}

/**
 * Reads the typed array of a tensor. Half precision becomes bits; a Uint16Array must say that it holds half precision.
 */
export function readTyped(where: string, name: string, given: TypedNumbers, type?: unknown): TypedNumbers {
  const length = lengthOf(given);
  // A subclass may report another length.
  const data = given.length === length ? given : viewOf(given, 0, length);
  const kind = tagOf(data);
  if (kind === "Float16Array") return new Uint16Array(data.buffer, data.byteOffset, length);
  if (kind === "Uint16Array" && type !== "float16") throw untagged(where, name);
  if (kind !== "Uint16Array" && type === "float16") {
    throw fault(
      "type",
      `${where}: ${name} says type: "float16", so its data must be a Uint16Array or a Float16Array; ` +
        `got ${kindOf(data)}.`,
    );
  }
  return data;
}

/** Nested arrays are read number by number, so a Uint16Array among them cannot say what it holds. */
export function refuseBits(where: string, name: string, value: unknown): void {
  if (isTypedNumbers(value) && isHalf(value)) throw untagged(where, name);
}

function untagged(where: string, name: string): TypeError {
  return fault(
    "type",
    `${where}: ${name} is a Uint16Array, which may hold float16 or integers. For float16 give { data, shape, ` +
      `type: "float16" }; for integers give Float32Array.from(data); for bfloat16 give ` +
      `new Float32Array(Uint32Array.from(data, (bits) => bits << 16).buffer).`,
  );
}

/** The numbers as floats; those in half precision as simd/half.h widens them. */
export function floatsOf(data: TypedNumbers): Float32Array {
  return isHalf(data) ? halves(data, lengthOf(data)) : Float32Array.from(data);
}
