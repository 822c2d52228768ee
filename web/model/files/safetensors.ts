// The header of a safetensors file: 8 bytes with its length, then JSON that says where each tensor lies.
import { bytesText, cutName, cutText, fault } from "../../lib/read/index.js";
import { otherKind, type Source } from "./source.js";

/** A tensor of a file. */
export interface Entry {
  readonly name: string;
  /** As the header says it: "F32", "BF16" … */
  readonly type: string;
  readonly shape: readonly number[];
  readonly source: Source;
  /** Its bytes in the file. */
  readonly from: number;
  readonly to: number;
}

/** The bytes of a number of each type. */
const BYTES: Readonly<Record<string, number>> = {
  ...{ BOOL: 1, U8: 1, I8: 1, F8_E4M3: 1, F8_E5M2: 1, I16: 2, U16: 2, F16: 2, BF16: 2 },
  ...{ I32: 4, U32: 4, F32: 4, F64: 8, I64: 8, U64: 8 },
};

/** The longest header that is read. That of a model of 7 thousand million numbers takes 30 KB. */
const LONGEST_HEADER = 2 ** 24;

export async function readHeader(where: string, source: Source): Promise<Map<string, Entry>> {
  const { name, size } = source;
  const fail = (what: string): never => {
    throw fault("file", `${where}: ${name} ${what}.`);
  };
  const begin = await source.read(0, Math.min(size, 24));
  const other = otherKind(begin);
  if (other) fail(`${other}. heed opens safetensors: model.save_pretrained(folder) of transformers writes it`);
  if (size < 8) fail(`has ${bytesText(size)}; a safetensors file begins with 8 bytes that say how long its header is`);
  const length = Number(new DataView(begin.buffer, begin.byteOffset).getBigUint64(0, true));
  if (length > size - 8)
    fail(`is cut off, or is no safetensors file: its header has ${bytesText(length)}, it ${bytesText(size)}`);
  if (length > LONGEST_HEADER)
    fail(`has a header of ${bytesText(length)}; heed reads at most ${bytesText(LONGEST_HEADER)}`);
  const text = new TextDecoder().decode(await source.read(8, 8 + length));
  let header: unknown;
  try {
    header = JSON.parse(text);
  } catch (error) {
    fail(`has a header that is no JSON: ${cutText((error as Error).message)}`);
  }
  if (typeof header !== "object" || header === null || Array.isArray(header)) fail("has a header that is no object");
  const entries = new Map<string, Entry>();
  for (const [tensor, facts] of Object.entries(header as object)) {
    if (tensor === "__metadata__") continue;
    entries.set(tensor, readEntry(tensor, facts, source, 8 + length, fail));
  }
  return entries;
}

function readEntry(name: string, facts: unknown, source: Source, start: number, fail: (what: string) => never): Entry {
  const { dtype, shape, data_offsets: offsets } = Object(facts) as Record<string, unknown>;
  const called = `"${cutName(name)}"`;
  const wholes = (list: unknown): list is number[] =>
    Array.isArray(list) && list.every((one) => Number.isSafeInteger(one) && one >= 0);
  if (typeof dtype !== "string" || !wholes(shape) || !wholes(offsets) || offsets.length !== 2)
    return fail(`has no dtype, shape and data_offsets for the tensor ${called}`);
  const [begin, end] = offsets as [number, number];
  if (begin > end) return fail(`says that the tensor ${called} ends before it begins, at ${begin} and ${end}`);
  if (start + end > source.size)
    fail(`is cut off: the tensor ${called} ends at byte ${start + end}, the file at ${source.size}`);
  const number = Object.hasOwn(BYTES, dtype) ? BYTES[dtype]! : undefined;
  const bytes = shape.reduce((product, extent) => product * extent, number ?? 0);
  if (number !== undefined && bytes !== end - begin)
    fail(
      `says that the tensor ${called} of shape [${shape.join(", ")}] and type ${dtype} has ${end - begin} bytes, ` +
        `not ${bytes}`,
    );
  return { name, type: dtype, shape, source, from: start + begin, to: start + end };
}
