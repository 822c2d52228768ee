// The file format safetensors: the length of a header in JSON, the header, and the numbers.
import { checkObject, cutName, cutText, fault, kindOf, shapeText, tagOf, tagOfObject } from "../lib/read/index.js";
import { headerEnd, readHeader, SAFE_BEGIN, type Damage, type TensorsHeader } from "../tensors/index.js";
import { checkFloats } from "./check.js";
import type { Parameter } from "./parameters.js";

/** A tensor with a name. A parameter is one. */
export type NamedTensor = Pick<Parameter, "name" | "shape" | "value">;

/**
 * Writes tensors as float32 into the bytes of a .safetensors file.
 *
 * @param [metadata={ format: "pt" }] Texts that the file carries; the default is what Python's transformers asks for.
 */
export function saveSafetensors(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>> = { format: "pt" },
): Uint8Array<ArrayBuffer> {
  const where = "heed/train.saveSafetensors";
  checkTensors(where, tensors);
  checkObject(where, "metadata", metadata);
  for (const [key, text] of Object.entries(metadata))
    if (typeof text !== "string")
      throw fault("type", `${where}: metadata.${cutText(key)} must be a string; got ${kindOf(text)}.`);
  const header = new Map<string, unknown>([["__metadata__", metadata]]);
  let end = 0;
  for (const { name, shape, value } of tensors) {
    if (header.has(name)) throw fault("value", `${where}: two tensors have the name "${cutName(name)}".`);
    const extents = checkShape(where, name, value.length, shape);
    header.set(name, { dtype: "F32", shape: extents, data_offsets: [end, (end += 4 * value.length)] });
  }
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const start = 8 + Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(start + end).fill(0x20, 8, start);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, start - 8, true);
  bytes.set(text, 8);
  let at = start;
  for (const { value } of tensors) for (let i = 0; i < value.length; i++, at += 4) view.setFloat32(at, value[i]!, true);
  return bytes;
}

const FORM = "{ name, shape, value }";

function checkTensors(where: string, tensors: unknown): asserts tensors is readonly NamedTensor[] {
  if (!Array.isArray(tensors))
    throw fault(
      "type",
      `${where}: tensors must be an array of ${FORM}, as parametersOf(session) gives; got ${kindOf(tensors)}.`,
    );
  for (const [place, one] of tensors.entries()) {
    checkObject(where, `tensors[${place}]`, one, `a plain object, as ${FORM}`);
    const { name, value } = one as NamedTensor;
    if (typeof name !== "string" || name === "__metadata__")
      throw fault(
        "type",
        `${where}: tensors[${place}].name must be a string, not "__metadata__"; got ${kindOf(name)}. Write ${FORM}.`,
      );
    checkFloats(where, `tensors[${place}].value`, value);
  }
}

function checkShape(where: string, name: string, count: number, shape: unknown = [count]): readonly number[] {
  // A copy has undefined where the array has holes.
  const extents: unknown[] = Array.isArray(shape) ? [...(shape as unknown[])] : [NaN];
  const isOne = extents.every((extent) => Number.isSafeInteger(extent) && (extent as number) >= 0);
  if (isOne && (extents as number[]).reduce((product, extent) => product * extent, 1) === count)
    return extents as number[];
  const got = Array.isArray(shape) ? shapeText(shape) : kindOf(shape);
  throw fault("shape", `${where}: ${cutName(name)} must have the shape of its ${count} numbers; got ${got}.`);
}

/** What a file of tensors says about itself. */
export interface SafetensorsHeader {
  /** The texts that it carries. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The names of its tensors. */
  readonly names: readonly string[];
}

/**
 * Reads the float32 tensors of such a file into these. Each must be there, in its shape; others are left alone. Returns
 * what the file says about itself.
 */
export function loadSafetensors(bytes: Uint8Array | ArrayBuffer, tensors: readonly NamedTensor[]): SafetensorsHeader {
  const where = "heed/train.loadSafetensors";
  checkTensors(where, tensors);
  const { header, view } = readFile(where, bytes);
  const found = new Map(header.tensors.map((one) => [one.name, one]));
  // All are checked before the first is written.
  const places = tensors.map(({ name, shape, value }) => {
    const place = found.get(name);
    if (!place) throw fault("file", `${where}: the file has no tensor named "${cutName(name)}".`);
    const wanted = checkShape(where, name, value.length, shape);
    if (place.type !== "F32")
      throw fault("file", `${where}: ${cutName(name)} must be F32; it is ${kindOf(place.type)}.`);
    if (String(place.shape) === String(wanted)) return place.from;
    throw fault(
      "file",
      `${where}: ${cutName(name)} must have the shape ${shapeText(wanted)}; ` +
        `the file has ${cutText(String(place.shape))}.`,
    );
  });
  for (const [place, { value }] of tensors.entries())
    for (let i = 0; i < value.length; i++) value[i] = view.getFloat32(places[place]! + 4 * i, true);
  const texts = Object.entries(Object(header.metadata) as object).filter(([, text]) => typeof text === "string");
  return { metadata: Object.fromEntries(texts) as Record<string, string>, names: Array.from(found.keys()) };
}

/** Of this realm or another. */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && tagOf(value) === "Uint8Array";
}

function readFile(where: string, given: unknown): { readonly header: TensorsHeader; readonly view: DataView } {
  const bytes = tagOfObject(given) === "ArrayBuffer" ? new Uint8Array(given as ArrayBuffer) : given;
  if (!isBytes(bytes))
    throw fault("type", `${where}: bytes must be a Uint8Array or an ArrayBuffer; got ${kindOf(bytes)}.`);
  const { length } = bytes;
  const fail = (what: string): never => {
    throw fault("file", `${where}: ${what}`);
  };
  const refuse = (damage: Damage): never => {
    if (!("name" in damage)) return fail("these are not the bytes of a safetensors file.");
    const name = cutName(damage.name);
    if (damage.what !== "overlap")
      return fail(`the numbers of ${name} end after the end of the file. The file is damaged.`);
    return fail(`the numbers of ${name} and ${cutName(damage.other)} overlap. The file is damaged.`);
  };
  const header = readHeader(bytes.subarray(SAFE_BEGIN, headerEnd(bytes, length, refuse)), length, refuse);
  return { header, view: new DataView(bytes.buffer, bytes.byteOffset, length) };
}
