// The playground without its page: its state, its trained heads, what it computes. One bundle, so one language at once.
export * from "../../web/site/rooms/state/index.js";
export { storedModel, readTyped, runOf, TABLES, type Language } from "../../web/site/rooms/pronouns/index.js";
export * from "../../web/site/pages/play/learned.js";
export { computeShown } from "../../web/site/pages/play/compute-gradients.js";
export { maskOf } from "../../web/site/pages/play/page-matrix.js";
export { setOwnSection, speak } from "../../web/site/kit/texts/phrases.js";
