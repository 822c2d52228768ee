// The wasm of both flavours as an entry carries it: one after the other, packed together by LZMA (they differ by little), in base64.
import carried from "heed:carried";
import type { Flavour } from "./flavour.js";
import { unpackLzma } from "./lzma.js";

export function carriedWasm(flavour: Flavour): Uint8Array<ArrayBuffer> {
  const { packed, simdSize, relaxedSize } = carried;
  const size = flavour === "simd" ? simdSize : simdSize + relaxedSize;
  return unpackLzma(fromBase64(packed), size).slice(size - (flavour === "simd" ? simdSize : relaxedSize));
}

function fromBase64(text: string): Uint8Array {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
