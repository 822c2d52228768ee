// What the worker does for a GGUF file before its weights are read. heed/gguf is begun when the first such file comes.
import type { Gguf } from "heed/gguf";
import { tableOf } from "../../../../tensors/index.js";
import { bytesOf } from "./asked-file.js";
import { fittingLayers } from "./fitting-layers.js";
import type { GgufHead, Weights } from "./requests.js";

let gguf: Gguf | undefined;

/** The file whose head was read last. */
export const ggufNow = (): Gguf | undefined => gguf;

/** Its vocabulary takes as much as a small model. */
export const forgetGguf = (): void => void (gguf = undefined);

export async function readHead({ files }: { readonly files: readonly Weights[] }): Promise<GgufHead> {
  const { readGguf } = await import("heed/gguf");
  gguf = await readGguf(files.map(bytesOf));
  const { about, weights } = gguf;
  const { layers, fitting } = fittingLayers(tableOf(weights)!.tensors.values());
  const { name, chatTemplate, noTokenizer, notes } = about;
  return {
    name,
    types: largeTypes(about.types),
    bytes: weights.bytes,
    layers,
    fitting,
    chatTemplate,
    noTokenizer,
    notes,
  };
}

/** Norms and biases have a type of their own, and few bytes. */
function largeTypes(types: Gguf["about"]["types"]): string[] {
  const all = Object.values(types).reduce((sum, bytes) => sum + bytes, 0);
  return Object.keys(types).filter((type) => types[type]! >= all / 100);
}
