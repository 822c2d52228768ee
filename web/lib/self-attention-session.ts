import { BufferSession, optionPlaces, pairGradientPlaces, type BufferPlace } from "./buffer-session.js";
import type { SelfAttentionBackwardCall, SelfAttentionCall } from "./core.js";
import { GRADIENT_OF, moveSelfAttentionBackward, placeSelfAttentionBackward } from "./gradient-call.js";
import { PAIR_GRADIENTS } from "./gradient-options.js";
import {
  countOf,
  LAYER_INPUTS,
  LAYER_RESULTS,
  moveSelfAttention,
  placeSaved,
  placeSelfAttention,
  type LayerInput,
} from "./layer-call.js";
import { positive, readFlag, readLayoutOption, type LayerSizes } from "./layer.js";
import { Layout, type Memory } from "./memory.js";
import { SCORE_OPTIONS } from "./options.js";
import { resolveOptions, type ResolvedOptions } from "./resolve-options.js";
import { secureOptions, writeOptions } from "./score-call.js";
import { layerContext } from "./self-attention.js";
import { checkNames, checkObject } from "./sentences.js";

const WHERE = "heed.selfAttentionSession";
const SIZES = [
  "batch",
  "tokens",
  "modelDim",
  "contextTokens",
  "contextDim",
  "heads",
  "kvHeads",
  "dim",
  "valueDim",
  "output",
  "biases",
  "layout",
  "backward",
];
const OPTIONS = [...SIZES, ...SCORE_OPTIONS];

export function selfAttentionSession(memory: Memory, options: unknown): BufferSession {
  checkObject(WHERE, "options", options);
  checkNames(WHERE, "option", options, OPTIONS);
  const given = options as Record<string, unknown>;
  const sizes = readSizes(given);
  const backward = readFlag(WHERE, "backward", given.backward);
  const context = layerContext(sizes, true);
  const keepable = backward ? [...context.keepable, ...PAIR_GRADIENTS] : context.keepable;
  const resolved = resolveOptions(WHERE, options, OPTIONS, { ...context, keepable });
  return open(memory, sizes, resolved, inputsOf(given, sizes), backward);
}

function readSizes(options: Record<string, unknown>): LayerSizes {
  const size = (name: string, otherwise?: number): number => positive(WHERE, name, options[name], otherwise);
  const [tokens, modelDim, heads] = [size("tokens"), size("modelDim"), size("heads", 1)];
  if (options.dim === undefined && modelDim % heads !== 0) {
    throw new RangeError(
      `${WHERE}: modelDim must be divisible by heads where dim is left out; modelDim is ${modelDim}, heads is ${heads}.`,
    );
  }
  if (options.contextDim !== undefined && options.contextTokens === undefined) {
    throw new TypeError(`${WHERE}: contextDim needs contextTokens, the number of rows that keys and values come from.`);
  }
  const dim = size("dim", modelDim / heads);
  const kvHeads = size("kvHeads", heads);
  if (heads % kvHeads !== 0) {
    throw new RangeError(
      `${WHERE}: heads must be a multiple of kvHeads (grouped heads); heads is ${heads}, kvHeads is ${kvHeads}.`,
    );
  }
  return {
    batch: size("batch", 1),
    heads,
    kvHeads,
    tokens,
    contextTokens: size("contextTokens", tokens),
    modelDim,
    contextDim: size("contextDim", modelDim),
    dim,
    valueDim: size("valueDim", dim),
    outputDim:
      typeof options.output === "number" ? size("output") : readFlag(WHERE, "output", options.output) ? modelDim : 0,
    outIn: readLayoutOption(WHERE, options.layout),
  };
}

/** Which inputs the layer has. */
function inputsOf(given: Record<string, unknown>, sizes: LayerSizes): (name: LayerInput) => boolean {
  const biases = readFlag(WHERE, "biases", given.biases);
  return (name) => {
    if (name === "contextX") return given.contextTokens !== undefined;
    if (name.startsWith("output") && sizes.outputDim === 0) return false;
    return biases || !name.endsWith("Bias");
  };
}

/** Places for what forward leaves and for the gradients. */
function placeGradients(
  layout: Layout,
  call: SelfAttentionCall,
  sizes: LayerSizes,
  options: ResolvedOptions,
): SelfAttentionBackwardCall {
  placeSaved(layout, call, sizes);
  return placeSelfAttentionBackward(layout, call, sizes, options, layout.place(countOf("output", sizes) * 4));
}

function gradientPlaces(call: SelfAttentionBackwardCall, sizes: LayerSizes, options: ResolvedOptions): BufferPlace[] {
  const inputs = LAYER_INPUTS.map((name) => ({
    name: `d${name}`,
    address: call[GRADIENT_OF[name]],
    count: countOf(name, sizes),
  }));
  return [...inputs, ...pairGradientPlaces(call, countOf("output", sizes), countOf("weights", sizes), options)];
}

/** Makes the block: places, addresses, views, and what the options brought written into it. */
function open(
  memory: Memory,
  sizes: LayerSizes,
  options: ResolvedOptions,
  has: (name: LayerInput) => boolean,
  backward: boolean,
): BufferSession {
  const layout = new Layout();
  const call = placeSelfAttention(layout, sizes, options, has);
  const gradients = backward ? placeGradients(layout, call, sizes, options) : undefined;
  secureOptions(memory.core, options);
  const address = memory.allocate(WHERE, layout.size);
  moveSelfAttention(call, address);
  if (gradients) moveSelfAttentionBackward(gradients, address);
  const names = [...LAYER_INPUTS, ...LAYER_RESULTS];
  const places = names.map((name): BufferPlace => ({ name, address: call[name], count: countOf(name, sizes) }));
  places.push(...optionPlaces(call.options, options, sizes.batch));
  if (gradients) places.push(...gradientPlaces(gradients, sizes, options));
  const makePlan = () => memory.plan(WHERE, memory.core.keepSelfAttention(call), memory.core.runSelfAttention);
  const makeBackward =
    gradients &&
    (() => memory.plan(WHERE, memory.core.keepSelfAttentionBackward(gradients), memory.core.runSelfAttentionBackward));
  const made = new BufferSession(WHERE, memory, layout.size, address, makePlan, places, makeBackward);
  writeOptions(memory.core, call.options, options);
  return made;
}
