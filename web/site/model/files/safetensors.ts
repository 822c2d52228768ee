// safetensors: the length of a header, the header in JSON, then the numbers.
// https://github.com/huggingface/safetensors#format
import { countOf, type Contents } from "./arrays.js";
import { BlobBytes, partOf } from "./bytes.js";
import { LONGEST_HEADER } from "./limits.js";
import { SIZE, type Float } from "./numbers.js";
import { byteCount, FileProblem, neededAndThere, PYTHON, quoted, shapeText } from "./problem.js";
import { textsOf } from "./texts.js";

const FLOATS: Readonly<Record<string, Float>> = { F16: "half", BF16: "bfloat", F32: "float", F64: "double" };
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
  const header = parsed(await file.slice(PREFIX, begin).text());
  const bytes = new BlobBytes(file);
  for (const [name, entry] of Object.entries(header)) {
    if (name === "__metadata__") addTokens(entry, into);
    else addArray(name, entry, bytes, begin, into);
  }
}

function parsed(text: string): object {
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header === "object" && header !== null && !Array.isArray(header)) return header;
  } catch {
    // The sentence below says it.
  }
  throw new FileProblem("safe-broken", {}, PYTHON.safetensors);
}

function addArray(name: string, entry: unknown, bytes: BlobBytes, begin: number, into: Contents): void {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
  if (!areExtents(shape) || !areExtents(offsets) || offsets.length !== 2 || typeof dtype !== "string")
    throw new FileProblem("safe-useless", { name: quoted(name) }, PYTHON.safetensors);
  const float = Object.hasOwn(FLOATS, dtype) ? FLOATS[dtype] : undefined;
  if (float === undefined) {
    const given = { name: quoted(name), type: quoted(dtype) };
    into.unread.push({ why: "other-type", given, python: ".float()" });
    return;
  }
  const [from, to] = offsets as [number, number];
  const needed = (countOf(shape) ?? Infinity) * SIZE[float];
  if (to - from !== needed || begin + to > bytes.length) {
    const sizes = neededAndThere(needed, Math.max(0, Math.min(to, bytes.length - begin) - from));
    throw new FileProblem("safe-cut", { name: quoted(name), shape: shapeText(shape), type: dtype, ...sizes });
  }
  const type = { float, bigEndian: false };
  into.arrays.push({ name, shape, type, fortran: false, bytes: partOf(bytes, begin + from, to - from) });
}

function areExtents(value: unknown): value is number[] {
  return Array.isArray(value) && value.length <= 16 && value.every((one) => Number.isSafeInteger(one) && one >= 0);
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
    if (lists !== undefined) into.texts.push({ name, lists });
  }
}
