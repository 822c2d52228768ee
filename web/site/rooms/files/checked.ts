// Bytes that lie in a zip file as they are, with their CRC-32.
import type { Bytes } from "./bytes.js";
import { crc32 } from "./crc32.js";
import { FileProblem, quoted } from "./problem.js";

const AT_ONCE = 2 ** 20;

/** What is read in order from the beginning on is checked on the way, so most bytes are read once. */
export class CheckedBytes implements Bytes {
  readonly #name: string;
  readonly #bytes: Bytes;
  readonly #saved: number;
  /** The end of the bytes that are in #crc. */
  #until = 0;
  #crc = 0;

  constructor(name: string, bytes: Bytes, saved: number) {
    this.#name = name;
    this.#bytes = bytes;
    this.#saved = saved;
  }

  get size(): number {
    return this.#bytes.size;
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#bytes.read(from, to);
    if (from <= this.#until && this.#until < to) {
      this.#crc = crc32(bytes.subarray(this.#until - from), this.#crc);
      this.#until = to;
    }
    return bytes;
  }

  readonly checkOn = async (): Promise<boolean> => {
    if (this.#until < this.size) await this.read(this.#until, Math.min(this.size, this.#until + AT_ONCE));
    if (this.#until < this.size) return false;
    if (this.#crc === this.#saved) return true;
    throw new FileProblem("other-bytes", { name: quoted(this.#name) });
  };
}
