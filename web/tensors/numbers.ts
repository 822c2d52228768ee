// Numbers of 16 bits as floats. Every one is a float, so nothing is rounded.

/** Numbers in half precision, as simd/half.h widens them. */
export function halves(data: Uint16Array, count = data.length): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(count);
  const bits = new Uint32Array(floats.buffer);
  for (let at = 0; at < count; at++) {
    const half = data[at]!;
    // The exponents of the two begin 112 apart.
    bits[at] = (half & 0x7fff) << 13;
    floats[at]! *= 2 ** 112;
    if ((half & 0x7c00) === 0x7c00) bits[at]! |= 0x7f800000;
    if (half & 0x8000) bits[at]! |= 0x80000000;
  }
  return floats;
}

/** bfloat16, which is the upper half of a float. */
export function brains(data: Uint16Array): Float32Array<ArrayBuffer> {
  return new Float32Array(Uint32Array.from(data, (bits) => bits << 16).buffer);
}
