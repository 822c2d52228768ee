// The three questions: where a row comes from, what a layer is, how the next word is chosen. Both machines answer them.
import type { Heed } from "heed";
import { digits } from "../../../show/index.js";
import { choiceWhere, type Checked, type Question } from "../../rooms/lesson/index.js";
import { frontSentence, rowOf, sourceOf, storedModel, type Language } from "../../rooms/pronouns/index.js";
import { runOf, VOCABULARY } from "./both.js";

/** @param titleOf the titles of the second machine */
export function questionsOf(heed: Heed, language: Language, titleOf: (key: string) => string): Question[] {
  return [
    { key: "q1", check: () => firstRow(heed, language) },
    { key: "q2", check: () => layer(heed, language) },
    { key: "q3", check: () => nextWord(heed, titleOf) },
  ];
}

/** The machine of both sentences: the animal was tired, the street was wide. */
function runsOf(heed: Heed, language: Language) {
  const model = storedModel(language);
  return [true, false].map((isWho) => {
    const { words, asks } = frontSentence(model.table, isWho);
    return { words, asks, run: sourceOf(heed, model, words).run([]) };
  });
}

/** Choices: the words beside it, a table, letters. */
function firstRow(heed: Heed, language: Language): Checked {
  const both = runsOf(heed, language);
  const [one, other] = both.map(({ run, asks }) => rowOf(run.rows(0), asks)) as [Float32Array, Float32Array];
  const differ = one.filter((value, at) => value !== other[at]).length;
  return {
    right: choiceWhere({ a: differ > 0, b: differ === 0, c: false }),
    numbers: { word: both[0]!.words[both[0]!.asks]!, differ, width: one.length },
  };
}

/** Choices: heads and a net for all rows, a row, a word. */
function layer(heed: Heed, language: Language): Checked {
  const { words, run } = runsOf(heed, language)[0]!;
  const shapes = [run.rows(0), ...run.layers.map((_, at) => run.rows(at + 1))].map(({ shape }) => shape.join());
  const width = run.rows(0).shape.at(-1)!;
  return {
    right: choiceWhere({ a: new Set(shapes).size === 1, b: false, c: run.layers.length === words.length }),
    numbers: { words: words.length, width, layers: run.layers.length },
  };
}

/** Choices: a sentence is found, always the same word, shares. */
function nextWord(heed: Heed, titleOf: (key: string) => string): Checked {
  const run = runOf(heed, { seed: 1, title: titleOf }, []);
  const last = run.words.length - 1;
  const lines = [last, last - 1, last - 2].map((line) => run.shares(line));
  const first = lines[0]![0]!.word;
  const second = lines.find(([one]) => one!.word !== first)?.[0]!.word;
  const sum = lines[0]!.reduce((total, { share }) => total + share, 0);
  return {
    right: choiceWhere({ a: false, b: second === undefined, c: second !== undefined && Math.abs(sum - 1) < 1e-4 }),
    numbers: { count: VOCABULARY.length, sum: digits(100 * sum, 0), first, second: second ?? first },
  };
}
