import { readDOutput } from "./attention-backward.js";
import { withColumns } from "./attention.js";
import { GRADIENT_OF, moveSelfAttentionBackward, placeSelfAttentionBackward } from "./gradient-call.js";
import { PAIR_GRADIENTS } from "./gradient-options.js";
import { LAYER_INPUTS, moveSelfAttention, placeSelfAttention } from "./layer-call.js";
import { copyIn, copyTensor, Layout, outsideMemory, type Memory } from "./memory.js";
import { copyLayerIn, perHead, readSelfAttention, secureLayer, shapeOf } from "./self-attention.js";
import type { Tensor } from "./tensor.js";

const WHERE = "heed.selfAttentionBackward";

export function selfAttentionBackward(
  memory: Memory,
  x: unknown,
  weights: unknown,
  dOutput: unknown,
  options: unknown,
): Record<string, Tensor> {
  const { core } = memory;
  const { layer, resolved } = readSelfAttention(WHERE, x, weights, options, PAIR_GRADIENTS);
  const { sizes, tensors } = layer;
  const given = readDOutput(
    WHERE,
    dOutput,
    withColumns(tensors.x!.shape, sizes.outputDim || sizes.heads * sizes.valueDim),
  );
  const layout = new Layout();
  const forward = placeSelfAttention(layout, sizes, resolved, (name) => tensors[name] !== undefined);
  // the core runs forward in memory of its own, so the place of the output is free for the gradient of its very shape
  const call = placeSelfAttentionBackward(layout, forward, sizes, resolved, forward.output);
  secureLayer(core, layer, resolved);
  given.data = outsideMemory(core, given.data);
  const block = memory.reserve(WHERE, layout.size);
  try {
    moveSelfAttention(forward, block);
    moveSelfAttentionBackward(call, block);
    copyLayerIn(core, forward, layer, resolved);
    copyIn(core, call.dOutput, given.data);
    memory.check(WHERE, core.selfAttentionBackward(call), layout.size);
    const result: Record<string, Tensor> = {};
    for (const name of LAYER_INPUTS) {
      const input = tensors[name];
      if (input) result[resultName(name)] = copyTensor(WHERE, core, call[GRADIENT_OF[name]], input.shape);
    }
    if (resolved.bias) result.dbias = copyTensor(WHERE, core, call.dbias, resolved.bias.shape);
    for (const name of resolved.keep as typeof PAIR_GRADIENTS)
      result[name] = copyTensor(WHERE, core, call[name], perHead(shapeOf("weights", sizes), layer));
    return result;
  } finally {
    memory.settle();
  }
}

/** A d before the name under which the caller gave it. */
function resultName(name: (typeof LAYER_INPUTS)[number]): string {
  return name === "contextX" ? "dcontext" : `d${name.replace("Weight", "")}`;
}
