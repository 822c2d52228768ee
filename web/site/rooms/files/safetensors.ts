// The tensors of a safetensors file, and the words for what is wrong with one.
import { headerEnd, readHeader, SAFE_BEGIN, type Damage, type Source } from "../../../tensors/index.js";
import { countOf, isMaskName, named, type Contents } from "./arrays.js";
import { AheadBytes, partOf, type Bytes } from "./bytes.js";
import { MOST_MEMBERS } from "./limits.js";
import type { Float } from "./numbers.js";
import { byteCount } from "./byte-count.js";
import { FileProblem, neededAndThere, quoted, shapeText, told } from "./problem.js";
import { PYTHON } from "./python.js";
import { textsOf } from "./texts.js";

const FLOATS: Readonly<Record<string, Float>> = { F16: "half", BF16: "bfloat", F32: "float", F64: "double" };
/** The types of a mask, and the bytes of a value. */
const WHOLES: Readonly<Record<string, number>> = { BOOL: 1, U8: 1, I8: 1, I32: 4, I64: 8 };

export async function readSafetensors(file: Source, into: Contents): Promise<void> {
  const begin = headerEnd(await file.read(0, SAFE_BEGIN), file.size, refuse);
  const header = readHeader(await file.read(SAFE_BEGIN, begin), file.size, refuse);
  if (header.tensors.length > MOST_MEMBERS)
    throw new FileProblem("too-many-tensors", { count: header.tensors.length, most: MOST_MEMBERS });
  addTokens(header.metadata, into);
  const unused = header.tensors.reduce((rest, { from, to }) => rest - (to - from), file.size - begin);
  if (unused > 0) into.notes.push(told("safe-left-over", { size: byteCount(unused) }));
  const bytes = new AheadBytes(file);
  for (const { from, to, ...tensor } of header.tensors) addArray(tensor, partOf(bytes, from, to - from), into);
}

function refuse(damage: Damage): never {
  switch (damage.what) {
    case "long":
      throw new FileProblem("safe-long", { length: byteCount(damage.length), size: byteCount(damage.size) });
    case "no-text":
      throw new FileProblem("safe-not-utf8", {}, PYTHON.safetensors);
    case "no-object":
      throw new FileProblem("safe-broken", {}, PYTHON.safetensors);
    case "entry":
      throw new FileProblem("safe-useless", { name: quoted(damage.name) }, PYTHON.safetensors);
    case "overlap":
      throw new FileProblem("safe-overlap", { name: quoted(damage.name), other: quoted(damage.other) });
    case "span":
    case "cut": {
      const { name, shape, type, from, to, begin, needed, size } = damage;
      const given = { name: quoted(name), shape: shapeText(shape), type: quoted(type) };
      if (damage.what === "cut")
        throw new FileProblem("safe-cut", { ...given, ...neededAndThere(needed, Math.max(0, size - from)) });
      const offsets = { from: from - begin, to: to - begin };
      throw new FileProblem("safe-span", { ...given, ...offsets, needed: byteCount(needed) });
    }
  }
}

interface Tensor {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly number[];
}

function addArray({ name, type, shape }: Tensor, bytes: Bytes, into: Contents): void {
  const float = Object.hasOwn(FLOATS, type) ? FLOATS[type] : undefined;
  if (float !== undefined)
    into.arrays.push({ ...named(name), shape, type: { float, bigEndian: false }, fortran: false, bytes });
  else if (isMaskName(name) && bytes.size === (countOf(shape) ?? 0) * (WHOLES[type] ?? 0))
    into.masks.push({ ...named(name), shape, fortran: false, bytes });
  else into.unread.push({ why: "other-type", given: { name: quoted(name), type: quoted(type) }, python: ".float()" });
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
