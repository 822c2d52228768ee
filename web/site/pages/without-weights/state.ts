// The state of the lesson: where the words lie, and whether the challenge is on.
import { inPlane, REACH, type Named, type Point } from "../../kit/charts/index.js";
import { flag, integer, numbers } from "../../kit/index.js";
import { Page } from "../../rooms/lesson/index.js";
import { atOneLength } from "./challenge.js";
import { PLACES, TIRED } from "./places.js";

export const WORDS = ["word-the", "word-animal", "word-was", "word-too", "word-tired"] as const;

export const page = new Page({
  x: numbers(PLACES.flat(), -REACH, REACH),
  row: integer(TIRED, 0, WORDS.length - 1),
  seed: integer(0, 0, 9999),
  challenge: flag(false),
});

export const points = (): Point[] => WORDS.map((_, word) => [page.state.x[2 * word]!, page.state.x[2 * word + 1]!]);

export const named = (): Named[] => points().map((at, word) => ({ name: page.text(WORDS[word]!), at }));

/** Puts a word somewhere. In the challenge, whatever moves, the row to look at is that of “tired”. */
export function moveWord(word: number, to: { x: number; y: number }): void {
  const { challenge } = page.state;
  const place = challenge ? atOneLength([to.x, to.y]) : inPlane(to);
  const x = points().flatMap((point, other) => (other === word ? place : point));
  page.set({ x, row: challenge ? TIRED : word });
}
