// A layer's call: where each of its tensors lies in its block.
import type { SelfAttentionCall } from "./core.js";
import type { LayerSizes } from "./layer.js";
import { addressOf, type Layout } from "./memory.js";
import type { ResolvedOptions } from "./resolve-options.js";
import { moveOptions, placeOptions } from "./score-call.js";

export type LayerInput = "x" | "contextX" | `${"query" | "key" | "value" | "output"}${"Weight" | "Bias"}`;

export const LAYER_INPUTS: readonly LayerInput[] = [
  "x",
  "contextX",
  "queryWeight",
  "queryBias",
  "keyWeight",
  "keyBias",
  "valueWeight",
  "valueBias",
  "outputWeight",
  "outputBias",
];

export const LAYER_RESULTS = ["output", "q", "k", "v", "context", "raw", "scores", "logits", "weights"] as const;
export type LayerResult = (typeof LAYER_RESULTS)[number];

/** What forward leaves for backward. */
const LAYER_SAVED = ["savedQ", "savedK", "savedV", "savedContext", "rowMax", "rowSum"] as const;

/** How many numbers a tensor of the layer holds. */
export function countOf(name: LayerInput | LayerResult, sizes: LayerSizes): number {
  const { batch, heads, kvHeads, tokens, contextTokens, modelDim, contextDim, dim, valueDim, outputDim } = sizes;
  switch (name) {
    case "x":
      return batch * tokens * modelDim;
    case "contextX":
      return batch * contextTokens * contextDim;
    case "queryWeight":
      return modelDim * heads * dim;
    case "queryBias":
      return heads * dim;
    case "keyWeight":
      return contextDim * kvHeads * dim;
    case "keyBias":
      return kvHeads * dim;
    case "valueWeight":
      return contextDim * kvHeads * valueDim;
    case "valueBias":
      return kvHeads * valueDim;
    case "outputWeight":
      return heads * valueDim * outputDim;
    case "outputBias":
      return outputDim;
    case "output":
      return batch * tokens * (outputDim || heads * valueDim);
    case "q":
      return batch * heads * tokens * dim;
    case "k":
      return batch * kvHeads * contextTokens * dim;
    case "v":
      return batch * kvHeads * contextTokens * valueDim;
    case "context":
      return batch * tokens * heads * valueDim;
    default:
      return batch * heads * tokens * contextTokens;
  }
}

/** The call with places for addresses; `has` says which inputs there are. */
export function placeSelfAttention(
  layout: Layout,
  sizes: LayerSizes,
  options: ResolvedOptions,
  has: (name: LayerInput) => boolean,
): SelfAttentionCall {
  const { batch, heads, kvHeads, tokens, contextTokens, modelDim, contextDim, dim, valueDim, outputDim, outIn } = sizes;
  const input = (name: LayerInput): number => (has(name) ? layout.place(countOf(name, sizes) * 4) : 0);
  const kept = (name: LayerResult): number =>
    options.keep.includes(name) ? layout.place(countOf(name, sizes) * 4) : 0;
  return {
    batch,
    heads,
    kvHeads,
    tokens,
    contextTokens,
    modelDim,
    contextDim,
    dim,
    valueDim,
    outputDim,
    options: placeOptions(layout, options),
    outIn,
    x: input("x"),
    contextX: input("contextX"),
    queryWeight: input("queryWeight"),
    queryBias: input("queryBias"),
    keyWeight: input("keyWeight"),
    keyBias: input("keyBias"),
    valueWeight: input("valueWeight"),
    valueBias: input("valueBias"),
    outputWeight: input("outputWeight"),
    outputBias: input("outputBias"),
    output: layout.place(countOf("output", sizes) * 4),
    q: kept("q"),
    k: kept("k"),
    v: kept("v"),
    context: kept("context"),
    raw: kept("raw"),
    scores: kept("scores"),
    logits: kept("logits"),
    weights: kept("weights"),
    savedQ: 0,
    savedK: 0,
    savedV: 0,
    savedContext: 0,
    rowMax: 0,
    rowSum: 0,
  };
}

/** Gives the call places for what forward leaves for backward, where all projections have weights. */
export function placeSaved(layout: Layout, call: SelfAttentionCall, sizes: LayerSizes): void {
  call.savedQ = layout.place(countOf("q", sizes) * 4);
  call.savedK = layout.place(countOf("k", sizes) * 4);
  call.savedV = layout.place(countOf("v", sizes) * 4);
  call.savedContext = layout.place(countOf("context", sizes) * 4);
  const rows = sizes.batch * sizes.heads * sizes.tokens;
  call.rowMax = layout.place(rows * 4);
  call.rowSum = layout.place(rows * 4);
}

/** Places turn into addresses once the block is known. */
export function moveSelfAttention(call: SelfAttentionCall, block: number): void {
  moveOptions(call.options, block);
  for (const name of LAYER_INPUTS) call[name] = addressOf(call[name], block);
  for (const name of [...LAYER_RESULTS, ...LAYER_SAVED]) call[name] = addressOf(call[name], block);
}
