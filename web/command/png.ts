// A picture with a pixel per cell as a data URL, where there is no canvas.
import { deflateSync } from "node:zlib";
import type { Ramp } from "../show/index.js";
import { crc32 } from "../site/rooms/files/index.js";

/** @param steps the colour of each cell in the ramp, from 1; 0 stays transparent */
export function pngOfCells(rows: number, columns: number, ramp: Ramp, steps: Uint8Array): string {
  const line = 1 + 4 * columns;
  const pixels = Buffer.alloc(rows * line);
  for (let at = 0; at < rows * columns; at++) {
    const step = steps[at]!;
    if (step === 0) continue;
    // Each line begins with its filter, which is 0.
    const place = Math.floor(at / columns) * line + 1 + 4 * (at % columns);
    pixels.set([ramp[3 * step - 3]!, ramp[3 * step - 2]!, ramp[3 * step - 1]!, 255], place);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  // 8 bits for each of red, green, blue and alpha
  header.set([8, 6, 0, 0, 0], 8);
  const file = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${file.toString("base64")}`;
}

function chunk(name: string, content: Buffer): Buffer {
  const whole = Buffer.alloc(12 + content.length);
  whole.writeUInt32BE(content.length, 0);
  whole.write(name, 4, "latin1");
  content.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + content.length)), 8 + content.length);
  return whole;
}
