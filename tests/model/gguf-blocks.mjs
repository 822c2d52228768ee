// Blocks of quantised weights, a number at a time, by the place that the format gives it. Shares nothing with heed.

/** The numbers of a block, and its bytes. */
export const BLOCKS = {
  ...{ F32: [1, 4], F16: [1, 2], BF16: [1, 2], Q8_0: [32, 34], Q4_0: [32, 18], Q4_1: [32, 20], Q5_0: [32, 22] },
  ...{ Q5_1: [32, 24], Q4_K: [256, 144], Q5_K: [256, 176], Q6_K: [256, 210] },
};

const { fround } = Math;

function halfAt(bytes, at) {
  const word = bytes[at] + 256 * bytes[at + 1];
  const [power, part] = [(word >> 10) & 31, word & 1023];
  const size = power === 31 ? (part ? NaN : Infinity) : power ? (1024 + part) * 2 ** (power - 25) : part * 2 ** -24;
  return word & 0x8000 ? -size : size;
}

const signed = (byte) => (byte > 127 ? byte - 256 : byte);
const nibble = (b, from, i) => (i < 16 ? b[from + i] & 15 : b[from + i - 16] >> 4);
const bit = (b, from, i) => (b[from + (i >> 3)] >> (i & 7)) & 1;

/** Scale and minimum of part p of twelve bytes. */
function sixBits(b, from, p) {
  if (p < 4) return [b[from + p] & 63, b[from + p + 4] & 63];
  const [low, high] = [b[from + p + 4] & 15, b[from + p + 4] >> 4];
  return [low | ((b[from + p - 4] >> 6) << 4), high | ((b[from + p] >> 6) << 4)];
}

function ofParts(b, at, i, fifth) {
  const [part, inside] = [Math.floor(i / 32), i % 32];
  const byte = b[at + (fifth ? 48 : 16) + 32 * Math.floor(part / 2) + inside];
  let q = part % 2 ? byte >> 4 : byte & 15;
  if (fifth) q |= ((b[at + 16 + inside] >> part) & 1) << 4;
  const [s, n] = sixBits(b, at + 4, part);
  return fround(fround(fround(halfAt(b, at) * s) * q) - fround(halfAt(b, at + 2) * n));
}

/** Number i of the block that begins at a byte. */
const NUMBERS = {
  F32: (b, at) => new DataView(b.buffer, b.byteOffset).getFloat32(at, true),
  F16: halfAt,
  BF16: (b, at) => new Float32Array(Uint32Array.of((b[at] << 16) | (b[at + 1] << 24)).buffer)[0],
  Q8_0: (b, at, i) => fround(halfAt(b, at) * signed(b[at + 2 + i])),
  Q4_0: (b, at, i) => fround(halfAt(b, at) * (nibble(b, at + 2, i) - 8)),
  Q4_1: (b, at, i) => fround(fround(halfAt(b, at) * nibble(b, at + 4, i)) + halfAt(b, at + 2)),
  Q5_0: (b, at, i) => fround(halfAt(b, at) * ((nibble(b, at + 6, i) | (bit(b, at + 2, i) << 4)) - 16)),
  Q5_1: (b, at, i) =>
    fround(fround(halfAt(b, at) * (nibble(b, at + 8, i) | (bit(b, at + 4, i) << 4))) + halfAt(b, at + 2)),
  Q4_K: (b, at, i) => ofParts(b, at, i, false),
  Q5_K: (b, at, i) => ofParts(b, at, i, true),
  Q6_K(b, at, i) {
    const [half, part, inside] = [Math.floor(i / 128), Math.floor((i % 128) / 32), i % 32];
    const byte = b[at + 64 * half + 32 * (part % 2) + inside];
    const low = part < 2 ? byte & 15 : byte >> 4;
    const q = (low | (((b[at + 128 + 32 * half + inside] >> (2 * part)) & 3) << 4)) - 32;
    const s = signed(b[at + 192 + 8 * half + 2 * part + (inside >= 16 ? 1 : 0)]);
    return fround(fround(halfAt(b, at + 208) * s) * q);
  },
};

/** The numbers of blocks. */
export function decoded(type, bytes) {
  const [numbers, size] = BLOCKS[type];
  return Float64Array.from({ length: (bytes.length / size) * numbers }, (_, n) =>
    NUMBERS[type](bytes, Math.floor(n / numbers) * size, n % numbers),
  );
}

/** The bytes of a half that is a power of two. */
const halfOf = (power) => [0, (power + 15) << 2];

/**
 * Random blocks whose numbers are about as large as this.
 *
 * @param {string} type @param {number} count how many numbers @param {number} size
 * @param {{ integer: (low: number, high: number) => number }} random
 */
export function randomBlocks(type, count, size, random) {
  const [numbers, block] = BLOCKS[type];
  const bytes = Uint8Array.from({ length: (count / numbers) * block }, () => random.integer(0, 255));
  const power = Math.round(Math.log2(size));
  for (let at = 0; at < bytes.length; at += block) {
    const put = (from, half) => bytes.set(half, at + from);
    if (type === "Q8_0") put(0, halfOf(power - 6));
    else if (type === "Q4_0" || type === "Q4_1") put(0, halfOf(power - 2));
    else if (type === "Q5_0" || type === "Q5_1") put(0, halfOf(power - 3));
    else if (type === "Q6_K") put(208, halfOf(power - 10));
    else put(0, halfOf(power - (type === "Q4_K" ? 8 : 9)));
    // The minimum is about the mean of the others.
    if (type === "Q4_1" || type === "Q5_1") put(2, [0, 0x80 | ((power + 1 + 15) << 2)]);
    if (type === "Q4_K" || type === "Q5_K") put(2, halfOf(power - 5));
  }
  return bytes;
}
