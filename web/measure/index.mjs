// How speed is measured, for the page that measures and for the benchmark: the host that runs in the engine, the
// shapes, and what is measured without other libraries. It is plain JavaScript: the benchmark runs it as it stands.
export * as heed from "./contenders/heed.mjs";
export * as heedWorkers from "./contenders/heed-workers.mjs";
export * as plain from "./contenders/plain.mjs";
export { createHost } from "./host.mjs";
export { flops, SHAPES } from "./shapes.mjs";
