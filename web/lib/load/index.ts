export { carriedWasm } from "./carried.js";
export { loadForward } from "./forward.js";
export { flavours } from "./flavour.js";
export { loadWith } from "./load.js";
