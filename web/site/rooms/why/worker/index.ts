// What the worker of a model answers about a next token.
export { largestOf, likeliestIds } from "./logits.js";
export { biasOf, maskOf, scaleOf } from "./look.js";
export { isPlain } from "./machine.js";
export { reasonMethods, type ReasonHost } from "./methods.js";
