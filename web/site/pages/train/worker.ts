// The worker of the page that trains: everything that takes longer than a blink happens here.
import { load, type Heed } from "heed";
import { open, type HeedWorkers } from "heed/workers";
import { answerMessages, HandedOver } from "../../kit/index.js";
import { partsOf, Run } from "./run.js";
import type { Look, Settings } from "./plan.js";

/** Steps that tell how long one takes. More than half of them find out where the parts are computed. */
const TIMED = 12;

interface Task {
  readonly text: string;
  readonly settings: Settings;
}

let core: Promise<Heed> | undefined;
let workers: Promise<HeedWorkers> | undefined;
let run: Run | undefined;

async function openRun({ text, settings }: Task): Promise<Run> {
  core ??= load();
  const heed = await core;
  if (partsOf(settings) > 1) workers ??= open({ flavour: heed.flavour });
  return new Run(heed, text, settings, await workers);
}

answerMessages({
  async begin(task: Task) {
    run?.dispose();
    run = undefined;
    run = await openRun(task);
    run.keep();
    return run.opened;
  },
  /** The milliseconds that a step takes with these settings. */
  async time(task: Task) {
    const timed = await openRun(task);
    try {
      await timed.advance(Infinity, TIMED - 2);
      return (await timed.advance(Infinity, TIMED)).stepMs;
    } finally {
      timed.dispose();
    }
  },
  advance: ({ ms, until }: { ms: number; until: number }) => run!.advance(ms, until),
  count: () => run!.count(),
  keep: () => run!.keep(),
  see(look: Look) {
    const seen = run!.see(look);
    return new HandedOver(seen, [seen.weights.buffer]);
  },
  write: ({ look, prompt, temperature, seed, count }: WriteRequest) =>
    run!.write(look, prompt, temperature, seed, count),
  attended: ({ look, at }: { look: Look; at: number }) => run!.attended(look, at),
  near: (look: Look) => run!.near(look),
  save: (look: Look) => run!.save(look),
  open: (bytes: Uint8Array) => run!.open(bytes),
});

interface WriteRequest {
  readonly look: Look;
  readonly prompt: string;
  readonly temperature: number;
  readonly seed: number;
  readonly count: number;
}
