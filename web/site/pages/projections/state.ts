// The state of the lesson, and its words.
import type { Named } from "../../kit/charts/index.js";
import { flag, integer, numbers } from "../../kit/index.js";
import { Page } from "../../rooms/lesson/index.js";
import { PLACES } from "./split.js";

const WORDS = ["word-the", "word-bank", "word-is", "word-steep"] as const;
export const BANK = 1;
export const STEEP = 3;
/** Each matrix of the shapes has this many columns. Its slider says how many of them are used. */
export const WIDEST = 4;

export const page = new Page({
  // With these, “steep” looks for “bank”, and “bank” does not look back.
  wq: numbers([0.1, 0.8, 1.2, -1.2], -9, 9),
  wk: numbers([1.2, -0.8, -0.1, -0.4], -9, 9),
  row: integer(STEEP, 0, WORDS.length - 1),
  dq: integer(2, 1, WIDEST),
  dk: integer(2, 1, WIDEST),
  dv: integer(3, 1, WIDEST),
  tokens: integer(256, 4, 2048),
  seed: integer(1, 0, 9999),
  papers: flag(false),
});

export const named = (): Named[] => PLACES.map((at, word) => ({ name: page.text(WORDS[word]!), at }));
