// The checksum of zip files.

/** At 256 · n + byte: the remainder of a byte that n more bytes follow. */
let table: Int32Array | undefined;

function makeTable(): Int32Array {
  const made = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    made[byte] = rest;
  }
  for (let at = 256; at < made.length; at++) made[at] = made[made[at - 256]! & 255]! ^ (made[at - 256]! >>> 8);
  return made;
}

/** The CRC-32 of bytes that follow others with this one. Eight bytes at a time are three times as fast as one. */
export function crc32(bytes: Uint8Array<ArrayBuffer>, before = 0): number {
  const t = (table ??= makeTable());
  let crc = ~before;
  let at = 0;
  const one = (end: number): void => {
    while (at < end) crc = t[(crc ^ bytes[at++]!) & 255]! ^ (crc >>> 8);
  };
  one(Math.min(bytes.length, -bytes.byteOffset & 3));
  const isLong = bytes.length - at >= 8;
  const words = isLong ? new Int32Array(bytes.buffer, bytes.byteOffset + at, (bytes.length - at) >> 2) : [];
  for (let word = 0; word + 1 < words.length; word += 2, at += 8) {
    const [x, y] = [crc ^ words[word]!, words[word + 1]!];
    crc =
      t[1792 + (x & 255)]! ^
      t[1536 + ((x >>> 8) & 255)]! ^
      t[1280 + ((x >>> 16) & 255)]! ^
      t[1024 + (x >>> 24)]! ^
      t[768 + (y & 255)]! ^
      t[512 + ((y >>> 8) & 255)]! ^
      t[256 + ((y >>> 16) & 255)]! ^
      t[y >>> 24]!;
  }
  one(bytes.length);
  return ~crc >>> 0;
}
