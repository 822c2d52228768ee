// A compressed member of a zip file, unpacked from its beginning as far as somebody reads.
import type { Bytes } from "./bytes.js";
import { MOST_KEPT } from "./limits.js";
import { byteCount, FileProblem, quoted } from "./problem.js";

/** What all open files may still keep. */
export interface Budget {
  left: number;
}

export function newBudget(): Budget {
  return { left: MOST_KEPT };
}

/** Kept bytes lie in blocks, so that nothing is allocated before it has been unpacked. */
const BLOCK = 2 ** 20;

/**
 * Unpacked bytes stay in memory as far as the budget goes. A read beyond them continues the running pass; one that
 * lies before it begins another pass.
 */
export class InflatedBytes implements Bytes {
  readonly length: number;
  readonly #name: string;
  readonly #packed: Blob;
  readonly #budget: Budget;
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  #kept = 0;
  #pass: Pass | undefined;

  constructor(name: string, packed: Blob, length: number, budget: Budget) {
    if (typeof DecompressionStream === "undefined")
      throw new FileProblem("cannot-unpack", {}, 'np.savez("a.npz", attention=a, tokens=tokens)');
    this.#name = name;
    this.#packed = packed;
    this.length = length;
    this.#budget = budget;
  }

  get unpacker(): this {
    return this;
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const wanted = new Uint8Array(to - from);
    let at = Math.min(to, Math.max(from, this.#copyKept(wanted, from, to)));
    if (at === to) return wanted;
    if (this.#pass === undefined || this.#pass.position > at) this.#pass = new Pass(this.#packed);
    while (at < to) {
      const begin = this.#pass.position;
      const chunk = await this.#next();
      this.#keep(chunk, begin);
      const skipped = at - begin;
      if (skipped >= chunk.length) continue;
      const useful = chunk.subarray(Math.max(0, skipped), Math.min(chunk.length, to - begin));
      wanted.set(useful, at - from);
      at += useful.length;
      this.#pass.putBack(chunk.subarray(Math.min(chunk.length, to - begin)));
    }
    return wanted;
  }

  /** Gives back what it keeps. */
  drop(): void {
    this.#budget.left += this.#blocks.length * BLOCK;
    this.#blocks.length = this.#kept = 0;
    this.#pass?.cancel();
    this.#pass = undefined;
  }

  async #next(): Promise<Uint8Array> {
    let chunk: Uint8Array | undefined;
    try {
      chunk = await this.#pass!.next();
    } catch {
      this.#pass = undefined;
      throw new FileProblem("damaged", { name: quoted(this.#name) });
    }
    if (chunk !== undefined && this.#pass!.position <= this.length) return chunk;
    this.#pass!.cancel();
    this.#pass = undefined;
    const given = { name: quoted(this.#name), size: byteCount(this.length) };
    throw new FileProblem(chunk === undefined ? "holds-less" : "holds-more", given);
  }

  /** @returns up to where the bytes were kept */
  #copyKept(into: Uint8Array, from: number, to: number): number {
    for (let at = from; at < Math.min(to, this.#kept);) {
      const block = this.#blocks[Math.floor(at / BLOCK)]!;
      const inside = at % BLOCK;
      const count = Math.min(BLOCK - inside, to - at, this.#kept - at);
      into.set(block.subarray(inside, inside + count), at - from);
      at += count;
    }
    return this.#kept;
  }

  #keep(chunk: Uint8Array, begin: number): void {
    for (let at = this.#kept - begin; at >= 0 && at < chunk.length;) {
      const inside = this.#kept % BLOCK;
      if (inside === 0 && this.#blocks.length * BLOCK === this.#kept) {
        if (this.#budget.left < BLOCK) return;
        this.#budget.left -= BLOCK;
        this.#blocks.push(new Uint8Array(BLOCK));
      }
      const count = Math.min(BLOCK - inside, chunk.length - at);
      this.#blocks.at(-1)!.set(chunk.subarray(at, at + count), inside);
      this.#kept += count;
      at += count;
    }
  }
}

/** One way through the bytes, from the beginning on. */
class Pass {
  /** Where the next chunk begins. */
  position = 0;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #back: Uint8Array | undefined;

  constructor(packed: Blob) {
    const stream = packed.stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
    this.#reader = stream.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  }

  async next(): Promise<Uint8Array | undefined> {
    const chunk = this.#back ?? (await this.#reader.read()).value;
    this.#back = undefined;
    if (chunk !== undefined) this.position += chunk.length;
    return chunk;
  }

  /** The end of the last chunk, which comes again with the next. */
  putBack(rest: Uint8Array): void {
    if (rest.length === 0) return;
    this.#back = rest;
    this.position -= rest.length;
  }

  cancel(): void {
    void this.#reader.cancel().catch(() => undefined);
  }
}
