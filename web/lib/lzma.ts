// Unpacks LZMA (lc 3, lp 0, pb 0, without header), which packs the wasm a fifth smaller than deflate does. No platform has it.

/** Literals are told apart by the three highest bits of the byte before them. */
const LITERAL_CONTEXT_BITS = 3;
const PROBABILITY_BITS = 11;
const LEARNING_SHIFT = 5;

type Probabilities = Uint16Array;

/** Each starts at one half. */
function probabilities(count: number): Probabilities {
  return new Uint16Array(count).fill(1 << (PROBABILITY_BITS - 1));
}

function damaged(): Error {
  return new Error("heed.load: the wasm carried inside is damaged. Install the package anew.");
}

/** Reads bits that were written as intervals, as long as their improbability. */
class RangeDecoder {
  private at = 1; // the first byte is always 0
  private range = 2 ** 32 - 1;
  private code = 0;

  constructor(private readonly packed: Uint8Array) {
    for (let i = 0; i < 4; i++) this.code = this.code * 256 + this.byte();
  }

  private byte(): number {
    if (this.at >= this.packed.length) throw damaged();
    return this.packed[this.at++]!;
  }

  private normalize(): void {
    if (this.range >= 2 ** 24) return;
    this.range *= 256;
    this.code = this.code * 256 + this.byte();
  }

  bit(of: Probabilities, index: number): number {
    const probability = of[index]!;
    const bound = (this.range >>> PROBABILITY_BITS) * probability;
    const bit = this.code < bound ? 0 : 1;
    if (bit === 0) {
      this.range = bound;
      of[index] = probability + (((1 << PROBABILITY_BITS) - probability) >> LEARNING_SHIFT);
    } else {
      this.range -= bound;
      this.code -= bound;
      of[index] = probability - (probability >> LEARNING_SHIFT);
    }
    this.normalize();
    return bit;
  }

  /** A number of so many bits, the highest first; each bit has a probability for each beginning. */
  tree(of: Probabilities, bits: number, from = 0): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(of, from + node);
    return node - (1 << bits);
  }

  /** The same with the lowest bit first. */
  reverseTree(of: Probabilities, bits: number, from = 0): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(of, from + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** Bits as likely 0 as 1. */
  even(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      this.range = Math.floor(this.range / 2);
      const bit = this.code < this.range ? 0 : 1;
      if (bit === 1) this.code -= this.range;
      this.normalize();
      value = value * 2 + bit;
    }
    return value;
  }
}

/** Lengths from 2 on: short, middling or long ones. */
class LengthDecoder {
  private readonly choices = probabilities(2);
  private readonly short = probabilities(8);
  private readonly middling = probabilities(8);
  private readonly long = probabilities(256);

  decode(from: RangeDecoder): number {
    if (from.bit(this.choices, 0) === 0) return 2 + from.tree(this.short, 3);
    if (from.bit(this.choices, 1) === 0) return 10 + from.tree(this.middling, 3);
    return 18 + from.tree(this.long, 8);
  }
}

class DistanceDecoder {
  private readonly slots = [probabilities(64), probabilities(64), probabilities(64), probabilities(64)];
  private readonly near = probabilities(115);
  private readonly align = probabilities(16);

  decode(from: RangeDecoder, length: number): number {
    const slot = from.tree(this.slots[Math.min(length - 2, 3)]!, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + from.reverseTree(this.near, bits, base - slot);
    return base + from.even(bits - 4) * 16 + from.reverseTree(this.align, 4);
  }
}

class Unpacker {
  private readonly literals = probabilities(0x300 << LITERAL_CONTEXT_BITS);
  private readonly isCopy = probabilities(12);
  private readonly isRepeat = probabilities(12);
  /** Whether a repeat is of another distance than the last one, than the second last, than the third last. */
  private readonly isOther = [probabilities(12), probabilities(12), probabilities(12)] as const;
  private readonly isLong = probabilities(12);
  private readonly lengths = new LengthDecoder();
  private readonly repeatLengths = new LengthDecoder();
  private readonly distances = new DistanceDecoder();
  /** The last four distances, less 1, the latest first. */
  private readonly last = [0, 0, 0, 0];
  /** What came last: below 7 a literal, else a copy. */
  private state = 0;
  private end = 0;

  constructor(
    private readonly from: RangeDecoder,
    private readonly bytes: Uint8Array,
  ) {}

  unpack(): void {
    while (this.end < this.bytes.length) {
      if (this.from.bit(this.isCopy, this.state) === 0) this.literal();
      else if (this.from.bit(this.isRepeat, this.state) === 0) this.match();
      else this.repeat();
    }
  }

  private literal(): void {
    const context = 0x300 * ((this.bytes[this.end - 1] ?? 0) >> (8 - LITERAL_CONTEXT_BITS));
    let symbol = 1;
    if (this.state >= 7) {
      // After a copy, the byte that would have gone on with it is a likely guess, up to the first bit that differs.
      let guess = this.bytes[this.end - this.last[0]! - 1]!;
      for (let offset = 0x100; symbol < 0x100 && offset; guess <<= 1) {
        const guessed = (guess << 1) & 0x100;
        const bit = this.from.bit(this.literals, context + offset + guessed + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== guessed >> 8) offset = 0;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.from.bit(this.literals, context + symbol);
    this.bytes[this.end++] = symbol;
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }

  private match(): void {
    const length = this.lengths.decode(this.from);
    this.last.unshift(this.distances.decode(this.from, length));
    this.last.pop();
    this.copy(length, 7);
  }

  private repeat(): void {
    if (this.from.bit(this.isOther[0], this.state) === 0) {
      if (this.from.bit(this.isLong, this.state) === 0) return this.copy(1, 9);
    } else {
      const which =
        this.from.bit(this.isOther[1], this.state) === 0 ? 1 : 2 + this.from.bit(this.isOther[2], this.state);
      this.last.unshift(...this.last.splice(which, 1));
    }
    this.copy(this.repeatLengths.decode(this.from), 8);
  }

  private copy(length: number, stateAfterLiteral: number): void {
    const distance = this.last[0]! + 1;
    if (distance > this.end) throw damaged();
    for (let i = 0; i < length; i++, this.end++) this.bytes[this.end] = this.bytes[this.end - distance]!;
    this.state = this.state < 7 ? stateAfterLiteral : stateAfterLiteral === 7 ? 10 : 11;
  }
}

/** Unpacks the first `size` bytes. */
export function unpackLzma(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  new Unpacker(new RangeDecoder(packed), bytes).unpack();
  return bytes;
}
