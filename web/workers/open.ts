import { load, type Heed } from "../lib/index.js";
import { INSIDE, type Inside } from "../lib/call/index.js";
import { checkNames, checkObject, kindOf } from "../lib/read/index.js";
import type { HeedWorkers, OpenOptions } from "./api.js";
import { compute, type Context } from "./calls.js";
import { takeControl } from "./control.js";
import { LIMITS, type Limits } from "./plan.js";
import { Pool } from "./pool.js";
import { processors } from "./port.js";

/** More share the memory of the machine and gain little; and phones have slow cores beside their fast ones. */
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
export async function open(options?: OpenOptions): Promise<HeedWorkers> {
  const { workers, script, limits, ...loading } = readOpenOptions(options);
  const heed = await load(loading);
  const { [INSIDE]: inside } = heed as unknown as { [INSIDE]: Inside };
  const pool = new Pool(inside.module, workers, script);
  return handleOf(heed, { inside, pool, limits });
}

function readOpenOptions(options: unknown) {
  const where = "heed.open";
  if (options !== undefined) {
    checkObject(where, "options", options);
    checkNames(where, "option", options, ["workers", "flavour", "wasm", "script"]);
  }
  const given = (options ?? {}) as OpenOptions & { [LIMITS_OPTION]?: Limits };
  const { workers = Math.max(1, Math.min(processors(), MOST_BY_DEFAULT)), script, flavour, wasm } = given;
  if (!Number.isInteger(workers) || workers < 0 || workers > MOST) {
    const Kind = typeof workers === "number" ? RangeError : TypeError;
    throw new Kind(`${where}: workers must be an integer from 0 to ${MOST}; ${kindOf(workers)} came.`);
  }
  if (script !== undefined && typeof script !== "function") {
    throw new TypeError(`${where}: script must be a function that makes a worker; ${kindOf(script)} came.`);
  }
  return { workers, script, flavour, wasm, limits: given[LIMITS_OPTION] ?? LIMITS };
}

type Words = "attention" | "attentionBackward" | "selfAttention" | "selfAttentionBackward";

function handleOf(heed: Heed, context: Context): HeedWorkers {
  const { inside, pool } = context;
  let isClosed = false;
  /** A call whose options are its argument of this number. */
  const call =
    (name: Words, at: number) =>
    async (...args: unknown[]): Promise<unknown> => {
      const where = `heed.${name}`;
      if (isClosed) throw closed(where);
      const { control, rest } = takeControl(where, args[at]);
      const given = [...args.slice(0, at), ...Array(Math.max(0, at - args.length)), rest];
      const readCall = inside.read[name] as (where: string, ...given: unknown[]) => Parameters<typeof compute>[1];
      return compute(context, readCall(where, ...given), control);
    };
  const close = async (): Promise<void> => {
    isClosed = true;
    await pool.close(closed("heed.close"));
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
    attention: call("attention", 3),
    attentionBackward: call("attentionBackward", 4),
    selfAttention: call("selfAttention", 2),
    selfAttentionBackward: call("selfAttentionBackward", 3),
    close,
    [ASYNC_DISPOSE]: close,
  };
  return Object.freeze(handle) as unknown as HeedWorkers;
}

function closed(where: string): Error {
  return new Error(`${where}: the workers are closed. open() starts new ones.`);
}
