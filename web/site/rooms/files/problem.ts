// Why a file cannot be shown.
import { phrase, type Parameters } from "../../kit/texts/index.js";
import { byteCount, wholeBytes } from "./byte-count.js";
import "./texts/en.json";

/** The message says what was given and what is needed. What to type in Python is on the lines after it. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";

  /** @param key of the section "files" of the texts */
  constructor(key: string, parameters: Parameters = {}, python?: string) {
    const sentence = told(key, parameters);
    super(python === undefined ? sentence : `${sentence}\n${python}`);
  }
}

/** A text of the section "files". */
export function told(key: string, parameters: Parameters = {}): string {
  return phrase(`files.${key}`, parameters);
}

/** What the browser says of a folder, or of a file that has gone. */
export function isUnreadable({ name }: Error): boolean {
  return name === "NotReadableError" || name === "NotFoundError";
}

/** How much is needed and how much is there, with all digits where both would look alike. */
export function neededAndThere(needed: number, there: number): { needed: string; there: string } {
  const write = byteCount(needed) === byteCount(there) && needed < 1e15 ? wholeBytes : byteCount;
  return { needed: write(needed), there: write(there) };
}

/** A text out of a file without signs that end a line, turn its direction or steer a terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

/** A name out of a file, as a sentence quotes it: cut, and plain. */
export function quoted(name: string): string {
  const shown = plain(name);
  if (shown.trim() === "") return told("no-name");
  return told("quoted", { name: shown.length > 60 ? `${shown.slice(0, 59)}…` : shown });
}

export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

/** A note on bytes that belong to nothing. */
export function leftOver(title: string, bytes: number): string {
  return told("left-over", { name: title, size: byteCount(bytes) });
}
