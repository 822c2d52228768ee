// The sentences of a table as patterns: lists of words and of places to fill.
import { remembered } from "../../kit/index.js";
import { KINDS, listOf, type Kind, type Table } from "./table.js";
import type { Slot } from "./world.js";

export interface Element {
  /** A word that is always the same. */
  readonly word?: string;
  /** A place to fill. */
  readonly slot?: Slot;
  /** For a word that changes with what fills the place: its name in the table. */
  readonly form?: string;
}

export interface Pattern {
  readonly kind: Kind;
  readonly elements: readonly Element[];
  /** The words before a place that this sentence has, such as "in der"; undefined for a sentence without a place. */
  readonly before: string | undefined;
  /** Of whom a pronoun speaks whose name is not in the sentence. */
  readonly implied: Slot | undefined;
}

/** Those of each kind. */
export type Patterns = Readonly<Record<Kind, readonly Pattern[]>>;

export const patternsOf = remembered(
  new WeakMap<Table, Patterns>(),
  (table): Patterns =>
    Object.fromEntries(
      KINDS.map((kind) => [kind, table.sentences[kind].flatMap((line) => patternsFor(table, kind, line))]),
    ) as Record<Kind, Pattern[]>,
);

function patternsFor(table: Table, kind: Kind, line: string): Pattern[] {
  const befores = line.includes("P.in") ? Object.keys(table.places) : [undefined];
  return befores.map((before) => {
    const elements = listOf(line.replace("P.in", before ?? "")).map(elementOf);
    const named = new Set(elements.flatMap(({ slot, form }) => (slot && !form ? slot : [])));
    const implied = elements.find(({ slot }) => slot && !named.has(slot))?.slot ?? (saysIt(named) ? "N" : undefined);
    return { kind, elements, before, implied };
  });
}

/** "It said": a sound needs its animal. */
const saysIt = (named: ReadonlySet<Slot>): boolean => named.has("S") && !named.has("N");

function elementOf(text: string): Element {
  const [slot, form] = text.split(".");
  if (!/^[A-Z]$/.test(slot!)) return { word: text };
  return form ? { slot: slot as Slot, form } : { slot: slot as Slot };
}

// ---- words ---------------------------------------------------------------------------------------------------------

/** In capitals or not. */
export const plainly = (word: string): string => word.toLowerCase();

/** What a table knows of a word, by the word in small letters. */
interface Words {
  readonly all: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  /** 0 for a girl, 1 for a boy. */
  readonly sexes: ReadonlyMap<string, number>;
  /** The genders of things and animals. */
  readonly genders: ReadonlyMap<string, number>;
  readonly sounds: ReadonlyMap<string, string>;
  /** The words before each place. */
  readonly befores: ReadonlyMap<string, string>;
  /** What may fill a place of each kind. */
  readonly fillings: Readonly<Record<Slot, readonly string[]>>;
}

export const wordsOf = remembered(new WeakMap<Table, Words>(), readWords);

function readWords(table: Table): Words {
  const names = table.names.map(listOf);
  const things = table.things.map(listOf);
  const animals = table.animals.map((line) => listOf(line).filter((_, at) => at % 2 === 0));
  const sounds = table.animals.flatMap((line) => listOf(line).filter((_, at) => at % 2 === 1));
  const kinds = animals.flat();
  const befores = new Map(
    Object.entries(table.places).flatMap(([before, line]) => listOf(line).map((place) => [place, before] as const)),
  );
  const [people, places] = [names.flat(), [...befores.keys()]];
  const fillings = { A: people, B: people, T: things.flat(), P: places, N: kinds, S: sounds };
  const looks = table.looks.flatMap(listOf);
  const ways = table.ways.flatMap(listOf);
  const forms = [...Object.values(table.persons), ...Object.values(table.articles)].flatMap(listOf);
  const fixed = Object.values(patternsOf(table))
    .flat()
    .flatMap(({ elements }) => elements.flatMap(({ word }) => word ?? []));
  const all = [
    ...new Set([...people, ...things.flat(), ...places, ...kinds, ...sounds, ...looks, ...ways, ...forms, ...fixed]),
  ];
  return {
    all,
    ids: new Map(all.map((word, id) => [plainly(word), id])),
    sexes: placesIn(names),
    genders: new Map([...placesIn(things), ...placesIn(animals)]),
    sounds: new Map(kinds.map((animal, at) => [animal, sounds[at]!])),
    befores,
    fillings: { ...fillings, J: looks, K: ways },
  };
}

const placesIn = (lines: readonly (readonly string[])[]): Map<string, number> =>
  new Map(lines.flatMap((line, place) => line.map((word) => [word, place] as const)));

/** A form of what fills a place: of a person by sex, of a thing or an animal by gender. */
export function formOf(table: Table, form: string, word: string): string {
  const { sexes, genders } = wordsOf(table);
  const sex = sexes.get(word);
  return listOf((sex === undefined ? table.articles : table.persons)[form]!)[sex ?? genders.get(word)!]!;
}

/** All forms that a word of a pattern may have. */
export const formsOf = (table: Table, { slot, form }: Element): readonly string[] =>
  form
    ? listOf((slot === "A" || slot === "B" ? table.persons : table.articles)[form]!)
    : wordsOf(table).fillings[slot!];
