// A small table that learns: a row of two numbers for each word. A word's row has to tell which words may follow it.
import type { Floats, Heed } from "heed";
import { embedding, linearSession } from "heed/layers";
import { parametersOf, seededRandom, sgd, softmaxCrossEntropy } from "heed/train";

/** How many words each group has, and how many words may follow a word of the group. */
export const GROUPS = 3;
export const GROUP_WORDS = 4;
const NEXT = 3;
export const WORDS = GROUPS * GROUP_WORDS;
const FOLLOWERS = GROUPS * NEXT;
export const DIM = 2;

export const STEPS = 160;
const LEARNING_RATE = 1.5;
/** What all trainings of these seeds have shown at their end: tests/site/learn-claims.test.mjs measures it. */
export const MEASURED = { seeds: 16, all: 14, least: 11 };
/** Rows and weights of the read-out begin as normal numbers of these sizes. */
const BEGIN = { table: 0.7, readOut: 0.5 };

/** The text that is learned from: each word is before all words of its group's three but one. */
export const PAIRS: readonly { readonly word: number; readonly next: number }[] = Array.from(
  { length: WORDS },
  (_, word) =>
    Array.from({ length: NEXT }, (__, next) => next)
      .filter((next) => next !== word % GROUP_WORDS)
      .map((next) => ({ word, next: groupOf(word) * NEXT + next })),
).flat();

export function groupOf(word: number): number {
  return Math.floor(word / GROUP_WORDS);
}

/** The table after a step, and how the loss slopes there. */
export interface Moment {
  readonly step: number;
  /** (WORDS, DIM) */
  readonly table: Floats;
  readonly slopes: Floats;
  /** The slope of the loss in the row that was read for each pair: (pairs, DIM). */
  readonly pairSlopes: Floats;
  readonly loss: number;
}

export interface TableTraining {
  moment(): Moment;
  step(): void;
  dispose(): void;
}

/** A word's row times a matrix gives a logit for each word that may follow. */
export function trainTable(heed: Heed, seed: number): TableTraining {
  const draw = seededRandom(seed);
  const words = embedding({ vocab: WORDS, modelDim: DIM });
  const readOut = linearSession(heed, { rows: PAIRS.length, inputs: DIM, outputs: FOLLOWERS, backward: true });
  draw.fillNormal(words.table, BEGIN.table);
  draw.fillNormal(readOut.weight, BEGIN.readOut);
  const ids = PAIRS.map(({ word }) => word);
  const answers = PAIRS.map(({ next }) => next);
  const optimiser = sgd([...words.parameters, ...parametersOf(readOut)], { learningRate: LEARNING_RATE });
  let loss = 0;
  const look = (): void => {
    words.read(ids, readOut.x);
    readOut.run();
    ({ loss } = softmaxCrossEntropy(readOut.output, answers, readOut.dOutput));
    readOut.backward();
    words.backward(ids, readOut.dx);
  };
  look();
  return {
    moment: () => ({
      step: optimiser.steps,
      table: words.table.slice(),
      slopes: words.dTable.slice(),
      pairSlopes: readOut.dx.slice(),
      loss,
    }),
    step() {
      optimiser.step();
      look();
    },
    dispose: () => readOut.dispose(),
  };
}

/** How many words have a word of their own group as their nearest, by the distance of their rows. */
export function amongTheirOwn(table: ArrayLike<number>): number {
  let count = 0;
  for (let word = 0; word < WORDS; word++) if (groupOf(nearestOf(table, word)) === groupOf(word)) count++;
  return count;
}

function nearestOf(table: ArrayLike<number>, word: number): number {
  const apart = (other: number): number =>
    other === word ? Infinity : Math.hypot(...[0, 1].map((c) => table[word * DIM + c]! - table[other * DIM + c]!));
  const all = Array.from({ length: WORDS }, (_, other) => apart(other));
  return all.indexOf(Math.min(...all));
}
