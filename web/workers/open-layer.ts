// A layer whose weights stay in the workers.
import type { Check } from "../lib/call/index.js";
import { compute, nextPrefix, type Context } from "./calls.js";
import { takeControl } from "./control.js";

export function openLayer(context: Context, given: unknown, isPoolClosed: () => boolean) {
  const { check: checks, read } = context.inside;
  const weights = copyOf(checks, given);
  const heldBy = nextPrefix("layer");
  let isClosed = false;
  const check = (where: string): void => {
    if (isPoolClosed()) throw closed(where);
    if (isClosed) throw new Error(`${where}: the layer is closed. Make a new one with layer(weights).`);
  };
  return Object.freeze({
    async run(x: unknown, options?: unknown): Promise<unknown> {
      const where = "heed.layer.run";
      check(where);
      const { control, rest } = takeControl(checks, where, options);
      return compute(context, read.selfAttention(where, x, weights, rest), control, heldBy);
    },
    async backward(x: unknown, dOutput: unknown, options?: unknown): Promise<unknown> {
      const where = "heed.layer.backward";
      check(where);
      const { control, rest } = takeControl(checks, where, options);
      return compute(context, read.selfAttentionBackward(where, x, weights, dOutput, rest), control, heldBy);
    },
    close(): void {
      isClosed = true;
      context.pool.drop(heldBy);
    },
  });
}

/** Copies the tensors, because workers get them with the first call. The rules about weights are checked by calls. */
function copyOf(checks: Check, weights: unknown): unknown {
  if (weights === undefined) return undefined;
  checks.object("heed.layer", "weights", weights);
  return Object.fromEntries(
    Object.entries(weights as object).map(([name, value]) => {
      if (typeof value !== "object" || value === null) return [name, value];
      const { data, shape } = checks.readTensor("heed.layer", name, value);
      return [name, { data: Float32Array.from(data), shape: Array.from(shape) }];
    }),
  );
}

export function closed(where: string): Error {
  return new Error(`${where}: the workers are closed. open() starts new ones.`);
}
