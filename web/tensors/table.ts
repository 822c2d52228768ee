// Tensors whose places in files are known: what the reader of another format hands to heed/model.
import type { Source } from "./bytes.js";
import type { TensorPlace } from "./safetensors.js";

export interface TensorEntry extends TensorPlace {
  readonly source: Source & { readonly name: string };
  /** Its name in the file, where that is another one. */
  readonly inFile?: string | undefined;
  /**
   * Heads whose rows lie in pairs, as they turn together: row 2i + j of a head is its row j · dim / 2 + i. Undefined
   * where rows lie in their order.
   */
  readonly pairedHeads?: number | undefined;
}

/** @internal */
export const TABLE = Symbol.for("heed.tensors");

export interface TensorTable {
  readonly tensors: ReadonlyMap<string, TensorEntry>;
  /** How all its matrices lie, whatever their family has in other files. */
  readonly layout: "out-in";
  /** A sentence in the words of the file: its keys, its names of tensors. */
  readonly inItsWords: (sentence: string) => string;
}

/** Weights whose table was read: `readGguf` of heed/gguf gives them. */
export interface TableWeights {
  /** The bytes of all tensors. */
  readonly bytes: number;
}

/** The table of weights that have one; undefined for files. */
export function tableOf(weights: unknown): TensorTable | undefined {
  return (Object(weights) as { readonly [TABLE]?: TensorTable })[TABLE];
}
