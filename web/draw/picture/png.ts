// A picture with a pixel per cell as a data URL: a PNG with a palette, whose bytes are not compressed. So it is the
// same in every engine, and a cell takes one byte.
import { STEPS, toBase64, type Ramp } from "../../show/index.js";

/** The most bytes in a block that is not compressed. */
const BLOCK = 65_535;

/** @param steps the colour of each cell in the ramp, from 1; 0 stays transparent */
export function pngOf(rows: number, columns: number, ramp: Ramp, steps: Uint8Array): string {
  const lines = new Uint8Array(rows * (1 + columns));
  // Each line begins with its filter, which is 0.
  for (let row = 0; row < rows; row++)
    lines.set(steps.subarray(row * columns, (row + 1) * columns), row * (1 + columns) + 1);
  const palette = new Uint8Array(3 * (STEPS + 1));
  palette.set(ramp, 3);
  const file = [
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    // 8 bits for a place in the palette
    ...chunk("IHDR", [word(columns), word(rows), [8, 3, 0, 0, 0]]),
    ...chunk("PLTE", [palette]),
    ...chunk("tRNS", [[0]]),
    ...chunk("IDAT", stored(lines)),
    ...chunk("IEND", []),
  ];
  return `data:image/png;base64,${toBase64(joined(file))}`;
}

type Bytes = ArrayLike<number>;

/** Bytes as zlib writes them, as they are. */
function stored(bytes: Uint8Array): Bytes[] {
  const parts: Bytes[] = [[0x78, 0x01]];
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const part = bytes.subarray(at, at + BLOCK);
    const { length } = part;
    parts.push([Number(at + BLOCK >= bytes.length), length, length >> 8, ~length, ~length >> 8], part);
  }
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return [...parts, word((high << 16) | low)];
}

function chunk(name: string, content: readonly Bytes[]): Bytes[] {
  const named = joined([Array.from(name, (letter) => letter.charCodeAt(0)), ...content]);
  return [word(named.length - 4), named, word(crc32(named))];
}

/** A number as four bytes, the highest first. */
function word(value: number): Bytes {
  return [value >> 24, value >> 16, value >> 8, value];
}

function joined(parts: readonly Bytes[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The CRC-32 of a chunk, bit by bit: these are few bytes beside those of a zip file, which has a table. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc;
}
