// The page's side of the worker: it opens experiments there.
import source from "page:worker";
import { byId, type Fields, WorkerHost } from "../../kit/index.js";
import { type Page } from "../lesson/index.js";
import type { Experiment, OpenExperiment } from "./experiment.js";

/** An experiment in the worker, as the page sees it. */
export interface RemoteExperiment<About, Step, View> {
  readonly about: About;
  advance(count: number): Promise<Step[]>;
  view(): Promise<View>;
  close(): void;
}

type RemoteOf<Open extends OpenExperiment> =
  ReturnType<Open> extends Experiment<infer About, infer Step, infer View>
    ? RemoteExperiment<About, Step, View>
    : never;

export class ExperimentWorker {
  readonly #host = new WorkerHost(source);

  /** The core's build in the worker. Fails with a sentence where the core cannot run. */
  flavour(): Promise<string> {
    return this.#host.ask("flavour");
  }

  async open<Open extends OpenExperiment>(name: string, options: Parameters<Open>[1]): Promise<RemoteOf<Open>> {
    const { id, about } = await this.#host.ask<{ id: number; about: unknown }>("open", { name, options });
    return {
      about,
      advance: (count: number) => this.#host.ask("advance", { id, count }),
      view: () => this.#host.ask("view", { id }),
      close: () => void this.#host.ask("close", { id }),
    } as RemoteOf<Open>;
  }
}

/** Starts a worker. The page says which build of the core runs there, or why none does. */
export function startWorker<F extends Fields>(page: Page<F>, started?: () => void): ExperimentWorker {
  const worker = new ExperimentWorker();
  worker.flavour().then(
    (flavour) => {
      page.fill(byId("engine"), "frame.engine", { flavour });
      started?.();
    },
    (error: Error) => page.fill(byId("engine"), "frame.no-engine", { reason: error.message }),
  );
  return worker;
}
