// What the element and the pages share: how numbers, colours and words are shown.
export * from "./digits.js";
export * from "./make.js";
export * from "./numbers.js";
export * from "./ramps.js";
export * from "./read-number.js";
export * from "./room.js";
export * from "./scale.js";
export * from "./svg.js";
export * from "./theme.js";
export * from "./words.js";
