// A layer whose weights stay in the workers.
import type { AnyCall, Check } from "../lib/call/index.js";
import { compute, nextPrefix, type Context } from "./calls.js";
import { takeControl } from "./control.js";

type ReadLayerCall = (where: string, options: unknown) => AnyCall;

export function openLayer(context: Context, given: unknown, isPoolClosed: () => boolean) {
  const { check: checks, read } = context.inside;
  const weights = copyOf(checks, given);
  const heldBy = nextPrefix("layer");
  let isClosed = false;
  const call = async (name: string, options: unknown, readCall: ReadLayerCall): Promise<unknown> => {
    const where = `heed.layer.${name}`;
    if (isPoolClosed()) throw closed(where);
    if (isClosed) throw new Error(`${where}: the layer is closed. Make a new one with layer(weights).`);
    const { control, rest } = takeControl(checks, where, options);
    try {
      return await compute(context, readCall(where, rest), control, heldBy);
    } finally {
      // Where the layer was closed meanwhile, the rest of the call had workers hold weights again.
      if (isClosed) context.pool.drop(heldBy);
    }
  };
  return Object.freeze({
    run: (x: unknown, options?: unknown) =>
      call("run", options, (where, rest) => read.selfAttention(where, x, weights, rest)),
    backward: (x: unknown, dOutput: unknown, options?: unknown) =>
      call("backward", options, (where, rest) => read.selfAttentionBackward(where, x, weights, dOutput, rest)),
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
      return [name, { data: checks.floatsOf(data), shape: Array.from(shape) }];
    }),
  );
}

export function closed(where: string): Error {
  return new Error(`${where}: the workers are closed. open() starts new ones.`);
}
