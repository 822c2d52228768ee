// Several arrays in one file, as numpy.savez writes it: a zip file whose members are stored as they are.
import { crc32 } from "../files/index.js";
import { npyHeader } from "./npy.js";

export interface NpzArray {
  readonly name: string;
  /** NumPy's name of the type: "<f4". */
  readonly descr: string;
  readonly shape: readonly number[];
  /** The bytes of the array, one piece after the other. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** Bytes per turn of the checksum; then other work gets a turn. */
const SUMMED = 4 * 2 ** 20;
/** Letters of a text that are written; a vocabulary of another may hold any. */
const LONGEST_TEXT = 2000;
const REPLACEMENT = "\ufffd";

/** Numbers. They are written as they lie in memory: wherever wasm runs, that is little-endian. */
export function numberArray(name: string, shape: readonly number[], parts: readonly Float32Array[]): NpzArray {
  const pieces = parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  return { name, descr: "<f4", shape, pieces: pieces as Uint8Array<ArrayBuffer>[] };
}

/** Texts, each as long as the longest. Half of a letter of two becomes the replacement sign. */
export function textArray(name: string, texts: readonly string[]): NpzArray {
  const letters = texts.map((text) => Array.from(text).slice(0, LONGEST_TEXT));
  const longest = Math.max(1, ...letters.map(({ length }) => length));
  const view = new DataView(new ArrayBuffer(4 * longest * texts.length));
  for (const [row, own] of letters.entries())
    for (const [at, letter] of own.entries()) {
      const whole = /\p{Surrogate}/u.test(letter) ? REPLACEMENT : letter;
      view.setUint32(4 * (row * longest + at), whole.codePointAt(0)!, true);
    }
  return { name, descr: `<U${longest}`, shape: [texts.length], pieces: [new Uint8Array(view.buffer)] };
}

/** The file. @param rest lets others work between its pieces */
export async function npzOf(arrays: readonly NpzArray[], rest: () => Promise<void>): Promise<Blob> {
  const files: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, descr, shape, pieces } of arrays) {
    const content = [npyHeader(descr, shape), ...pieces];
    const member = { name: `${name}.npy`, size: sizeOf(content), crc: await sumOf(content, rest), offset };
    const whole = [localHeader(member), ...content];
    files.push(...whole);
    directory.push(entryOf(member));
    offset += sizeOf(whole);
  }
  return new Blob([...files, ...directory, endOf(arrays.length, sizeOf(directory), offset)]);
}

const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

async function sumOf(pieces: readonly Uint8Array<ArrayBuffer>[], rest: () => Promise<void>): Promise<number> {
  let crc = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += SUMMED) {
      crc = crc32(piece.subarray(at, at + SUMMED), crc);
      if (at + SUMMED < piece.length) await rest();
    }
  return crc;
}

interface Member {
  /** In plain letters. */
  readonly name: string;
  readonly size: number;
  readonly crc: number;
  readonly offset: number;
}

/** The numbers of a record, two or four bytes each, and then a name. */
function record(fields: readonly (readonly [bytes: 2 | 4, value: number])[], name = ""): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, name.length)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  for (const sign of name) view.setUint8(at++, sign.charCodeAt(0));
  return new Uint8Array(view.buffer);
}

/** Version 2.0, stored, on the first day that a zip file can tell. */
const START = 0x21;
const plain = ({ crc, size, name }: Member) =>
  [
    ...([20, 0, 0, 0, START] as const).map((value) => [2, value] as const),
    ...[crc, size, size].map((value) => [4, value] as const),
    ...[name.length, 0].map((value) => [2, value] as const),
  ] as const;

function localHeader(member: Member): Uint8Array<ArrayBuffer> {
  return record([[4, 0x04034b50], ...plain(member)], member.name);
}

function entryOf(member: Member): Uint8Array<ArrayBuffer> {
  const rest = [
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, member.offset],
  ] as const;
  return record([[4, 0x02014b50], [2, 20], ...plain(member), ...rest], member.name);
}

function endOf(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  return record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
}
