// One run: a worker, the peak, then every shape with all who compute it.
import source from "bench:worker";
import type { Shape } from "../../../tests/bench/measure/shapes.mjs";
import { entriesFor, type Entry, type Flavour } from "./plan.js";

export interface Figure {
  ms: number;
  gflops: number;
  spread: number;
  nearbyPeak: number;
}

export interface Measured {
  refused?: string;
  kernel?: Figure;
  call?: Figure;
}

export interface Peak {
  best: { name: string; gflops: number };
  separate: { name: string; gflops: number };
}

export interface Listener {
  doing(what: string, done: number, of: number): void;
  peak(peak: Peak): void;
  measured(shape: Shape, entry: Entry, measured: Measured): void;
}

/** The worker as something that can be asked; a fault inside it fails every open question. */
class Host {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>();
  #next = 0;

  constructor() {
    // A worker from a blob, since a page from disk may not load another file as one.
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.#worker.addEventListener("message", ({ data: { id, answer, problem } }) => {
      const { resolve, reject } = this.#waiting.get(id)!;
      this.#waiting.delete(id);
      if (problem === undefined) resolve(answer as never);
      else reject(new Error(problem));
    });
    this.#worker.addEventListener("error", (event) => this.#fail(new Error(event.message || "The worker could not be started.")));
  }

  ask<Answer>(method: string, argument?: unknown): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, argument });
    });
  }

  stop(): void {
    this.#worker.terminate();
    this.#fail(new DOMException("Stopped.", "AbortError"));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function open(host: Host, name: Entry["name"]): Promise<unknown> {
  const module = name === "plain" ? "plain" : "heed";
  return host.ask("open", { name, module, settings: { flavour: name } });
}

/** Measures the shapes one after another; `signal` ends it at once, in the middle of a call if need be. */
export async function run(shapes: readonly Shape[], budget: "normal" | "quick", listener: Listener, signal: AbortSignal): Promise<void> {
  const host = new Host();
  signal.addEventListener("abort", () => host.stop(), { once: true });
  try {
    const flavours = await host.ask<Flavour[]>("flavours");
    const steps = shapes.flatMap((shape) => entriesFor(shape, flavours).map((entry) => ({ shape, entry })));
    listener.doing("the peak of this browser", 0, steps.length + 1);
    listener.peak(await host.ask<Peak>("surveyPeak"));
    for (const name of new Set(steps.map(({ entry }) => entry.name))) await open(host, name);
    for (const [done, { shape, entry }] of steps.entries()) {
      listener.doing(`${shape.name}: ${entry.label}`, done + 1, steps.length + 1);
      listener.measured(shape, entry, await host.ask<Measured>("measure", { name: entry.name, shape, budget }));
    }
  } finally {
    host.stop();
  }
}
