// Work in the worker: experiments, their progress on the page, and pictures of how they go.
export * from "./experiment.js";
export * from "./experiment-run.js";
export * from "./experiment-worker.js";
export * from "./heatmap.js";
export * from "./moments.js";
export * from "./own-steps.js";
export * from "./smooth.js";
