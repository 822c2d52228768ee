// How many bytes, in the words of the page.
import { localised } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import "./texts/bytes/en.json";

const UNITS = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "KB"],
] as const;

/** 1 byte, 12 KB, 50.3 MB. */
export function byteCount(bytes: number): string {
  if (bytes < 1000) return wholeBytes(bytes);
  // No file has so much. It comes from a header that is wrong.
  if (bytes >= 1e15) return phrase("bytes.over-all");
  const [unit, name] = UNITS.find(([size]) => bytes >= size)!;
  return `${localised(String(Number((bytes / unit).toPrecision(3))))} ${name}`;
}

export function wholeBytes(count: number): string {
  return phrase("bytes.count", { count });
}
