// The page's side of the worker: it opens experiments there.
import source from "page:worker";
import type { Heed } from "heed";
import { byId, compiledCore, startCore, WorkerHost } from "../../kit/index.js";
import type { Experiment, ExperimentMethods, OpenExperiment } from "./experiment.js";

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
  #host = new WorkerHost<ExperimentMethods>(source);
  #core: Promise<Pick<Heed, "flavour">> | undefined;

  /**
   * Starts the worker's core, and says which build it is. Fails with a sentence where the core cannot run. A worker
   * that has broken off is replaced.
   */
  core(): Promise<Pick<Heed, "flavour">> {
    if (this.#host.hasEnded) [this.#host, this.#core] = [new WorkerHost(source), undefined];
    return (this.#core ??= compiledCore().then((module) => this.#host.ask("start", module)));
  }

  async open<Open extends OpenExperiment>(name: string, options: Parameters<Open>[1]): Promise<RemoteOf<Open>> {
    await this.core();
    const host = this.#host;
    const { id, about } = await host.ask("open", { name, options });
    return {
      about,
      advance: (count: number) => host.ask("advance", { id, count }),
      view: () => host.ask("view", { id }),
      close: () => void host.ask("close", { id }).catch(() => {}),
    } as RemoteOf<Open>;
  }
}

/** Starts a worker. The page says which build of the core runs there, or why none does. */
export function startWorker(): ExperimentWorker {
  const worker = new ExperimentWorker();
  void startCore(byId("engine"), worker.core(), true);
  return worker;
}
