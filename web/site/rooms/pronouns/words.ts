// The words of a table with their numbers, and other words in their places.
import { remembered, withOwnWord } from "../../kit/index.js";
import { listOf, patternsOf, PLACES } from "./patterns.js";
import type { Table } from "./table.js";

export interface Vocabulary {
  /** As they are written within a sentence. */
  readonly words: readonly string[];
  /** The number of a word, in capitals or not; undefined for a word that the table does not have. */
  readonly idOf: (word: string) => number | undefined;
}

export const vocabularyOf = remembered(new WeakMap<Table, Vocabulary>(), wordsOf);

function wordsOf(table: Table): Vocabulary {
  const words = new Set([...nounsOf(table), ...saidIn(table)]);
  for (const pattern of patternsOf(table))
    for (const word of pattern.words) if (!PLACES.includes(word)) words.add(word);
  const all = [...words];
  const ids = new Map(all.map((word, id) => [plainly(word), id]));
  return { words: all, idOf: (word) => ids.get(plainly(word)) };
}

const nounsOf = ({ nouns }: Table): string[] => Object.values(nouns).flat().flatMap(listOf);

const saidIn = ({ said, frames }: Table): string[] => [
  ...Object.values(said).flatMap(listOf),
  ...frames.flatMap(({ ofWho, ofWhat }) => [...listOf(ofWho), ...listOf(ofWhat)]),
];

/** The numbers of words that the table has. */
export function idsOf(table: Table, words: readonly string[]): number[] {
  const { idOf } = vocabularyOf(table);
  return words.map((word) => idOf(word)!);
}

/** In capitals or not, and with either apostrophe. */
export const plainly = (word: string): string => word.toLowerCase().replaceAll("’", "'");

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const hasCapital = (word: string): boolean => word !== "" && word === capital(word);

/** What the words of a table are, for a reader who looks for one. */
export type Group = "nouns" | "said" | "others";

export function groupsOf(table: Table): Readonly<Record<Group, readonly string[]>> {
  const [nouns, said] = [new Set(nounsOf(table)), new Set(saidIn(table))];
  const groups: Record<Group, string[]> = { nouns: [], said: [], others: [] };
  for (const word of vocabularyOf(table).words)
    groups[nouns.has(word) ? "nouns" : said.has(word) ? "said" : "others"].push(word);
  for (const words of Object.values(groups)) words.sort((a, b) => a.localeCompare(b, table.language));
  return groups;
}

/** A noun with its article, where the table has one for each gender. */
export function withArticle({ nouns, forms }: Table, noun: string): string {
  const lines = Object.values(nouns).find((genders) => genders.some((line) => listOf(line).includes(noun)));
  const gender = lines?.findIndex((line) => listOf(line).includes(noun));
  const article = gender === undefined ? undefined : forms[gender]!["DER"];
  return article === undefined ? noun : `${article} ${noun}`;
}

// ---- a reader's own words ------------------------------------------------------------------------------------------

/**
 * The same table with another word in the place of one of its nouns, or of what can be said of them. It begins with a
 * capital if that one does, and is to have its gender. The words keep their numbers, so a training reads the same ones.
 */
export function exchanged(table: Table, from: string, to: string): Table {
  const own = hasCapital(from) ? capital(to.toLowerCase()) : to.toLowerCase();
  const inLine = (line: string): string => withOwnWord(line, from, own);
  const inAll = <Lines>(lines: Readonly<Record<string, Lines>>, change: (one: Lines) => Lines) =>
    Object.fromEntries(Object.entries(lines).map(([name, one]) => [name, change(one)]));
  const { front } = table;
  return {
    ...table,
    base: table.base ?? table,
    nouns: inAll(table.nouns, (lines) => lines.map(inLine)),
    said: inAll(table.said, inLine),
    frames: table.frames.map(({ ofWho = "", ofWhat = "", ...frame }) => ({
      ...frame,
      ofWho: inLine(ofWho),
      ofWhat: inLine(ofWhat),
    })),
    front: { who: inLine(front.who), what: inLine(front.what), said: [inLine(front.said[0]), inLine(front.said[1])] },
  };
}

/** A word of one table as another has it. Its words have the same numbers. */
export function wordIn(table: Table, from: Table, word: string): string {
  const id = table === from ? undefined : vocabularyOf(from).idOf(word);
  if (id === undefined) return word;
  const [before, after] = [vocabularyOf(from).words[id], vocabularyOf(table).words[id]!];
  if (before === after) return word;
  return hasCapital(word) ? capital(after) : after;
}

/** What was read with one table, in the words of another. */
export const inWordsOf = <Read extends { readonly words: readonly string[] }>(
  table: Table,
  from: Table,
  read: Read,
): Read => ({ ...read, words: read.words.map((word) => wordIn(table, from, word)) });
