// Starts a worker of this platform, and hides how platforms differ.
import program from "heed:worker";
import { fault } from "../lib/read/index.js";
import type { FromWorker, ToWorker } from "./messages.js";

export interface Port {
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  /** Whether the worker keeps the program alive. Only Node and its like have a say in that. */
  keepAlive(does: boolean): void;
  end(): unknown;
}

export interface Listener {
  readonly message: (message: FromWorker) => void;
  /** The worker is gone, or was never there. */
  readonly end: (reason: string) => void;
}

/** As much of a worker as is used here: those of browsers have addEventListener, those of Node have on. */
interface AnyWorker {
  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  ref?(): void;
  unref?(): void;
  on?(type: string, listen: (value: never) => void): void;
  addEventListener?(type: string, listen: (event: never) => void): void;
}

interface Modules {
  worker_threads: { Worker: new (program: string, options: { eval: true }) => AnyWorker };
  os: { availableParallelism?(): number };
}
type Process = { getBuiltinModule?<Name extends keyof Modules>(name: Name): Modules[Name] | undefined };

/** A module of Node, without an import that browsers and bundlers trip over. */
function builtin<Name extends keyof Modules>(name: Name): Modules[Name] | undefined {
  return (globalThis as { process?: Process }).process?.getBuiltinModule?.(name);
}

/** Whether a timer keeps the program alive. The timers of browsers are numbers, which have no say in that. */
export function keepAlive(timer: unknown, does: boolean): void {
  const timeout = Object(timer) as { ref?(): void; unref?(): void };
  if (does) timeout.ref?.();
  else timeout.unref?.();
}

/** How many processors the machine lends us. */
export function processors(): number {
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } };
  return builtin("os")?.availableParallelism?.() ?? navigator?.hardwareConcurrency ?? 2;
}

/** Throws where the platform refuses a worker at once. Other refusals arrive at `end`. */
export function startWorker(script: (() => unknown) | undefined, listener: Listener): Port {
  const worker = script ? (script() as AnyWorker) : makeWorker();
  if (worker.on) listenInNode(worker, listener);
  else listenInBrowser(worker, listener);
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    keepAlive: (does) => (does ? worker.ref?.() : worker.unref?.()),
    end: () => worker.terminate(),
  };
}

function makeWorker(): AnyWorker {
  const threads = builtin("worker_threads");
  if (threads) return new threads.Worker(program, { eval: true });
  type Make = new (url: string, options: { name: string; type: "classic" | "module" }) => AnyWorker;
  const { Worker, Deno } = globalThis as unknown as { Worker?: Make; Deno?: object };
  if (typeof Worker !== "function") throw fault("environment", "this engine has no workers here");
  return new Worker(programUrl(), { name: "heed", type: Deno ? "module" : "classic" });
}

let url: string | undefined;

function programUrl(): string {
  return (url ??= URL.createObjectURL(new Blob([program], { type: "text/javascript" })));
}

function listenInNode(worker: AnyWorker, { message, end }: Listener): void {
  worker.on!("message", message);
  worker.on!("error", (error: Error) => end(String(error?.message ?? error)));
  worker.on!("messageerror", () => end("a message could not be read"));
  worker.on!("exit", (code: number) => end(`exit code ${code}`));
}

const REFUSED = "it failed without a reason, as it does if a policy (worker-src) forbids it or its file is missing";

function listenInBrowser(worker: AnyWorker, { message, end }: Listener): void {
  worker.addEventListener!("message", ({ data }: { data: FromWorker }) => message(data));
  worker.addEventListener!("messageerror", () => end("a message could not be read"));
  worker.addEventListener!("error", (event: { message?: string; preventDefault(): void }) => {
    event.preventDefault();
    end(event.message || REFUSED);
  });
}
