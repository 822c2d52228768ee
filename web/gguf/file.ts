// The head of a GGUF file: its keys, and where each tensor is.
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
import { bytesText, cutName, cutText, fault, listText, shapeText } from "../lib/read/index.js";
import { kindOfFile, type Source, type StoredType, type TensorPlace } from "../tensors/index.js";
import { Cursor, MORE, type Fail, type Value } from "./cursor.js";
import { READ_TYPES, typeOf } from "./types.js";

export interface NamedSource extends Source {
  /** What sentences call it. */
  readonly name: string;
}

/** A tensor by its name in the file. Its extents are turned round: the last one runs fastest. */
export interface Place extends TensorPlace {
  readonly source: NamedSource;
}

export interface ReadFile {
  readonly source: NamedSource;
  readonly keys: ReadonlyMap<string, Value>;
  readonly tensors: ReadonlyMap<string, Place>;
}

/** How much is read at first, and at most: a vocabulary of 256 thousand tokens takes 8 MB. */
const FIRST = 2 ** 24;
const MOST = 2 ** 28;

/** What other files are, and what to do. */
const OTHERS: Readonly<Record<string, string>> = {
  empty: "has 0 bytes",
  "git-lfs": "is a pointer of Git LFS, not the file itself. Load the file (git lfs pull)",
  zip: "is a zip file, such as PyTorch's .bin and .pt",
  pickle: "is a pickle of Python, which could run code",
  safetensors: "is a safetensors file: openModel() of heed/model opens it, with its config.json",
  ggml: "is of a format before GGUF (ggml, ggmf or ggjt). Convert it with convert_hf_to_gguf.py of llama.cpp",
  json: "is JSON, such as a manifest of Ollama: the model is the blob of the layer whose mediaType ends in image.model",
};

export async function readFile(where: string, source: NamedSource): Promise<ReadFile> {
  const { name, size } = source;
  const fail: Fail = (what) => {
    throw fault("file", `${where}: ${name} ${what}.`);
  };
  let bytes = await source.read(0, Math.min(size, FIRST));
  const kind = kindOfFile(bytes);
  if (kind !== "gguf") fail(OTHERS[kind!] ?? "is not a GGUF file: it does not begin with the letters GGUF");
  for (;;) {
    try {
      return { source, ...parse(new Cursor(bytes, size, fail), source) };
    } catch (error) {
      if (error !== MORE) throw error;
      if (bytes.length >= MOST) fail(`has keys and a table of tensors beyond its first ${bytesText(MOST)}`);
      const before = bytes.length;
      bytes = await source.read(0, Math.min(size, 4 * before, MOST));
      if (bytes.length <= before) fail("ended while it was read");
    }
  }
}

/** The bytes that a key and a tensor take at least. */
const LEAST_KEY = 13;
const LEAST_TENSOR = 32;

function parse(cursor: Cursor, source: NamedSource): Omit<ReadFile, "source"> {
  const { fail } = cursor;
  cursor.u32("its first word");
  const version = cursor.u32("its version");
  if (version !== 0 && (version & 0xffff) === 0) fail("is big-endian; heed reads little-endian files");
  if (version !== 2 && version !== 3) fail(`is GGUF version ${version}; heed reads the versions 2 and 3`);
  const count = cursor.count("the number of tensors", LEAST_TENSOR);
  const keys = readKeys(cursor, cursor.count("the number of keys", LEAST_KEY));
  const rows = readTable(cursor, count);
  const alignment = keys.get("general.alignment") ?? 32;
  if (typeof alignment !== "number" || !Number.isInteger(Math.log2(alignment)))
    return fail(`has the key general.alignment, which must be a power of two; it is ${cutText(String(alignment))}`);
  const tensors = placed(rows, Math.ceil(cursor.at / alignment) * alignment, alignment, source, fail);
  return { keys, tensors };
}

function readKeys(cursor: Cursor, count: number): Map<string, Value> {
  const keys = new Map<string, Value>();
  for (let n = 1; n <= count; n++) {
    const key = cursor.text(`the name of key ${n}`);
    if (keys.has(key)) cursor.fail(`has the key ${cutName(key)} twice`);
    keys.set(key, cursor.value(cutName(key)));
  }
  return keys;
}

/** A row of the table of tensors. */
interface Row {
  readonly name: string;
  readonly called: string;
  readonly type: StoredType;
  readonly shape: readonly number[];
  readonly offset: bigint;
}

function readTable(cursor: Cursor, count: number): Map<string, Row> {
  const { fail } = cursor;
  const rows = new Map<string, Row>();
  for (let n = 1; n <= count; n++) {
    const name = cursor.text(`the name of tensor ${n}`);
    const called = `the tensor "${cutName(name)}"`;
    if (rows.has(name)) fail(`has ${called} twice`);
    const shape = readShape(cursor, called);
    const type = typeOf(cursor.u32(called));
    if (typeof type === "string") return fail(`has ${called} of ${type}; heed reads ${listText(READ_TYPES)}`);
    const columns = shape[shape.length - 1]!;
    const { inFiles, numbers } = type;
    if (columns % numbers !== 0)
      fail(`has ${called} of type ${inFiles} with rows of ${columns}, not a multiple of the ${numbers} of a block`);
    rows.set(name, { name, called, type, shape, offset: cursor.u64(called) });
  }
  return rows;
}

/** More numbers than this lie in no byte, of whatever type. */
const MOST_IN_A_BYTE = 32;

function readShape(cursor: Cursor, called: string): number[] {
  const axes = cursor.u32(called);
  if (axes < 1 || axes > 4) cursor.fail(`says that ${called} has ${axes} axes; a tensor has 1 to 4`);
  const extents = Array.from({ length: axes }, () => cursor.u64(called)).reverse();
  const most = BigInt(cursor.size * MOST_IN_A_BYTE);
  let count = 1n;
  for (const extent of extents) {
    count *= extent;
    if (count > 0n && count <= most) continue;
    const why = extent === 0n ? "which holds nothing" : `more than the ${bytesText(cursor.size)} of the file hold`;
    cursor.fail(`says that ${called} has the shape [${extents.join(", ")}], ${why}`);
  }
  return extents.map(Number);
}

/** All places are checked before anything is read. */
function placed(
  rows: ReadonlyMap<string, Row>,
  start: number,
  alignment: number,
  source: NamedSource,
  fail: Fail,
): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { name, called, type, shape, offset } of rows.values()) {
    const from = start + Number(offset);
    const to = from + (shape.reduce((product, extent) => product * extent, 1) / type.numbers) * type.bytes;
    if (to > source.size)
      fail(
        `is cut off: ${called} of shape ${shapeText(shape)} ends beyond the end of the file, at byte ${to} of ` +
          `${source.size}`,
      );
    if (offset % BigInt(alignment) !== 0n)
      fail(`has ${called} at byte ${offset} of its data, not a multiple of ${alignment}`);
    places.set(name, { name, type: type.inFiles, shape, from, to, source });
  }
  const inOrder = Array.from(places.values()).sort((a, b) => a.from - b.from);
  for (const [at, { name, to }] of inOrder.entries()) {
    const next = inOrder[at + 1];
    if (next !== undefined && next.from < to)
      fail(`says that the tensors "${cutName(name)}" and "${cutName(next.name)}" share bytes`);
  }
  return places;
}
