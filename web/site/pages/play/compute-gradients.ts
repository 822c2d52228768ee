// The gradients of a loss, computed by the core from what it kept.
import type { Heed, Tensor } from "heed";
import { outputWidth, showsGradients, type State } from "../../rooms/state/index.js";
import { compute, type Computed } from "./compute.js";
import type { Gradient } from "./shown-matrices.js";

/** What the page shows: with gradients, if it shows any. */
export function computeShown(heed: Heed, state: State): Computed {
  const computed = compute(heed, state, state.convention);
  return showsGradients(state) ? withGradients(heed, computed, state) : computed;
}

/** What the core keeps on the way back, in the order of the page. */
const KEEP = ["dJoined", "dWeights", "dv", "dScores", "dq", "dk"] as const;

function withGradients(heed: Heed, computed: Computed, state: State): Computed {
  const { x, weights, options, kept } = computed;
  const slopes = slopesOf(computed, state);
  const { dJoined, dWeights, dv, dScores, dq, dk, dx, ...ofWeights } = heed.selfAttentionBackward(x, slopes, {
    ...weights,
    ...options,
    keep: KEEP,
  });
  const { dQueryWeight: dQuery, dKeyWeight: dKey, dValueWeight: dValue, dOutputWeight } = ofWeights;
  const gradients: Partial<Record<Gradient, Tensor>> = {
    dOutput: byHead(dJoined, kept.v.shape),
    dWeights,
    dv,
    dScores,
    dq,
    dk,
    ...(dQuery && { dQuery, dKey, dValue }),
    dx,
    ...(dOutputWeight && { dy: slopes, dOutputWeight }),
  };
  return { ...computed, kept: { ...kept, ...gradients } };
}

/** The gradient of the loss in the output: 1 for each number that the loss sums, 0 for the others. */
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

/** Numbers of shape [tokens, heads · columns] in the shape of v, [heads, tokens, columns]. */
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
