export type { CallOptions, HeedWorkers, OpenOptions, Signal, WorkerCalls, WorkersLayer } from "./api.js";
export { openWorkers } from "./open.js";
