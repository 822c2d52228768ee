import { load, type Heed } from "../lib/index.js";
import { INSIDE, type Check, type Inside, type ReadCall, type WorkersInside } from "../lib/call/index.js";
import { fault, numberFault, WORKERS_INSIDE } from "../lib/read/index.js";
import type { HeedWorkers, OpenOptions } from "./api.js";
import { compute, nextPrefix, type Context } from "./calls.js";
import { readControl } from "./control.js";
import { disposedOf, openLayer } from "./open-layer.js";
import { LIMITS, type Limits } from "./plan.js";
import { Job } from "./job.js";
import { NO_WORKERS, Pool } from "./pool.js";
import { processors } from "./port.js";

/** More workers share the memory of the machine and gain little, and phones have slow cores beside their fast ones. */
const MOST_BY_DEFAULT = 8;
const MOST = 64;

/** Tests cut calls finer by an option with this name. */
const LIMITS_OPTION = Symbol.for("heed.workers.limits");

/** `Symbol.asyncDispose`, also where an engine does not have it yet. */
const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/**
 * Starts heed here, for use with workers. The workers themselves start with the first call that is worth it.
 *
 * @param options `workers` for their number, `flavour` and `wasm` as for `load()`, `script` to make them.
 */
export async function openWorkers(options?: OpenOptions): Promise<HeedWorkers> {
  const heed = await load({ flavour: options?.flavour, wasm: options?.wasm });
  const { [INSIDE]: inside } = heed as unknown as { [INSIDE]: Inside };
  const { workers, script, limits } = readOpenOptions(inside.check, options);
  const pool = new Pool(inside, workers, script, limits.rest);
  return handleOf(heed, { inside, pool, limits });
}

function insideOf(pool: Pool, isDisposed: () => boolean): WorkersInside {
  return {
    async run(where, chunks) {
      if (isDisposed()) throw disposedOf(where);
      if (pool.count === 0) return false;
      const queues = Array.from({ length: pool.count }, (_, at) => chunks.filter((_, n) => n % pool.count === at));
      const job = new Job(where, nextPrefix("call"), [queues], undefined);
      try {
        pool.run(job);
        await job.finished;
        return true;
      } catch (error) {
        if (error === NO_WORKERS) return false;
        throw error;
      } finally {
        pool.forget(job);
      }
    },
  };
}

function readOpenOptions({ names, object, kindOf }: Check, options: unknown) {
  const where = "heed/workers.openWorkers";
  if (options !== undefined) {
    object(where, "options", options, "a plain object, as { workers: 4 }");
    names(where, "option", options, ["workers", "flavour", "wasm", "script"]);
  }
  const given = (options ?? {}) as OpenOptions & { [LIMITS_OPTION]?: Limits };
  const { workers = Math.max(1, Math.min(processors(), MOST_BY_DEFAULT)), script } = given;
  if (!Number.isInteger(workers) || workers < 0 || workers > MOST) {
    throw numberFault(workers, `${where}: workers must be an integer from 0 to ${MOST}; got ${kindOf(workers)}.`);
  }
  if (script !== undefined && typeof script !== "function") {
    throw fault("type", `${where}: script must be a function that makes a worker; got ${kindOf(script)}.`);
  }
  const checkedScript = (): unknown => {
    const worker = script!() as { postMessage?: unknown } | null | undefined;
    if (typeof worker?.postMessage === "function") return worker;
    throw fault("type", `${where}: script must return a worker; got ${kindOf(worker)}.`);
  };
  return { workers, script: script && checkedScript, limits: given[LIMITS_OPTION] ?? LIMITS };
}

function handleOf(heed: Heed, context: Context): HeedWorkers {
  const { pool } = context;
  const { check } = context.inside;
  let isDisposed = false;
  const { read } = context.inside;
  /** A call, and how many arguments stand before its options. */
  const call =
    (name: string, count: number, readCall: (where: string, ...args: unknown[]) => ReadCall) =>
    async (...args: unknown[]): Promise<unknown> => {
      const where = `heed.${name}`;
      if (isDisposed) throw disposedOf(where);
      const control = readControl(check, where, args[count]);
      return compute(context, readCall(where, ...args), control);
    };
  const dispose = async (): Promise<void> => {
    isDisposed = true;
    await pool.close(disposedOf("heed.dispose"));
    heed.dispose();
  };
  const handle = {
    get workers() {
      return pool.count;
    },
    get reason() {
      return pool.reason;
    },
    flavour: heed.flavour,
    version: heed.version,
    attention: call("attention", 3, (where, q, k, v, options) => read.attention(where, q, k, v, options)),
    attentionBackward: call("attentionBackward", 4, (where, q, k, v, dOutput, options) =>
      read.attentionBackward(where, q, k, v, dOutput, options),
    ),
    selfAttention: call("selfAttention", 1, (where, x, options, extra) =>
      read.selfAttention(where, x, options, extra, undefined),
    ),
    selfAttentionBackward: call("selfAttentionBackward", 2, (where, x, dOutput, options, extra) =>
      read.selfAttentionBackward(where, x, dOutput, options, extra, undefined),
    ),
    layer: (weights?: unknown) => openLayer(context, weights, () => isDisposed),
    dispose,
    [ASYNC_DISPOSE]: dispose,
    [WORKERS_INSIDE]: insideOf(pool, () => isDisposed),
  };
  return Object.freeze(handle) as unknown as HeedWorkers;
}
