// heed/workers. Inputs are copied to the workers and results come back; with `shared` the workers write the results
// into shared memory. A layer's weights stay in the workers.
import { arraysOf, callOf } from "./heed-calls.mjs";

/** `settings`: package, the address of the built entry heed/workers; workers, how many; flavour; shared. */
export async function open(settings) {
  return openWith((await import(settings.package)).openWorkers, settings);
}

/** The same with the package's openWorkers(). */
export async function openWith(openWorkers, { workers, flavour, shared = false }) {
  const heed = await openWorkers({ workers, flavour });
  return {
    label: `heed/workers, ${workers} ${workers === 1 ? "worker" : "workers"}${shared ? ", shared results" : ""}`,
    version: heed.version,
    async prepare(shape, inputs) {
      const { run, close } = openCall(heed, shape, inputs, shared);
      const call = async () => arraysOf(await run());
      await call();
      // Without workers it computes on this thread, which is another contender.
      if (heed.workers === 0) throw new Error(heed.reason);
      return { call, dispose: close };
    },
    close: () => heed.dispose(),
  };
}

function openCall(heed, shape, inputs, shared) {
  const { method, given, options } = callOf(shape, inputs);
  const control = shared ? { sharedResults: true } : {};
  if (shape.kind !== "layer") return { run: () => heed[method](...given, { ...options, ...control }), close() {} };
  const layer = heed.layer(options);
  return { run: () => layer.run(...given, control), close: () => layer.dispose() };
}
