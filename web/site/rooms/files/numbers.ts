// Numbers as files hold them, turned into 32-bit floats.

export type Float = "half" | "bfloat" | "float" | "double";

export interface NumberType {
  readonly float: Float;
  readonly bigEndian: boolean;
}

export const SIZE: Readonly<Record<Float, number>> = { half: 2, bfloat: 2, float: 4, double: 8 };

/** As readers know it. */
export const TYPE_NAME: Readonly<Record<Float, string>> = {
  half: "float16",
  bfloat: "bfloat16",
  float: "float32",
  double: "float64",
};

/** Every half-precision number by its bits. */
let halves: Float32Array | undefined;

/** @param bytes with a buffer of their own, which may be changed or become the result */
export function decode(bytes: Uint8Array<ArrayBuffer>, { float, bigEndian }: NumberType): Float32Array<ArrayBuffer> {
  const { buffer } = bytes;
  if (bigEndian) swap(bytes, SIZE[float]);
  switch (float) {
    case "float":
      return new Float32Array(buffer);
    case "double":
      return Float32Array.from(new Float64Array(buffer));
    case "half":
      return looked(new Uint16Array(buffer), (halves ??= makeHalves()));
    case "bfloat":
      return widened(new Uint16Array(buffer));
  }
}

function looked(bits: Uint16Array, table: Float32Array): Float32Array<ArrayBuffer> {
  const values = new Float32Array(bits.length);
  for (let at = 0; at < bits.length; at++) values[at] = table[bits[at]!]!;
  return values;
}

/** A bfloat16 is the upper half of a float32. */
function widened(upper: Uint16Array): Float32Array<ArrayBuffer> {
  const bits = new Uint32Array(upper.length);
  for (let at = 0; at < upper.length; at++) bits[at] = upper[at]! << 16;
  return new Float32Array(bits.buffer);
}

function makeHalves(): Float32Array {
  return Float32Array.from({ length: 2 ** 16 }, (_, bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const [power, part] = [(bits >> 10) & 31, bits & 1023];
    if (power === 31) return part === 0 ? sign * Infinity : NaN;
    return sign * (power === 0 ? part * 2 ** -24 : (1 + part / 1024) * 2 ** (power - 15));
  });
}

function swap(bytes: Uint8Array, size: number): void {
  for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}
