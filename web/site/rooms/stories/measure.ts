// How often it is right, and what its heads are needed for, over stories of names that are never read together.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { largestAt } from "../../kit/index.js";
import { headsOf, Reader, type Head, type Model, type Next } from "./model.js";
import { wordsOf } from "./patterns.js";
import { decidedIn, type Decided } from "./reading.js";
import type { Table } from "./table.js";
import { drawStory } from "./telling.js";
import type { What } from "./world.js";

/** A text that ends where somebody is given something: who is it? */
export interface Asked extends Decided {
  readonly words: readonly string[];
}

/** Texts of a test. */
export const TESTED = 400;

/** New texts of two names that are never read together, each up to a receiver that is decided. */
export function newTexts(table: Table, count: number, seed: number): Asked[] {
  const draw = seededRandom(seed);
  const texts: Asked[] = [];
  while (texts.length < count) {
    const story = drawStory(table, draw, true);
    const asked = decidedIn(table, story).filter(({ what }) => what === "receiver");
    if (asked.length === 0) continue;
    const one = asked[draw.integer(asked.length)]!;
    texts.push({ ...one, words: story.slice(0, one.at) });
  }
  return texts;
}

/** They are the same for every model of a table. */
export const testTexts = (table: Table): Asked[] => newTexts(table, TESTED, 0);

/** Where a head looks from the last word, as mean weights: the right name, the one who gives, and other names. */
export interface HeadLooks extends Head {
  readonly right: number;
  readonly giver: number;
  readonly others: number;
}

/** Shares from 0 to 1. */
export interface Looked {
  /** Texts that go on with the right name. */
  readonly right: number;
  readonly heads: readonly HeadLooks[];
}

export interface Measured extends Looked {
  /** With the texts that are right while the head is off. */
  readonly heads: readonly (HeadLooks & { readonly off: number })[];
}

/** Texts that are read at once. */
const BATCH = 50;

function withReader<Thing>(heed: Heed, model: Model, read: (reader: Reader) => Thing): Thing {
  const reader = new Reader(heed, model, BATCH);
  try {
    return read(reader);
  } finally {
    reader.dispose();
  }
}

export const looks = (heed: Heed, model: Model, texts = testTexts(model.table)): Looked =>
  withReader(heed, model, (reader) => looksBy(reader, model, texts));

export const measure = (heed: Heed, model: Model, texts = testTexts(model.table)): Measured =>
  withReader(heed, model, (reader) => {
    const { right, heads } = looksBy(reader, model, texts);
    return { right, heads: heads.map((one) => ({ ...one, off: rightOf(reader, model, texts, [one]) })) };
  });

/** The share of texts that go on with the right name, with some heads off. */
export function rightOf(reader: Reader, { table }: Model, texts: readonly Asked[], off: readonly Head[] = []): number {
  const next = reader.next(textsOf(texts), off);
  return shareRight(table, texts, next);
}

const textsOf = (texts: readonly Asked[]): (readonly string[])[] => texts.map(({ words }) => words);

function shareRight(table: Table, texts: readonly Asked[], next: readonly Next[]): number {
  const { all } = wordsOf(table);
  return next.filter(({ logits }, at) => all[largestAt(logits)] === texts[at]!.word).length / texts.length;
}

function looksBy(reader: Reader, model: Model, texts: readonly Asked[]): Looked {
  const next = reader.next(textsOf(texts));
  const names = new Set(wordsOf(model.table).fillings.A);
  const given = ({ layer, head }: Head, counts: (word: string, asked: Asked) => boolean): number =>
    texts.reduce((sum, asked, at) => {
      const look = next[at]!.looks[layer]![head]!;
      return sum + asked.words.reduce((all, word, seen) => all + (counts(word, asked) ? look[seen]! : 0), 0);
    }, 0) / texts.length;
  const heads = headsOf(model).map((one) => ({
    ...one,
    right: given(one, (word, asked) => word === asked.word),
    giver: given(one, (word, asked) => word === giverOf(asked)),
    others: given(one, (word, asked) => names.has(word) && word !== asked.word && word !== giverOf(asked)),
  }));
  return { right: shareRight(model.table, texts, next), heads };
}

/** Whoever gives. */
export const giverOf = ({ words, by }: Asked): string => words[by.at(-1)!]!;

/** Right words of all decided ones in new stories, by what is asked. */
export type Decisions = { readonly [Asks in What]?: { readonly right: number; readonly of: number } };

export function decisionsIn(heed: Heed, model: Model, count: number, seed: number, heldOut = false): Decisions {
  const draw = seededRandom(seed);
  const stories = Array.from({ length: count }, () => drawStory(model.table, draw, heldOut));
  const reader = new Reader(heed, model, BATCH, false);
  const said = reader.likeliest(stories);
  reader.dispose();
  const counted: { [Asks in What]?: { right: number; of: number } } = {};
  stories.forEach((story, at) => {
    for (const { at: place, what, word } of decidedIn(model.table, story)) {
      const one = (counted[what] ??= { right: 0, of: 0 });
      one.of++;
      if (said[at]![place - 1] === word) one.right++;
    }
  });
  return counted;
}
