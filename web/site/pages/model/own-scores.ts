// Where a file also holds queries and keys, heed computes the head itself, and the inspector opens each number.
import { load, tensor, type Heed, type Tensor } from "heed";
import { localised } from "../../../show/index.js";
import {
  placeName,
  type HeadFacts,
  type NoOwnHead,
  type OwnHead,
  type OwnRequest,
  type Sentence,
} from "../../rooms/heads/index.js";
import { phrase, type Parameters } from "../../kit/texts/index.js";
import type { Computation } from "../../rooms/inspector/index.js";
import { byteCount, type Vectors } from "../../rooms/files/index.js";

/** All matrices of a head are kept for the inspector. */
const MOST_CELLS = 2048 * 2048;
const KEEP = ["raw", "scores", "logits", "weights"] as const;
const SCALES = ["sqrt-dk", "none"] as const;
/** Below this, numbers of the file's precision are the same. */
const SAME = 0.005;

export async function computeHead(
  { rows, columns, isComputed }: HeadFacts & { readonly isComputed: boolean },
  request: OwnRequest,
  read: () => Promise<Vectors | undefined>,
): Promise<OwnHead | NoOwnHead> {
  if (rows * columns > MOST_CELLS) {
    const given = (): Parameters => ({ rows, columns, memory: byteCount(16 * rows * columns) });
    return { report: { key: "own-too-large", given } };
  }
  const vectors = await read();
  if (vectors === undefined) return { report: { key: "own-none" } };
  const heed = await load();
  const { dim, valueDim } = vectors;
  const q = tensor(vectors.q, [rows, dim]);
  const k = tensor(vectors.k, [columns, dim]);
  const v =
    vectors.v === undefined ? tensor(new Float32Array(columns), [columns, 1]) : tensor(vectors.v, [columns, valueDim]);
  const tried = SCALES.map((scale) => attend(heed, { q, k, v }, scale, request));
  const best = tried.reduce((a, b) => (b.largest < a.largest ? b : a));
  return { computation: best.computation, head: 0, weights: best.weights, report: reportOf(best, dim, isComputed) };
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

function reportOf({ scale, causal, largest }: Tried, dim: number, isComputed: boolean): Sentence {
  const given = (): Parameters => ({
    way: phrase(causal ? "way-causal" : "way", { divisor: scale === "none" ? "" : ` ∕ √${dim}` }),
    largest: localised(String(Number(largest.toPrecision(2)))),
  });
  if (isComputed) return { key: "own-computed", given };
  return { key: largest < SAME ? "own-same" : "own-differs", given };
}
