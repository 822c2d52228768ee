// A story that a model writes, word by word.
import { sample, seededRandom, type Random } from "heed/train";
import type { Reader } from "./model.js";
import { wordsOf } from "./patterns.js";
import type { Table } from "./table.js";
import { drawStory, PLACES } from "./telling.js";

/** Words that no story of the tables follows: with them it is over. */
const endsOf = ({ sentences: { end } }: Table): string => end[0]!;

/** Whether a story has come to its end. */
export const isOver = (table: Table, words: readonly string[]): boolean => words.join(" ").endsWith(endsOf(table));

/** What the model reads of a longer text: whole sentences after the last end, as far as it has places for them. */
export function readOf(table: Table, words: readonly string[], most = PLACES): readonly string[] {
  const end = endsOf(table).split(" ");
  let begin = 0;
  for (let at = end.length; at < words.length; at++)
    if (end.every((word, place) => words[at - end.length + place] === word)) begin = at;
  while (words.length - begin > most) {
    const next = words.indexOf(".", begin) + 1;
    begin = next > begin && next < words.length ? next : words.length - most;
  }
  return words.slice(begin);
}

export interface WriteOptions {
  /** 0 takes the likeliest word. Left out: 0.8. */
  readonly temperature?: number;
}

/** The next word. A text without words begins as a story of the table does. */
export function nextWord(
  table: Table,
  reader: Reader,
  words: readonly string[],
  draw: Random,
  { temperature = 0.8 }: WriteOptions = {},
): string {
  const read = readOf(table, words);
  if (read.length === 0 || isOver(table, read)) return drawStory(table, draw)[0]!;
  const { logits } = reader.next([read])[0]!;
  return wordsOf(table).all[sample(logits, draw, { temperature })]!;
}

/** A text with what the model writes on, to the end of the story or for so many words. */
export function writeOn(
  table: Table,
  reader: Reader,
  words: readonly string[],
  { most = PLACES, seed = 1, ...options }: WriteOptions & { readonly most?: number; readonly seed?: number } = {},
): string[] {
  const draw = seededRandom(seed);
  const text = [...words];
  for (let more = 0; more < most && (more === 0 || !isOver(table, text)); more++)
    text.push(nextWord(table, reader, text, draw, options));
  return text;
}
