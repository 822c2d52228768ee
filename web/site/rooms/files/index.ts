// Reads attention out of files: .npz, .npy, .safetensors and JSON, a head at a time. Nothing of a file is run.
export { byteCount } from "./byte-count.js";
export { crc32 } from "./crc32.js";
export type { StackPlace } from "./axes.js";
export { newBudget, type Budget } from "./inflate.js";
export { openFile, ModelFile } from "./open.js";
export { Part, type Reading, type Vectors } from "./part.js";
export { FileProblem, isUnreadable } from "./problem.js";
export { PYTHON } from "./python.js";
