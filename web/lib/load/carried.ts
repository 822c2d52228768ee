// The wasm that the default entry carries. The two flavours are nearly the same, and gzip finds what repeats only
// within 32 KB. So pieces of both stand in turn, and each piece of the second is found in the first. They are
// hexadecimal digits, because base64 hides repeated bytes. Together the flavours take 36 KB gzipped; one after the
// other 59 KB.
import type { Flavour } from "../api/index.js";
import { FLAVOURS } from "./flavour.js";

/** Only the text of this flavour is decoded. */
export function carriedWasm(flavour: Flavour): Uint8Array<ArrayBuffer> {
  const digits = HEED_WASM.split(" ")
    .filter((_, at) => at % FLAVOURS.length === FLAVOURS.indexOf(flavour))
    .join("");
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
