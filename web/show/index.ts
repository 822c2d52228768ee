// What the element and the pages share: how numbers, colours and words are shown, and how elements are made.
export * from "./check-given.js";
export * from "./digits.js";
export * from "./isolate.js";
export * from "./make.js";
export * from "./matrix.js";
export * from "./motion.js";
export * from "./page-parts.js";
export * from "./ramps.js";
export * from "./read-number.js";
export * from "./redraw.js";
export * from "./scale.js";
export * from "./svg.js";
export * from "./text-fit.js";
export * from "./theme.js";
export * from "./turns.js";
export * from "./words.js";
