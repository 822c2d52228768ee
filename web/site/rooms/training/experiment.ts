// What runs in the worker of a lesson, step by step. The page may look at it between two steps.
import type { Heed } from "heed";

export interface Experiment<About, Step, View> {
  /** What is fixed from the start. */
  readonly about: About;
  step(): Step;
  /** The present state. It may cost more than a step. */
  view(): View;
  dispose(): void;
}

/** What the page asks of the worker about its experiments. */
export type ExperimentMethods = {
  /** Starts the core, and says which build of it runs. */
  start(wasm: WebAssembly.Module): Promise<Pick<Heed, "flavour">>;
  open(asked: { readonly name: string; readonly options: unknown }): { readonly id: number; readonly about: unknown };
  advance(asked: { readonly id: number; readonly count: number }): readonly unknown[];
  view(asked: { readonly id: number }): unknown;
  close(asked: { readonly id: number }): void;
};

/** Opens an experiment in the worker. A lesson has one for each of its experiments. */
export type OpenExperiment = (heed: Heed, options: never) => Experiment<unknown, unknown, unknown>;
