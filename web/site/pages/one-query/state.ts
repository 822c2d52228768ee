// The state of the lesson, and the example that it chooses.
import { REACH } from "../../kit/charts/index.js";
import { flag, integer, numbers } from "../../kit/index.js";
import { counted, Page } from "../../rooms/lesson/index.js";
import { PRINTED, SENTENCE, type Example } from "./examples.js";
import { STEPS } from "./walk.js";

/** Nothing is predicted yet. */
export const NONE = -1;
/** The query that belongs to no token: the reader's own. */
export const OWN = SENTENCE.tokens.length;
/** The query of the printed example is lengthened by this factor. It then gives nearly all its weight to one key. */
const LONGEST = 64;

export const page = new Page({
  /** Whether the example is the one that Raschka prints. */
  printed: flag(false),
  query: integer(SENTENCE.asks, 0, OWN),
  own: numbers([0.4, 1.5], -REACH, REACH),
  /** How many times as long the query is made. */
  times: integer(1, 1, LONGEST),
  /** The number of steps that are revealed. */
  seen: integer(0, 0, STEPS.length),
  /** The predicted answer of each step. */
  guesses: numbers(
    STEPS.map(() => NONE),
    NONE,
    OWN - 1,
  ),
});

export const example = (): Example => (page.state.printed ? PRINTED : SENTENCE);
export const tokens = (): readonly string[] => example().tokens;
/** The names of the two columns of queries, keys and values. */
export const columnNames = (): readonly string[] => example().columns?.map((key) => page.text(key)) ?? counted(2);

/** Who asks: a token, or the reader. */
export const asks = (): string => tokens()[page.state.query] ?? page.text("own");
