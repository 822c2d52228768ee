// From the arguments of a call to the promise of its results: here, or cut and spread over the workers.
import type { Tensor } from "../lib/index.js";
import type { AnyCall, CallTensor, Inside } from "../lib/call/index.js";
import type { CallOptions } from "./api.js";
import { chunkOf, type Results } from "./chunks.js";
import { Job, type Phase } from "./job.js";
import { cutAttention, workOf, type Limits } from "./plan.js";
import { NO_WORKERS, type Pool } from "./pool.js";

type Tensors = Record<string, Tensor>;

/** What calls have in common. */
export interface Context {
  readonly inside: Inside;
  readonly pool: Pool;
  readonly limits: Limits;
}

export async function compute(context: Context, read: AnyCall, control: CallOptions): Promise<Tensors> {
  if (control.signal?.aborted) throw control.signal.reason;
  const { pool, limits } = context;
  if (pool.count === 0 || workOf(read) < limits.least) return computeHere(context, read, control);
  try {
    return await spread(context, read, control);
  } catch (error) {
    if (error !== NO_WORKERS) throw error;
    return computeHere(context, read, control);
  }
}

function computeHere({ inside }: Context, read: AnyCall, { onProgress, sharedResults }: CallOptions): Tensors {
  const results = inside.compute(read);
  if (sharedResults) {
    for (const name in results) {
      const { data, shape } = results[name]!;
      const shared = makeShared(data.length);
      shared.set(data);
      results[name] = { data: shared, shape };
    }
  }
  onProgress?.(1, 1);
  return results;
}

async function spread(context: Context, read: AnyCall, control: CallOptions): Promise<Tensors> {
  const { inside, pool } = context;
  const tensors = inside.tensorsOf(read);
  const [results, seen] = makeResults(inside, read, tensors, control.sharedResults === true);
  const job = new Job(read.where, phasesOf(context, read, tensors, results), control.onProgress);
  const { signal } = control;
  const abort = (): void => job.fail(signal!.reason);
  signal?.addEventListener("abort", abort);
  try {
    pool.run(job);
    await job.finished;
    return seen;
  } finally {
    signal?.removeEventListener("abort", abort);
    pool.forget(job);
  }
}

/** Arrays for the results: by the names of their words, and as the caller sees them. */
function makeResults(
  inside: Inside,
  { where }: AnyCall,
  tensors: readonly CallTensor[],
  isShared: boolean,
): [Results, Tensors] {
  const results: Record<string, Float32Array> = {};
  const seen: Tensors = {};
  for (const { row, count, result } of tensors) {
    if (result === undefined) continue;
    const data = isShared ? makeShared(count) : inside.makeFloats(where, count);
    results[row.name] = data;
    seen[result.name] = { data, shape: result.shape };
  }
  return [results, seen];
}

/** The types of tensors do not tell shared memory apart. */
function makeShared(count: number): Float32Array<ArrayBuffer> {
  return new Float32Array(new SharedArrayBuffer(4 * count)) as unknown as Float32Array<ArrayBuffer>;
}

function phasesOf({ pool, limits }: Context, read: AnyCall, tensors: readonly CallTensor[], results: Results): Phase[] {
  const cuts = read.call.kind === "attention" ? cutAttention(read, tensors, pool.count, limits) : [[{}]];
  return [cuts.map((own) => own.map((cut) => chunkOf(read, tensors, cut, results)))];
}
