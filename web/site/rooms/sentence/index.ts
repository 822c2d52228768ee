// The arcs over a sentence, wherever a page shows one.
export * from "./arcs.js";
