// The options and the kept matrices of a call: their places in its block, and their values.
import type { Core, OptionsCall } from "./core.js";
import { addressOf, copyIn, outsideMemory, type Layout } from "./memory.js";
import type { ResolvedOptions } from "./resolve-options.js";

/** Views of wasm memory are copied out of it before anything grows. */
export function secureOptions(core: Core, options: ResolvedOptions): void {
  const { mask, bias } = options;
  if (mask) mask.data = outsideMemory(core, mask.data);
  if (bias) bias.data = outsideMemory(core, bias.data);
}

export function placeOptions(layout: Layout, options: ResolvedOptions): OptionsCall {
  const { causalOffsets, keyLengths, mask, bias } = options;
  return {
    scale: options.scale,
    softmax: options.softmax,
    softcap: options.softcap,
    causalOffsets: causalOffsets ? layout.place(causalOffsets.byteLength) : 0,
    keyLengths: keyLengths ? layout.place(keyLengths.byteLength) : 0,
    mask: mask ? layout.place(mask.data.length) : 0,
    maskBatchStride: mask ? mask.batchStride : 0,
    maskHeadStride: mask ? mask.headStride : 0,
    maskQueryStride: mask ? mask.queryStride : 0,
    maskKeyStride: mask ? mask.keyStride : 0,
    bias: bias ? layout.place(bias.data.length * 4) : 0,
    biasBatchStride: bias ? bias.batchStride : 0,
    biasHeadStride: bias ? bias.headStride : 0,
    biasQueryStride: bias ? bias.queryStride : 0,
    biasKeyStride: bias ? bias.keyStride : 0,
  };
}

/** Places turn into addresses once the block is known. */
export function moveOptions(call: OptionsCall, block: number): void {
  call.causalOffsets = addressOf(call.causalOffsets, block);
  call.keyLengths = addressOf(call.keyLengths, block);
  call.mask = addressOf(call.mask, block);
  call.bias = addressOf(call.bias, block);
}

export function writeOptions(core: Core, call: OptionsCall, options: ResolvedOptions): void {
  const { causalOffsets, keyLengths, mask, bias } = options;
  if (causalOffsets) core.HEAP32.set(causalOffsets, call.causalOffsets / 4);
  if (keyLengths) core.HEAP32.set(keyLengths, call.keyLengths / 4);
  if (mask) core.HEAPU8.set(mask.data, call.mask);
  if (bias) copyIn(core, call.bias, bias.data);
}
