// The calls of backward: where each gradient lies in the block.
import type {
  AttentionBackwardCall,
  AttentionCall,
  PairGradients,
  SelfAttentionBackwardCall,
  SelfAttentionCall,
} from "./core.js";
import { PAIR_GRADIENTS, type PairGradient } from "./gradient-options.js";
import { countOf, LAYER_INPUTS, type LayerInput } from "./layer-call.js";
import type { LayerSizes } from "./layer.js";
import { addressOf, type Layout } from "./memory.js";
import type { ResolvedOptions } from "./resolve-options.js";

/** The field of SelfAttentionBackwardCall for each input of a layer. */
export const GRADIENT_OF = {
  x: "dx",
  contextX: "dcontext",
  queryWeight: "dQueryWeight",
  queryBias: "dQueryBias",
  keyWeight: "dKeyWeight",
  keyBias: "dKeyBias",
  valueWeight: "dValueWeight",
  valueBias: "dValueBias",
  outputWeight: "dOutputWeight",
  outputBias: "dOutputBias",
} as const satisfies Record<LayerInput, keyof SelfAttentionBackwardCall>;

/** The call with places for addresses; `dOutput` has its place already. */
export function placeAttentionBackward(
  layout: Layout,
  forward: AttentionCall,
  options: ResolvedOptions,
  dOutput: number,
): AttentionBackwardCall {
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = forward;
  return {
    forward,
    dOutput,
    dq: layout.place(batch * heads * queries * dim * 4),
    dk: layout.place(batch * kvHeads * keys * dim * 4),
    dv: layout.place(batch * kvHeads * keys * valueDim * 4),
    ...placePairGradients(layout, options, batch * heads * queries * keys),
  };
}

/** As placeAttentionBackward; each input that the layer has gets a gradient. */
export function placeSelfAttentionBackward(
  layout: Layout,
  forward: SelfAttentionCall,
  sizes: LayerSizes,
  options: ResolvedOptions,
  dOutput: number,
): SelfAttentionBackwardCall {
  const gradients = {} as Record<(typeof GRADIENT_OF)[LayerInput], number>;
  for (const name of LAYER_INPUTS)
    gradients[GRADIENT_OF[name]] = forward[name] && layout.place(countOf(name, sizes) * 4);
  return { forward, dOutput, ...gradients, ...placePairGradients(layout, options, countOf("weights", sizes)) };
}

function placePairGradients(layout: Layout, { bias, keep }: ResolvedOptions, pairs: number): PairGradients {
  const kept = (name: PairGradient): number => (keep.includes(name) ? layout.place(pairs * 4) : 0);
  return { dbias: bias ? layout.place(bias.data.length * 4) : 0, dweights: kept("dweights"), dscores: kept("dscores") };
}

/** Places turn into addresses once the block is known; those of the forward call are turned by its own function. */
export function moveAttentionBackward(call: AttentionBackwardCall, block: number): void {
  for (const name of ["dOutput", "dq", "dk", "dv", "dbias", ...PAIR_GRADIENTS] as const)
    call[name] = addressOf(call[name], block);
}

export function moveSelfAttentionBackward(call: SelfAttentionBackwardCall, block: number): void {
  for (const name of ["dOutput", "dbias", ...PAIR_GRADIENTS, ...Object.values(GRADIENT_OF)] as const)
    call[name] = addressOf(call[name], block);
}
