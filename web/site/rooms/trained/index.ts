// The trained encoder: what cuts a text into its pieces, what computes its layers, and its weights, which are
// scripts next to the pages.
export { Arrival } from "./arrival.js";
export * from "./encoder.js";
export { SPACE, Tokeniser } from "./tokenise.js";
export { readWeights, type Weights } from "./weights.js";
