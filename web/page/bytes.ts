// Numbers as bytes and back, bit by bit.

/** Little-endian on every machine. */
export function bytesOf(numbers: ArrayLike<number>, type: "float32" | "float16"): Uint8Array {
  const size = type === "float32" ? 4 : 2;
  const view = new DataView(new ArrayBuffer(size * numbers.length));
  for (let at = 0; at < numbers.length; at++) {
    if (type === "float32") view.setFloat32(4 * at, numbers[at]!, true);
    else view.setUint16(2 * at, halfBits(numbers[at]!), true);
  }
  return new Uint8Array(view.buffer);
}

export function numbersOfBytes(bytes: Uint8Array, type: "float32" | "float16"): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = type === "float32" ? 4 : 2;
  return Float32Array.from({ length: bytes.length / size }, (_, at) =>
    type === "float32" ? view.getFloat32(4 * at, true) : halfValue(view.getUint16(2 * at, true)),
  );
}

/** The smallest normal number of half precision, and the step between those below it. */
const [SMALLEST_NORMAL, STEP] = [2 ** -14, 2 ** -24];

/** The nearest half, ties to even. */
export function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  if (size < SMALLEST_NORMAL) return sign | toEven(size / STEP);
  let power = Math.floor(Math.log2(size));
  // The logarithm may be rounded past a power of two.
  if (size < 2 ** power) power--;
  else if (size >= 2 ** (power + 1)) power++;
  // A mantissa that is rounded up to 2 carries into the exponent.
  return sign + ((power + 14) << 10) + toEven((size / 2 ** power) * 1024);
}

export function halfValue(bits: number): number {
  const [sign, power, rest] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (power === 31) return rest === 0 ? sign * Infinity : NaN;
  return sign * (power === 0 ? rest * STEP : (1024 + rest) * 2 ** (power - 25));
}

function toEven(value: number): number {
  const down = Math.floor(value);
  const over = value - down;
  return over > 0.5 || (over === 0.5 && down % 2 === 1) ? down + 1 : down;
}
