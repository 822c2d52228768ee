// Bytes that are read a part at a time: of a file, of memory, or of anything else that gives parts of itself.

/**
 * Any bytes: an object of your own that reads parts of a file on a disk, or of an address that answers ranges. An
 * ArrayBuffer is one.
 */
export interface AnyBytes {
  /** How many there are. */
  readonly byteLength: number;
  /** The bytes from `from` up to `to`, without the byte at `to`. */
  slice(from: number, to: number): ArrayBuffer | ArrayBufferView | Promise<ArrayBuffer | ArrayBufferView>;
}

/** A Blob, if the types in use have it. */
type AnyBlob = typeof globalThis extends { Blob: { prototype: infer Known } } ? Known : never;

/** A file, as a page or a program has it. */
export type AnyFile = AnyBlob | ArrayBuffer | ArrayBufferView | AnyBytes;

/** What is read in parts. */
export interface Source {
  readonly size: number;
  /** A fresh array with a buffer of its own. It is shorter where the bytes have ended. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Of this realm or another; undefined for anything that is not a file. */
export function sourceOf(file: unknown): Source | undefined {
  if (ArrayBuffer.isView(file)) {
    const bytes = viewOf(file);
    return { size: bytes.length, read: async (from, to) => bytes.slice(from, to) };
  }
  const { size, byteLength = size, slice } = Object(file) as Partial<Blob & AnyBytes>;
  if (!Number.isSafeInteger(byteLength) || byteLength! < 0 || typeof slice !== "function") return undefined;
  return { size: byteLength!, read: async (from, to) => partOf(await (file as AnyBytes).slice(from, to)) };
}

/** The bytes of what `slice` gave. That of a Blob is a Blob. */
async function partOf(part: ArrayBuffer | ArrayBufferView | Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (ArrayBuffer.isView(part)) return viewOf(part).slice();
  return new Uint8Array("arrayBuffer" in part ? await part.arrayBuffer() : part);
}

const viewOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
