// Opens a file: tells what kind it is, what it holds, and which part of that is attention.
import { kindOfFile, sourceOf, type AnyFile, type FileKind, type Source } from "../../../tensors/index.js";
import { named, type Contents } from "./arrays.js";
import { AheadBytes } from "./bytes.js";
import type { Budget } from "./inflate.js";
import { readJson } from "./json.js";
import { CHECKED_FIRST } from "./limits.js";
import { readNpy } from "./npy.js";
import { Part, type Reading } from "./part.js";
import { FileProblem, leftOver, quoted, told } from "./problem.js";
import { PYTHON } from "./python.js";
import { readSafetensors } from "./safetensors.js";
import { stacksOf, type Stacks } from "./stacks.js";
import { openMember, zipDirectory } from "./zip.js";

/** A file that is open: its parts, each a stack of heads, and the tokens of each. */
export class ModelFile {
  readonly parts: readonly Part[];
  readonly #partAs: (at: number, reading: Reading) => Part;
  readonly #members: Contents["members"];

  constructor(contents: Contents, stacks: Stacks) {
    // Other kinds of numbers, such as token ids, need no note.
    const unread = contents.unread.filter(({ why }) => why !== "other-type");
    const notes = [...contents.notes, ...unread.map(({ why, given }) => told(`${why}-note`, given))];
    const sources = [...stacks.attention, ...stacks.pairs];
    this.#partAs = (at, reading) => new Part(sources[at]!, reading, stacks, { ...contents, notes });
    this.parts = sources.map((_, at) => this.#partAs(at, "plain"));
    this.#members = contents.members;
  }

  partAs(at: number, reading: Reading): Part {
    return reading === "plain" ? this.parts[at]! : this.#partAs(at, reading);
  }

  /** Gives back what it keeps of unpacked bytes. */
  close(): void {
    for (const { unpacker } of this.#members) unpacker?.drop();
  }
}

/** Unpacked bytes are kept as far as the budget goes. Throws a FileProblem for what cannot be shown. */
export async function openFile(file: AnyFile, name: string, budget: Budget): Promise<ModelFile> {
  const contents: Contents = { arrays: [], masks: [], texts: [], unread: [], notes: [], members: [], textBytes: 0 };
  try {
    await readContents(sourceOf(file)!, name, contents, budget);
    await checkFirst(contents);
    return new ModelFile(contents, await stacksOf(contents));
  } catch (error) {
    for (const { unpacker } of contents.members) unpacker?.drop();
    throw error;
  }
}

/** A small file is checked before anything of it is shown, a large one while it is read. */
async function checkFirst({ members, arrays, masks }: Contents): Promise<void> {
  const isSmall = members.reduce((sum, { size }) => sum + size, 0) <= CHECKED_FIRST;
  for (const bytes of isSmall ? members : []) while ((await bytes.checkOn?.()) === false);
  // Nothing comes back to the bytes that hold no numbers.
  const used = new Set([...arrays, ...masks].map(({ bytes }) => bytes.unpacker));
  for (const { unpacker } of members) if (!used.has(unpacker)) unpacker?.drop();
}

async function readContents(file: Source, name: string, contents: Contents, budget: Budget): Promise<void> {
  const begin = await file.read(0, 24);
  const kind = kindOfFile(begin);
  switch (kind) {
    case "empty":
      throw new FileProblem("empty", { name: quoted(name) }, PYTHON.npz);
    case "zip":
      return readZip(file, name, contents, budget);
    case "npy":
      return readNpy({ name: "", title: quoted(name), folder: "" }, new AheadBytes(file), contents);
    case "json":
      return readJson(file, contents);
    case "safetensors":
      return readSafetensors(file, contents);
    default:
      throw unknownKind(name, kind, begin);
  }
}

async function readZip(file: Source, title: string, contents: Contents, budget: Budget): Promise<void> {
  const { members, leftOver: rest } = await zipDirectory(file);
  const arrays = members.filter((member) => member.name.endsWith(".npy"));
  if (arrays.length === 0) {
    const pickle = members.find((member) => member.name.endsWith(".pkl"));
    const names = members.slice(0, 4).map((member) => quoted(member.name));
    if (members.some((member) => /(^|\/)config\.json$/.test(member.name))) throw new FileProblem("zip-model");
    const key = pickle !== undefined ? "torch-save" : names.length === 0 ? "zip-empty" : "zip-others";
    throw new FileProblem(key, { names: names.join(", ") }, PYTHON.npz);
  }
  if (rest > 0) contents.notes.push(leftOver(quoted(title), rest));
  const zip = { file, bytes: new AheadBytes(file), budget };
  for (const member of arrays) {
    const bytes = await openMember(zip, member);
    contents.members.push(bytes);
    await readNpy(named(member.name.slice(0, -".npy".length)), bytes, contents);
  }
}

/** What to say of other kinds: the key of a sentence, and what it calls the kind. */
const OTHERS: { readonly [Kind in FileKind]?: readonly [key: string, kind?: string] } = {
  utf16: ["is-utf16"],
  pickle: ["is-pickle"],
  hdf5: ["is-kind", "HDF5"],
  gzip: ["is-gzip"],
  gguf: ["is-gguf"],
  picture: ["is-picture"],
  pdf: ["is-kind", "PDF"],
};

function unknownKind(name: string, of: FileKind | undefined, bytes: Uint8Array): FileProblem {
  const [key, kind = ""] = (of && OTHERS[of]) ?? ["is-unknown"];
  const first = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return new FileProblem(key, { name: quoted(name), kind, bytes: first }, PYTHON.npz);
}
