export { bytesOf, clearTable, ownShape, viewFor, writeWords, type Holds } from "./block.js";
export { instantiate, type Core } from "./core.js";
export { createHeed } from "./create.js";
export type { Chunk, ChunkInput, ChunkResult, Run, WorkersInside } from "./chunk.js";
export { tableOf, type Call, type ReadCall } from "./call.js";
export { INSIDE, type CallTensor, type Check, type Inside } from "./inside.js";
export { Memory } from "./memory.js";
export type { HeldWeights } from "./held.js";
export type { Opener } from "./opener.js";
