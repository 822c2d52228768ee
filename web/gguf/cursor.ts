// Goes through the beginning of a file: numbers, texts and lists, none of which reaches beyond its end.
import { bytesText } from "../lib/read/index.js";

/** Thrown where the bytes that were read end before those of the file do. */
export const MORE = Symbol("more");

/** Throws an error. Its message continues after the name of the file. */
export type Fail = (what: string) => never;

/** A value of the metadata. */
export type Value = number | boolean | string | readonly (number | boolean | string)[];

const STRING = 8;
const ARRAY = 9;
type Scalar = readonly [bytes: number, read: (view: DataView, at: number) => number | boolean];
/** Numbers and truth values by their type: bytes, and how one is read. */
const SCALARS: Readonly<Record<number, Scalar>> = {
  0: [1, (view, at) => view.getUint8(at)],
  1: [1, (view, at) => view.getInt8(at)],
  2: [2, (view, at) => view.getUint16(at, true)],
  3: [2, (view, at) => view.getInt16(at, true)],
  4: [4, (view, at) => view.getUint32(at, true)],
  5: [4, (view, at) => view.getInt32(at, true)],
  6: [4, (view, at) => view.getFloat32(at, true)],
  7: [1, (view, at) => view.getUint8(at) !== 0],
  10: [8, (view, at) => Number(view.getBigUint64(at, true))],
  11: [8, (view, at) => Number(view.getBigInt64(at, true))],
  12: [8, (view, at) => view.getFloat64(at, true)],
};

export class Cursor {
  at = 0;
  private readonly view: DataView;
  private readonly decoder = new TextDecoder();

  /** @param bytes The beginning of the file. @param size That of the file. */
  constructor(
    private readonly bytes: Uint8Array,
    readonly size: number,
    readonly fail: Fail,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get left(): number {
    return this.size - this.at;
  }

  /** Goes on by these bytes, and gives where they begin. */
  private pass(count: number, what: string): number {
    if (count > this.left) this.fail(`is cut off: ${what} ends beyond the end of the file, at ${bytesText(this.size)}`);
    const from = this.at;
    if (from + count > this.bytes.length) throw MORE;
    this.at += count;
    return from;
  }

  u32(what: string): number {
    return this.view.getUint32(this.pass(4, what), true);
  }

  u64(what: string): bigint {
    return this.view.getBigUint64(this.pass(8, what), true);
  }

  /** A count of things that take this many bytes at least: all of them must be there. */
  count(what: string, least: number): number {
    const count = this.u64(what);
    if (count > BigInt(Math.floor(this.left / least)))
      this.fail(
        `is cut off or damaged: ${what} is ${count}, more than the ${bytesText(this.left)} that follow can hold; the ` +
          `file ends at byte ${this.size}`,
      );
    return Number(count);
  }

  text(what: string): string {
    const length = this.count(`the length of ${what}`, 1);
    const from = this.pass(length, what);
    return this.decoder.decode(this.bytes.subarray(from, from + length));
  }

  value(what: string): Value {
    const type = this.u32(`the type of ${what}`);
    if (type !== ARRAY) return this.single(type, what);
    const inner = this.u32(`the type of ${what}`);
    if (inner === ARRAY) this.fail(`has ${what} as an array of arrays, which no key of a model has`);
    const [bytes] = inner === STRING ? [8] : this.scalar(inner, what);
    const count = this.count(`the number of values of ${what}`, bytes);
    const list: (number | boolean | string)[] = [];
    for (let n = 0; n < count; n++) list.push(this.single(inner, what));
    return list;
  }

  private single(type: number, what: string): number | boolean | string {
    if (type === STRING) return this.text(what);
    const [bytes, read] = this.scalar(type, what);
    return read(this.view, this.pass(bytes, what));
  }

  private scalar(type: number, what: string): Scalar {
    return SCALARS[type] ?? this.fail(`has ${what} of the type ${type}; the types of values are 0 to 12`);
  }
}
