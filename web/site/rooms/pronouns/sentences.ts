// The sentences of a table: drawn by a seed, each with what its pronoun means; and the sentences of a reader.
import type { Random } from "heed/train";
import { hash } from "../../kit/index.js";
import { nounsAt, patternsOf, PLACES, SAID, saidOf, WHAT, WHO, type Pattern } from "./patterns.js";
import type { Table } from "./table.js";
import { capital, plainly, vocabularyOf, wordIn } from "./words.js";

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

/** A fifth of all pairs, in either order. A reader's own word is in that of the word whose place it took. */
function fifthOf(table: Table, ...pair: string[]): number {
  const { base = table } = table;
  const words = pair.map((word) => wordIn(base, table, word));
  return (hash(words.sort().join(" ")) >>> 0) % HELD_ONE_OF;
}

/** Whether these two nouns are never read together, in any frame. Those of the front door are not. */
export function isHeldOut(table: Table, one: string, other: string): boolean {
  const { who, what } = table.front;
  return fifthOf(table, one, other) === fifthOf(table, who, what);
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
