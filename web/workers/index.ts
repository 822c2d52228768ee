export type { CallOptions, HeedWorkers, OpenOptions, WorkersLayer } from "./api.js";
export { openWorkers } from "./open.js";
