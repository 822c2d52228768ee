// The page's side of the worker: it opens experiments there.
import source from "page:worker";
import { load } from "heed";
import type { Inside } from "../../../lib/call/index.js";
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

/** The wasm of the page's core, compiled. A worker starts its own core from it, so the page carries the wasm once. */
async function compiled(): Promise<WebAssembly.Module> {
  const { [Symbol.for("heed.inside")]: inside } = (await load()) as unknown as Record<symbol, Inside>;
  return inside!.module;
}

export class ExperimentWorker {
  readonly #host = new WorkerHost(source);
  #flavour: Promise<string> | undefined;

  /** Starts the worker's core, and gives its build. Fails with a sentence where the core cannot run. */
  flavour(): Promise<string> {
    return (this.#flavour ??= compiled().then((module) => this.#host.ask("start", module)));
  }

  async open<Open extends OpenExperiment>(name: string, options: Parameters<Open>[1]): Promise<RemoteOf<Open>> {
    await this.flavour();
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
