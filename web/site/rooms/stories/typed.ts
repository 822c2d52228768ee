// What a reader types, and the words as they are written.
import { withOwnWord } from "../../kit/index.js";
import { plainly, wordsOf } from "./patterns.js";
import type { Table } from "./table.js";

export interface Typed {
  /** As the table has them; without the unknown ones. */
  readonly words: readonly string[];
  /** Words that the table does not have, as they were typed. */
  readonly unknown: readonly string[];
}

export function readTyped(table: Table, text: string): Typed {
  const { all, ids } = wordsOf(table);
  const words: string[] = [];
  const unknown: string[] = [];
  for (const [typed] of text.matchAll(/[\p{L}\p{M}\p{N}'’-]+|[^\s\p{L}\p{M}\p{N}]/gu)) {
    const id = ids.get(plainly(ENDS.includes(typed) ? "." : typed));
    if (id === undefined) unknown.push(typed);
    else words.push(all[id]!);
  }
  return { words, unknown };
}

/** What else ends a sentence. */
const ENDS = "!?…";

/** Words as they are written: with capitals where a sentence begins, and no space before a mark. */
export const written = (words: readonly string[]): string =>
  words.map((_, at) => spaceBefore(words, at) + asWritten(words, at)).join("");

export const spaceBefore = (words: readonly string[], at: number): string =>
  at === 0 || isMark(words[at]!) ? "" : " ";

/** A word of a text as it is written. */
export function asWritten(words: readonly string[], at: number): string {
  const word = words[at]!;
  return at === 0 || words[at - 1] === "." ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

export const isMark = (word: string): boolean => /^[.,]$/.test(word);

/** What the words of a table are, for a reader who looks for one. */
export type Group = "names" | "things" | "places" | "animals" | "sounds" | "others";

export function groupsOf(table: Table): Readonly<Record<Group, readonly string[]>> {
  const { all, fillings } = wordsOf(table);
  const groups = { names: fillings.A, things: fillings.T, places: fillings.P, animals: fillings.N, sounds: fillings.S };
  const grouped = new Set(Object.values(groups).flat());
  return { ...groups, others: all.filter((word) => !grouped.has(word) && !isMark(word)) };
}

/**
 * The same table with another name or thing in the place of one of its own. Its words keep their numbers, so that a
 * model of the one table reads the other; a thing is to have the gender of the old one.
 */
export function exchanged(table: Table, from: string, to: string): Table {
  const inLine = (line: string): string => withOwnWord(line, from, to);
  const [girls, boys] = table.names;
  return { ...table, names: [inLine(girls), inLine(boys)], things: table.things.map(inLine) };
}
