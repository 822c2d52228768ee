import type { Core, SelfAttentionCall } from "./core.js";
import { withColumns } from "./attention.js";
import { copyIn, copyTensor, Layout, outsideMemory, type Memory } from "./memory.js";
import { LAYER_MATRICES, type SelfAttentionMatrix } from "./layer-options.js";
import { SCORE_OPTIONS } from "./options.js";
import { readLayer, WEIGHTS, type LayerSizes, type ReadLayer } from "./layer.js";
import { LAYER_INPUTS, moveSelfAttention, placeSelfAttention } from "./layer-call.js";
import { resolveOptions, type ResolvedOptions } from "./resolve-options.js";
import { secureOptions, writeOptions } from "./score-call.js";
import { shapeText } from "./sentences.js";
import { readTensor, type ReadTensor, type Tensor } from "./tensor.js";

const WHERE = "heed.selfAttention";
const OPTIONS = [...SCORE_OPTIONS, "context"];

export function selfAttention(memory: Memory, x: unknown, weights: unknown, options: unknown): Record<string, Tensor> {
  const { layer, resolved } = readSelfAttention(WHERE, x, weights, options, LAYER_MATRICES);
  const layout = new Layout();
  const call = placeSelfAttention(layout, layer.sizes, resolved, (name) => layer.tensors[name] !== undefined);
  secureLayer(memory.core, layer, resolved);
  const block = memory.reserve(WHERE, layout.size);
  try {
    moveSelfAttention(call, block);
    copyLayerIn(memory.core, call, layer, resolved);
    memory.check(WHERE, memory.core.selfAttention(call), layout.size);
    return copyResults(memory.core, call, layer, resolved);
  } finally {
    memory.settle();
  }
}

/** The arguments of a layer's call, checked against each other; `keepable` are the names that its `keep` may hold. */
export function readSelfAttention(
  where: string,
  x: unknown,
  weights: unknown,
  options: unknown,
  keepable: readonly string[],
): { layer: ReadLayer; resolved: ResolvedOptions } {
  const tokens = readRows(where, "x", x);
  const context = readContext(where, options, tokens);
  checkPlaces(where, options);
  const layer = readLayer(where, tokens.shape, (context ?? tokens).shape, weights);
  layer.tensors.x = tokens;
  if (context) layer.tensors.contextX = context;
  const resolved = resolveOptions(where, options, OPTIONS, { ...layerContext(layer.sizes, layer.projected), keepable });
  return { layer, resolved };
}

/** Views of wasm memory are copied out of it before anything grows. */
export function secureLayer(core: Core, { tensors }: ReadLayer, options: ResolvedOptions): void {
  for (const name of LAYER_INPUTS) {
    const input = tensors[name];
    if (input) input.data = outsideMemory(core, input.data);
  }
  secureOptions(core, options);
}

export function copyLayerIn(
  core: Core,
  call: SelfAttentionCall,
  { tensors }: ReadLayer,
  options: ResolvedOptions,
): void {
  for (const name of LAYER_INPUTS) {
    const input = tensors[name];
    if (input) copyIn(core, call[name], input.data);
  }
  writeOptions(core, call.options, options);
}

/** heads and its like are options to many; here they belong to the weights. */
function checkPlaces(where: string, options: unknown): void {
  const astray =
    typeof options === "object" && options !== null
      ? Object.keys(options).find((name) => WEIGHTS.includes(name))
      : undefined;
  if (astray)
    throw new TypeError(
      `${where}: ${astray} belongs in the second argument, with the weights; it came among the options.`,
    );
}

function readRows(where: string, name: string, value: unknown): ReadTensor {
  const rows = readTensor(where, name, value);
  if (rows.shape.length === 2 || rows.shape.length === 3) return rows;
  throw new RangeError(
    `${where}: ${name} must have two or three axes, [tokens, model dim] or [batch, tokens, model dim]; its shape is ${shapeText(rows.shape)}.`,
  );
}

function readContext(where: string, options: unknown, x: ReadTensor): ReadTensor | undefined {
  const value =
    typeof options === "object" && options !== null ? (options as { context?: unknown }).context : undefined;
  if (value === undefined) return undefined;
  const context = readRows(where, "context", value);
  const batched = x.shape.length === 3;
  if (context.shape.length === x.shape.length && (!batched || context.shape[0] === x.shape[0])) return context;
  throw new RangeError(
    `${where}: context must have as many axes as x${batched ? " and the same batch (first axis)" : ""}; x is ${shapeText(x.shape)}, context is ${shapeText(context.shape)}.`,
  );
}

/** What the options of a layer are checked against. Without projections the basic form is meant, whose scale is 1. */
export function layerContext(sizes: LayerSizes, projected: boolean) {
  const { batch, heads, tokens, contextTokens, dim, modelDim } = sizes;
  const defaultScale = projected ? ("sqrt-dk" as const) : ("none" as const);
  return {
    batch,
    heads,
    queries: tokens,
    keys: contextTokens,
    rank: 4,
    dim,
    modelDim,
    defaultScale,
    keepable: LAYER_MATRICES,
  };
}

function copyResults(
  core: Core,
  call: SelfAttentionCall,
  layer: ReadLayer,
  options: ResolvedOptions,
): Record<string, Tensor> {
  const { heads, outputDim, valueDim } = layer.sizes;
  const rows = (columns: number): number[] => withColumns(layer.tensors.x!.shape, columns);
  const result: Record<string, Tensor> = {
    output: copyTensor(WHERE, core, call.output, rows(outputDim || heads * valueDim)),
  };
  for (const name of options.keep as readonly SelfAttentionMatrix[]) {
    result[name] = copyTensor(
      WHERE,
      core,
      call[name],
      name === "context" ? rows(heads * valueDim) : perHead(shapeOf(name, layer.sizes), layer),
    );
  }
  return result;
}

/** (batch, heads, rows, columns) without the axes that the caller has not. */
export function perHead(shape: readonly number[], { sizes, tensors }: ReadLayer): readonly number[] {
  return tensors.x!.shape.length === 3 ? shape : shape.slice(sizes.heads > 1 ? 1 : 2);
}

/** (batch, heads, rows, columns) of a tensor per head. */
export function shapeOf(name: Exclude<SelfAttentionMatrix, "context">, sizes: LayerSizes): number[] {
  const { batch, heads, kvHeads, tokens, contextTokens, dim, valueDim } = sizes;
  if (name === "q") return [batch, heads, tokens, dim];
  if (name === "k") return [batch, kvHeads, contextTokens, dim];
  if (name === "v") return [batch, kvHeads, contextTokens, valueDim];
  return [batch, heads, tokens, contextTokens];
}
