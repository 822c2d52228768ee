// Deflate (RFC 1951), unpacked: the platform's DecompressionStream came years after SIMD, and not to every test environment.

const EXTRA_LENGTH = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const BASE_LENGTH = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
/** The order in which a block gives the code lengths of the code that its own codes are written in. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A canonical Huffman code: how many symbols have each length, and the symbols in order of their codes. */
interface Code {
  counts: Uint16Array;
  symbols: Uint16Array;
}

function codeOf(lengths: ArrayLike<number>): Code {
  const counts = new Uint16Array(16);
  for (let i = 0; i < lengths.length; i++) counts[lengths[i]!]!++;
  counts[0] = 0;
  const starts = new Uint16Array(17);
  for (let length = 1; length < 16; length++) starts[length + 1] = starts[length]! + counts[length]!;
  const symbols = new Uint16Array(lengths.length);
  for (let i = 0; i < lengths.length; i++) if (lengths[i]) symbols[starts[lengths[i]!]!++] = i;
  return { counts, symbols };
}

function damaged(): Error {
  return new Error("heed.load: the wasm carried inside is damaged. Install the package anew.");
}

class Bits {
  private at = 0;
  private held = 0;
  private count = 0;

  constructor(private readonly bytes: Uint8Array) {}

  take(needed: number): number {
    while (this.count < needed) {
      if (this.at >= this.bytes.length) throw damaged();
      this.held |= this.bytes[this.at++]! << this.count;
      this.count += 8;
    }
    const value = this.held & ((1 << needed) - 1);
    this.held >>>= needed;
    this.count -= needed;
    return value;
  }

  symbol({ counts, symbols }: Code): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length++) {
      code |= this.take(1);
      const count = counts[length]!;
      if (code - first < count) return symbols[index + code - first]!;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw damaged();
  }

  /** A stored block: whole bytes, their number first. */
  stored(): Uint8Array {
    this.held = this.count = 0;
    const size = this.bytes[this.at]! | (this.bytes[this.at + 1]! << 8);
    this.at += 4 + size;
    return this.bytes.subarray(this.at - size, this.at);
  }
}

function fixedCodes(): [Code, Code] {
  const lengths = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
  return [codeOf(lengths), codeOf(Array<number>(30).fill(5))];
}

function readCodes(bits: Bits): [Code, Code] {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const given = bits.take(4) + 4;
  const order = new Uint8Array(19);
  for (let i = 0; i < given; i++) order[LENGTH_ORDER[i]!] = bits.take(3);
  const code = codeOf(order);
  const lengths: number[] = [];
  while (lengths.length < literals + distances) {
    const symbol = bits.symbol(code);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) repeat(lengths, lengths[lengths.length - 1]!, bits.take(2) + 3);
    else repeat(lengths, 0, symbol === 17 ? bits.take(3) + 3 : bits.take(7) + 11);
  }
  return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))];
}

function repeat(lengths: number[], length: number, times: number): void {
  for (let i = 0; i < times; i++) lengths.push(length);
}

/** Unpacks `size` bytes. */
export function inflate(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bits = new Bits(packed);
  const bytes = new Uint8Array(size);
  let end = 0;
  for (let last = 0; !last; ) {
    last = bits.take(1);
    const kind = bits.take(2);
    if (kind === 0) {
      const stored = bits.stored();
      bytes.set(stored, end);
      end += stored.length;
      continue;
    }
    if (kind === 3) throw damaged();
    const [literals, distances] = kind === 1 ? fixedCodes() : readCodes(bits);
    for (let symbol = bits.symbol(literals); symbol !== 256; symbol = bits.symbol(literals)) {
      if (symbol < 256) {
        bytes[end++] = symbol;
        continue;
      }
      const length = BASE_LENGTH[symbol - 257]! + bits.take(EXTRA_LENGTH[symbol - 257]!);
      const step = bits.symbol(distances);
      const extra = step < 4 ? 0 : (step >> 1) - 1;
      const distance = (step < 4 ? step : (2 + (step & 1)) << extra) + 1 + bits.take(extra);
      for (let i = 0; i < length; i++, end++) bytes[end] = bytes[end - distance]!;
    }
  }
  return bytes;
}
