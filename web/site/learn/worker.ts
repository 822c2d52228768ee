// The worker of the lessons that train and measure. Everything that takes longer than a blink happens here.
import { load } from "heed";
import { answerMessages } from "../shared/index.js";
import { openFlip } from "./lessons/context/flip.js";
import { openPointing } from "./lessons/context/pointing.js";
import { openTimeline } from "./lessons/learned/timeline.js";
import { openGrouped } from "./lessons/several-heads/grouped.js";
import { openHeads } from "./lessons/several-heads/heads.js";
import { openRace } from "./lessons/train-it-twice/race.js";
import { openInduction } from "./lessons/two-layers/induction.js";
import { openTimes } from "./lessons/under-the-hood/times.js";
import type { Experiment, ExperimentName, OpenExperiment } from "./training/index.js";

const EXPERIMENTS: Record<ExperimentName, OpenExperiment> = {
  timeline: openTimeline,
  race: openRace,
  heads: openHeads,
  grouped: openGrouped,
  pointing: openPointing,
  flip: openFlip,
  times: openTimes,
  induction: openInduction,
};

const opened = new Map<number, Experiment<unknown, unknown, unknown>>();
let nextId = 0;

answerMessages({
  flavour: async () => (await load()).flavour,
  async open({ name, options }: { name: ExperimentName; options: never }) {
    const experiment = EXPERIMENTS[name](await load(), options);
    opened.set(nextId, experiment);
    return { id: nextId++, about: experiment.about };
  },
  advance: ({ id, count }: { id: number; count: number }) =>
    Array.from({ length: count }, () => opened.get(id)!.step()),
  view: ({ id }: { id: number }) => opened.get(id)!.view(),
  close({ id }: { id: number }) {
    opened.get(id)!.dispose();
    opened.delete(id);
  },
});
