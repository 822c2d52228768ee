// What reads a GGUF file: its bytes, a file of Node, or the path of one.
import { cutText, fault, kindOf } from "../lib/read/index.js";
import { sourceOf, type AnyFile } from "../tensors/index.js";
import type { NamedSource } from "./file.js";

/** A FileHandle of Node, or anything else that reads by positions. It stays open until the model is read. */
export interface PositionedFile {
  /** Its size among other facts. */
  stat(): Promise<{ readonly size: number }>;
  /** Reads bytes from a position of the file, and says how many. */
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/** A file: its bytes, a file of Node, or in Node the path of one. */
export type GgufFile = AnyFile | PositionedFile | string;

/** What this needs of node:fs/promises. */
interface NodeFiles {
  open(path: string): Promise<PositionedFile & { close(): Promise<void> }>;
}

/** @param name What sentences call a file that has no name of its own. */
export async function openSource(where: string, file: unknown, name: string): Promise<NamedSource> {
  if (typeof file === "string") return fromPath(where, file);
  const { stat, read, name: own } = Object(file) as Partial<PositionedFile & File>;
  const called = own ? `"${cutText(String(own))}"` : name;
  if (typeof stat === "function" && typeof read === "function") {
    const handle = file as PositionedFile;
    const { size } = await handle.stat();
    return { name: called, size, read: (from, to) => readAt(handle, from, Math.min(to, size)) };
  }
  const source = sourceOf(file);
  if (source !== undefined) return { ...source, name: called };
  throw fault(
    "type",
    `${where}: ${name} must be a Blob, a File, an ArrayBuffer, a typed array, { byteLength, slice }, a FileHandle or ` +
      `a path; got ${kindOf(file)}.`,
  );
}

async function readAt(handle: PositionedFile, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return at === bytes.length ? bytes : bytes.slice(0, at);
}

/** A path is opened for each read, so that no file stays open. */
async function fromPath(where: string, path: string): Promise<NamedSource> {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const files = process?.getBuiltinModule?.("node:fs/promises") as NodeFiles | undefined;
  if (files === undefined)
    throw fault("type", `${where}: a path needs Node 20.16 or later, Deno or Bun; give a File, or its bytes.`);
  const withFile = async <Result>(use: (handle: PositionedFile) => Promise<Result>): Promise<Result> => {
    const handle = await files.open(path);
    return use(handle).finally(() => handle.close());
  };
  const { size } = await withFile((handle) => handle.stat());
  const read = (from: number, to: number) => withFile((handle) => readAt(handle, from, Math.min(to, size)));
  return { name: `"${cutText(path.replace(/^.*[\\/]/s, ""))}"`, size, read };
}
