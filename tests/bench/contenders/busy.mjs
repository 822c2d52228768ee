// Workers that each compute the whole call of heed on arrays of their own. One alone against several at once shows what
// that number of busy cores of this machine are worth: no way to spread a call can gain more.
const PROGRAM = new URL("busy-worker.mjs", import.meta.url);

async function startWorker() {
  if (!globalThis.process) return new Worker(PROGRAM, { type: "module" });
  const threads = await import("node:worker_threads");
  return new threads.Worker(PROGRAM);
}

/** A function that asks a new worker one question at a time, and `end`. */
async function openWorker() {
  const worker = await startWorker();
  let waiting;
  const hear = ({ problem, ...answer }) =>
    problem === undefined ? waiting.resolve(answer) : waiting.reject(new Error(problem));
  const fail = ({ message }) => waiting.reject(new Error(message || "the worker could not be started"));
  if ("on" in worker) worker.on("message", hear).on("error", fail);
  else Object.assign(worker, { onmessage: ({ data }) => hear(data), onerror: fail });
  const ask = (question) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      worker.postMessage(question);
    });
  return { ask, end: () => worker.terminate() };
}

/** `settings`: package, the address of the default entry; flavour; workers, how many compute at once. */
export async function open({ workers, ...settings }) {
  const all = [];
  for (let at = 0; at < workers; at++) all.push(await openWorker());
  const askAll = (question) => Promise.all(all.map(({ ask }) => ask(question)));
  await askAll({ settings });
  return {
    label: `${workers} busy`,
    version: "",
    async prepare(shape) {
      await askAll({ shape });
      const call = async () => {
        const times = await askAll({ run: true });
        return { ms: times.reduce((sum, { ms }) => sum + ms, 0) / workers };
      };
      return { call, givesNothing: true, dispose: () => askAll({ shape: null }) };
    },
    close: () => Promise.all(all.map(({ end }) => end())),
  };
}
