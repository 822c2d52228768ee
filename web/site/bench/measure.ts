// Measures in a worker: first the peak, then each shape with each contender.
import source from "bench:worker";
import type { Shape } from "../../../tests/bench/measure/shapes.mjs";
import { WorkerHost } from "../shared/index.js";
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

function open(host: WorkerHost, name: Entry["name"]): Promise<unknown> {
  const module = name === "plain" ? "plain" : "heed";
  return host.ask("open", { name, module, settings: { flavour: name } });
}

/** Measures the shapes one after another. `signal` ends it at once, even in the middle of a call. */
export async function measureShapes(
  shapes: readonly Shape[],
  budget: "normal" | "quick",
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const host = new WorkerHost(source);
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
