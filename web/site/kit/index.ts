// What all pages use.
export * from "./address.js";
export * from "./announce.js";
export * from "./answer-messages.js";
export * from "./by-id.js";
export * from "./copy-text.js";
export * from "./fields.js";
export * from "./float32.js";
export * from "./history.js";
export * from "./letters.js";
export * from "./link.js";
export * from "./offer-file.js";
export * from "./read-numbers.js";
export * from "./same.js";
export * from "./start-core.js";
export * from "./textbook.js";
export * from "./trained-heads.js";
export * from "./worker-host.js";
