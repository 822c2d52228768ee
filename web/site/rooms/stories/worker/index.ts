// The training in the worker of a page: serveExperiments({ stories: openStories }).
import type { Floats, Heed } from "heed";
import { watchedSteps, type WatchedStep } from "../../../kit/index.js";
import type { Experiment } from "../../training/index.js";
import { looks, measure, newTexts, type Looked, type Measured } from "../measure.js";
import type { Shape } from "../model.js";
import { wordsOf } from "../patterns.js";
import { BATCH, STEPS, Training } from "../recipe.js";
import type { Table } from "../table.js";

export interface StoryOptions {
  /** Of the site, or with a reader's own names and things. */
  readonly table: Table;
  readonly seed: number;
  /** Left out: that of the stored models. */
  readonly shape?: Shape;
}

/** What is fixed from the start. */
export interface StoryAbout {
  /** Before the first step. */
  readonly first: StoryMoment;
  /** Numbers that are learned; words that it knows; stories that it reads; steps of a whole training. */
  readonly numbers: number;
  readonly words: number;
  readonly read: number;
  readonly steps: number;
}

/** How it is after a step, over new texts. */
export interface StoryMoment extends Looked {
  readonly step: number;
  /** All that is learned: with the table it is a model. */
  readonly numbers: Floats;
}

export type StoryStep = WatchedStep<StoryMoment>;

/** Of how many steps one is looked at: 40 of a training, and the last. */
export const EVERY = STEPS / 40;
/** Texts that are looked at; they are the same in every training. */
const TEXTS = 100;

export function openStories(
  heed: Heed,
  { table, seed, shape }: StoryOptions,
): Experiment<StoryAbout, StoryStep, Measured> {
  const training = new Training(heed, table, seed, shape);
  const texts = newTexts(table, TEXTS, 0);
  const look = (step: number): StoryMoment => {
    const model = training.model();
    return { step, numbers: model.numbers, ...looks(heed, model, texts) };
  };
  const first = look(0);
  const about = { numbers: first.numbers.length, words: wordsOf(table).all.length, read: STEPS * BATCH, steps: STEPS };
  return {
    about: { first, ...about },
    step: watchedSteps(training, EVERY, look),
    /** With each head off, too. */
    view: () => measure(heed, training.model(), texts),
    dispose: () => training.dispose(),
  };
}
