export { instantiate, type Core } from "./core.js";
export { createHeed } from "./create.js";
