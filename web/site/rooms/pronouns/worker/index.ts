// The training in the worker of a page: serveExperiments({ pronouns: openPronouns }).
import type { Floats, Heed } from "heed";
import { watchedSteps, type WatchedStep } from "../../../kit/index.js";
import type { Experiment } from "../../training/index.js";
import { looks, measure, testSentences, type Looks, type Measured } from "../measure.js";
import { READ, STEPS, Training } from "../recipe.js";
import type { Shape } from "../model.js";
import type { Table } from "../table.js";
import { WAY_NAMES, WAYS, type Way } from "../ways.js";
import { vocabularyOf } from "../words.js";

export interface PronounOptions {
  /** Of the site, or with a reader's own lists. */
  readonly table: Table;
  readonly seed: number;
  /** Left out: two looks, one ahead and one back. */
  readonly shape?: Shape;
}

/** What is fixed from the start. */
export interface PronounAbout {
  /** Before the first step. */
  readonly first: PronounMoment;
  /** Numbers that are learned; words that it knows; sentences that it reads; steps of a whole training. */
  readonly numbers: number;
  readonly words: number;
  readonly read: number;
  readonly steps: number;
}

/** How it is after a step, over the test sentences. */
export interface PronounMoment extends Looks {
  readonly step: number;
  /** All that is learned: with the table it is a model. */
  readonly numbers: Floats;
}

export type PronounStep = WatchedStep<PronounMoment>;

/** Of how many steps one is looked at: 40 of a training, and the last. */
export const EVERY = STEPS / 40;

export function openPronouns(
  heed: Heed,
  { table, seed, shape }: PronounOptions,
): Experiment<PronounAbout, PronounStep, Measured> {
  const training = new Training(heed, table, seed, shape);
  const tested = testSentences(table);
  const look = (step: number): PronounMoment => {
    const model = training.model();
    return { step, numbers: model.numbers, ...looks(heed, model, tested) };
  };
  const first = look(0);
  return {
    about: {
      first,
      numbers: first.numbers.length,
      words: vocabularyOf(table).words.length,
      read: READ,
      steps: STEPS,
    },
    step: watchedSteps(training, EVERY, look),
    /** With each head off, too. */
    view: () => measure(heed, training.model(), tested),
    dispose: () => training.dispose(),
  };
}

/** Of each way something. */
export type OfWays<Thing> = Readonly<Record<Way, Thing>>;

/** All ways, trained side by side on the same sentences. */
export function openWays(
  heed: Heed,
  { table, seed }: PronounOptions,
): Experiment<OfWays<PronounAbout>, OfWays<PronounStep>, OfWays<Measured>> {
  const all = WAY_NAMES.map((way) => openPronouns(heed, { table, seed, shape: WAYS[way] }));
  const ofAll = <Thing>(of: (one: (typeof all)[number]) => Thing): OfWays<Thing> =>
    Object.fromEntries(WAY_NAMES.map((way, at) => [way, of(all[at]!)])) as OfWays<Thing>;
  return {
    about: ofAll(({ about }) => about),
    step: () => ofAll((one) => one.step()),
    view: () => ofAll((one) => one.view()),
    dispose: () => all.forEach((one) => one.dispose()),
  };
}
