// The words of error sentences. Every error of heed says which function threw it, what was needed, what came, and what
// to do.

import { fault } from "./fault.js";
import type { Hints } from "./foreign.js";

/** Names a value for a reader: "null", "the string \"x\"", "an object with the keys data, dims". */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? `the number ${value}` : String(value);
    case "boolean":
      return String(value);
    case "string":
      return `the string "${cutText(value)}"`;
    case "function":
      return "a function";
    case "object":
      return kindOfObject(value as object);
    default:
      return `a ${typeof value}`;
  }
}

/** What steers a terminal, breaks a line or turns the direction of writing; and half a pair of surrogates. */
const STEERING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The text of others as a terminal or a page may print it: `\x1b` and `\u202e` replace what would steer it. */
export const shownText = (text: string): string =>
  text.replace(STEERING, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });

/** The same, and it may be long: an error sentence shows its beginning. */
export const cutText = (text: string): string => beginOf(text, 40);

/** Names of tensors are longer than other words. */
export const cutName = (name: string): string => beginOf(name, 80);

function beginOf(text: string, most: number): string {
  const begin = Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join("");
  return shownText(begin) + (begin.length < text.length ? "…" : "");
}

function kindOfObject(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  const tag = tagOfObject(value);
  const boxed = /^(Number|String|Boolean|Symbol|BigInt)$/.test(tag) ? " object" : "";
  if (tag === "Promise") return "a Promise (await is missing)";
  if (tag !== "Object") return `${/^[AEIO]/.test(tag) ? "an" : "a"} ${cutText(tag)}${boxed}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return "an object without keys";
  return `an object with the keys ${keys.slice(0, 6).map(cutText).join(", ")}${keys.length > 6 ? ", …" : ""}`;
}

/** The engine's own name for a kind of object, of this realm or another: "Object", "Array", "Date". */
export const tagOfObject = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

export function shapeText(shape: ArrayLike<number>): string {
  // What a caller gives as a shape may hold anything.
  const shown = Array.from({ length: Math.min(shape.length, 8) }, (_, axis) => {
    const extent: unknown = shape[axis];
    return typeof extent === "number" ? extent : kindOf(extent);
  });
  return `[${shown.join(", ")}${shape.length > 8 ? ", …" : ""}]`;
}

/** `a, b and c`. */
export function listText(words: readonly string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/** `1,234 bytes` or `1,234,567,890 bytes (1.1 GB)`. */
export function bytesText(bytes: number): string {
  const digits = bytes < 1e21 ? String(Math.ceil(bytes)).replace(/\B(?=(\d{3})+$)/g, ",") : bytes.toExponential(2);
  if (bytes < 2 ** 20) return `${digits} bytes`;
  const [unit, size] = bytes < 2 ** 30 ? ["MB", 2 ** 20] : ["GB", 2 ** 30];
  const count = bytes / size;
  return `${digits} bytes (${count < 1e6 ? Number(count.toPrecision(3)) : count.toExponential(2)} ${unit})`;
}

/** No name that people type is longer, and distances between long words take long. */
const LONGEST_NAME = 64;

/** The known word that a reader most likely meant, or undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST_NAME) return undefined;
  const plain = lettersOf(word);
  let best: string | undefined;
  let part: string | undefined;
  let begin: string | undefined;
  let bestDistance = 3;
  for (const candidate of known) {
    const target = lettersOf(candidate);
    if (target.length > 2 && plain.includes(target)) part ??= candidate;
    if (plain.length > 3 && target.startsWith(plain.slice(0, 4))) begin ??= candidate;
    const distance = editDistance(plain, target);
    if (distance < Math.min(bestDistance, target.length)) [best, bestDistance] = [candidate, distance];
  }
  return best ?? part ?? begin;
}

/** The number of letters to insert, remove or change to get from one word to the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}

/** What checkNames knows beside the names that it is given. */
export interface MoreNames {
  /** Further names that the caller reads. */
  readonly also?: readonly string[] | undefined;
  /** What to write instead of a name that other libraries have. Bundlers can drop a table that is a function. */
  readonly hints?: Hints | (() => Hints);
}

/** Checks the names of options, so that a misspelt option is an error. */
export function checkNames(
  where: string,
  what: string,
  given: object,
  known: readonly string[],
  { also = [], hints = {} }: MoreNames = {},
): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name) || also.includes(name)) continue;
    const unknown = `${where}: there is no ${what} named "${cutText(name)}"`;
    const hint = hintFor(name, typeof hints === "function" ? hints() : hints);
    if (hint) throw fault("type", `${unknown}; ${hint}.`);
    const names = [...known, ...also];
    const meant = nearest(name, names);
    throw fault("type", `${unknown}${meant ? `; did you mean ${meant}?` : "."} The known ones are ${listText(names)}.`);
  }
}

function hintFor(name: string, hints: Hints): string | undefined {
  const letters = lettersOf(name.slice(0, LONGEST_NAME));
  return Object.hasOwn(hints, letters) ? hints[letters] : undefined;
}

const lettersOf = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, "");

/**
 * Whether it is an object whose properties are what it holds: a literal, an instance of a class, a module. heed would
 * read no property of a Map, a Date or a boxed number, and take it for empty.
 */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const tag = tagOfObject(value);
  return tag === "Object" || tag === "Module";
}

/** Throws unless it is a plain object. `needed` says what to write, `advice` what else may have been meant. */
export function checkObject(
  where: string,
  what: string,
  value: unknown,
  needed = "a plain object",
  advice = "",
): asserts value is object {
  if (isPlain(value)) return;
  const ofMap = tagOfObject(value) === "Map" ? " Object.fromEntries makes an object of it." : "";
  throw fault("type", `${where}: ${what} must be ${needed}; got ${kindOf(value)}.${advice}${ofMap}`);
}

/**
 * Throws unless it is an object of options, weights or inputs with known names. The sentence shows the first of them.
 */
export function checkNamed(
  where: string,
  what: string,
  given: unknown,
  known: readonly string[],
  more?: MoreNames,
): asserts given is object {
  checkObject(where, `${what}s`, given, `a plain object, as { ${known.slice(0, 3).join(", ")} }`);
  checkNames(where, what, given, known, more);
}
