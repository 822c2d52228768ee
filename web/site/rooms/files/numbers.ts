// Numbers as files hold them, turned into 32-bit floats.
import { brains, halves } from "../../../tensors/index.js";

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
      return halves(new Uint16Array(buffer), buffer.byteLength / 2);
    case "bfloat":
      return brains(new Uint16Array(buffer));
  }
}

function swap(bytes: Uint8Array, size: number): void {
  for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}
