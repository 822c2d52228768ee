export { carriedWasm } from "./carried.js";
export { flavours } from "./flavour.js";
export { loadWith } from "./load.js";
