// Where the time of a layer goes. The same numbers go through more and more of the layer; a difference is a part.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";

export interface TimesOptions {
  readonly tokens: number;
}

export const DIM = 64;

/** Milliseconds of one call. */
export interface Times {
  /** q·kᵀ and ·V, without softmax between them. */
  readonly products: number;
  /** The same with softmax. */
  readonly attention: number;
  /** The same with the three projections before it, all in wasm memory. */
  readonly layer: number;
  /** The same as one call, with checks and copies in and out. */
  readonly call: number;
  /** The same, and the weights are returned. */
  readonly keeping: number;
}

export type Part = "products" | "softmax" | "projections" | "copies" | "keeping";
export const PARTS: readonly Part[] = ["projections", "products", "softmax", "copies", "keeping"];

/** The time that each part adds. */
export function partsOf({ products, attention, layer, call, keeping }: Times): Record<Part, number> {
  return {
    products,
    softmax: attention - products,
    projections: layer - attention,
    copies: call - layer,
    keeping: keeping - call,
  };
}

/** The least time of a sample, because the clock of a page is coarse. */
const SAMPLE_MS = 5;

export function openTimes(heed: Heed, { tokens }: TimesOptions): Experiment<null, Times, null> {
  const draw = seededRandom(1);
  const normal = (rows: number, deviation = 1) => ({
    data: draw.fillNormal(new Float32Array(rows * DIM), deviation),
    shape: [rows, DIM],
  });
  const x = normal(tokens);
  const weights = { queryWeight: normal(DIM, 1 / 8), keyWeight: normal(DIM, 1 / 8), valueWeight: normal(DIM, 1 / 8) };
  const sizes = { queries: tokens, keys: tokens, dim: DIM };
  const plain = heed.session({ ...sizes, normalize: "none" });
  const attention = heed.session(sizes);
  const layer = heed.selfAttentionSession({ tokens, modelDim: DIM });
  const { q, k, v } = heed.selfAttention(x, { ...weights, keep: ["q", "k", "v"] });
  for (const session of [plain, attention]) {
    session.q.set(q.data);
    session.k.set(k.data);
    session.v.set(v.data);
  }
  layer.x.set(x.data);
  layer.queryWeight.set(weights.queryWeight.data);
  layer.keyWeight.set(weights.keyWeight.data);
  layer.valueWeight.set(weights.valueWeight.data);
  const calls: Record<keyof Times, () => void> = {
    products: () => plain.run(),
    attention: () => attention.run(),
    layer: () => layer.run(),
    call: () => void heed.selfAttention(x, weights),
    keeping: () => void heed.selfAttention(x, { ...weights, keep: ["weights"] }),
  };
  for (const call of Object.values(calls)) timeOf(call); // the engine compiles meanwhile
  return {
    about: null,
    step: () =>
      Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, timeOf(call)])) as unknown as Times,
    view: () => null,
    dispose: () => [plain, attention, layer].forEach((session) => session.dispose()),
  };
}

export function timeOf(call: () => void): number {
  const since = performance.now();
  let [count, now] = [0, since];
  do {
    call();
    count++;
    now = performance.now();
  } while (now - since < SAMPLE_MS);
  return (now - since) / count;
}

/** The fastest of each field. Other work of the machine makes a sample longer, never shorter. */
export function fastestOf(samples: readonly Times[]): Times {
  const least = (name: keyof Times): number => Math.min(...samples.map((sample) => sample[name]));
  return {
    products: least("products"),
    attention: least("attention"),
    layer: least("layer"),
    call: least("call"),
    keeping: least("keeping"),
  };
}
