// The wasm of both flavours as an entry carries it. They differ by little, so relaxed-simd is kept as changes to simd
// (scripts/carried.mjs writes them), and both together are packed by deflate and written in base64.
import carried from "heed:carried";
import type { Flavour } from "./flavour.js";
import { inflate } from "./inflate.js";

export function carriedWasm(flavour: Flavour): Uint8Array<ArrayBuffer> {
  const unpacked = inflate(fromBase64(carried.packed), carried.simdSize + carried.changesSize);
  const simd = unpacked.slice(0, carried.simdSize);
  return flavour === "simd" ? simd : applyChanges(simd, unpacked.subarray(carried.simdSize), carried.relaxedSize);
}

function fromBase64(text: string): Uint8Array {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** Changes are, over and over: how many new bytes, these bytes, how many bytes to copy, and how far on in `from` they start. */
function applyChanges(from: Uint8Array, changes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  let source = 0;
  let end = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0, more = 128; more; shift += 7) {
      more = changes[at]! & 128;
      value |= (changes[at++]! & 127) << shift;
    }
    return value;
  };
  while (end < size) {
    const fresh = number();
    bytes.set(changes.subarray(at, at + fresh), end);
    at += fresh;
    end += fresh;
    const copied = number();
    const step = number();
    source += step & 1 ? -(step + 1) / 2 : step / 2;
    bytes.set(from.subarray(source, source + copied), end);
    source += copied;
    end += copied;
  }
  return bytes;
}
