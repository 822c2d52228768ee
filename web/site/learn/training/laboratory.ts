// The page's side of the worker: experiments in it as objects here.
import source from "learn:worker";
import { WorkerHost } from "../../shared/index.js";
import { byId, type Page } from "../frame/page.js";
import type { Fields } from "../frame/state.js";
import type { Experiments } from "../worker.js";
import type { Experiment } from "./experiment.js";

type OptionsOf<Name extends keyof Experiments> = Parameters<Experiments[Name]>[1];
type ExperimentOf<Name extends keyof Experiments> = ReturnType<Experiments[Name]>;

/** An experiment that runs in a worker. */
export interface Opened<About, Step, View> {
  readonly about: About;
  advance(count: number): Promise<Step[]>;
  view(): Promise<View>;
  close(): void;
}

type OpenedOf<Name extends keyof Experiments> =
  ExperimentOf<Name> extends Experiment<infer About, infer Step, infer View> ? Opened<About, Step, View> : never;

export class Laboratory {
  readonly #host = new WorkerHost(source);

  /** Which build of the core it runs; an engine that runs none fails here, with a sentence. */
  flavour(): Promise<string> {
    return this.#host.ask("flavour");
  }

  async open<Name extends keyof Experiments>(name: Name, options: OptionsOf<Name>): Promise<OpenedOf<Name>> {
    const { id, about } = await this.#host.ask<{ id: number; about: unknown }>("open", { name, options });
    return {
      about,
      advance: (count: number) => this.#host.ask("advance", { id, count }),
      view: () => this.#host.ask("view", { id }),
      close: () => void this.#host.ask("close", { id }),
    } as OpenedOf<Name>;
  }
}

/** Starts a worker and says on the page which core it runs, or why it runs none. @param started called where it runs */
export function openLaboratory<F extends Fields>(page: Page<F>, started?: () => void): Laboratory {
  const laboratory = new Laboratory();
  laboratory.flavour().then(
    (flavour) => {
      page.fill(byId("engine"), "frame.engine", { flavour });
      started?.();
    },
    (error: Error) => page.fill(byId("engine"), "frame.no-engine", { reason: error.message }),
  );
  return laboratory;
}
