// The header of a safetensors file: 8 bytes with its length, then JSON that says where each tensor is.
// https://github.com/huggingface/safetensors#format

/** A tensor of a file. */
export interface TensorPlace {
  readonly name: string;
  /** As the header says it: "F32", "BF16" … */
  readonly type: string;
  readonly shape: readonly number[];
  /** Its bytes in the file. */
  readonly from: number;
  readonly to: number;
}

export interface TensorsHeader {
  /** The texts that the file carries, if it is right. */
  readonly metadata: unknown;
  readonly tensors: readonly TensorPlace[];
}

/** What is wrong with a file. */
export type Damage =
  /** The header takes more bytes than there are, or than anyone reads. */
  | { readonly what: "long"; readonly length: number; readonly size: number; readonly most: number }
  /** The header is no UTF-8, or no object in JSON. */
  | { readonly what: "no-text" | "no-object"; readonly reason: string }
  | { readonly what: "entry"; readonly name: string }
  | ({
      readonly what: "span" | "cut";
      readonly needed: number;
      readonly begin: number;
      readonly size: number;
    } & TensorPlace)
  | { readonly what: "overlap"; readonly name: string; readonly other: string };

/** Throws in the words of the caller. */
export type Refuse = (damage: Damage) => never;

/** The bytes that say how long the header is. */
export const SAFE_BEGIN = 8;
/** The header of a model of 7 thousand million numbers takes 30 KB. */
const LONGEST = 2 ** 24;
const MOST_AXES = 64;

/** The bytes of a number of each type. */
const BYTES: Readonly<Record<string, number>> = {
  ...{ BOOL: 1, U8: 1, I8: 1, F8_E4M3: 1, F8_E5M2: 1, I16: 2, U16: 2, F16: 2, BF16: 2 },
  ...{ I32: 4, U32: 4, F32: 4, F64: 8, I64: 8, U64: 8 },
};

/**
 * Where the header ends and the numbers begin.
 *
 * @param begin The first 8 bytes at least. @param size That of the file.
 */
export function headerEnd(begin: Uint8Array, size: number, refuse: Refuse): number {
  const most = Math.min(size - SAFE_BEGIN, LONGEST);
  const length = most < 0 ? SAFE_BEGIN : Number(new DataView(begin.buffer, begin.byteOffset).getBigUint64(0, true));
  if (length > most) refuse({ what: "long", length, size, most: Math.max(0, most) });
  return SAFE_BEGIN + length;
}

/**
 * Reads a header. Each tensor is in the file, has the bytes of its shape, and shares none with another.
 *
 * @param bytes From the ninth byte of the file to where the header ends. @param size That of the file.
 */
export function readHeader(bytes: Uint8Array, size: number, refuse: Refuse): TensorsHeader {
  const { __metadata__: metadata, ...entries } = parsed(bytes, refuse);
  const begin = SAFE_BEGIN + bytes.length;
  const tensors = Object.entries(entries).map(([name, entry]) => placeOf(name, entry, { begin, size }, refuse));
  const inOrder = tensors.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  for (const [at, { name, to }] of inOrder.entries()) {
    const next = inOrder[at + 1];
    if (next !== undefined && next.from < to) refuse({ what: "overlap", name: next.name, other: name });
  }
  return { metadata, tensors };
}

function parsed(bytes: Uint8Array, refuse: Refuse): Record<string, unknown> {
  let text: string | undefined;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const header: unknown = JSON.parse(text);
    if (typeof header === "object" && header !== null && !Array.isArray(header)) return header as never;
    throw Error("it is a list, or a single value");
  } catch (error) {
    return refuse({ what: text === undefined ? "no-text" : "no-object", reason: (error as Error).message });
  }
}

function placeOf(name: string, entry: unknown, file: { begin: number; size: number }, refuse: Refuse): TensorPlace {
  const { dtype: type, shape, data_offsets: offsets } = Object(entry) as Record<string, unknown>;
  if (typeof type !== "string" || !areExtents(shape) || !areExtents(offsets) || offsets.length !== 2)
    return refuse({ what: "entry", name });
  const [from, to] = offsets.map((offset) => file.begin + offset) as [number, number];
  // A product of many extents is Infinity, and 0 times that is NaN.
  const count = shape.includes(0) ? 0 : shape.reduce((product, extent) => product * extent, 1);
  const needed = Object.hasOwn(BYTES, type) ? BYTES[type]! * count : Math.max(0, to - from);
  const place = { name, type, shape, from, to };
  if (to - from !== needed || to > file.size)
    refuse({ what: to - from === needed ? "cut" : "span", ...place, needed, ...file });
  return place;
}

function areExtents(value: unknown): value is number[] {
  return (
    Array.isArray(value) && value.length <= MOST_AXES && value.every((one) => Number.isSafeInteger(one) && one >= 0)
  );
}
