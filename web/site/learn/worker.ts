// The worker of the lessons that train and measure. Everything that takes longer than a blink happens here, a slice at a time.
import { load } from "heed";
import { answerMessages } from "../shared/index.js";
import { openFlip } from "./lessons/context/flip.js";
import { openPointing } from "./lessons/context/pointing.js";
import { openHeads } from "./lessons/several-heads/training.js";
import { openTimes } from "./lessons/under-the-hood/times.js";
import { openTimeline } from "./lessons/learned/timeline.js";
import type { Experiment } from "./training/experiment.js";
import { openRace } from "./lessons/train-it-twice/race.js";

const EXPERIMENTS = {
  timeline: openTimeline,
  race: openRace,
  heads: openHeads,
  pointing: openPointing,
  flip: openFlip,
  times: openTimes,
};
export type Experiments = typeof EXPERIMENTS;

const opened = new Map<number, Experiment<unknown, unknown, unknown>>();
let next = 0;

answerMessages({
  flavour: async () => (await load()).flavour,
  async open({ name, options }: { name: keyof Experiments; options: never }) {
    const experiment = EXPERIMENTS[name](await load(), options);
    opened.set(next, experiment);
    return { id: next++, about: experiment.about };
  },
  advance: ({ id, count }: { id: number; count: number }) =>
    Array.from({ length: count }, () => opened.get(id)!.step()),
  view: ({ id }: { id: number }) => opened.get(id)!.view(),
  close({ id }: { id: number }) {
    opened.get(id)!.dispose();
    opened.delete(id);
  },
});
