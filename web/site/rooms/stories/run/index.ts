// What a page shows of a story model at work: a run for the machine, and each head over 100 new texts.
export * from "./hundred.js";
export * from "./run.js";
