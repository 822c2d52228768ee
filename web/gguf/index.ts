// heed/gguf: the files of llama.cpp, Ollama and LM Studio, for heed/model. Nothing of a file is run, and nothing is
// fetched.
export type { AnyBytes, TableWeights } from "../tensors/index.js";
export { readGguf, type Gguf, type GgufAbout, type GgufFile, type PositionedFile } from "./gguf.js";
