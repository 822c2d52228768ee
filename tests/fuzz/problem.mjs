// Random problems of attention: arguments for heed, and what a textbook computes of them in double precision.
import { drawKeyMask, drawRotary, isKeySeen } from "../lib/gradient-problems.mjs";
import { textbookAttention, textbookRotation } from "../lib/oracle.mjs";
import { product } from "../lib/support.mjs";

export const pick = (random, list) => list[random.integer(0, list.length - 1)];
export const chance = (random, part) => random.uniform() < part;

/** Small sizes, so that many calls are made. Some have enough rows for every loop of the kernels. */
export function drawSizes(random) {
  const large = chance(random, 0.002);
  const rows = () => (large ? random.integer(1, 70) : random.integer(1, 5));
  const columns = () => (large ? random.integer(1, 40) : random.integer(1, 5));
  const kvHeads = large ? 1 : random.integer(1, 2);
  const [queries, keys] = [rows(), rows()];
  return {
    batch: large ? 1 : random.integer(1, 2),
    heads: kvHeads * random.integer(1, 2),
    kvHeads,
    queries,
    keys: chance(random, 0.4) ? queries : keys,
    dim: columns(),
    valueDim: columns(),
  };
}

/** One element of a tensor that is broadcast to (batch, heads, queries, keys). */
function broadcast({ data, shape }, ...at) {
  const axes = [...Array(4 - shape.length).fill(1), ...shape];
  return data[axes.reduce((place, extent, axis) => place * extent + (extent === 1 ? 0 : at[axis]), 0)];
}

const starts = (random, rows, count) => {
  const cuts = Array.from({ length: count - 1 }, () => random.integer(0, rows)).sort((a, b) => a - b);
  return [0, ...cuts, random.integer(cuts.at(-1) ?? 0, rows)];
};

/** Options of attention for these sizes. `rank` is the number of axes that mask and bias may have. */
export function drawOptions(random, sizes, rank) {
  const { batch, heads, queries, keys, dim } = sizes;
  const maybe = (part, draw) => (chance(random, part) ? draw() : undefined);
  const extents = [batch, heads, queries, keys];
  const some = () => {
    const from = random.integer(4 - rank, 3);
    return extents.slice(from).map((extent) => (chance(random, 0.5) ? extent : 1));
  };
  const options = {
    scale: maybe(0.3, () => pick(random, ["sqrt-dk", "sqrt-dmodel", "none", 0.3, -0.7])),
    normalize: maybe(0.15, () => "none"),
    softcap: maybe(0.15, () => pick(random, [1, 4, 30])),
    sequences:
      batch === 1
        ? maybe(0.15, () => {
            const count = random.integer(1, 3);
            return { queries: starts(random, queries, count), keys: starts(random, keys, count) };
          })
        : undefined,
    mask: maybe(0.2, () => {
      const shape = some();
      return { data: Uint8Array.from({ length: product(shape) }, () => (chance(random, 0.7) ? 1 : 0)), shape };
    }),
    bias: maybe(0.2, () => random.tensorOf(some(), () => (chance(random, 0.1) ? -Infinity : random.normal()))),
  };
  if (options.normalize === undefined)
    options.sink = maybe(0.2, () => pick(random, [0, -2, Array.from({ length: heads }, () => random.integer(-3, 3))]));
  if (options.sequences === undefined)
    options.keyLengths = maybe(0.2, () =>
      chance(random, 0.5) ? random.integer(0, keys) : Array.from({ length: batch }, () => random.integer(0, keys)),
    );
  options.documents = maybe(0.15, () => {
    const numbers = (rows) => Array.from({ length: rows }, () => random.integer(1, 2));
    return { queries: numbers(queries), keys: numbers(keys) };
  });
  options.keyMask = maybe(0.15, () => drawKeyMask(random, sizes));
  addPositions(random, options, sizes, maybe);
  if (dim > 1 && options.sequences === undefined)
    options.rotary = maybe(0.2, () => drawRotary(random, { batch, queries, keys, dim }));
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** causal, window and alibi, of which the first states the offset. */
function addPositions(random, options, { batch, heads, queries, keys }, maybe) {
  const groups = options.sequences ? options.sequences.queries.length - 1 : batch;
  const draw = () => random.integer(-2, Math.max(queries, keys));
  const offset = chance(random, 0.5) ? draw() : Array.from({ length: groups }, draw);
  let stated = {};
  const state = () => {
    const first = stated.offset === undefined ? { offset } : {};
    stated = { offset };
    return first;
  };
  options.causal = maybe(0.25, () => ({ offset: (state(), offset) }));
  const side = () => maybe(0.7, () => random.integer(0, 5));
  options.window = maybe(0.2, () => ({ left: side(), right: side(), ...state() }));
  const slopes = () => Array.from({ length: heads }, () => random.integer(-4, 8) / 8);
  options.alibi = maybe(0.2, () => ({ slopes: slopes(), ...state() }));
}

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

/** Throws where the numbers are not those expected, or the shape is not. */
export function compare(what, found, shape, expected) {
  if (!(found?.data instanceof Float32Array)) throw new Error(`${what}: no tensor came`);
  if (String(found.shape) !== String(shape)) throw new Error(`${what}: shape [${found.shape}], not [${shape}]`);
  compareNumbers(what, found.data, expected);
}

export function compareNumbers(what, found, expected) {
  if (found.length !== expected.length) throw new Error(`${what}: ${found.length} numbers, not ${expected.length}`);
  let most = 1;
  for (const x of expected) if (Number.isFinite(x)) most = Math.max(most, Math.abs(x));
  for (let at = 0; at < expected.length; at++) {
    if (found[at] === expected[at] || Math.abs(found[at] - expected[at]) <= 3e-5 * most) continue;
    throw new Error(`${what}[${at}]: ${found[at]}, not ${expected[at]}`);
  }
}
