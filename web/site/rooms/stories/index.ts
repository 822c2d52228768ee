// A small model that tells stories: its sentences, how it learns, and what its heads are needed for.
export * from "./english.js";
export * from "./files.js";
export * from "./german.js";
export * from "./loose.js";
export * from "./measure.js";
export * from "./model.js";
export * from "./patterns.js";
export * from "./reading.js";
export * from "./recipe.js";
export * from "./stored.js";
export * from "./table.js";
export * from "./telling.js";
export * from "./typed.js";
export * from "./world.js";
export * from "./write-on.js";
