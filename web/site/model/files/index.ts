// Reads attention out of files: .npz, .npy, .safetensors and JSON, a head at a time. Nothing of a file is run.
export { HeldBlob } from "./held-blob.js";
export { newBudget, type Budget } from "./inflate.js";
export { openFile, ModelFile, type Part, type Vectors } from "./open.js";
export { FileProblem, byteCount, PYTHON } from "./problem.js";
