// Bytes that are read a part at a time: of a file, or of what it unpacks to.
import { sourceOf, type Source } from "../../../tensors/index.js";

export interface Bytes extends Source {
  /** What unpacks them and keeps what it unpacked; undefined for bytes that lie in the file as they are. */
  readonly unpacker?: { drop(): void } | undefined;
  /**
   * Compares some more bytes with the file's checksum of them: true once all are compared. Throws if they are not those
   * that were saved. Undefined where the file has no checksum.
   */
  readonly checkOn?: (() => Promise<boolean>) | undefined;
}

/** How much is read at once while a reader goes through the bytes in order: each read of a file costs about 1 ms. */
const AHEAD = 2 ** 20;
/** How much is read at once elsewhere. */
const BESIDE = 2 ** 14;

/** A file, for many small reads. */
export class AheadBytes implements Bytes {
  readonly #file: Source;
  #ahead = new Uint8Array(0);
  #from = 0;
  #next = -1;

  constructor(file: Source) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const isNear = from >= this.#next && from < this.#next + BESIDE;
    this.#next = to;
    if (from >= this.#from && to <= this.#from + this.#ahead.length)
      return this.#ahead.slice(from - this.#from, to - this.#from);
    const span = isNear ? AHEAD : BESIDE;
    if (to - from >= span) return this.#file.read(from, to);
    this.#ahead = await this.#file.read(from, Math.min(this.size, from + span));
    this.#from = from;
    return this.#ahead.slice(0, to - from);
  }
}

/** Bytes that lie in memory. */
export function heldBytes(bytes: ArrayBufferView): Bytes {
  return sourceOf(bytes)!;
}

/** A part of other bytes. What is checked is the whole. */
export function partOf(bytes: Bytes, begin: number, size: number): Bytes {
  const { unpacker, checkOn } = bytes;
  return { size, unpacker, checkOn, read: (from, to) => bytes.read(begin + from, begin + to) };
}
