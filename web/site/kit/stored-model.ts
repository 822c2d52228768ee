// A model that was trained before, as a page carries it.
import { floatsOf } from "../../lib/read/index.js";

export interface StoredNumbers {
  readonly seed: number;
  /** Of the numbers as bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** In half precision, as base64. */
  readonly numbers: string;
}

export function storedNumbers({ seed, sha256, numbers }: StoredNumbers) {
  const { buffer } = Uint8Array.from(atob(numbers), (sign) => sign.charCodeAt(0));
  return { seed, sha256, numbers: floatsOf(new Uint16Array(buffer)) as Float32Array<ArrayBuffer> };
}
