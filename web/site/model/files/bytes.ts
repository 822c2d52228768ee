// Bytes that are read a part at a time: of a file, or of what it unpacks to.

export interface Bytes {
  readonly length: number;
  /** What unpacks them and keeps what it unpacked; undefined for bytes that lie in the file as they are. */
  readonly unpacker?: { drop(): void } | undefined;
  /** A fresh array with a buffer of its own. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** So much is read at once while a reader goes through the bytes in order: each read of a file costs about 1 ms. */
const AHEAD = 2 ** 20;

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
    const inOrder = from === this.#next && to - from < AHEAD;
    this.#next = to;
    if (from >= this.#from && to <= this.#from + this.#ahead.length)
      return this.#ahead.slice(from - this.#from, to - this.#from);
    if (!inOrder) return this.#readNow(from, to);
    this.#ahead = await this.#readNow(from, Math.min(this.length, from + AHEAD));
    this.#from = from;
    return this.#ahead.slice(0, to - from);
  }

  async #readNow(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#blob.slice(from, to).arrayBuffer());
  }
}

/** A part of other bytes. */
export function partOf(bytes: Bytes, begin: number, length: number): Bytes {
  return { length, unpacker: bytes.unpacker, read: (from, to) => bytes.read(begin + from, begin + to) };
}
