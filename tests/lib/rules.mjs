// The options of heed as a textbook has them: who may attend to whom, what is added to a score, and attention with
// both.
import { textbookAttention, textbookRotation } from "./oracle.mjs";

/** One element of a tensor that is broadcast to (batch, heads, queries, keys). */
function broadcast({ data, shape }, ...at) {
  const axes = [...Array(4 - shape.length).fill(1), ...shape];
  return data[axes.reduce((place, extent, axis) => place * extent + (extent === 1 ? 0 : at[axis]), 0)];
}

/** Whether a key mask lets key j of batch b be seen. */
const isKeySeen = (keyMask, b, j) => !keyMask || Boolean((Array.isArray(keyMask[0]) ? keyMask[b] : keyMask)[j]);

/** The sequence of a row; undefined for a row after the last one. */
const sequenceOf = (cuts, row) => {
  const s = cuts.findIndex((start, n) => n > 0 && row < start) - 1;
  return s >= 0 ? s : undefined;
};

/** The positions of a query and a key, and whether the sequences let them meet. */
function placeOf({ causal, window, alibi, sequences }) {
  const offset = causal?.offset ?? window?.offset ?? alibi?.offset ?? 0;
  const of = (group) => (typeof offset === "number" ? offset : offset[group]);
  return (b, i, j) => {
    if (!sequences) return { apart: i + of(b) - j, meet: true };
    const [s, t] = [sequenceOf(sequences.queries, i), sequenceOf(sequences.keys, j)];
    if (s === undefined || s !== t) return { apart: 0, meet: false };
    return { apart: i - sequences.queries[s] + of(s) - (j - sequences.keys[s]), meet: true };
  };
}

/**
 * The textbook's rules for the options of heed. `operands` may replace bias, sink and slopes, for differences.
 * @param {Record<string, any>} options @param {Record<string, any>} sizes
 * @param {number} [modelDim] @param {string} [defaultScale]
 */
export function rulesOf(options, { batch, dim }, modelDim, defaultScale = "sqrt-dk") {
  const { scale = defaultScale, normalize, softcap = 0, mask, bias, sink, documents } = options;
  const { causal, window, alibi, keyLengths, keyMask } = options;
  const place = placeOf(/** @type {any} */ (options));
  const per = (value, b) => (typeof value === "number" ? value : value[b]);
  return {
    scale: { "sqrt-dk": 1 / Math.sqrt(dim), "sqrt-dmodel": 1 / Math.sqrt(modelDim), none: 1 }[scale] ?? scale,
    softcap,
    softmax: normalize !== "none",
    sink: (h) => (sink === undefined ? -Infinity : per(sink, h)),
    allowed: (b, h, i, j) => {
      const { apart, meet } = place(b, i, j);
      return (
        meet &&
        (!causal || apart >= 0) &&
        (!window || (apart <= (window.left ?? Infinity) && -apart <= (window.right ?? Infinity))) &&
        (keyLengths === undefined || j < per(keyLengths, b)) &&
        isKeySeen(keyMask, b, j) &&
        (!documents || documents.queries[i] === documents.keys[j]) &&
        (!mask || broadcast(mask, b, h, i, j) !== 0)
      );
    },
    bias: (b, h, i, j) =>
      (bias ? broadcast(bias, b, h, i, j) : 0) - (alibi ? alibi.slopes[h] * Math.abs(place(b, i, j).apart) : 0),
    batch,
  };
}

/**
 * What a textbook computes of q, k and v (batch, heads, rows, columns) with the options of heed.
 * @param {Record<string, any>} inputs @param {Record<string, any>} options @param {Record<string, any>} sizes
 * @param {number} [modelDim] @param {string} [defaultScale]
 */
export function attend({ q, k, v }, options, sizes, modelDim = sizes.heads * sizes.dim, defaultScale) {
  const { rotary } = options;
  const turn = (x, rows) =>
    rotary ? textbookRotation(x, rotary, (b, i) => rotary.positions[rows][b * x.shape[2] + i]) : x;
  const inputs = { q: turn(q, "queries"), k: turn(k, "keys"), v };
  return textbookAttention(inputs, rulesOf(options, sizes, modelDim, defaultScale));
}
