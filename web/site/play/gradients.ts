// The gradients of a loss, by the core: the way back through what it has computed.
import type { Heed, Tensor } from "heed";
import { outputWidth, type State } from "../state/index.js";
import type { Gradient } from "./places.js";
import type { Computed } from "./run.js";

/** The same run with its gradients. */
export function withGradients(heed: Heed, computed: Computed, state: State): Computed {
  const { x, weights, options, kept } = computed;
  const slopes = slopesOf(computed, state);
  const joined = weights?.output !== undefined;
  const dOutput = joined ? backThrough(heed, slopes, weights.output, computed.heads) : byHead(slopes, kept.v.shape);
  // √d_model is of the tokens' rows, of which the attention by itself knows nothing
  const scale = options.scale === "sqrt-dmodel" ? 1 / Math.sqrt(state.width) : options.scale;
  const { dq, dk, dv, dweights, dscores } = heed.attentionBackward(kept.q, kept.k, kept.v, dOutput, {
    ...options,
    scale,
    keep: ["dweights", "dscores"],
  });
  const { dx, ...ofWeights } = heed.selfAttentionBackward(x, weights, slopes, options) as {
    dx: Tensor;
    dquery?: Tensor;
    dkey?: Tensor;
    dvalue?: Tensor;
    doutput?: Tensor;
  };
  const { doutput, ...ofProjections } = ofWeights;
  const gradients: Partial<Record<Gradient, Tensor>> = {
    dOutput,
    dweights,
    dv,
    dscores,
    dq,
    dk,
    ...ofProjections,
    dx,
    ...(doutput === undefined ? {} : { dy: slopes, doutputWeight: doutput }),
  };
  return { ...computed, kept: { ...kept, ...gradients } };
}

/** The gradient of the loss itself: 1 for each number of the output that it sums. */
function slopesOf({ tokens }: Computed, state: State): Tensor {
  const columns = outputWidth(state);
  const at = state.followed * columns + state.lossNumber;
  return {
    data: Float32Array.from({ length: tokens.length * columns }, (_, index) =>
      state.loss === "sum" || index === at ? 1 : 0,
    ),
    shape: [tokens.length, columns],
  };
}

/** dY · W_oᵀ, each head's part by itself: the core's own projection, of the slopes instead of tokens. */
function backThrough(heed: Heed, slopes: Tensor, output: Tensor, heads: number): Tensor {
  return heed.selfAttention(
    slopes,
    { query: output, key: output, value: output, heads, layout: "out-in" },
    { keep: ["q"] },
  ).q;
}

/** [tokens, heads · columns] to the shape of v, [heads, tokens, columns]. */
function byHead({ data, shape: [, across] }: Tensor, shape: readonly number[]): Tensor {
  const [rows, columns] = [shape.at(-2)!, shape.at(-1)!];
  const one = (index: number): number =>
    data[
      (Math.floor(index / columns) % rows) * across! +
        Math.floor(index / (rows * columns)) * columns +
        (index % columns)
    ]!;
  return { data: Float32Array.from({ length: data.length }, (_, index) => one(index)), shape: [...shape] };
}
