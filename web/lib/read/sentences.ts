// The words of error sentences. Every error of heed says which function threw it, what was needed, what came, and what
// to do.

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
      return `the string "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
    case "function":
      return "a function";
    case "object":
      return kindOfObject(value as object);
    default:
      return `a ${typeof value}`;
  }
}

function kindOfObject(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag !== "Object") return `${/^[AEIOU]/.test(tag) ? "an" : "a"} ${tag}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return "an object without keys";
  return `an object with the keys ${keys.slice(0, 6).join(", ")}${keys.length > 6 ? ", …" : ""}`;
}

export function shapeText(shape: ArrayLike<number>): string {
  const shown = Array.from({ length: Math.min(shape.length, 8) }, (_, axis) => shape[axis]);
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

/** The known word that a reader most likely meant, or undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = lettersOf(word);
  let best: string | undefined;
  let part: string | undefined;
  let bestDistance = 3;
  for (const candidate of known) {
    const target = lettersOf(candidate);
    if (target.length > 2 && plain.includes(target)) part ??= candidate;
    const distance = editDistance(plain, target);
    if (distance < Math.min(bestDistance, target.length)) [best, bestDistance] = [candidate, distance];
  }
  return best ?? part;
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
  /** Names of former versions. They are taken, but not shown. */
  readonly older?: readonly string[];
  /** What to write instead of a name that other libraries have. Bundlers can drop a table that is a function. */
  readonly hints?: Hints | (() => Hints);
}

/** Checks the names of options, so that a misspelt option is an error. */
export function checkNames(
  where: string,
  what: string,
  given: object,
  known: readonly string[],
  { also = [], older = [], hints = {} }: MoreNames = {},
): void {
  const shown = [...known, ...also];
  const taken = [...shown, ...older];
  for (const name of Object.keys(given)) {
    if (taken.includes(name)) continue;
    const hint = (typeof hints === "function" ? hints() : hints)[lettersOf(name)];
    if (hint) throw new TypeError(`${where}: there is no ${what} named "${name}"; ${hint}.`);
    const meant = nearest(name, taken);
    throw new TypeError(
      `${where}: there is no ${what} named "${name}"${meant ? `; did you mean ${meant}?` : "."} The known ones ` +
        `are ${listText(shown)}.`,
    );
  }
}

const lettersOf = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, "");

/** Objects whose contents are not properties: heed would find none, and take them for empty. */
const WITHOUT_PROPERTIES = /^\[object (Array|Map|Set|Promise)\]$/;

export function checkObject(where: string, what: string, value: unknown): asserts value is object {
  const tag = Object.prototype.toString.call(value);
  if (typeof value === "object" && value !== null && !WITHOUT_PROPERTIES.test(tag)) return;
  const advice = tag === "[object Map]" ? " Object.fromEntries makes an object of it." : "";
  throw new TypeError(`${where}: ${what} must be an object; ${kindOf(value)} came.${advice}`);
}
