// The program of busy.mjs: opens heed, prepares a shape, then times one call whenever it is asked.
import { inputsFor } from "../../../web/measure/inputs.mjs";
import * as heed from "../../../web/measure/contenders/heed.mjs";

let contender, prepared;

async function answer({ settings, shape, run }) {
  if (settings) contender = await heed.open(settings);
  if (shape !== undefined) {
    prepared?.dispose();
    prepared = shape ? contender.prepare(shape, inputsFor(shape)) : undefined;
  }
  if (!run) return {};
  const start = performance.now();
  prepared.call();
  return { ms: performance.now() - start };
}

async function hear(post, question) {
  try {
    post(await answer(question));
  } catch (error) {
    post({ problem: String(error?.message ?? error) });
  }
}

if (globalThis.process) {
  const { parentPort } = await import("node:worker_threads");
  parentPort.on("message", (question) => hear((words) => parentPort.postMessage(words), question));
} else {
  self.onmessage = ({ data }) => hear((words) => self.postMessage(words), data);
}
