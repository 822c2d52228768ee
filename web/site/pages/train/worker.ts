// The worker of the page that trains: everything that takes longer than a blink happens here.
import { load, type Flavour } from "heed";
import { openWorkers } from "heed/workers";
import { answerMessages, HandedOver, inTurn } from "../../kit/index.js";
import { once } from "./once.js";
import { partsOf, Run } from "./training-session.js";
import type { Moment, ModelFiles, Settings } from "./messages.js";

/** Steps that tell how long one takes. More than half of them find out where the parts are computed. */
const TIMED = 12;
/** Milliseconds after which even a few steps tell it. */
const TIMED_MS = 1500;

interface Task {
  readonly text: string;
  readonly settings: Settings;
}

interface OpenTask extends Task {
  readonly files: ModelFiles;
}

const core = once(() => load());
const pool = once((flavour: Flavour) => openWorkers({ flavour }));
let run: Run | undefined;

async function openRun({ text, settings }: Task): Promise<Run> {
  const heed = await core(undefined);
  // Without workers the parts are computed here, with the same bits.
  const workers = partsOf(settings) > 1 ? await pool(heed.flavour).catch(() => undefined) : undefined;
  return new Run(heed, text, settings, workers);
}

/** One after the other: some need a run that another one is still making. */
const methods = inTurn({
  async begin(task: Task) {
    run?.dispose();
    run = undefined;
    run = await openRun(task);
    return run.opened;
  },
  /** A saved model instead of a training; undefined where its letters are not those of the text. */
  async open({ files, ...task }: OpenTask) {
    let spare: Run | undefined = await openRun(task);
    try {
      if (files.letters !== undefined && files.letters.join("") !== spare.opened.letters.join("")) return undefined;
      spare.open(files.weights);
      [run, spare] = [spare, run];
      return run!.opened;
    } finally {
      spare?.dispose();
    }
  },
  /** The milliseconds that a step takes with these settings. */
  async time(task: Task, signal?: AbortSignal) {
    const timed = await openRun(task);
    try {
      await timed.advance(TIMED_MS, TIMED - 2);
      signal?.throwIfAborted();
      return (await timed.advance(TIMED_MS, TIMED)).stepMs;
    } finally {
      timed.dispose();
    }
  },
  advance: ({ ms, until }: { ms: number; until: number }) => run!.advance(ms, until),
  count: () => run!.count(),
  keep: () => run!.keep(),
  forget: (step: number) => run!.forget(step),
  places: (moment: Moment) => run!.places(moment),
  see(moment: Moment) {
    const seen = run!.see(moment);
    return new HandedOver(seen, [seen.weights.buffer]);
  },
  write: ({ moment, prompt, temperature, seed, count }: WriteRequest) =>
    run!.write(moment, prompt, temperature, seed, count),
  attended: ({ moment, at }: { moment: Moment; at: number }) => run!.attended(moment, at),
  near: (moment: Moment) => run!.near(moment),
  save: (moment: Moment) => run!.save(moment),
});

export type TrainMethods = typeof methods;

answerMessages(methods);

interface WriteRequest {
  readonly moment: Moment;
  readonly prompt: string;
  readonly temperature: number;
  readonly seed: number;
  readonly count: number;
}
