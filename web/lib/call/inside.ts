// What heed/workers needs of a started heed. Its users do not see it: the property has a symbol for its name.
import type { CompiledModule, Tensor } from "../api/index.js";
import {
  checkNames,
  checkObject,
  floatsOf,
  isHalf,
  kindOf,
  readTensor,
  readWeights,
  type ReadTensor,
  makeFloats,
} from "../read/index.js";
import { readAttention, readAttentionBackward } from "./attention.js";
import { layOut, outsideMemory, type PlacedTensor } from "./block.js";
import { compute } from "./compute.js";
import type { Memory } from "./memory.js";
import { finished, seenResult } from "./results.js";
import { readLayerBackward, readLayerCall } from "./self-attention.js";
import { isResult } from "../rows/index.js";
import type { ReadCall } from "./call.js";
import { openedCore } from "./disposal.js";

/** @internal */
export const INSIDE = Symbol.for("heed.inside");

/** A tensor of a call: its row and its count, and for a result how the caller sees it. */
export interface CallTensor extends PlacedTensor {
  readonly result: { readonly name: string; readonly shape: readonly number[] } | undefined;
}

type Read<Given extends unknown[]> = (where: string, ...args: [...Given, options: unknown]) => ReadCall;

/** `extra` is an argument after the options; `held` are the weights of a layer that has them already. */
type ReadOfLayer<Given extends unknown[]> = (
  where: string,
  ...args: [...Given, options: unknown, extra: unknown, held: Record<string, unknown> | undefined]
) => ReadCall;

/** @internal */
export interface Inside {
  readonly module: CompiledModule;
  /** The words of its tables. */
  readonly words: string;
  /**
   * Reads and checks arguments. What is in wasm memory is copied out, so that calls may keep it. Options may have the
   * names of CONTROL too, which are not read here.
   */
  readonly read: {
    readonly attention: Read<[q: unknown, k: unknown, v: unknown]>;
    readonly attentionBackward: Read<[q: unknown, k: unknown, v: unknown, dOutput: unknown]>;
    readonly selfAttention: ReadOfLayer<[x: unknown]>;
    readonly selfAttentionBackward: ReadOfLayer<[x: unknown, dOutput: unknown]>;
  };
  /** The inputs and the results of a call. */
  tensorsOf(read: ReadCall): CallTensor[];
  /** Computes a call on this thread. */
  compute(read: ReadCall): Record<string, Tensor>;
  /** Makes results that were computed elsewhere what the caller gets. */
  finished(read: ReadCall, results: Record<string, Tensor>): Record<string, Tensor>;
  makeFloats: typeof makeFloats;
  /** What checks arguments. */
  readonly check: Check;
}

/** @internal */
export interface Check {
  names: (where: string, what: string, given: unknown, known: readonly string[]) => void;
  object: (where: string, what: string, value: unknown, needed?: string) => void;
  kindOf: typeof kindOf;
  readTensor: typeof readTensor;
  floatsOf: typeof floatsOf;
  readWeights: typeof readWeights;
}

/** The call with floats in place of half precision: its tensors are cut into windows of floats. */
function widened(call: ReadCall["call"]): ReadCall["call"] {
  const given: Record<string, ReadTensor | null | undefined> = { ...call.given };
  for (const name in given) {
    const tensor = given[name];
    if (tensor && isHalf(tensor.data)) given[name] = { data: floatsOf(tensor.data), shape: tensor.shape };
  }
  return { ...call, given };
}

/** The options that heed/workers reads itself. */
const CONTROL = ["signal", "onProgress", "sharedResults"];

export function insideOf(memory: Memory, module: CompiledModule): Inside {
  const outside =
    <Args extends unknown[]>(read: (...args: [...Args, also: readonly string[]]) => ReadCall) =>
    (...args: Args): ReadCall => {
      const found = read(...args, CONTROL);
      return { ...found, call: widened(outsideMemory(openedCore(memory, found.where), found.where, found.call)) };
    };
  return {
    module,
    words: memory.words,
    read: {
      attention: outside(readAttention),
      attentionBackward: outside(readAttentionBackward),
      selfAttention: outside(readLayerCall),
      selfAttentionBackward: outside(readLayerBackward),
    },
    tensorsOf: (read) =>
      layOut(read.call, 0).tensors.map((tensor) => ({
        ...tensor,
        result: isResult(tensor.row) ? seenResult(read, tensor) : undefined,
      })),
    compute: (read) => compute(memory, read),
    finished,
    makeFloats,
    check: { names: checkNames as Check["names"], object: checkObject, kindOf, readTensor, floatsOf, readWeights },
  };
}
