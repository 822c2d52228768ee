import {
  copyAttentionIn,
  moveAttention,
  optionContext,
  placeAttention,
  readInputs,
  readSizes,
  secureInputs,
  withColumns,
} from "./attention.js";
import { moveAttentionBackward, placeAttentionBackward } from "./gradient-call.js";
import { PAIR_GRADIENTS } from "./gradient-options.js";
import { copyIn, copyTensor, Layout, outsideMemory, type Memory } from "./memory.js";
import { SCORE_OPTIONS } from "./options.js";
import { resolveOptions } from "./resolve-options.js";
import { shapeText } from "./sentences.js";
import { writeOptions } from "./score-call.js";
import { readTensor, type ReadTensor, type Tensor } from "./tensor.js";

const WHERE = "heed.attentionBackward";

export function attentionBackward(
  memory: Memory,
  q: unknown,
  k: unknown,
  v: unknown,
  dOutput: unknown,
  options: unknown,
): Record<string, Tensor> {
  const { core } = memory;
  const inputs = readInputs(WHERE, q, k, v);
  const sizes = readSizes(WHERE, inputs);
  const shape = inputs.q.shape;
  const given = readDOutput(WHERE, dOutput, withColumns(shape, sizes.valueDim));
  const resolved = resolveOptions(WHERE, options, SCORE_OPTIONS, {
    ...optionContext(sizes, shape.length),
    keepable: PAIR_GRADIENTS,
  });
  const layout = new Layout();
  const forward = placeAttention(layout, sizes, resolved);
  // the core runs forward in memory of its own, so the place of the output is free for the gradient of its very shape
  const call = placeAttentionBackward(layout, forward, resolved, forward.output);
  secureInputs(core, inputs, resolved);
  given.data = outsideMemory(core, given.data);
  const block = memory.reserve(WHERE, layout.size);
  try {
    moveAttention(forward, block);
    moveAttentionBackward(call, block);
    copyAttentionIn(core, forward, inputs);
    copyIn(core, call.dOutput, given.data);
    writeOptions(core, forward.options, resolved);
    memory.check(WHERE, core.attentionBackward(call), layout.size);
    const result: Record<string, Tensor> = {
      dq: copyTensor(WHERE, core, call.dq, shape),
      dk: copyTensor(WHERE, core, call.dk, inputs.k.shape),
      dv: copyTensor(WHERE, core, call.dv, inputs.v.shape),
    };
    if (resolved.bias) result.dbias = copyTensor(WHERE, core, call.dbias, resolved.bias.shape);
    for (const name of resolved.keep as typeof PAIR_GRADIENTS)
      result[name] = copyTensor(WHERE, core, call[name], withColumns(shape, sizes.keys));
    return result;
  } finally {
    memory.settle();
  }
}

/** The gradient that comes from behind has the shape of the output. */
export function readDOutput(where: string, value: unknown, output: readonly number[]): ReadTensor {
  const dOutput = readTensor(where, "dOutput", value);
  if (shapeText(dOutput.shape) === shapeText(output)) return dOutput;
  throw new RangeError(
    `${where}: dOutput must have the shape of the output, ${shapeText(output)}; its shape is ${shapeText(dOutput.shape)}.`,
  );
}
