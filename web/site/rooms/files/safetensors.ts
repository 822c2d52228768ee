// safetensors: the length of a header, the header in JSON, then the numbers.
// https://github.com/huggingface/safetensors#format
import { countOf, isMaskName, named, type Contents } from "./arrays.js";
import { BlobBytes, partOf, type Bytes } from "./bytes.js";
import { LONGEST_HEADER, MOST_AXES, MOST_MEMBERS } from "./limits.js";
import { SIZE, type Float } from "./numbers.js";
import { byteCount, FileProblem, neededAndThere, PYTHON, quoted, shapeText, told } from "./problem.js";
import { textsOf } from "./texts.js";
import { utf8 } from "./utf8.js";

const FLOATS: Readonly<Record<string, Float>> = { F16: "half", BF16: "bfloat", F32: "float", F64: "double" };
/** The types of a mask, and the bytes of a value. */
const WHOLES: Readonly<Record<string, number>> = { BOOL: 1, U8: 1, I8: 1, I32: 4, I64: 8 };
const PREFIX = 8;
const LONGEST = 16 * LONGEST_HEADER;

/** Where the header ends; undefined if the file does not begin as safetensors does. */
export async function safetensorsHeader(file: Blob): Promise<number | undefined> {
  const prefix = new DataView(await file.slice(0, PREFIX + 1).arrayBuffer());
  if (prefix.byteLength <= PREFIX || prefix.getUint8(PREFIX) !== 0x7b) return undefined;
  return PREFIX + Number(prefix.getBigUint64(0, true));
}

export async function readSafetensors(file: Blob, begin: number, into: Contents): Promise<void> {
  if (begin > file.size || begin > LONGEST) {
    throw new FileProblem("safe-long", { length: byteCount(begin - PREFIX), size: byteCount(file.size) });
  }
  const header = parsed(new Uint8Array(await file.slice(PREFIX, begin).arrayBuffer()));
  const bytes = new BlobBytes(file);
  const entries = Object.entries(header).filter(([name]) => name !== "__metadata__");
  if (entries.length > MOST_MEMBERS)
    throw new FileProblem("too-many-tensors", { count: entries.length, most: MOST_MEMBERS });
  if (Object.hasOwn(header, "__metadata__")) addTokens((header as { __metadata__: unknown }).__metadata__, into);
  const tensors = entries.map(([name, entry]) => tensorOf(name, entry, file.size - begin));
  checkPlaces(tensors, file.size - begin, into);
  for (const tensor of tensors) addArray(tensor, partOf(bytes, begin + tensor.from, tensor.to - tensor.from), into);
}

function parsed(bytes: Uint8Array<ArrayBuffer>): object {
  const text = utf8(bytes);
  if (text === undefined) throw new FileProblem("safe-not-utf8", {}, PYTHON.safetensors);
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header === "object" && header !== null && !Array.isArray(header)) return header;
  } catch {
    // The sentence below says it.
  }
  throw new FileProblem("safe-broken", {}, PYTHON.safetensors);
}

interface Tensor {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Its bytes, counted from the end of the header. */
  readonly from: number;
  readonly to: number;
}

/** @param available the bytes behind the header */
function tensorOf(name: string, entry: unknown, available: number): Tensor {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
  if (!areExtents(shape) || !areExtents(offsets) || offsets.length !== 2 || typeof dtype !== "string")
    throw new FileProblem("safe-useless", { name: quoted(name) }, PYTHON.safetensors);
  const [from, to] = offsets as [number, number];
  const given = { name: quoted(name), shape: shapeText(shape), type: quoted(dtype) };
  const float = floatOf(dtype);
  const needed = float === undefined ? to - from : (countOf(shape) ?? Infinity) * SIZE[float];
  if (from > to || to - from !== needed)
    throw new FileProblem("safe-span", { ...given, from, to, needed: byteCount(needed) });
  if (to > available) {
    const sizes = neededAndThere(needed, Math.max(0, available - from));
    throw new FileProblem("safe-cut", { ...given, ...sizes });
  }
  return { name, dtype, shape, from, to };
}

function floatOf(dtype: string): Float | undefined {
  return Object.hasOwn(FLOATS, dtype) ? FLOATS[dtype] : undefined;
}

/** No two tensors share bytes. Bytes that are of none are told. */
function checkPlaces(tensors: readonly Tensor[], available: number, into: Contents): void {
  const inOrder = tensors.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  inOrder.forEach(({ name, from }, at) => {
    const before = inOrder[at - 1];
    if (before !== undefined && from < before.to)
      throw new FileProblem("safe-overlap", { name: quoted(name), other: quoted(before.name) });
  });
  const used = inOrder.reduce((sum, { from, to }) => sum + to - from, 0);
  if (used < available) into.notes.push(told("safe-left-over", { size: byteCount(available - used) }));
}

function addArray({ name, dtype, shape }: Tensor, bytes: Bytes, into: Contents): void {
  const float = floatOf(dtype);
  if (float !== undefined)
    into.arrays.push({ ...named(name), shape, type: { float, bigEndian: false }, fortran: false, bytes });
  else if (isMaskName(name) && bytes.length === (countOf(shape) ?? 0) * (WHOLES[dtype] ?? 0))
    into.masks.push({ ...named(name), shape, fortran: false, bytes });
  else into.unread.push({ why: "other-type", given: { name: quoted(name), type: quoted(dtype) }, python: ".float()" });
}

function areExtents(value: unknown): value is number[] {
  return (
    Array.isArray(value) && value.length <= MOST_AXES && value.every((one) => Number.isSafeInteger(one) && one >= 0)
  );
}

/** Metadata are texts: a list of tokens is JSON in one of them. */
function addTokens(metadata: unknown, into: Contents): void {
  for (const [name, text] of Object.entries(metadata ?? {})) {
    if (typeof text !== "string") continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      continue;
    }
    const lists = textsOf(value);
    if (lists !== undefined) into.texts.push({ ...named(name), lists });
  }
}
