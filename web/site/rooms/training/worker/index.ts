// The worker of a lesson that trains or measures. Everything that takes longer than a blink happens there.
import { load, type Heed } from "heed";
import { answerMessages } from "../../../kit/index.js";
import type { Experiment, OpenExperiment } from "../index.js";

export { lookupTask, type LookupTask } from "./lookup-task.js";
export { lookupTraining, type LookupTraining } from "./lookup-training.js";

/** Answers the page with these experiments. */
export function serveExperiments(experiments: Readonly<Record<string, OpenExperiment>>): void {
  const opened = new Map<number, Experiment<unknown, unknown, unknown>>();
  let nextId = 0;
  let core: Promise<Heed>;

  answerMessages({
    async start(wasm: WebAssembly.Module) {
      core = load({ wasm });
      return { flavour: (await core).flavour };
    },
    async open({ name, options }: { name: string; options: never }) {
      const experiment = experiments[name]!(await core, options);
      opened.set(nextId, experiment);
      return { id: nextId++, about: experiment.about };
    },
    advance: ({ id, count }: { id: number; count: number }) =>
      Array.from({ length: count }, () => opened.get(id)!.step()),
    view: ({ id }: { id: number }) => opened.get(id)!.view(),
    close({ id }: { id: number }) {
      opened.get(id)!.dispose();
      opened.delete(id);
    },
  });
}
