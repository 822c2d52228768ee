// The state of the lesson, and the example that it chooses.
import type { Heed } from "heed";
import { REACH } from "../../kit/charts/index.js";
import { flag, integer, numbers } from "../../kit/index.js";
import { Page } from "../../rooms/lesson/index.js";
import type { Language, Sentence } from "../../rooms/pronouns/index.js";
import { MOST, PRINTED, PRINTED_ASKS, sentenceOf, trained, type Example } from "./examples.js";
import { STEPS } from "./walk.js";

/** Nothing is predicted yet. */
export const NONE = -1;
/** In the printed example: the query that belongs to no token, the reader's own. */
export const OWN = PRINTED.tokens.length;
/** The query of the printed example is lengthened by this factor. It then gives nearly all its weight to one key. */
const LONGEST = 64;

export const page = new Page({
  /** Whether the example is the one that Raschka prints. */
  printed: flag(false),
  /** Whether the sentence ends with the word that is said of the second noun. */
  wide: flag(false),
  /** Whether the sentence is not in the page's language. */
  other: flag(false),
  query: integer(sentenceOf("en", false).asks, 0, MOST - 1),
  own: numbers([0.4, 1.5], -REACH, REACH),
  /** How many times as long the query is made. */
  times: integer(1, 1, LONGEST),
  /** The number of steps that are revealed. */
  seen: integer(0, 0, STEPS.length),
  /** The predicted answer of each step. */
  guesses: numbers(
    STEPS.map(() => NONE),
    NONE,
    MOST - 1,
  ),
});

/** The language of the sentence. */
export function languageRead(): Language {
  const own = page.language === "de" ? "de" : "en";
  const other = own === "de" ? "en" : "de";
  return page.state.other ? other : own;
}

export const sentence = (): Sentence => sentenceOf(languageRead(), page.state.wide);
export const example = (heed: Heed): Example =>
  page.state.printed ? PRINTED : trained(heed, languageRead(), page.state.wide);
export const tokens = (): readonly string[] => (page.state.printed ? PRINTED.tokens : sentence().words);

/** The token that asks, or OWN. */
export function asking(): number {
  const { printed, query } = page.state;
  if (printed) return query > OWN ? PRINTED_ASKS : query;
  return Math.min(query, tokens().length - 1);
}

export const isOwn = (): boolean => page.state.printed && asking() === OWN;

/** Who asks: a token, or the reader. */
export const asks = (): string => (isOwn() ? page.text("own") : tokens()[asking()]!);
