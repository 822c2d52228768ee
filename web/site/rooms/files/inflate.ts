// A compressed member of a zip file, unpacked from its beginning as far as somebody reads. The browser unpacks it as
// gzip, which differs from a member in its first and its last bytes: so the browser also compares the checksum.
import type { Source } from "../../../tensors/index.js";
import type { Bytes } from "./bytes.js";
import { MOST_KEPT } from "./limits.js";
import { byteCount } from "./byte-count.js";
import { FileProblem, isUnreadable, quoted } from "./problem.js";

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
 * before it begins another pass.
 */
export class InflatedBytes implements Bytes {
  readonly size: number;
  readonly #name: string;
  readonly #packed: Packed;
  readonly #budget: Budget;
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  #kept = 0;
  #pass: Pass | undefined;
  /** Whether a pass has come to its end, where the checksum is. */
  #isChecked = false;

  constructor(name: string, packed: Packed, budget: Budget) {
    if (typeof DecompressionStream === "undefined")
      throw new FileProblem("cannot-unpack", {}, 'np.savez("a.npz", attention=a, tokens=tokens)');
    this.#name = name;
    this.#packed = packed;
    this.size = packed.size;
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
      if (chunk === undefined) throw this.#problem("damaged");
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

  readonly checkOn = async (): Promise<boolean> => {
    if (this.#isChecked) return true;
    this.#pass ??= new Pass(this.#packed);
    for (const end = this.#pass.position + BLOCK; !this.#isChecked && this.#pass!.position < end;) {
      if ((await this.#next()) !== undefined) continue;
      this.#isChecked = true;
      this.#pass = undefined;
    }
    return this.#isChecked;
  };

  /** The next chunk of the running pass, which is kept; undefined at its end. */
  async #next(): Promise<Uint8Array | undefined> {
    const pass = this.#pass!;
    const begin = pass.position;
    let chunk: Uint8Array | undefined;
    try {
      chunk = await pass.next();
    } catch (error) {
      throw isUnreadable(error as Error) ? error : this.#problem("damaged");
    }
    if (pass.position > this.size) throw this.#problem("holds-more");
    if (chunk !== undefined) this.#keep(chunk, begin);
    return chunk;
  }

  #problem(key: string): FileProblem {
    this.#pass?.cancel();
    this.#pass = undefined;
    return new FileProblem(key, { name: quoted(this.#name), size: byteCount(this.size) });
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

/** A member as it is in the file. */
export interface Packed {
  readonly bytes: Source;
  readonly crc: number;
  /** The size of what it unpacks to. */
  readonly size: number;
}

/** gzip, method 8, no flags, no time. */
const GZIP_BEGIN = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** How many packed bytes are read at once. */
const READ = 2 ** 18;
/** How many are unpacked at once. All that they unpack to waits in memory, which may be a thousand times as much. */
const PIECE = 2 ** 13;

/** One way through the bytes, from the beginning on. */
class Pass {
  /** Where the next chunk begins. */
  position = 0;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #back: Uint8Array | undefined;

  constructor(packed: Packed) {
    const stream = new DecompressionStream("gzip");
    this.#reader = stream.readable.getReader();
    const writer = stream.writable.getWriter();
    // What goes wrong on the way in comes out at the other end.
    feed(packed, writer).catch((error) => writer.abort(error).catch(() => undefined));
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

async function feed({ bytes, crc, size }: Packed, writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  await writer.write(GZIP_BEGIN);
  for (let begin = 0; begin < bytes.size; begin += READ) {
    const read = await bytes.read(begin, Math.min(bytes.size, begin + READ));
    for (let at = 0; at < read.length; at += PIECE) await writer.write(read.subarray(at, at + PIECE));
  }
  const end = new DataView(new ArrayBuffer(8));
  end.setUint32(0, crc, true);
  end.setUint32(4, size % 2 ** 32, true);
  await writer.write(end);
  await writer.close();
}
