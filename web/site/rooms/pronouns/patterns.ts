// The frames of a table, written out: every way to say each, with places for two nouns and for what is said of one.
import { remembered } from "../../kit/index.js";
import type { Frame, Table } from "./table.js";

export const [WHO, WHAT, SAID] = ["WHO", "WHAT", "SAID"] as const;
export const PLACES: readonly string[] = [WHO, WHAT, SAID];

export interface Pattern {
  readonly frame: Frame;
  readonly gender: number;
  /** The words, and the three places by their names. */
  readonly words: readonly string[];
  /** Behind each word: a comma, a full stop, or nothing. */
  readonly marks: readonly string[];
  /** Where the pronoun is. */
  readonly asks: number;
}

const listed = remembered(new Map<string, readonly string[]>(), (line) =>
  line.split(" ").filter((word) => word !== ""),
);

export const listOf = (line = ""): readonly string[] => listed(line);

/** Those of one frame and gender follow one another. */
export const patternsOf = remembered(new WeakMap<Table, readonly Pattern[]>(), writtenOut);

function writtenOut({ frames, forms, choices }: Table): Pattern[] {
  return frames.flatMap((frame) =>
    forms.flatMap((form, gender) => {
      const ways = listOf(frame.text).reduce<string[][]>(
        (all, token) => {
          const name = token.replace(",", "");
          const comma = token.slice(name.length);
          const texts = choices[name] ?? [name === "IT" ? name : (form[name] ?? name)];
          return all.flatMap((before) => texts.map((text) => [...before, ...listOf(text + comma)]));
        },
        [[]],
      );
      return ways.map((words) => patternOf(frame, gender, words, form["IT"]!));
    }),
  );
}

function patternOf(frame: Frame, gender: number, tokens: readonly string[], pronoun: string): Pattern {
  const words = tokens.map((token) => token.replace(",", ""));
  const marks = tokens.map((token, at) => (at === tokens.length - 1 ? "." : token.slice(words[at]!.length)));
  const asks = words.indexOf("IT");
  words[asks] = pronoun;
  return { frame, gender, words, marks, asks };
}

/** The nouns that may stand at one of the two places. */
export function nounsAt({ nouns }: Table, { frame, gender }: Pattern, place: typeof WHO | typeof WHAT): string[] {
  return kindsAt(frame, place).flatMap((kind) => listOf(nouns[kind]![gender]));
}

const kindsAt = (frame: Frame, place: typeof WHO | typeof WHAT): readonly string[] =>
  listOf(place === WHO ? frame.who : frame.what);

/** What can be said of one of the two nouns of a sentence, and not of the other. */
export function saidOf(table: Table, { frame, gender }: Pattern, who: string, what: string): [string[], string[]] {
  const kindOf = (place: typeof WHO | typeof WHAT, noun: string): string =>
    kindsAt(frame, place).find((kind) => listOf(table.nouns[kind]![gender]).includes(noun))!;
  const ofKind = (kind: string): readonly string[] => (frame.only ? [] : listOf(table.said[kind]));
  const ofWho = [...ofKind(kindOf(WHO, who)), ...listOf(frame.ofWho)];
  const ofWhat = [...ofKind(kindOf(WHAT, what)), ...listOf(frame.ofWhat)];
  const only = (some: string[], others: string[]): string[] => [
    ...new Set(some.filter((word) => !others.includes(word))),
  ];
  return [only(ofWho, ofWhat), only(ofWhat, ofWho)];
}
