export { bytesOf, clearTable, viewFor, writeWords, type Holds } from "./block.js";
export { instantiate, type Core } from "./core.js";
export { createHeed } from "./create.js";
export { INSIDE, type AnyCall, type CallTensor, type Check, type Inside } from "./inside.js";
export { Memory } from "./memory.js";
export type { Opener } from "./opener.js";
export type { Call, Rows } from "./tables.js";
