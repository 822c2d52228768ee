// Opens a file: what kind it is, what it holds, and what of that is attention.
import type { Contents } from "./arrays.js";
import type { Budget } from "./inflate.js";
import { MOST_KEPT } from "./limits.js";
import { readJson } from "./json.js";
import { NPY_MAGIC, readNpy } from "./npy.js";
import type { StackPlace } from "./axes.js";
import { stacksOf, type Stack, type Stacks } from "./parts.js";
import { byteCount, FileProblem, PYTHON, quoted, told } from "./problem.js";
import { readSafetensors, safetensorsHeader } from "./safetensors.js";
import { tokensFor, type Tokens } from "./tokens.js";
import { openMember, zipMembers } from "./zip.js";
import { BlobBytes } from "./bytes.js";

/** A file that is open: its parts, each a stack of heads, and the tokens of each. */
export class ModelFile {
  readonly parts: readonly Part[];
  readonly #unpackers: readonly { drop(): void }[];

  constructor(contents: Contents) {
    const stacks = stacksOf(contents);
    // Other kinds of numbers, such as token ids, need no note.
    const objects = contents.unread.filter(({ why }) => why === "objects");
    const notes = objects.map(({ given }) => told("objects-note", given));
    this.parts = stacks.attention.map((stack) => new Part(stack, stacks, contents, notes));
    this.#unpackers = contents.arrays.flatMap(({ bytes }) => bytes.unpacker ?? []);
  }

  /** Gives back what it keeps of unpacked bytes. */
  close(): void {
    for (const unpacker of this.#unpackers) unpacker.drop();
  }
}

/** The vectors of one head, as the file has them. */
export interface Vectors {
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly v: Float32Array | undefined;
  readonly dim: number;
  readonly valueDim: number;
}

export class Part {
  readonly stack: Stack;
  readonly notes: readonly string[];
  readonly #texts: Contents["texts"];
  readonly #queries: Stack | undefined;
  readonly #keys: Stack | undefined;
  readonly #values: Stack | undefined;

  constructor(stack: Stack, stacks: Stacks, { texts }: Contents, notes: readonly string[]) {
    this.stack = stack;
    this.notes = [...notes, ...keepingNotes(stack)];
    this.#texts = texts;
    const fits = (rows: number) => (one: Stack) =>
      one.layers === stack.layers && one.batch === stack.batch && one.rows === rows && stack.heads % one.heads === 0;
    this.#queries = stacks.queries.find((one) => fits(stack.rows)(one) && one.heads === stack.heads);
    this.#keys = stacks.keys.find((one) => fits(stack.columns)(one) && widthsOf(one) === widthsOf(this.#queries));
    this.#values = stacks.values.find(fits(stack.columns));
  }

  /** Whether heed can compute the scores itself. */
  get hasVectors(): boolean {
    return this.#queries !== undefined && this.#keys !== undefined;
  }

  /** "float16", "float32, compressed". */
  get typeName(): string {
    const { array, typeName } = this.stack.readers[0]!;
    return (
      typeName +
      (array.bytes.unpacker !== undefined ? `, ${told("compressed")}` : "") +
      (array.fortran ? ", Fortran" : "")
    );
  }

  tokens(text: number): Tokens {
    const { name, rows, columns } = this.stack;
    return tokensFor({ texts: this.#texts, part: name, rows, columns, text });
  }

  async vectors(place: StackPlace): Promise<Vectors | undefined> {
    const [queries, keys, values] = [this.#queries, this.#keys, this.#values];
    if (queries === undefined || keys === undefined) return undefined;
    const own = ({ heads }: Stack): StackPlace => ({
      ...place,
      head: Math.floor((place.head * heads) / this.stack.heads),
    });
    return {
      q: await queries.matrix(place),
      k: await keys.matrix(own(keys)),
      v: await values?.matrix(own(values)),
      dim: queries.width(place),
      valueDim: values?.width(own(values)) ?? 0,
    };
  }
}

/** The columns of each layer. */
function widthsOf(stack: Stack | undefined): string {
  return Array.from({ length: stack?.layers ?? 0 }, (_, layer) => stack!.width({ layer, head: 0, text: 0 })).join();
}

/** What is compressed and too large to be kept whole is slow to come back to. */
function keepingNotes({ readers }: Stack): string[] {
  const unpacked = readers.reduce((sum, { array: { bytes } }) => sum + (bytes.unpacker ? bytes.length : 0), 0);
  if (unpacked <= MOST_KEPT) return [];
  return [told("keeping", { unpacked: byteCount(unpacked), kept: byteCount(MOST_KEPT) })];
}

/** Unpacked bytes are kept as far as the budget goes. Throws a FileProblem for what cannot be shown. */
export async function openFile(file: Blob, name: string, budget: Budget): Promise<ModelFile> {
  const contents: Contents = { arrays: [], texts: [], unread: [] };
  await readContents(file, name, contents, budget);
  return new ModelFile(contents);
}

async function readContents(file: Blob, name: string, contents: Contents, budget: Budget): Promise<void> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const begins = String.fromCharCode(...bytes);
  if (bytes.length === 0) throw new FileProblem("empty", { name: quoted(name) }, PYTHON.npz);
  if (begins.startsWith("PK")) return readZip(file, contents, budget);
  if (begins.startsWith(NPY_MAGIC)) return readNpy("", new BlobBytes(file), contents);
  if (/^(\xef\xbb\xbf)?\s*[[{]/.test(begins)) return readJson(file, contents);
  const header = await safetensorsHeader(file);
  if (header !== undefined) return readSafetensors(file, header, contents);
  throw unknownKind(name, begins, bytes);
}

async function readZip(file: Blob, contents: Contents, budget: Budget): Promise<void> {
  const members = await zipMembers(file);
  const arrays = members.filter((member) => member.name.endsWith(".npy"));
  if (arrays.length === 0) {
    const pickle = members.find((member) => member.name.endsWith(".pkl"));
    const names = members.slice(0, 4).map((member) => quoted(member.name));
    const key = pickle !== undefined ? "torch-save" : names.length === 0 ? "zip-empty" : "zip-others";
    throw new FileProblem(key, { names: names.join(", ") }, PYTHON.npz);
  }
  for (const member of arrays)
    await readNpy(member.name.slice(0, -".npy".length), await openMember(file, member, budget), contents);
}

/** How files begin, and the keys of what to say of them. */
const KNOWN: readonly (readonly [RegExp, key: string, kind: string])[] = [
  [/^\x80[\x01-\x05]/, "is-pickle", ""],
  [/^\x89HDF/, "is-kind", "HDF5"],
  [/^\x1f\x8b/, "is-gzip", ""],
  [/^GGUF/, "is-gguf", ""],
  [/^\x89PNG|^\xff\xd8/, "is-picture", ""],
  [/^%PDF/, "is-kind", "PDF"],
];

function unknownKind(name: string, begins: string, bytes: Uint8Array): FileProblem {
  const [, key = "is-unknown", kind = ""] = KNOWN.find(([pattern]) => pattern.test(begins)) ?? [];
  const first = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return new FileProblem(key, { name: quoted(name), kind, bytes: first }, PYTHON.npz);
}
