// The sentences of a table: drawn by a seed, each with what its pronoun means; and the sentences of a reader.
import type { Random } from "heed/train";
import { hash, remembered } from "../../kit/index.js";
import { listOf, nounsAt, patternsOf, PLACES, SAID, saidOf, WHAT, WHO, type Pattern } from "./patterns.js";
import type { Table } from "./table.js";

export interface Sentence {
  readonly words: readonly string[];
  /** Behind each word: a comma, a full stop, or nothing. */
  readonly marks: readonly string[];
  /** Places of words: the pronoun, what is said, the noun that is meant, and the other noun. */
  readonly asks: number;
  readonly said: number;
  readonly meant: number;
  readonly other: number;
}

/** One pair of nouns in so many is never read. */
export const HELD_ONE_OF = 5;

/** A fifth of all pairs, in either order. */
const fifthOf = (...pair: string[]): number => (hash(pair.sort().join(" ")) >>> 0) % HELD_ONE_OF;

/** Whether these two nouns are never read together, in any frame. Those of the front door are not. */
export function isHeldOut({ front }: Table, one: string, other: string): boolean {
  return fifthOf(one, other) === fifthOf(front.who, front.what);
}

// ---- drawing -------------------------------------------------------------------------------------------------------

const oneOf = <Thing>(things: readonly Thing[], random: Random): Thing => things[random.integer(things.length)]!;

/** Draws a sentence of a pair that is read, or of one that is held out. */
export function drawSentence(table: Table, random: Random, heldOut: boolean): Sentence {
  const frame = oneOf(table.frames, random);
  const gender = random.integer(table.forms.length);
  const ways = patternsOf(table).filter((one) => one.frame === frame && one.gender === gender);
  const pattern = oneOf(ways, random);
  let [who, what] = ["", ""];
  do [who, what] = [oneOf(nounsAt(table, pattern, WHO), random), oneOf(nounsAt(table, pattern, WHAT), random)];
  while (who === what || isHeldOut(table, who, what) !== heldOut);
  const whoIsMeant = random.uniform() < 0.5;
  const said = oneOf(saidOf(table, pattern, who, what)[whoIsMeant ? 0 : 1], random);
  return filledIn(pattern, { who, what, said, whoIsMeant });
}

interface Filling {
  readonly who: string;
  readonly what: string;
  readonly said: string;
  readonly whoIsMeant: boolean;
}

function filledIn({ words, marks, asks }: Pattern, { who, what, said, whoIsMeant }: Filling): Sentence {
  const places = { [WHO]: who, [WHAT]: what, [SAID]: said } as Record<string, string>;
  const filled = words.map((word, at) => (at === 0 ? capital : plain)(places[word] ?? word));
  const [ofWho, ofWhat] = [words.indexOf(WHO), words.indexOf(WHAT)];
  const [meant, other] = whoIsMeant ? [ofWho, ofWhat] : [ofWhat, ofWho];
  return { words: filled, marks, asks, said: words.indexOf(SAID), meant, other };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const plain = (word: string): string => word;

/** The sentence of the front door, with the one word or the other. */
export function frontSentence(table: Table, whoIsMeant: boolean): Sentence {
  const { who, what, said } = table.front;
  const pattern = patternsOf(table).find((one) => nounsAt(table, one, WHO).includes(who))!;
  return filledIn(pattern, { who, what, said: said[whoIsMeant ? 0 : 1], whoIsMeant });
}

/** A sentence as it is written. */
export const textOf = ({ words, marks }: Pick<Sentence, "words" | "marks">): string =>
  words.map((word, at) => word + marks[at]!).join(" ");

/** As many different sentences. */
export function drawSentences(table: Table, random: Random, count: number, heldOut: boolean): Sentence[] {
  const found = new Map<string, Sentence>();
  while (found.size < count) {
    const sentence = drawSentence(table, random, heldOut);
    found.set(sentence.words.join(" "), sentence);
  }
  return [...found.values()];
}

// ---- words ---------------------------------------------------------------------------------------------------------

export interface Vocabulary {
  /** As they are written within a sentence. */
  readonly words: readonly string[];
  /** The number of a word, in capitals or not; undefined for a word that the table does not have. */
  readonly idOf: (word: string) => number | undefined;
}

export const vocabularyOf = remembered(new WeakMap<Table, Vocabulary>(), wordsOf);

function wordsOf(table: Table): Vocabulary {
  const words = new Set<string>();
  for (const line of Object.values(table.nouns).flat()) for (const word of listOf(line)) words.add(word);
  for (const line of Object.values(table.said)) for (const word of listOf(line)) words.add(word);
  for (const { ofWho, ofWhat } of table.frames)
    for (const word of [...listOf(ofWho), ...listOf(ofWhat)]) words.add(word);
  for (const pattern of patternsOf(table))
    for (const word of pattern.words) if (!PLACES.includes(word)) words.add(word);
  const all = [...words];
  const ids = new Map(all.map((word, id) => [plainly(word), id]));
  return { words: all, idOf: (word) => ids.get(plainly(word)) };
}

/** The numbers of words, all of which the table has. */
export function idsOf(table: Table, words: readonly string[]): number[] {
  const { idOf } = vocabularyOf(table);
  return words.map((word) => idOf(word)!);
}

// ---- what a reader types -------------------------------------------------------------------------------------------

export interface Typed {
  readonly words: readonly string[];
  readonly marks: readonly string[];
  /** The place of the last pronoun; −1 if there is none. */
  readonly asks: number;
  /** Words that the table does not have. */
  readonly unknown: readonly string[];
}

export function readTyped(table: Table, text: string): Typed {
  const found = [...text.matchAll(/([\p{L}\p{M}\p{N}'’-]+)([^\p{L}\p{M}\p{N}\s]*)/gu)];
  const words = found.map(([, word]) => word!);
  const { idOf } = vocabularyOf(table);
  const pronouns = table.forms.map((form) => form["IT"]!);
  const lastOf = (pronoun: string): number => words.map(plainly).lastIndexOf(pronoun);
  return {
    words,
    marks: found.map(([, , mark]) => mark!),
    asks: Math.max(...pronouns.map(lastOf)),
    unknown: words.filter((word) => idOf(word) === undefined),
  };
}

/** A sentence of a kind that is read, with what its pronoun means; undefined where no frame has it. */
export function asSentence(table: Table, words: readonly string[]): Sentence | undefined {
  const found = matched(table, words);
  return found && filledIn(found.pattern, found);
}

/** What may stand in a sentence of the table instead of its nouns and of what is said. */
export interface Alternatives {
  readonly who: readonly string[];
  readonly what: readonly string[];
  /** What can be said of the first noun, and of the second. */
  readonly ofWho: readonly string[];
  readonly ofWhat: readonly string[];
}

export function alternativesOf(table: Table, words: readonly string[]): Alternatives | undefined {
  const found = matched(table, words);
  if (found === undefined) return undefined;
  const { pattern, who, what } = found;
  const [ofWho, ofWhat] = saidOf(table, pattern, who, what);
  return { who: nounsAt(table, pattern, WHO), what: nounsAt(table, pattern, WHAT), ofWho, ofWhat };
}

/** In capitals or not, and with either apostrophe. */
const plainly = (word: string): string => word.toLowerCase().replaceAll("’", "'");

function matched(table: Table, given: readonly string[]): (Filling & { readonly pattern: Pattern }) | undefined {
  const words = given.map(plainly);
  const fits = (word: string, at: number): boolean => PLACES.includes(word) || plainly(word) === words[at];
  for (const pattern of patternsOf(table)) {
    if (pattern.words.length !== words.length || !pattern.words.every(fits)) continue;
    const foundIn = (list: readonly string[], place: string): string | undefined =>
      list.find((word) => plainly(word) === words[pattern.words.indexOf(place)]);
    const who = foundIn(nounsAt(table, pattern, WHO), WHO);
    const what = foundIn(nounsAt(table, pattern, WHAT), WHAT);
    if (who === undefined || what === undefined) continue;
    const [ofWho, ofWhat] = saidOf(table, pattern, who, what);
    const said = foundIn([...ofWho, ...ofWhat], SAID);
    if (said !== undefined) return { pattern, who, what, said, whoIsMeant: ofWho.includes(said) };
  }
  return undefined;
}
