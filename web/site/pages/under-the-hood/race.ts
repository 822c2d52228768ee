// How long attention and a recurrent chain of the same width take, for more and more tokens.
import type { Heed } from "heed";
import { linearSession } from "heed/layers";
import { seededRandom } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";
import { DIM } from "./at-once.js";
import { timeOf } from "./times.js";

export const LENGTHS = [32, 128, 512] as const;

/** Milliseconds for each of LENGTHS. */
export interface Lap {
  readonly attention: readonly number[];
  readonly chain: readonly number[];
}

/** A step is a lap: each length once. */
export function openRace(heed: Heed): Experiment<null, Lap, null> {
  const draw = seededRandom(1);
  const runners = LENGTHS.map((tokens) => {
    const attention = heed.selfAttentionSession({ tokens, modelDim: DIM });
    const projection = linearSession(heed, { rows: tokens, inputs: DIM, outputs: DIM });
    const link = linearSession(heed, { rows: 1, inputs: DIM, outputs: DIM });
    draw.fillNormal(attention.x);
    for (const weight of [attention.queryWeight, attention.keyWeight, attention.valueWeight, link.weight])
      draw.fillNormal(weight, 1 / 8);
    projection.x.set(attention.x);
    draw.fillNormal(projection.weight, 1 / 8);
    const all = [attention, projection, link] as const;
    return { tokens, all, attend: () => attention.run(), chain: () => runChain(tokens, projection, link) };
  });
  return {
    about: null,
    step: () => ({
      attention: runners.map(({ attend }) => timeOf(attend)),
      chain: runners.map(({ chain }) => timeOf(chain)),
    }),
    view: () => null,
    dispose: () => runners.forEach(({ all }) => all.forEach((session) => session.dispose())),
  };
}

type Linear = ReturnType<typeof linearSession>;

/** All rows are projected at once. Then each state waits for the one before. */
function runChain(tokens: number, projection: Linear, link: Linear): void {
  projection.run();
  const [own, state, next] = [projection.output, link.x, link.output];
  state.fill(0);
  for (let row = 0; row < tokens; row++) {
    link.run();
    for (let c = 0; c < DIM; c++) state[c] = Math.tanh(next[c]! + own[row * DIM + c]!);
  }
}

/** The fastest lap of each length. Other work of the machine makes a lap longer, never shorter. */
export function fastestLap(laps: readonly Lap[]): Lap {
  const least = (runner: keyof Lap): number[] =>
    LENGTHS.map((_, at) => Math.min(...laps.map((lap) => lap[runner][at]!)));
  return { attention: least("attention"), chain: least("chain") };
}
