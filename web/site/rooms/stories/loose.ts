// Draws loose texts: sentences of the kinds that visitors type. Of these a training learns the decided words only, so
// that a model goes on rightly with such a text, but writes stories.
import type { Random } from "heed/train";
import { LOOSE_ENGLISH } from "./loose-english.js";
import { LOOSE_GERMAN } from "./loose-german.js";
import { formOf, wordsOf } from "./patterns.js";
import { listOf, type Loose, type Table } from "./table.js";
import { isHeldOut, PLACES } from "./telling.js";

/** A text is one of these, by the rules of its language. What is here twice is drawn twice as often. */
const KINDS = [
  ...["things()", "things()", "things()", "things()", "losses()", "losses()", "gifts()", "wishes()"],
  ...["animals()", "animals()", "places()", "friends()", "parents()", "girlAndBoy()", "rest()"],
];

const LOOSE: Readonly<Record<Table["language"], Loose>> = { en: LOOSE_ENGLISH, de: LOOSE_GERMAN };

export interface LooseText {
  readonly words: readonly string[];
  /** Places of the words that are decided. */
  readonly decided: readonly number[];
}

const oneOf = <Thing>(things: readonly Thing[], random: Random): Thing => things[random.integer(things.length)]!;

/** Draws a text of one part or of two that have nobody and nothing in common. No two names in it are held out. */
export function drawLoose(table: Table, random: Random): LooseText {
  const cast = new Cast(table, random);
  const words: string[] = [];
  const decided: number[] = [];
  for (const part of random.uniform() < TWO_PARTS ? [1, 2] : [1])
    for (const element of lineOf(LOOSE[table.language].rules, `${oneOf(KINDS, random)} .`, random)) {
      const [, star, said] = /^(\*?)(.*)$/.exec(element)!;
      const next = listOf(cast.said(said!, part) ?? "");
      if (next.length === 0 || words.length + next.length > PLACES) return { words, decided };
      if (star) decided.push(words.length);
      words.push(...next);
    }
  return { words, decided };
}

/** A line with a line of its rule in the place of each call. */
function lineOf(rules: Loose["rules"], line: string, random: Random): string[] {
  return listOf(line).flatMap((element) => {
    const [, name, list] = /^(\w+)\((.*)\)$/.exec(element) ?? [];
    if (name === undefined) return listOf(element.replaceAll("_", " "));
    const filled = list!.split(",");
    const next = oneOf(rules[name]!, random).replace(/\d/g, (place) => filled[Number(place) - 1]!);
    return lineOf(rules, next, random);
  });
}

/** How often a text has a second part. */
const TWO_PARTS = 0.6;
/** How often a word is drawn for a place. */
const TRIES = 200;

/** G is a girl, L a boy; F is a thing whose pronoun says that it is one. */
const SLOTS: Readonly<Record<string, "A" | "T" | "P" | "N">> = {
  ...{ A: "A", B: "A", C: "A", D: "A", X: "A", Y: "A", G: "A", L: "A" },
  ...{ T: "T", U: "T", V: "T", F: "T", P: "P", Q: "P", R: "P", N: "N", M: "N" },
};

/** What fills the places of a text. */
class Cast {
  readonly #filled = new Map<string, string>();
  readonly #looks = new Map<string, string>();

  constructor(
    readonly table: Table,
    readonly random: Random,
  ) {}

  /** The words of an element; undefined where no name is left that may be in a text with the others. */
  said(element: string, part: number): string | undefined {
    const [letter, form] = element.split(".");
    if (!(letter! in SLOTS)) return element;
    const slot = `${letter}${part}`;
    const word = this.#fill(slot);
    if (word === undefined) return undefined;
    const { sexes, genders, sounds, befores } = wordsOf(this.table);
    if (form === undefined) return word;
    if (form === "in") return befores.get(word)!;
    if (form === "sound") return sounds.get(word)!;
    if (form === "K") return formAt(this.#drawn(`K ${slot}`, this.table.ways), sexes.get(word)!);
    const look = LOOSE[this.table.language].looks[form]?.[genders.get(word)!];
    if (look !== undefined) return formAt(this.#drawn(`${form.charAt(0)} ${slot}`, this.table.looks), look);
    return formOf(this.table, form, word);
  }

  #fill(slot: string): string | undefined {
    const { fillings, genders, sexes } = wordsOf(this.table);
    if (this.#filled.has(slot)) return this.#filled.get(slot)!;
    const others = [...this.#filled.values()];
    const apart = (one: string, other: string): boolean =>
      one === other || (sexes.has(one) && sexes.has(other) && isHeldOut(this.table, one, other));
    const fits = (word: string): boolean =>
      ({ F: genders.get(word) !== 0, G: sexes.get(word) === 0, L: sexes.get(word) === 1 })[slot.charAt(0)] ?? true;
    for (let tried = 0; tried < TRIES; tried++) {
      const word = oneOf(fillings[SLOTS[slot.charAt(0)]!], this.random);
      if (others.some((other) => apart(word, other)) || !fits(word)) continue;
      this.#filled.set(slot, word);
      return word;
    }
    return undefined;
  }

  /** A look or a way that nothing else in the text has, as long as there is one. */
  #drawn(key: string, lines: readonly string[]): readonly string[] {
    if (!this.#looks.has(key)) {
      const free = lines.filter((line) => ![...this.#looks.values()].includes(line));
      this.#looks.set(key, oneOf(free.length > 0 ? free : lines, this.random));
    }
    return listOf(this.#looks.get(key)!);
  }
}

const formAt = (forms: readonly string[], at: number): string => forms[at] ?? forms[0]!;
