// From the arguments of a call to the promise of its results: here, or cut and spread over the workers.
import type { Tensor } from "../lib/index.js";
import type { CallTensor, Inside, ReadCall } from "../lib/call/index.js";
import { countOf, isWeight } from "../lib/rows/index.js";
import type { CallOptions } from "./api.js";
import { phasesOfAttention } from "./attention.js";
import type { HeldAs, Results } from "./chunks.js";
import { Job } from "./job.js";
import { phasesOfLayer } from "./layer.js";
import type { Limits, Plan } from "./plan.js";
import { NO_WORKERS, type Pool } from "./pool.js";
import { flopsOf, numbersOf, workOfRows } from "./work.js";

type Tensors = Record<string, Tensor>;

/** What calls have in common. */
export interface Context {
  readonly inside: Inside;
  readonly pool: Pool;
  readonly limits: Limits;
}

/** `heldBy` begins the names of the weights that workers hold for a layer. */
export async function compute(
  context: Context,
  read: ReadCall,
  control: CallOptions,
  heldBy?: string,
): Promise<Tensors> {
  if (control.signal?.aborted) throw control.signal.reason;
  const { pool, limits } = context;
  const tensors = context.inside.tensorsOf(read);
  const least = Math.max(limits.least, limits.perNumber * numbersOf(tensors, heldBy !== undefined));
  if (pool.count === 0) return computeHere(context, read, control);
  const work = workOfRows(read);
  const flops = flopsOf(read, work);
  if (flops < least) return computeHere(context, read, control);
  try {
    return await spread(context, { read, tensors, work, flops }, control, heldBy);
  } catch (error) {
    if (error !== NO_WORKERS) throw error;
    return computeHere(context, read, control);
  }
}

function computeHere({ inside }: Context, read: ReadCall, { onProgress, sharedResults }: CallOptions): Tensors {
  const results = inside.compute(read);
  if (sharedResults) {
    for (const result of Object.values(results)) {
      const data = inside.makeFloats(read.where, result.data.length, SharedArrayBuffer);
      data.set(result.data);
      Object.assign(result, { data });
    }
  }
  onProgress?.(1, 1);
  return results;
}

/** A call, and what it takes. */
type Asked = Pick<Plan, "read" | "tensors" | "work" | "flops">;

async function spread(
  { inside, pool, limits }: Context,
  asked: Asked,
  control: CallOptions,
  heldBy: string | undefined,
): Promise<Tensors> {
  const { read, tensors } = asked;
  const makeFloats = inside.makeFloats.bind(undefined, read.where);
  const Buffer = control.sharedResults ? SharedArrayBuffer : ArrayBuffer;
  const [results, seen] = makeResults(tensors, (count) => makeFloats(count, Buffer));
  const prefix = nextPrefix("call");
  const heldAs = namesOf(prefix, heldBy ?? prefix);
  const plan = { ...asked, results, workers: pool.count, limits, heldAs, makeFloats };
  const phases = read.call.kind.name === "attention" ? phasesOfAttention(plan) : phasesOfLayer(plan);
  const job = new Job(read.where, prefix, phases, control.onProgress);
  const { signal } = control;
  const abort = (): void => job.fail(signal!.reason);
  signal?.addEventListener("abort", abort);
  try {
    pool.run(job);
    await job.finished;
    return inside.finished(read, seen);
  } finally {
    signal?.removeEventListener("abort", abort);
    pool.forget(job);
  }
}

let prefixes = 0;

/** Begins the names of what workers hold for a call or for a layer. */
export function nextPrefix(of: "call" | "layer"): string {
  return `${of} ${++prefixes} `;
}

function namesOf(call: string, layer: string): HeldAs {
  return (row, window) => `${isWeight(row) ? layer : call}${row.name} ${window.start} ${countOf(window)}`;
}

/** Arrays for the results: by the names of their words, and as the caller sees them. */
function makeResults(tensors: readonly CallTensor[], make: Plan["makeFloats"]): [Results, Tensors] {
  const results: Record<string, Float32Array> = {};
  const seen: Tensors = {};
  for (const { row, count, result } of tensors) {
    if (result === undefined) continue;
    const data = make(count);
    results[row.name] = data;
    seen[result.name] = { data, shape: result.shape };
  }
  return [results, seen];
}
