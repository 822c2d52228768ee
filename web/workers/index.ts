export type { CallOptions, HeedWorkers, OpenOptions, Signal, WorkerCalls, WorkersLayer } from "./api.js";
export { open } from "./open.js";
