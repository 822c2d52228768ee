// LiteRT.js, the successor of TensorFlow.js, on its CPU (XNNPACK in wasm). Its model is written here, in its format.
import { attentionFile } from "./tflite.mjs";

async function prepareAttention({ Tensor, loadAndCompile, flatbuffers }, threads, shape, { q, k, v }) {
  const { heads, queries, keys, dim, keep } = shape;
  const file = attentionFile(flatbuffers, shape);
  const model = await loadAndCompile(file, { accelerator: "wasm", cpuOptions: { numThreads: threads } });
  const call = async () => {
    const given = [
      new Tensor(q, [heads, queries, dim]),
      new Tensor(k, [heads, keys, dim]),
      new Tensor(v, [heads, keys, dim]),
    ];
    const results = await model.run(given);
    // The numbers are copied out of its memory, as those of the others are.
    const [output, weights] = results.map((result) => Float32Array.from(result.toTypedArray()));
    for (const tensor of [...given, ...results]) tensor.delete();
    return { output, weights: keep ? weights : undefined };
  };
  return { call, dispose: () => model.delete() };
}

/** `settings`: modules, version, threads, wasm (the address of its wasm folder). */
export async function open({ modules, version, threads, wasm }) {
  const litert = await import(modules["@litertjs/core"]);
  await litert.loadLiteRt(wasm, { threads: threads > 1 });
  return {
    label: `LiteRT.js${threads > 1 ? `, ${threads} threads` : ""}`,
    version,
    refuses: ({ kind, cache, causal, keys }) => {
      if (kind === "layer" || cache) return "its file holds plain attention alone here";
      return causal && keys > 4096 ? "its causal mask would take a gigabyte" : undefined;
    },
    prepare: (shape, inputs) => prepareAttention(litert, threads, shape, inputs),
  };
}
