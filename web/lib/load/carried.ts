// The wasm that the default entry carries: a text of hexadecimal digits for each flavour. Base64 is shorter, but hides
// repeated bytes from gzip and brotli. With hexadecimal digits the entry takes 71 KB gzipped instead of 83 KB, and 41
// KB with brotli instead of 54 KB.
import type { Flavour } from "../api/index.js";

/** Only the text of this flavour is decoded. */
export function carriedWasm(flavour: Flavour): Uint8Array<ArrayBuffer> {
  const digits = HEED_WASM[flavour];
  const { fromHex } = Uint8Array as { fromHex?: (digits: string) => Uint8Array<ArrayBuffer> };
  return fromHex ? fromHex.call(Uint8Array, digits) : decoded(digits);
}

/** For engines without Uint8Array.fromHex: Node up to 24, browsers before 2025. */
function decoded(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = valueOf(digits, 2 * i) * 16 + valueOf(digits, 2 * i + 1);
  return bytes;
}

/** The value of a digit 0 to 9 or a to f. */
function valueOf(digits: string, at: number): number {
  const code = digits.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}
