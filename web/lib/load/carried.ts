// The wasm that the default entry carries. The two flavours are nearly the same, and gzip finds only what repeats
// within 32 KB. So the pieces of both alternate, and gzip finds each piece of the second in the first. Nearly each byte
// is one printable character: gzip sees what repeats, and the text may stand in a page of any encoding. Together the
// flavours take 40 KB gzipped; as hexadecimal digits 45 KB, one after the other 67 KB.
import type { Flavour } from "../api/index.js";
import { decoded } from "./decode.js";
import { FLAVOURS } from "./flavour-names.js";

// It is outside carriedWasm(), because engines read a function twice: when it is defined, and when it is called.
// This module imports next to nothing, so that the text is the beginning of heed.js. In the middle of the code it would
// take 0.8 KB more, gzipped: gzip would not find in one half what repeats in the other.
const CARRIED: string = HEED_WASM;

/** Only the text of this flavour is decoded. scripts/build-lib.mjs writes it, and says how. */
export function carriedWasm(flavour: Flavour): Uint8Array<ArrayBuffer> {
  const text = CARRIED.split("~")
    .filter((_, at) => at % FLAVOURS.length === FLAVOURS.indexOf(flavour))
    .join("");
  return decoded(text);
}
