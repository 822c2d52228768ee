// Wrong arguments, each with the very sentence that it is answered with. Every one of them leaves the heed usable.
import assert from "node:assert/strict";
import test from "node:test";
import { NUMBERS } from "../../scripts/calls.mjs";
import { load, tensor } from "./support.mjs";

/** How a mask of numbers is answered. */
const BOOLEANS =
  "mask takes booleans (true = may attend). For ones and zeros of pairs write mask.map((row) => row.map(Boolean)), " +
  "for those of keys keyMask, and for numbers to add to the scores bias";

const ARGUMENTS = "Write each tensor as an argument, and options last: attention(q, k, v, { causal: true }).";
const PAIRS = "For pairs of query and key write mask.";
/** What is said of a typed array without numbers. */
const EMPTIED = " Memory growth empties session views: read it again.";

/** A tensor of zeros. */
const t = (...shape) => ({ data: new Float32Array(shape.reduce((count, extent) => count * extent, 1)), shape });

const CASES = {
  tensors: [
    [
      (heed) => heed.attention(),
      TypeError,
      "heed.attention: q must be a tensor { data, shape } or nested arrays of numbers; got undefined.",
    ],
    [
      (heed) => heed.attention(null, t(2, 3), t(2, 3)),
      TypeError,
      "heed.attention: q must be a tensor { data, shape } or nested arrays of numbers; got null.",
    ],
    [
      (heed) => heed.attention(t(2, 3), 7, t(2, 3)),
      TypeError,
      "heed.attention: k must be a tensor { data, shape } or nested arrays of numbers; got the number 7.",
    ],
    [
      (heed) => heed.attention(t(2, 3), t(2, 3), "v"),
      TypeError,
      'heed.attention: v must be a tensor { data, shape } or nested arrays of numbers; got the string "v".',
    ],
    [
      (heed) => heed.attention({ dims: [2, 3], data: new Float32Array(6) }, t(2, 3), t(2, 3)),
      TypeError,
      "heed.attention: q must be a tensor { data, shape } or nested arrays of numbers; " +
        "got an object with the keys dims, data. " +
        "Give its dims as shape: { data: t.data, shape: t.dims }.",
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(6), shape: 6 }, t(2, 3), t(2, 3)),
      TypeError,
      "heed.attention: q.shape must be an array of one to four positive integers; got the number 6.",
    ],
    [
      (heed) => heed.attention({ data: "123456", shape: [2, 3] }, t(2, 3), t(2, 3)),
      TypeError,
      'heed.attention: q.data must be a Float32Array or an array of numbers; got the string "123456".',
    ],
    [
      (heed) => heed.attention({ data: new BigInt64Array(6), shape: [2, 3] }, t(2, 3), t(2, 3)),
      TypeError,
      "heed.attention: q.data must be a Float32Array or an array of numbers; got a BigInt64Array.",
    ],
    [
      (heed) =>
        heed.attention(
          {
            data: [
              [1, 2, 3],
              [4, 5, 6],
            ],
            shape: [2, 3],
          },
          t(2, 3),
          t(2, 3),
        ),
      TypeError,
      "heed.attention: q.data must be flat if a shape is given; it holds arrays.",
    ],
    [
      (heed) =>
        heed.attention(
          {
            data: [
              [1, 2, 3],
              [4, 5, 6],
            ],
            shape: [2],
          },
          t(2, 3),
          t(2, 3),
        ),
      TypeError,
      "heed.attention: q.data must be flat if a shape is given; it holds arrays.",
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(5), shape: [2, 3] }, t(2, 3), t(2, 3)),
      RangeError,
      "heed.attention: q has the shape [2, 3], which needs 6 elements; its data holds 5.",
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(6), shape: [2, 3.5] }, t(2, 3), t(2, 3)),
      RangeError,
      "heed.attention: q has the shape [2, 3.5]; each axis is an integer from 1 to 1073741824.",
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(6), shape: [-2, -3] }, t(2, 3), t(2, 3)),
      RangeError,
      "heed.attention: q has the shape [-2, -3]; each axis is an integer from 1 to 1073741824.",
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(6), shape: ["2", 3] }, t(2, 3), t(2, 3)),
      TypeError,
      'heed.attention: q.shape[0] must be a positive integer; got the string "2".',
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(0), shape: [0, 3] }, t(2, 3), t(2, 3)),
      RangeError,
      "heed.attention: q has the shape [0, 3]; an empty tensor holds nothing to attend to.",
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(0), shape: [2 ** 31, 3] }, t(2, 3), t(2, 3)),
      RangeError,
      "heed.attention: q has the shape [2147483648, 3]; each axis is an integer from 1 to 1073741824.",
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(6), shape: [] }, t(2, 3), t(2, 3)),
      RangeError,
      "heed.attention: q.shape must have one to four axes; got [].",
    ],
    [
      (heed) => heed.attention(t(1, 1, 1, 2, 3), t(2, 3), t(2, 3)),
      RangeError,
      "heed.attention: q.shape must have one to four axes; got [1, 1, 1, 2, 3].",
    ],
    [
      (heed) => heed.attention([[1, 2], [3]], t(2, 2), t(2, 2)),
      RangeError,
      "heed.attention: q[1] has the length 1, and q[0] has 2; all rows must have the same length.",
    ],
    [
      (heed) => heed.attention([[1, 2], 3], t(2, 2), t(2, 2)),
      TypeError,
      "heed.attention: q[1] must be an array of 2, as its neighbours are; got the number 3.",
    ],
    [
      (heed) => heed.attention([1, [2]], t(2, 2), t(2, 2)),
      TypeError,
      "heed.attention: q[1] must be a number; got an array; the nesting must be equally deep everywhere.",
    ],
    [
      (heed) =>
        heed.attention(
          [
            [1, "2"],
            [3, 4],
          ],
          t(2, 2),
          t(2, 2),
        ),
      TypeError,
      'heed.attention: q[0][1] must be a number; got the string "2".',
    ],
    [
      (heed) =>
        heed.attention(
          [
            [1, undefined],
            [3, 4],
          ],
          t(2, 2),
          t(2, 2),
        ),
      TypeError,
      "heed.attention: q[0][1] must be a number; got undefined.",
    ],
    [
      (heed) =>
        heed.attention(
          [
            [1, [2]],
            [3, 4],
          ],
          t(2, 2),
          t(2, 2),
        ),
      TypeError,
      "heed.attention: q[0][1] must be a number; got an array; the nesting must be equally deep everywhere.",
    ],
    [
      (heed) => heed.attention([[[[[1]]]]], t(2, 2), t(2, 2)),
      RangeError,
      "heed.attention: q is nested more than four deep.",
    ],
    [
      (heed) => heed.attention(new Float32Array(0), t(2, 2), t(2, 2)),
      RangeError,
      `heed.attention: q is empty; an empty tensor holds nothing to attend to.${EMPTIED}`,
    ],
    [
      (heed) => heed.attention({ data: new Float32Array(0), shape: [2, 2] }, t(2, 2), t(2, 2)),
      RangeError,
      `heed.attention: q has the shape [2, 2], which needs 4 elements; its data holds 0.${EMPTIED}`,
    ],
    [
      (heed) => heed.attention({ q: t(2, 2), k: t(2, 2), v: t(2, 2) }),
      TypeError,
      "heed.attention: q must be a tensor { data, shape } or nested arrays of numbers; got an object with the keys " +
        `q, k, v. ${ARGUMENTS}`,
    ],
    [
      (heed) => heed.attention([t(2, 2), t(2, 2)]),
      TypeError,
      `heed.attention: q[0] must be a number; got an object with the keys data, shape. ${ARGUMENTS}`,
    ],
    [
      (heed) => heed.attention(Promise.resolve(t(2, 2)), t(2, 2), t(2, 2)),
      TypeError,
      "heed.attention: q must be a tensor { data, shape } or nested arrays of numbers; got a Promise (await is " +
        "missing).",
    ],
    [
      (heed) => heed.attention([], t(2, 2), t(2, 2)),
      RangeError,
      "heed.attention: q is empty; an empty tensor holds nothing to attend to.",
    ],
    [
      (heed) => heed.attention([[], []], t(2, 2), t(2, 2)),
      RangeError,
      "heed.attention: q[0] is empty; an empty tensor holds nothing to attend to.",
    ],
    [
      (heed) => heed.attention([1, 2], [1, 2], [1, 2]),
      RangeError,
      "heed.attention: q must have two to four axes, [queries, dim], [heads, queries, dim] or " +
        "[batch, heads, queries, dim]; its shape is [2]. Write { data, shape } for a flat array.",
    ],
    [
      (heed) => heed.attention(t(4, 8), t(1, 4, 8), t(4, 8)),
      RangeError,
      "heed.attention: q, k and v must have the same number of axes; q is [4, 8], k is [1, 4, 8], v is [4, 8].",
    ],
    [
      (heed) => heed.attention(t(2, 1, 4, 8), t(3, 1, 4, 8), t(2, 1, 4, 8)),
      RangeError,
      "heed.attention: q, k and v must have the same batch (first axis); " +
        "q is [2, 1, 4, 8], k is [3, 1, 4, 8], v is [2, 1, 4, 8].",
    ],
    [
      (heed) => heed.attention(t(2, 1, 4, 8), t(2, 1, 4, 8), t(3, 1, 4, 8)),
      RangeError,
      "heed.attention: q, k and v must have the same batch (first axis); " +
        "q is [2, 1, 4, 8], k is [2, 1, 4, 8], v is [3, 1, 4, 8].",
    ],
    [
      (heed) => heed.attention(t(8, 4, 8), t(3, 4, 8), t(3, 4, 8)),
      RangeError,
      "heed.attention: the heads of q must be a multiple of the heads of k and v (grouped heads); " +
        'q is [8, 4, 8], k is [3, 4, 8]. If the heads come after the rows, say axes: "rows-heads".',
    ],
    [
      (heed) => heed.attention(t(2, 4, 8), t(4, 4, 8), t(4, 4, 8)),
      RangeError,
      "heed.attention: the heads of q must be a multiple of the heads of k and v (grouped heads); " +
        'q is [2, 4, 8], k is [4, 4, 8]. If the heads come after the rows, say axes: "rows-heads".',
    ],
    [
      (heed) => heed.attention(t(8, 4, 8), t(4, 4, 8), t(2, 4, 8)),
      RangeError,
      "heed.attention: k and v must have the same number of heads; k is [4, 4, 8], v is [2, 4, 8].",
    ],
    [
      (heed) => heed.attention(t(4, 8), t(6, 5), t(6, 5)),
      RangeError,
      "heed.attention: q and k must have the same number of columns (dim); q is [4, 8], k is [6, 5].",
    ],
    [
      (heed) => heed.attention(t(4, 8), t(6, 8), t(5, 8)),
      RangeError,
      "heed.attention: k and v must have the same number of rows (keys); k is [6, 8], v is [5, 8].",
    ],
  ],
  options: [
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), null),
      TypeError,
      "heed.attention: options must be a plain object, as { causal: true }; got null.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), "causal"),
      TypeError,
      'heed.attention: options must be a plain object, as { causal: true }; got the string "causal".',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), []),
      TypeError,
      "heed.attention: options must be a plain object, as { causal: true }; got an empty array. For a mask write " +
        "{ mask }, for numbers to add to the scores { bias }.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { is_causal: true }),
      TypeError,
      'heed.attention: there is no option named "is_causal"; write causal: true; ' +
        "with more or fewer queries than keys, " +
        "causal: { offset: 0 } is what PyTorch means.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { attnMask: [[true]] }),
      TypeError,
      'heed.attention: there is no option named "attnMask"; ' +
        "write mask for booleans, true = may attend, as scaled_dot_product_attention has it, and bias for numbers; " +
        "in nn.MultiheadAttention true means hidden, so invert its masks.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { dropout: 0.1 }),
      TypeError,
      'heed.attention: there is no option named "dropout"; leave it out; heed has no dropout.',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { softmax: false }),
      TypeError,
      'heed.attention: there is no option named "softmax"; write normalize: "none" for no softmax.',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { context: t(2, 2) }),
      TypeError,
      'heed.attention: there is no option named "context". ' +
        "The known ones are scale, normalize, causal, window, mask, bias, alibi, sink, keyLengths, " +
        `keyMask, sequences, documents, ${NUMBERS.join(", ")}, rotary, keep and axes.`,
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { scale: NaN }),
      RangeError,
      `heed.attention: scale must be "sqrt-dk", "sqrt-dmodel", "none" or a finite number within float32's ` +
        "range; got NaN.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { scale: Infinity }),
      RangeError,
      `heed.attention: scale must be "sqrt-dk", "sqrt-dmodel", "none" or a finite number within float32's ` +
        "range; got Infinity.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { scale: 1e39 }),
      RangeError,
      `heed.attention: scale must be "sqrt-dk", "sqrt-dmodel", "none" or a finite number within float32's ` +
        "range; got the number 1e+39.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { scale: "sqrt" }),
      TypeError,
      `heed.attention: scale must be "sqrt-dk", "sqrt-dmodel", "none" or a finite number within float32's ` +
        `range; got the string "sqrt".`,
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { scale: null, normalize: null }),
      TypeError,
      `heed.attention: scale must be "sqrt-dk", "sqrt-dmodel", "none" or a finite number within float32's ` +
        "range; got null.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { normalize: "sigmoid" }),
      TypeError,
      'heed.attention: normalize must be "softmax" or "none"; got the string "sigmoid".',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { softcap: 0 }),
      RangeError,
      "heed.attention: softcap must be a finite number above 0 within float32's range; got the number 0. " +
        "Leave it out for none.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { softcap: -1 }),
      RangeError,
      "heed.attention: softcap must be a finite number above 0 within float32's range; got the number -1. " +
        "Leave it out for none.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { softcap: 1e-60 }),
      RangeError,
      "heed.attention: softcap must be a finite number above 0 within float32's range; " +
        "got the number 1e-60. Leave it out for none.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { softcap: "30" }),
      TypeError,
      "heed.attention: softcap must be a finite number above 0 within float32's range; " +
        `got the string "30". Leave it out for none.`,
    ],
    [
      (heed) => heed.attention(t(2, 2), t(3, 2), t(3, 2), { causal: true }),
      RangeError,
      "heed.attention: causal: true needs as many queries as keys; the scores are 2 × 3. " +
        "Say which pairs line up: causal: { offset: 0 } lines up the first query with the first key " +
        "(top-left), causal: { offset: 1 } the last query with the last key (bottom-right, as after a cache).",
    ],
    [
      (heed) => heed.attention(t(1, 2), t(2, 2), t(2, 2), { documents: [0] }),
      RangeError,
      "heed.attention: documents must be { queries, keys } if the numbers of queries and keys differ; " +
        "the scores are 1 × 2.",
    ],
    [
      (heed) => heed.attention(t(3, 2), t(2, 2), t(2, 2), { causal: true }),
      RangeError,
      "heed.attention: causal: true needs as many queries as keys; the scores are 3 × 2. " +
        "Say which pairs line up: causal: { offset: 0 } lines up the first query with the first key " +
        "(top-left), causal: { offset: -1 } the last query with the last key " +
        "(bottom-right, as after a cache).",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { causal: "yes" }),
      TypeError,
      'heed.attention: causal must be true, false or { offset }; got the string "yes".',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { causal: 1 }),
      TypeError,
      "heed.attention: causal must be true, false or { offset }; got the number 1. Write causal: { offset: 1 }.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { causal: null }),
      TypeError,
      "heed.attention: causal must be true, false or { offset }; got null.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { causal: {} }),
      TypeError,
      "heed.attention: causal.offset must be an integer or an array of one integer per batch; got undefined.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { causal: { offset: 0.5 } }),
      RangeError,
      "heed.attention: causal.offset must be an integer; got the number 0.5.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { causal: { offset: [0, 1] } }),
      RangeError,
      "heed.attention: causal.offset must have one integer per batch, and there is 1; got 2.",
    ],
    [
      (heed) => heed.attention(t(2, 1, 2, 2), t(2, 1, 2, 2), t(2, 1, 2, 2), { causal: { offset: [0, "1"] } }),
      TypeError,
      'heed.attention: causal.offset[1] must be an integer; got the string "1".',
    ],
    [
      (heed) => heed.attention(t(2, 1, 2, 2), t(2, 1, 2, 2), t(2, 1, 2, 2), { causal: { offset: [0] } }),
      RangeError,
      "heed.attention: causal.offset must have one integer per batch, and there are 2; got 1.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { causal: { ofset: 0 } }),
      TypeError,
      'heed.attention: there is no part of causal named "ofset"; did you mean offset? The known ones are offset.',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyLengths: 3 }),
      RangeError,
      "heed.attention: keyLengths must be from 0 to the number of keys, which is 2; got 3.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyLengths: -1 }),
      RangeError,
      "heed.attention: keyLengths must be from 0 to the number of keys, which is 2; got -1.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyLengths: 1.5 }),
      RangeError,
      "heed.attention: keyLengths must be an integer; got the number 1.5.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyLengths: "1" }),
      TypeError,
      'heed.attention: keyLengths must be an integer or an array of one integer per batch; got the string "1".',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyLengths: [] }),
      TypeError,
      "heed.attention: keyLengths must be an integer or an array of one integer per batch; got an empty array.",
    ],
    [
      (heed) => heed.attention(t(2, 1, 2, 2), t(2, 1, 2, 2), t(2, 1, 2, 2), { keyLengths: [1, 3] }),
      RangeError,
      "heed.attention: keyLengths[1] must be from 0 to the number of keys, which is 2; got 3.",
    ],
    [
      (heed) => heed.attention(t(2, 1, 2, 2), t(2, 1, 2, 2), t(2, 1, 2, 2), { keyLengths: [1, 2, 2] }),
      RangeError,
      "heed.attention: keyLengths must have one integer per batch, and there are 2; got 3.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyMask: [1, 0.5] }),
      RangeError,
      "heed.attention: keyMask[1] must be 1 or true (may attend), or else 0 or false; got the number 0.5.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyMask: [0, -Infinity] }),
      RangeError,
      "heed.attention: keyMask[1] must be 1 or true (may attend), or else 0 or false; got -Infinity.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyMask: ["1", "0"] }),
      TypeError,
      'heed.attention: keyMask[0] must be 1 or true (may attend), or else 0 or false; got the string "1".',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyMask: true }),
      TypeError,
      "heed.attention: keyMask must be an array of 0 and 1, or of booleans; got true.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keyMask: [1, 1, 0] }),
      RangeError,
      `heed.attention: keyMask must have the shape [1, 2], or [2] for all batches; its shape is [3]. ${PAIRS}`,
    ],
    [
      (heed) => heed.attention(t(2, 1, 2, 2), t(2, 1, 3, 2), t(2, 1, 3, 2), { keyMask: [[1, 1, 0, 1]] }),
      RangeError,
      `heed.attention: keyMask must have the shape [2, 3], or [3] for all batches; its shape is [1, 4]. ${PAIRS}`,
    ],
    [
      (heed) =>
        heed.attention(t(2, 1, 2, 2), t(2, 1, 3, 2), t(2, 1, 3, 2), {
          keyMask: { data: new Uint8Array(6), shape: [3, 2] },
        }),
      RangeError,
      `heed.attention: keyMask must have the shape [2, 3], or [3] for all batches; its shape is [3, 2]. ${PAIRS}`,
    ],
    [
      (heed) =>
        heed.attention(t(2, 2), t(2, 2), t(2, 2), {
          mask: [
            [1, 0],
            [1, 1],
          ],
        }),
      TypeError,
      `heed.attention: ${BOOLEANS}. mask[0][0] is the number 1.`,
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: Float32Array.of(1, 0) }),
      TypeError,
      `heed.attention: ${BOOLEANS}. mask is a Float32Array.`,
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: t(2, 2) }),
      TypeError,
      `heed.attention: ${BOOLEANS}. mask.data is a Float32Array.`,
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: { data: [1, 0, 0, 1], shape: [2, 2] } }),
      TypeError,
      `heed.attention: ${BOOLEANS}. mask.data[0] is the number 1.`,
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: { data: new Int32Array(4), shape: [2, 2] } }),
      TypeError,
      `heed.attention: ${BOOLEANS}. mask.data is an Int32Array.`,
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: { data: "tftf", shape: [2, 2] } }),
      TypeError,
      'heed.attention: mask.data must be a Uint8Array or an array of booleans; got the string "tftf".',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: { data: new Uint8Array(3), shape: [2, 2] } }),
      RangeError,
      "heed.attention: mask has the shape [2, 2], which needs 4 elements; its data holds 3.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: { data: [true], shape: [2, 2] } }),
      RangeError,
      "heed.attention: mask has the shape [2, 2], which needs 4 elements; its data holds 1.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: [[true, "no"]] }),
      TypeError,
      'heed.attention: mask[0][1] must be true or false; got the string "no".',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: [[true, false], [true]] }),
      RangeError,
      "heed.attention: mask[1] has the length 1, and mask[0] has 2; all rows must have the same length.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: true }),
      TypeError,
      "heed.attention: mask must be nested booleans or { data, shape } with a Uint8Array or booleans; got true.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: null }),
      TypeError,
      "heed.attention: mask must be nested booleans or { data, shape } with a Uint8Array or booleans; got null.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { mask: { data: new Uint8Array(4) } }),
      TypeError,
      "heed.attention: mask must be nested booleans or { data, shape } with a Uint8Array or booleans; " +
        "got an object with the keys data.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(6, 2), t(6, 2), { mask: [[true, false, true, true]] }),
      RangeError,
      "heed.attention: mask must be broadcastable to the scores [2, 6]; its shape is [1, 4]. " +
        "Its axes are aligned at the last one, and each must be equal or 1. " +
        "The last axis must cover all 6 keys; nothing is padded. keyLengths hides the keys after a length.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(3, 2), t(3, 2), { mask: { data: new Uint8Array(4), shape: [1, 4] } }),
      RangeError,
      "heed.attention: mask must be broadcastable to the scores [2, 3]; its shape is [1, 4]. " +
        "Its axes are aligned at the last one, and each must be equal or 1.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(3, 2), t(3, 2), { mask: new Uint8Array(6) }),
      RangeError,
      "heed.attention: mask must be broadcastable to the scores [2, 3]; its shape is [6]. " +
        "Its axes are aligned at the last one, and each must be equal or 1. Write { data, shape } for a flat array.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(3, 2), t(3, 2), { mask: { data: new Uint8Array(9), shape: [3, 3] } }),
      RangeError,
      "heed.attention: mask must be broadcastable to the scores [2, 3]; its shape is [3, 3]. " +
        "Its axes are aligned at the last one, and each must be equal or 1.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(3, 2), t(3, 2), { mask: { data: new Uint8Array(6), shape: [1, 2, 3] } }),
      RangeError,
      "heed.attention: mask must be broadcastable to the scores [2, 3]; its shape is [1, 2, 3]. " +
        "It may have at most 2 axes here.",
    ],
    [
      (heed) =>
        heed.attention(t(2, 1, 4, 2), t(2, 1, 3, 2), t(2, 1, 3, 2), {
          mask: { data: new Uint8Array(6), shape: [2, 3] },
        }),
      RangeError,
      "heed.attention: mask must be broadcastable to the scores [2, 1, 4, 3]; its shape is [2, 3]. " +
        "Its axes are aligned at the last one, and each must be equal or 1. " +
        "For a row of keys each write keyMask: true = may attend.",
    ],
    [
      (heed) =>
        heed.attention(t(2, 4, 2), t(2, 3, 2), t(2, 3, 2), { mask: { data: new Uint8Array(6), shape: [2, 3] } }),
      RangeError,
      "heed.attention: mask must be broadcastable to the scores [2, 4, 3]; its shape is [2, 3]. " +
        "Its axes are aligned at the last one, and each must be equal or 1. " +
        "For a row of keys each give it the shape [2, 1, 3].",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { bias: [[true, false]] }),
      TypeError,
      "heed.attention: bias takes numbers, which are added to the scores; booleans belong in mask.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { bias: true }),
      TypeError,
      "heed.attention: bias takes numbers, which are added to the scores; booleans belong in mask.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { bias: 1 }),
      TypeError,
      "heed.attention: bias must be a tensor { data, shape } or nested arrays of numbers; got the number 1.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { bias: t(3, 2) }),
      RangeError,
      "heed.attention: bias must be broadcastable to the scores [2, 2]; its shape is [3, 2]. " +
        "Its axes are aligned at the last one, and each must be equal or 1.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { bias: [[1, null]] }),
      TypeError,
      "heed.attention: bias[0][1] must be a number; got null.",
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keep: "weights" }),
      TypeError,
      "heed.attention: keep must be an array of the names to keep, out of raw, scores, logits, weights and lse; " +
        'got the string "weights". Write keep: ["weights"].',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keep: ["weight"] }),
      TypeError,
      "heed.attention: keep must hold names out of raw, scores, logits, weights and lse; " +
        'got the string "weight"; did you mean "weights"?',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keep: ["q"] }),
      TypeError,
      'heed.attention: keep must hold names out of raw, scores, logits, weights and lse; got the string "q".',
    ],
    [
      (heed) => heed.attention(t(2, 2), t(2, 2), t(2, 2), { keep: [7] }),
      TypeError,
      "heed.attention: keep must hold names out of raw, scores, logits, weights and lse; got the number 7.",
    ],
  ],
  layers: [
    [
      (heed) => heed.selfAttention(),
      TypeError,
      "heed.selfAttention: x must be a tensor { data, shape } or nested arrays of numbers; got undefined.",
    ],
    [
      (heed) => heed.selfAttention([1, 2, 3]),
      RangeError,
      "heed.selfAttention: x must have two or three axes, [tokens, model dim] or " +
        "[batch, tokens, model dim]; its shape is [3]. Write { data, shape } for a flat array.",
    ],
    [
      (heed) => heed.selfAttention(t(1, 1, 2, 3)),
      RangeError,
      "heed.selfAttention: x must have two or three axes, [tokens, model dim] or " +
        "[batch, tokens, model dim]; its shape is [1, 1, 2, 3].",
    ],
    [
      (heed) => heed.selfAttention([[1, 2], [3]]),
      RangeError,
      "heed.selfAttention: x[1] has the length 1, and x[0] has 2; all rows must have the same length.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), null),
      TypeError,
      "heed.selfAttention: options must be a plain object, as { causal: true }; got null.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), t(4, 4)),
      TypeError,
      'heed.selfAttention: there is no option named "data"; this is a tensor, and options are an object of names. ' +
        "For a mask write { mask }, for numbers to add to the scores { bias }.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(4, 4) }),
      TypeError,
      "heed.selfAttention: queryWeight, keyWeight and valueWeight must all be given, or none for q = k = v = x; " +
        "got only queryWeight and keyWeight.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(4, 4) }),
      TypeError,
      "heed.selfAttention: queryWeight, keyWeight and valueWeight must all be given, or none for q = k = v = x; " +
        "got only queryWeight.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { querry: t(4, 4), keyWeight: t(4, 4), valueWeight: t(4, 4) }),
      TypeError,
      'heed.selfAttention: there is no option named "querry"; did you mean queryWeight? ' +
        "The known ones are queryWeight, keyWeight, valueWeight, outputWeight, queryBias, keyBias, valueBias, " +
        "outputBias, heads, kvHeads, layout, scale, normalize, causal, window, mask, bias, alibi, sink, keyLengths, " +
        `keyMask, sequences, documents, ${NUMBERS.join(", ")}, rotary, keep and context.`,
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(4, 4), casual: true }),
      TypeError,
      'heed.selfAttention: there is no option named "casual"; did you mean causal? ' +
        "The known ones are queryWeight, keyWeight, valueWeight, outputWeight, queryBias, keyBias, valueBias, " +
        "outputBias, heads, kvHeads, layout, scale, normalize, causal, window, mask, bias, alibi, sink, keyLengths, " +
        `keyMask, sequences, documents, ${NUMBERS.join(", ")}, rotary, keep and context.`,
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { weights: { queryWeight: t(4, 4) }, causal: true }),
      TypeError,
      'heed.selfAttention: there is no option named "weights"; spread it into this object, as ' +
        "{ ...weights, causal: true }.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { wq: t(4, 4), wk: t(4, 4), wv: t(4, 4) }),
      TypeError,
      'heed.selfAttention: there is no option named "wq"; write queryWeight; nn.Linear\'s weight is the transpose, ' +
        'layout: "out-in". fromTorch(stateDict, { heads }) makes weights of PyTorch\'s names.',
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(3, 4), keyWeight: t(4, 4), valueWeight: t(4, 4) }),
      RangeError,
      'heed.selfAttention: queryWeight must have the shape [4, outputs] in the layout "in-out", 4 being the ' +
        'columns of x; its shape is [3, 4]. If it is stored the other way round, say layout: "out-in".',
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(6, 4), keyWeight: t(4, 4), valueWeight: t(4, 4) }),
      RangeError,
      'heed.selfAttention: queryWeight must have the shape [4, outputs] in the layout "in-out", 4 being the ' +
        'columns of x; its shape is [6, 4]. If it is stored the other way round, say layout: "out-in".',
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), {
          queryWeight: t(4, 6),
          keyWeight: t(4, 6),
          valueWeight: t(4, 6),
          layout: "out-in",
        }),
      RangeError,
      'heed.selfAttention: queryWeight must have the shape [outputs, 4] in the layout "out-in", 4 being the ' +
        'columns of x; its shape is [4, 6]. If it is stored the other way round, say layout: "in-out".',
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(4), keyWeight: t(4, 4), valueWeight: t(4, 4) }),
      RangeError,
      "heed.selfAttention: queryWeight must be a matrix; its shape is [4].",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(5, 4), valueWeight: t(4, 4) }),
      RangeError,
      'heed.selfAttention: keyWeight must have the shape [4, outputs] in the layout "in-out", 4 being the ' +
        'columns of x; its shape is [5, 4]. If it is stored the other way round, say layout: "out-in".',
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(4, 4), valueWeight: t(5, 4) }),
      RangeError,
      'heed.selfAttention: valueWeight must have the shape [4, outputs] in the layout "in-out", 4 being the ' +
        'columns of x; its shape is [5, 4]. If it is stored the other way round, say layout: "out-in".',
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(4, 3), valueWeight: t(4, 4) }),
      RangeError,
      "heed.selfAttention: keyWeight must have kvHeads × dim = 1 × 4 outputs " +
        "(dim is the 4 outputs of queryWeight over 1 head); it has 3.",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), { queryWeight: t(4, 8), keyWeight: t(4, 4), valueWeight: t(4, 4), heads: 4 }),
      RangeError,
      "heed.selfAttention: keyWeight must have kvHeads × dim = 4 × 2 outputs " +
        "(dim is the 8 outputs of queryWeight over 4 heads); it has 4. Did you mean kvHeads: 2?",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(4, 4), valueWeight: t(4, 4), heads: 3 }),
      RangeError,
      "heed.selfAttention: the outputs of queryWeight must be divisible by heads; there are 4, and heads is 3.",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(4, 4), valueWeight: t(4, 5), heads: 2 }),
      RangeError,
      "heed.selfAttention: the outputs of valueWeight must be divisible by kvHeads; there are 5, and kvHeads is 2.",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), {
          queryWeight: t(4, 4),
          keyWeight: t(4, 2),
          valueWeight: t(4, 4),
          heads: 4,
          kvHeads: 3,
        }),
      RangeError,
      "heed.selfAttention: heads must be a multiple of kvHeads (grouped heads); heads is 4, kvHeads is 3.",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(4, 4), valueWeight: t(4, 4), heads: 0 }),
      RangeError,
      "heed.selfAttention: heads must be an integer from 1 to 1073741824; got the number 0.",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), { queryWeight: t(4, 4), keyWeight: t(4, 4), valueWeight: t(4, 4), heads: "2" }),
      TypeError,
      'heed.selfAttention: heads must be an integer from 1 to 1073741824; got the string "2".',
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), {
          queryWeight: t(4, 4),
          keyWeight: t(4, 4),
          valueWeight: t(4, 4),
          layout: "torch",
        }),
      TypeError,
      'heed.selfAttention: layout must be "in-out" (x·W) or "out-in" (x·Wᵀ, as PyTorch keeps it); ' +
        'got the string "torch".',
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), {
          queryWeight: t(4, 4),
          keyWeight: t(4, 4),
          valueWeight: t(4, 4),
          outputWeight: t(3, 4),
        }),
      RangeError,
      'heed.selfAttention: outputWeight must have the shape [4, outputs] in the layout "in-out", 4 being heads × ' +
        'value dim; its shape is [3, 4]. If it is stored the other way round, say layout: "out-in".',
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), {
          queryWeight: t(4, 4),
          keyWeight: t(4, 4),
          valueWeight: t(4, 4),
          queryBias: t(1, 4),
        }),
      RangeError,
      "heed.selfAttention: queryBias must have the shape [4], one number per output of queryWeight; " +
        "its shape is [1, 4].",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), {
          queryWeight: t(4, 4),
          keyWeight: t(4, 4),
          valueWeight: t(4, 4),
          keyBias: [1, 2, 3],
        }),
      RangeError,
      "heed.selfAttention: keyBias must have the shape [4], one number per output of keyWeight; its shape is [3].",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), {
          queryWeight: t(4, 4),
          keyWeight: t(4, 4),
          valueWeight: t(4, 4),
          outputBias: [1, 2, 3, 4],
        }),
      TypeError,
      "heed.selfAttention: outputBias needs outputWeight: the bias is added to its outputs.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { queryBias: [1, 2, 3, 4] }),
      TypeError,
      "heed.selfAttention: queryBias needs queryWeight: the bias is added to its outputs.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { heads: 3 }),
      RangeError,
      "heed.selfAttention: the columns of x must be divisible by heads; there are 4, and heads is 3.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { context: t(3, 5) }),
      RangeError,
      "heed.selfAttention: without weights the context must have kvHeads × dim = 1 × 4 columns, since q " +
        "comes straight from x; it has 5.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { context: t(1, 3, 4) }),
      RangeError,
      "heed.selfAttention: context must have the same number of axes as x; x is [2, 4], context is [1, 3, 4].",
    ],
    [
      (heed) => heed.selfAttention(t(2, 2, 4), { context: t(3, 3, 4) }),
      RangeError,
      "heed.selfAttention: context must have the same number of axes as x and the same batch (first axis); " +
        "x is [2, 2, 4], context is [3, 3, 4].",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { context: t(3, 4), causal: true }),
      RangeError,
      "heed.selfAttention: causal: true needs as many queries as keys; the scores are 2 × 3. " +
        "Say which pairs line up: causal: { offset: 0 } lines up the first query with the first key " +
        "(top-left), causal: { offset: 1 } the last query with the last key (bottom-right, as after a cache).",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { keep: ["queries"] }),
      TypeError,
      "heed.selfAttention: keep must hold names out of q, k, v, raw, scores, logits, weights, lse and joined; " +
        'got the string "queries".',
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { keep: ["context"] }),
      TypeError,
      "heed.selfAttention: keep must hold names out of q, k, v, raw, scores, logits, weights, lse and joined; " +
        'got the string "context".',
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), { heads: 2 }, { causal: true }),
      TypeError,
      "heed.selfAttention: the arguments must be x and options; got a third one, an object with the keys causal. " +
        "Write the weights and the options in one object, as { ...weights, causal: true }.",
    ],
    [
      (heed) => heed.selfAttention(t(2, 4), undefined, {}),
      TypeError,
      "heed.selfAttention: the arguments must be x and options; got a third one, an object without keys. " +
        "Write the weights and the options in one object, as { ...weights, causal: true }.",
    ],
    [
      (heed) =>
        heed.selfAttention(t(2, 4), {
          mask: [
            [1, 0],
            [0, 1],
          ],
        }),
      TypeError,
      `heed.selfAttention: ${BOOLEANS}. mask[0][0] is the number 1.`,
    ],
    [
      (heed) => heed.selfAttention(t(2, 3, 4), { mask: { data: new Uint8Array(6), shape: [2, 3] } }),
      RangeError,
      "heed.selfAttention: mask must be broadcastable to the scores [2, 1, 3, 3]; its shape is [2, 3]. " +
        "Its axes are aligned at the last one, and each must be equal or 1. " +
        "For a row of keys each write keyMask: true = may attend.",
    ],
  ],
  sessions: [
    [
      (heed) => heed.session(),
      TypeError,
      "heed.session: options must be a plain object, as { queries: 16, keys: 16, dim: 64 }; got undefined.",
    ],
    [
      (heed) => heed.session({ queries: 2, keys: 2 }),
      TypeError,
      "heed.session: dim must be given; got none. Write { queries: 16, keys: 16, dim: 64 }.",
    ],
    [
      (heed) => heed.session({ q: t(2, 2), k: t(2, 2), v: t(2, 2) }),
      TypeError,
      'heed.session: there is no option named "q"; give it to run().',
    ],
    [
      (heed) => heed.session({ queries: 4, keys: 4, dim: 2, sequences: [2, 2] }),
      TypeError,
      "heed.session: a session does not take sequences, because they differ from call to call. Give them to " +
        "attention or selfAttention.",
    ],
    [
      (heed) => heed.session({ queries: 2, keys: 2, dim: 0 }),
      RangeError,
      "heed.session: dim must be an integer from 1 to 1073741824; got the number 0.",
    ],
    [
      (heed) => heed.session({ queries: 2, keys: 2, dim: 2, heads: 3, kvHeads: 2 }),
      RangeError,
      "heed.session: heads must be a multiple of kvHeads (grouped heads); heads is 3, kvHeads is 2.",
    ],
    [
      (heed) => heed.session({ queries: 2, keys: 2, dim: 2, head: 3 }),
      TypeError,
      'heed.session: there is no option named "head"; ' +
        "did you mean heads? The known ones are batch, heads, kvHeads, queries, keys, dim, valueDim, " +
        "backward, scale, normalize, causal, window, mask, bias, alibi, sink, keyLengths, keyMask, " +
        `sequences, documents, ${NUMBERS.join(", ")}, rotary and keep.`,
    ],
    [
      (heed) => heed.session({ queries: 2, keys: 3, dim: 2, causal: true }),
      RangeError,
      "heed.session: causal: true needs as many queries as keys; the scores are 2 × 3. " +
        "Say which pairs line up: causal: { offset: 0 } lines up the first query with the first key " +
        "(top-left), causal: { offset: 1 } the last query with the last key (bottom-right, as after a cache).",
    ],
    [
      (heed) => heed.session({ queries: 2, keys: 3, dim: 2, keep: ["output"] }),
      TypeError,
      'heed.session: keep must hold names out of raw, scores, logits, weights and lse; got the string "output".',
    ],
    [
      (heed) => heed.session({ queries: 2 ** 31, keys: 3, dim: 2 }),
      RangeError,
      "heed.session: queries must be an integer from 1 to 1073741824; got the number 2147483648.",
    ],
    [
      (heed) => heed.selfAttentionSession({ tokens: 2 }),
      TypeError,
      "heed.selfAttentionSession: modelDim must be given; got none. Write { tokens: 16, modelDim: 64 }.",
    ],
    [
      (heed) => heed.selfAttentionSession({ tokens: 2, modelDim: 5, heads: 2 }),
      RangeError,
      "heed.selfAttentionSession: modelDim must be divisible by heads if dim is left out; " +
        "modelDim is 5, heads is 2.",
    ],
    [
      (heed) => heed.selfAttentionSession({ tokens: 2, modelDim: 4, contextDim: 2 }),
      TypeError,
      "heed.selfAttentionSession: contextDim needs contextTokens, the number of rows that keys and values come from.",
    ],
    [
      (heed) => heed.selfAttentionSession({ tokens: 2, modelDim: 4, output: "yes" }),
      TypeError,
      'heed.selfAttentionSession: output must be true or false, or a number of columns; got the string "yes".',
    ],
    [
      (heed) => heed.selfAttentionSession({ tokens: 2, modelDim: 4, biases: 1 }),
      TypeError,
      "heed.selfAttentionSession: biases must be true or false; got the number 1.",
    ],
    [
      (heed) => heed.selfAttentionSession({ tokens: 2, modelDim: 4, heads: 4, kvHeads: 3 }),
      RangeError,
      "heed.selfAttentionSession: heads must be a multiple of kvHeads (grouped heads); heads is 4, kvHeads is 3.",
    ],
  ],
  "tensor()": [
    [
      () => tensor(),
      TypeError,
      "heed.tensor: data must be a tensor { data, shape } or nested arrays of numbers; got undefined.",
    ],
    [
      () => tensor(7),
      TypeError,
      "heed.tensor: data must be a tensor { data, shape } or nested arrays of numbers; got the number 7.",
    ],
    [
      () => tensor([[1, 2], [3]]),
      RangeError,
      "heed.tensor: data[1] has the length 1, and data[0] has 2; all rows must have the same length.",
    ],
    [
      () =>
        tensor(
          [
            [1, 2],
            [3, 4],
          ],
          [4],
        ),
      RangeError,
      "heed.tensor: shape must agree with the nesting of data, which is [2, 2]; got [4]. " +
        "Leave shape out, or flatten data first.",
    ],
    [
      () => tensor([1, 2, 3], [2, 2]),
      RangeError,
      "heed.tensor: data has the shape [2, 2], which needs 4 elements; its data holds 3.",
    ],
    [
      () => tensor([1, 2, 3], "3"),
      TypeError,
      'heed.tensor: data.shape must be an array of one to four positive integers; got the string "3".',
    ],
    [() => tensor([]), RangeError, "heed.tensor: data is empty; an empty tensor holds nothing to attend to."],
    [() => tensor(["a"]), TypeError, 'heed.tensor: data[0] must be a number; got the string "a".'],
    [
      () => tensor(new Float32Array(4), [2, 0]),
      RangeError,
      "heed.tensor: data has the shape [2, 0]; an empty tensor holds nothing to attend to.",
    ],
  ],
};

const heed = await load();

for (const [subject, cases] of Object.entries(CASES)) {
  for (const [call, Kind, message] of cases) {
    test(`${subject}: ${String(call).replace(/^\(.*?\) => /, "")} is refused in a sentence`, () => {
      assert.throws(
        () => call(heed),
        (error) => {
          assert.equal(error.message, message);
          assert.ok(error instanceof Kind, `a ${Kind.name}, not a ${error.name}`);
          return true;
        },
      );
      assert.equal(heed.attention([[1]], [[1]], [[7]]).output.data[0], 7, "the next good call works");
    });
  }
}
