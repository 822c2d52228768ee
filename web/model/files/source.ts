// Bytes of a file that is given whole or as a Blob, which is read in pieces.
import { cutText, fault, isPlain, kindOf, tagOfObject } from "../../lib/read/index.js";

/** A file of a model: what a page or a program has of it. Nothing is fetched. */
export type ModelFile = AnyBlob | ArrayBuffer | ArrayBufferView;

/** A Blob, where the types in use know of it. */
type AnyBlob = typeof globalThis extends { Blob: { prototype: infer Known } } ? Known : never;

/** A file that can be read in pieces. */
export interface Source {
  /** What sentences call it. */
  readonly name: string;
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Of this realm or another. */
function isFile(value: unknown): value is ModelFile {
  return ArrayBuffer.isView(value) || /^(Blob|File|ArrayBuffer)$/.test(tagOfObject(value));
}

/** @param name What sentences call a file that has no name of its own. */
export function sourceOf(where: string, value: unknown, name: string): Source {
  if (!isFile(value))
    throw fault(
      "type",
      `${where}: ${name} must be a Blob, a File, an ArrayBuffer or a typed array; got ${kindOf(value)}.`,
    );
  if ("size" in value) {
    const { name: own, size } = value as Partial<File> & Blob;
    const read = async (from: number, to: number) => new Uint8Array(await value.slice(from, to).arrayBuffer());
    return { name: own ? `"${cutText(String(own))}"` : name, size, read };
  }
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
  return { name, size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** The beginnings of files that hold weights, but not as safetensors, and what to do. */
const OTHERS: readonly (readonly [begin: string, what: string])[] = [
  ["version https://git-lfs", "is a pointer of Git LFS, not the file itself. Load the file (git lfs pull)"],
  ["PK\u0003\u0004", "is a zip file, such as PyTorch's .bin and .pt"],
  ["\u0080\u0002", "is a pickle of Python, which could run code"],
  ["GGUF", "is a GGUF file"],
  ["\u0089HDF", "is an HDF5 file"],
  ["\u0008", "looks like an ONNX file"],
  ["<", "is a page of the web, or XML"],
  ["{", "is JSON"],
];

/** What the file is, where it begins as another kind of file does. Eight bytes of safetensors are a small number. */
export function otherKind(bytes: Uint8Array): string | undefined {
  const begin = String.fromCharCode(...bytes.subarray(0, 24));
  const safe = begin.length > 8 && begin.slice(3, 8) === "\0\0\0\0\0" && begin[8] === "{";
  return safe ? undefined : OTHERS.find(([letters]) => begin.startsWith(letters))?.[1];
}

/** Reads JSON, or gives an object as it is. */
export async function readJson(where: string, value: unknown, name: string): Promise<Record<string, unknown>> {
  let given = value;
  if (isFile(value)) {
    const source = sourceOf(where, value, name);
    given = new TextDecoder().decode(await source.read(0, source.size));
  }
  if (typeof given === "string") {
    try {
      given = JSON.parse(given.replace(/^\ufeff/, ""));
    } catch (error) {
      // Without the error as a cause: Node prints that too, and it quotes the text as it is.
      throw fault("file", `${where}: ${name} must be JSON; it is not: ${cutText((error as Error).message)}.`);
    }
  }
  if (isPlain(given)) return given;
  throw fault("type", `${where}: ${name} must be an object, or its text as JSON; got ${kindOf(given)}.`);
}
