// Measures in a worker: first the peak, then each shape with each contender.
import source from "page:worker";
import type { Shape } from "../../../measure/index.mjs";
import { WorkerHost } from "../../kit/index.js";
import { entriesFor, SPREAD, workerCounts, type Entry, type Flavour } from "./plan.js";

export interface Figure {
  ms: number;
  gflops: number;
  /** The width of the middle half of the samples, divided by their median. */
  spread: number;
  /** Where the middle half of the samples begins and ends, in milliseconds. */
  quartiles?: [number, number];
  nearbyPeak: number;
  /** Too few samples had a peak beside them that was near the highest. */
  disturbed?: boolean;
}

// Samples that differ by more than this part of their median were disturbed by other work of the machine.
const DISTURBED = 0.15;

export function isDisturbed({ disturbed, spread }: Figure): boolean {
  return disturbed === true || spread > DISTURBED;
}

export interface Measured {
  refused?: string;
  kernel?: Figure;
  call?: Figure;
}

/** What is shown of them. Plain JavaScript copies nothing into a memory of its own: its call is its kernel. */
export function figureOf({ kernel, call }: Measured): Figure | undefined {
  return kernel ?? call;
}

/** The same call on one thread and on workers, in turns; or why there are no workers. */
export interface Spread {
  workers: number;
  refused?: string;
  plain?: Figure;
  figure?: Figure;
}

export interface Peak {
  best: { name: string; gflops: number };
  separate: { name: string; gflops: number };
}

/** What is being measured. */
export type Doing =
  | { readonly kind: "peak" }
  | { readonly kind: "entry"; readonly shape: Shape; readonly entry: Entry }
  | { readonly kind: "spread"; readonly workers: number; readonly cores: number };

export interface Listener {
  doing(what: Doing, done: number, of: number): void;
  peak(peak: Peak): void;
  measured(shape: Shape, entry: Entry, measured: Measured): void;
  spread(spread: Spread, cores: number): void;
}

/** What the page asks of the host of web/measure. */
type MeasureMethods = {
  open(asked: { readonly name: string; readonly module: string; readonly settings: object }): unknown;
  flavours(): Flavour[];
  surveyPeak(): Peak;
  measure(asked: { readonly name: Entry; readonly shape: Shape; readonly budget: string }): Measured;
  measureCalls(asked: object): Record<string, Figure & Measured>;
  close(asked: { readonly name: string }): void;
};

type Host = WorkerHost<MeasureMethods>;

function open(host: Host, name: Entry): Promise<unknown> {
  const module = name === "plain" ? "plain" : "heed";
  return host.ask("open", { name, module, settings: { flavour: name } });
}

/** One number of workers. They end before the next number is measured. */
async function measureSpread(host: Host, workers: number, flavour: Flavour, budget: string): Promise<Spread> {
  const name = "workers";
  await host.ask("open", { name, module: name, settings: { workers, flavour } });
  const figures = await host.ask("measureCalls", {
    names: [flavour, name],
    shape: SPREAD,
    budget,
  });
  await host.ask("close", { name });
  const [plain, figure] = [figures[flavour]!, figures[name]!];
  const refused = figure.refused ?? plain.refused;
  return refused === undefined ? { workers, plain, figure } : { workers, refused };
}

/**
 * Measures the shapes one after another, then one call on 1, 2 and more workers. `signal` ends it at once, even in the
 * middle of a call.
 */
export async function measureShapes(
  shapes: readonly Shape[],
  budget: "normal" | "quick",
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const host: Host = new WorkerHost(source);
  signal.addEventListener("abort", () => host.stop(), { once: true });
  try {
    const flavours = await host.ask("flavours");
    const [fastest] = flavours;
    const counts = fastest ? workerCounts(navigator.hardwareConcurrency) : [];
    const steps = shapes.flatMap((shape) => entriesFor(shape, flavours).map((entry) => ({ shape, entry })));
    const all = 1 + steps.length + counts.length;
    listener.doing({ kind: "peak" }, 0, all);
    listener.peak(await host.ask("surveyPeak"));
    for (const name of new Set(steps.map(({ entry }) => entry))) await open(host, name);
    for (const [done, { shape, entry }] of steps.entries()) {
      listener.doing({ kind: "entry", shape, entry }, done + 1, all);
      listener.measured(shape, entry, await host.ask("measure", { name: entry, shape, budget }));
    }
    for (const [at, workers] of counts.entries()) {
      listener.doing({ kind: "spread", workers, cores: counts.at(-1)! }, 1 + steps.length + at, all);
      const spread = await measureSpread(host, workers, fastest!, budget);
      listener.spread(spread, counts.at(-1)!);
      if (spread.refused !== undefined) break;
    }
  } finally {
    host.stop();
  }
}
