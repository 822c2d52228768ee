// What does "it" mean? A small model, its sentences, how it learns, and all that it computes.
export * from "./curves.js";
export * from "./english.js";
export * from "./german.js";
export * from "./measure.js";
export * from "./mistakes.js";
export * from "./model.js";
export * from "./recipe.js";
export * from "./run.js";
export * from "./sentence-machine.js";
export * from "./sentences.js";
export * from "./stored.js";
export * from "./table.js";
export * from "./ways.js";
export * from "./words.js";
