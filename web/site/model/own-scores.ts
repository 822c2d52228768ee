// Where a file also holds queries and keys, heed computes the head itself, and the inspector opens each number.
import { load, tensor, type Heed, type Tensor } from "heed";
import { placeName, type HeadFacts, type OwnHead, type OwnRequest } from "../heads/index.js";
import type { Computation } from "../inspector/index.js";
import { byteCount, type Vectors } from "./files/index.js";

/** All matrices of a head are kept for the inspector. */
const MOST_CELLS = 2048 * 2048;
const KEEP = ["raw", "scores", "logits", "weights"] as const;
const SCALES = ["sqrt-dk", "none"] as const;
/** Below this, numbers of the file's precision are the same. */
const SAME = 0.005;

let core: Promise<Heed> | undefined;

/** @returns a sentence where it cannot be computed */
export async function computeHead(
  { rows, columns }: HeadFacts,
  request: OwnRequest,
  read: () => Promise<Vectors | undefined>,
): Promise<OwnHead | string> {
  if (rows * columns > MOST_CELLS)
    return (
      `The file also holds q and k. All steps of ${rows} × ${columns} weights would take ` +
      `${byteCount(16 * rows * columns)}, so they are not computed.`
    );
  const vectors = await read();
  if (vectors === undefined) return "";
  const heed = await (core ??= load());
  const { dim, valueDim } = vectors;
  const q = tensor(vectors.q, [rows, dim]);
  const k = tensor(vectors.k, [columns, dim]);
  const v =
    vectors.v === undefined ? tensor(new Float32Array(columns), [columns, 1]) : tensor(vectors.v, [columns, valueDim]);
  const tried = SCALES.map((scale) => attend(heed, { q, k, v }, scale, request));
  const best = tried.reduce((a, b) => (b.largest < a.largest ? b : a));
  return { computation: best.computation, head: 0, weights: best.weights, report: reportOf(best, dim) };
}

interface Tried {
  readonly computation: Computation;
  readonly weights: Float32Array;
  readonly scale: (typeof SCALES)[number];
  readonly causal: boolean;
  readonly largest: number;
}

function attend(
  heed: Heed,
  { q, k, v }: { q: Tensor; k: Tensor; v: Tensor },
  scale: (typeof SCALES)[number],
  { place, values, causal, labels }: OwnRequest,
): Tried {
  const options = { scale, causal };
  const { output, ...kept } = heed.attention(q, k, v, { ...options, keep: KEEP });
  const weights = kept.weights.data;
  let largest = 0;
  for (let at = 0; at < weights.length; at++) largest = Math.max(largest, Math.abs(weights[at]! - values[at]!));
  const names = { tokens: labels.rowTokens, keyTokens: labels.columnTokens, headNames: [placeName(place)] };
  const computation = { ...names, options, flavour: heed.flavour, kept: { q, k, v, ...kept } };
  return { computation, weights, scale, causal, largest };
}

function reportOf({ scale, causal, largest }: Tried, dim: number): string {
  const way = `softmax(q·kᵀ${scale === "none" ? "" : ` ∕ √${dim}`})${causal ? ", causal" : ""}`;
  const held = `The file’s weights differ from it by ${largest.toPrecision(2)} at most.`;
  return largest < SAME
    ? `heed computes ${way} from the file’s q and k. ${held} Each number opens.`
    : `heed computes ${way} from the file’s q and k. ${held} So the model does more: it turns q and k by position, ` +
        "adds a bias, masks, or has another scale.";
}
