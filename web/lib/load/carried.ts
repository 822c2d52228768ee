// The wasm that the default entry carries. The two flavours are nearly the same, and gzip finds only what repeats
// within 32 KB. So the pieces of both alternate, and gzip finds each piece of the second in the first. Nearly each byte
// is one printable character: gzip sees what repeats, and the text may stand in a page of any encoding. Together the
// flavours take 40 KB gzipped; as hexadecimal digits 45 KB, one after the other 67 KB.
import type { Flavour } from "../api/index.js";
import { FLAVOURS } from "./flavour.js";

/** Only the text of this flavour is decoded. scripts/build-lib.mjs writes it, and says how. */
export function carriedWasm(flavour: Flavour): Uint8Array<ArrayBuffer> {
  const text = HEED_WASM.split("~")
    .filter((_, at) => at % FLAVOURS.length === FLAVOURS.indexOf(flavour))
    .join("");
  // This loop runs once, mostly before engines compile it. Over bytes it takes half the time of one over characters.
  const bytes = new TextEncoder().encode(text);
  const { length } = bytes;
  let [count, above] = [0, 0];
  for (let i = 0; i < length; i++) {
    const place = bytes[i]! - 32;
    if (place < 92) {
      bytes[count++] = above + place - 3;
      above = 0;
    } else above = 92 * (place - 91);
  }
  return bytes.subarray(0, count);
}
