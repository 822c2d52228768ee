// The worker of the page that trains: everything that takes longer than a blink happens here.
import { load, type Heed } from "heed";
import { answerMessages, HandedOver } from "../../kit/index.js";
import { Run } from "./run.js";
import type { Look, Settings } from "./plan.js";

let core: Promise<Heed> | undefined;
let run: Run | undefined;

answerMessages({
  async begin({ text, settings }: { text: string; settings: Settings }) {
    core ??= load();
    const heed = await core;
    run?.dispose();
    run = undefined;
    run = new Run(heed, text, settings);
    run.keep();
    return run.opened;
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
