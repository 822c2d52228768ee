// Where a file also holds queries and keys, heed computes the head itself, and the inspector opens each number.
import { load, tensor, type Heed, type Tensor } from "heed";
import type { Computation } from "../../inspector/index.js";
import { byteCount } from "../files/index.js";
import type { HeadPlace, OpenText } from "../open-file.js";

export interface OwnHead {
  readonly computation: Computation;
  readonly weights: Float32Array;
  /** What was assumed, and how far the file's numbers lie from these. */
  readonly report: string;
}

/** All matrices of a head are kept for the inspector. */
const MOST_CELLS = 2048 * 2048;
const KEEP = ["raw", "scores", "logits", "weights"] as const;
const SCALES = ["sqrt-dk", "none"] as const;
/** Below this, numbers of the file's precision are the same. */
const SAME = 0.005;

let core: Promise<Heed> | undefined;

export interface OwnRequest {
  readonly opened: OpenText;
  readonly place: HeadPlace;
  readonly fromFile: Float32Array;
  readonly causal: boolean;
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
}

/** A sentence where it cannot be computed; undefined where the file holds no queries and keys. */
export async function computeHead(request: OwnRequest): Promise<OwnHead | string | undefined> {
  const { opened, place } = request;
  const { rows, columns, hasVectors } = opened.facts;
  if (!hasVectors) return undefined;
  if (rows * columns > MOST_CELLS)
    return (
      `The file also holds q and k. All steps of ${rows} × ${columns} weights would take ` +
      `${byteCount(16 * rows * columns)}, so they are not computed.`
    );
  const vectors = await opened.vectors(place);
  if (vectors === undefined) return undefined;
  const heed = await (core ??= load());
  const { dim, valueDim } = vectors;
  const q = tensor(vectors.q, [rows, dim]);
  const k = tensor(vectors.k, [columns, dim]);
  const v =
    vectors.v === undefined ? tensor(new Float32Array(columns), [columns, 1]) : tensor(vectors.v, [columns, valueDim]);
  const tried = SCALES.map((scale) => attend(heed, { q, k, v }, scale, request));
  const best = tried.reduce((a, b) => (b.largest < a.largest ? b : a));
  return { computation: best.computation, weights: best.weights, report: reportOf(best, dim) };
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
  { fromFile, causal, tokens, keyTokens }: OwnRequest,
): Tried {
  const options = { scale, causal };
  const { output, ...kept } = heed.attention(q, k, v, { ...options, keep: KEEP });
  const weights = kept.weights.data;
  let largest = 0;
  for (let at = 0; at < weights.length; at++) largest = Math.max(largest, Math.abs(weights[at]! - fromFile[at]!));
  const computation = { tokens, keyTokens, options, flavour: heed.flavour, kept: { q, k, v, ...kept } };
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
