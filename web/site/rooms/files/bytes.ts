// Bytes that are read a part at a time: of a file, or of what it unpacks to.

export interface Bytes {
  readonly length: number;
  /** What unpacks them and keeps what it unpacked; undefined for bytes that lie in the file as they are. */
  readonly unpacker?: { drop(): void } | undefined;
  /** A fresh array with a buffer of its own. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
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

export class BlobBytes implements Bytes {
  readonly #blob: Blob;
  #ahead = new Uint8Array(0);
  #from = 0;
  #next = -1;

  constructor(blob: Blob) {
    this.#blob = blob;
  }

  get length(): number {
    return this.#blob.size;
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const isNear = from >= this.#next && from < this.#next + BESIDE;
    this.#next = to;
    if (from >= this.#from && to <= this.#from + this.#ahead.length)
      return this.#ahead.slice(from - this.#from, to - this.#from);
    const span = isNear ? AHEAD : BESIDE;
    if (to - from >= span) return this.#readNow(from, to);
    this.#ahead = await this.#readNow(from, Math.min(this.length, from + span));
    this.#from = from;
    return this.#ahead.slice(0, to - from);
  }

  async #readNow(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#blob.slice(from, to).arrayBuffer());
  }
}

/** A part of other bytes. What is checked is the whole. */
export function partOf(bytes: Bytes, begin: number, length: number): Bytes {
  const { unpacker, checkOn } = bytes;
  return { length, unpacker, checkOn, read: (from, to) => bytes.read(begin + from, begin + to) };
}
