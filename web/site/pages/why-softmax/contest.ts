// The contest in the worker: a head for each rule, all from one seed and with the same bags.
import type { Heed } from "heed";
import type { Experiment } from "../../rooms/training/index.js";
import { FACTS, MANY, openHead, type Exam } from "./head.js";
import { RULES } from "./rules.js";

export const STEPS = 300;
const EXAMINED_BAGS = 256;

export interface ContestOptions {
  readonly seed: number;
  readonly learningRate: number;
}

/** What a trained head can do: among as many facts as in training, among more, and where no fact is the answer. */
export interface Results {
  readonly few: Exam;
  readonly many: Exam;
  readonly missing: Exam;
}

/** A step gives the share of right answers of each rule, in the order of RULES. */
export function openContest(heed: Heed, options: ContestOptions): Experiment<null, number[], Results[]> {
  const heads = RULES.map((rule) => openHead(heed, { rule, ...options }));
  return {
    about: null,
    step: () => heads.map((head) => head.step().accuracy),
    view: () =>
      heads.map((head) => ({
        few: head.examine(EXAMINED_BAGS, FACTS),
        many: head.examine(EXAMINED_BAGS, MANY),
        missing: head.examine(EXAMINED_BAGS, FACTS, true),
      })),
    dispose: () => heads.forEach((head) => head.dispose()),
  };
}
