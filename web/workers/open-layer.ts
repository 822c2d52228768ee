// A layer whose weights stay in the workers.
import type { Inside, ReadCall } from "../lib/call/index.js";
import { fault } from "../lib/read/index.js";
import { compute, nextPrefix, type Context } from "./calls.js";
import { readControl } from "./control.js";

type ReadLayerCall = (where: string) => ReadCall;

export function openLayer(context: Context, given: unknown, isPoolDisposed: () => boolean) {
  const { check: checks, read } = context.inside;
  const weights = copyOf(context.inside, given);
  const heldBy = nextPrefix("layer");
  let isDisposed = false;
  const call = async (name: string, options: unknown, readCall: ReadLayerCall): Promise<unknown> => {
    const where = `layer.${name}`;
    if (isPoolDisposed()) throw disposedOf(where);
    if (isDisposed) throw fault("disposed", `${where}: the layer is disposed of. Make a new one with layer(weights).`);
    refuseWeights(where, weights, options);
    const control = readControl(checks, where, options);
    try {
      return await compute(context, readCall(where), control, heldBy);
    } finally {
      // If the layer was disposed of meanwhile, the rest of the call has made workers hold its weights again.
      if (isDisposed) context.pool.drop(heldBy);
    }
  };
  return Object.freeze({
    run: (x: unknown, options?: unknown) =>
      call("run", options, (where) => read.selfAttention(where, x, options, undefined, weights)),
    backward: (x: unknown, dOutput: unknown, options?: unknown) =>
      call("backward", options, (where) => read.selfAttentionBackward(where, x, dOutput, options, undefined, weights)),
    dispose(): void {
      isDisposed = true;
      context.pool.drop(heldBy);
    },
  });
}

function refuseWeights(where: string, weights: object, options: unknown): void {
  const name = Object.keys(Object(options) as object).find((one) => Object.keys(weights).includes(one));
  if (name === undefined) return;
  throw fault("type", `${where}: ${name} must be among the weights of layer(weights); got it among the options.`);
}

/** Copies the tensors, because workers get them with the first call. Calls check shapes, which depend on x. */
function copyOf({ check, makeFloats }: Inside, weights: unknown = {}): Record<string, unknown> {
  const where = "heed.layer";
  const given = check.readWeights(where, weights);
  const copy: Record<string, unknown> = {};
  for (const name in given) {
    const value = given[name];
    if (value === undefined || !/(Weight|Bias)$/.test(name)) {
      copy[name] = value;
      continue;
    }
    const { data, shape } = check.readTensor(where, name, value);
    const floats = makeFloats(where, data.length);
    floats.set(check.floatsOf(data));
    copy[name] = { data: floats, shape: Array.from(shape) };
  }
  return copy;
}

export function disposedOf(where: string): Error {
  return fault("disposed", `${where}: the workers are disposed of. openWorkers() starts new ones.`);
}
