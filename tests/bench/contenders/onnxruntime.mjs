// onnxruntime, in wasm (onnxruntime-web) or native (onnxruntime-node), with the fastest of its three graphs at each
// shape.
import { attentionModel, cacheModel, GRAPHS, layerModel } from "./onnx-graphs.mjs";

// The feeds refer to typed arrays. run() copies them into its memory, and the results out of it.
async function openGraph(ort, settings, model, feeds, results) {
  const session = await ort.InferenceSession.create(model, settings.session);
  const tensors = Object.fromEntries(
    Object.entries(feeds).map(([name, { data, shape }]) => [name, new ort.Tensor("float32", data, shape)]),
  );
  return {
    call: async () => {
      const outputs = await session.run(tensors);
      return { output: outputs[results.output].data, weights: results.weights && outputs[results.weights].data };
    },
    dispose: () => session.release(),
  };
}

async function timeTwice(call) {
  await call();
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** Times all graphs that run and keeps the fastest. */
async function fastestGraph(ort, settings, shape, inputs) {
  let best;
  const reasons = [];
  for (const graph of GRAPHS) {
    let opened;
    try {
      const modelOf = shape.cache ? cacheModel : shape.kind === "layer" ? layerModel : attentionModel;
      const wanted = modelOf(graph, shape, inputs);
      if (!wanted) continue;
      opened = await openGraph(ort, settings, wanted.model, wanted.feeds, wanted.results);
      const ms = await timeTwice(opened.call);
      if (best && best.ms <= ms) await opened.dispose();
      else {
        await best?.dispose();
        best = { ...opened, graph, ms };
      }
    } catch (error) {
      reasons.push(`${graph}: ${String(error?.message ?? error).split("\n")[0]}`);
      await opened?.dispose();
    }
  }
  if (best) return best;
  throw new Error(reasons.join("; ") || "none of its graphs can do this");
}

/** `settings`: modules, native, threads, wasmPaths. */
export async function open(settings) {
  const imported = await import(settings.modules[settings.native ? "onnxruntime-node" : "onnxruntime-web"]);
  const ort = imported.InferenceSession ? imported : imported.default;
  const threads = settings.threads;
  if (!settings.native) {
    ort.env.wasm.numThreads = threads;
    ort.env.logLevel = "error";
    if (settings.wasmPaths) ort.env.wasm.wasmPaths = settings.wasmPaths;
  }
  const session = settings.native
    ? { executionProviders: ["cpu"], intraOpNumThreads: threads, interOpNumThreads: 1, graphOptimizationLevel: "all" }
    : { executionProviders: ["wasm"], graphOptimizationLevel: "all" };
  return {
    label: `onnxruntime-${settings.native ? "node" : "web"}${threads > 1 ? `, ${threads} threads` : ""}`,
    version: settings.version,
    caches: ["float32"],
    async prepare(shape, inputs) {
      const { call, dispose, graph } = await fastestGraph(ort, { session }, shape, inputs);
      return { call, dispose, note: graph };
    },
  };
}
