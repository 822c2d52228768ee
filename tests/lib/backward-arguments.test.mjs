// Every wrong argument of the gradients throws an error that says why, before the core is entered.
import assert from "node:assert/strict";
import test from "node:test";
import { NUMBERS } from "../../scripts/calls.mjs";
import { load } from "./support.mjs";

const heed = await load();

/** Zeros of a shape. */
const t = (...shape) => ({ data: new Float32Array(shape.reduce((count, extent) => count * extent, 1)), shape });
const layer = { queryWeight: t(4, 4), keyWeight: t(4, 4), valueWeight: t(4, 4) };

const CASES = {
  attentionBackward: [
    [
      () => heed.attentionBackward(),
      TypeError,
      "heed.attentionBackward: q must be a tensor { data, shape } or nested arrays of numbers; got undefined.",
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2)),
      TypeError,
      "heed.attentionBackward: dOutput must be a tensor { data, shape } or nested arrays of numbers; got undefined.",
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2), { causal: true }),
      TypeError,
      "heed.attentionBackward: dOutput must be a tensor { data, shape } or nested arrays of numbers; " +
        "got an object with the keys causal. Write each tensor as an argument, and options last: " +
        "attention(q, k, v, { causal: true }).",
    ],
    [
      () => heed.attentionBackward(t(2, 3), t(4, 3), t(4, 5), t(2, 3)),
      RangeError,
      "heed.attentionBackward: dOutput must have the shape of the output, [2, 5]; its shape is [2, 3].",
    ],
    [
      () => heed.attentionBackward(t(2, 3), t(4, 3), t(4, 5), t(1, 2, 5)),
      RangeError,
      "heed.attentionBackward: dOutput must have the shape of the output, [2, 5]; its shape is [1, 2, 5].",
    ],
    [
      () => heed.attentionBackward(t(1, 2, 3), t(1, 4, 3), t(1, 4, 5), t(2, 5)),
      RangeError,
      "heed.attentionBackward: dOutput must have the shape of the output, [1, 2, 5]; its shape is [2, 5].",
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2), { data: new Float32Array(3), shape: [2, 2] }),
      RangeError,
      "heed.attentionBackward: dOutput has the shape [2, 2], which needs 4 elements; its data holds 3.",
    ],
    [
      () =>
        heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2), [
          [1, 2],
          [3, "4"],
        ]),
      TypeError,
      'heed.attentionBackward: dOutput[1][1] must be a number; got the string "4".',
    ],
    [
      () => heed.attentionBackward(t(4, 8), t(6, 5), t(6, 5), t(4, 5)),
      RangeError,
      "heed.attentionBackward: q and k must have the same number of columns (dim); q is [4, 8], k is [6, 5].",
    ],
    [
      () => heed.attentionBackward(t(2), t(2), t(2), t(2)),
      RangeError,
      "heed.attentionBackward: q must have two to four axes, [queries, dim], [heads, queries, dim] or " +
        "[batch, heads, queries, dim]; its shape is [2]. Write { data, shape } for a flat array.",
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2), t(2, 2), null),
      TypeError,
      "heed.attentionBackward: options must be a plain object, as { causal: true }; got null.",
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2), t(2, 2), { dropout: 0 }),
      TypeError,
      'heed.attentionBackward: there is no option named "dropout"; leave it out; heed has no dropout.',
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2), t(2, 2), { scale: NaN }),
      RangeError,
      'heed.attentionBackward: scale must be "sqrt-dk", "sqrt-dmodel", "none" or a finite number within ' +
        "float32's range; got NaN.",
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(3, 2), t(3, 2), t(2, 2), { bias: t(2, 2) }),
      RangeError,
      "heed.attentionBackward: bias must be broadcastable to the scores [2, 3]; its shape is [2, 2]. " +
        "Its axes are aligned at the last one, and each must be equal or 1. " +
        "The last axis must cover all 3 keys; nothing is padded. keyLengths hides the keys after a length.",
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2), t(2, 2), { keep: ["weights"] }),
      TypeError,
      "heed.attentionBackward: keep must hold names out of dWeights and dScores; " +
        'got the string "weights"; did you mean "dWeights"?',
    ],
    [
      () => heed.attentionBackward(t(2, 2), t(2, 2), t(2, 2), t(2, 2), { keep: "dScores" }),
      TypeError,
      "heed.attentionBackward: keep must be an array of the names to keep, out of dWeights and dScores; " +
        'got the string "dScores". Write keep: ["dScores"].',
    ],
    [
      () => heed.attentionBackward(t(40_000, 1), t(40_000, 1), t(40_000, 1), t(40_000, 1), { keep: ["dScores"] }),
      RangeError,
      "heed.attentionBackward: this needs 6,401,120,000 bytes (5.96 GB), and WebAssembly memory ends at 4 " +
        "GB. Keep fewer matrices, or split the batch, the heads or the queries over several calls.",
    ],
  ],
  selfAttentionBackward: [
    [
      () => heed.selfAttentionBackward(),
      TypeError,
      "heed.selfAttentionBackward: x must be a tensor { data, shape } or nested arrays of numbers; got undefined.",
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4)),
      TypeError,
      "heed.selfAttentionBackward: dOutput must be a tensor { data, shape } or nested arrays of numbers; " +
        "got undefined.",
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), layer, t(2, 4)),
      TypeError,
      "heed.selfAttentionBackward: dOutput must be a tensor { data, shape } or nested arrays of numbers; got an " +
        "object with the keys queryWeight, keyWeight, valueWeight. Write each tensor as an argument, and " +
        "options last: attention(q, k, v, { causal: true }).",
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), undefined, t(2, 4)),
      TypeError,
      "heed.selfAttentionBackward: dOutput must be the second argument; got undefined. Write the weights and the " +
        "options in one object, as { ...weights, causal: true }.",
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), t(2, 3), layer),
      RangeError,
      "heed.selfAttentionBackward: dOutput must have the shape of the output, [2, 4]; its shape is [2, 3].",
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), t(2, 4), { ...layer, outputWeight: t(4, 7) }),
      RangeError,
      "heed.selfAttentionBackward: dOutput must have the shape of the output, [2, 7]; its shape is [2, 4].",
    ],
    [
      () => heed.selfAttentionBackward(t(3, 2, 4), t(2, 4), layer),
      RangeError,
      "heed.selfAttentionBackward: dOutput must have the shape of the output, [3, 2, 4]; its shape is [2, 4].",
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), t(2, 4), { queryWeight: t(4, 4) }),
      TypeError,
      "heed.selfAttentionBackward: queryWeight, keyWeight and valueWeight must all be given, or none for q = k = v = " +
        "x; got only queryWeight.",
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), layer, t(2, 4), { causal: true }),
      TypeError,
      "heed.selfAttentionBackward: the arguments must be x, dOutput and options; got a fourth one, an object with " +
        "the keys causal. Write the weights and the options in one object, as { ...weights, causal: true }.",
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), t(2, 4), { ...layer, keep: ["dx"] }),
      TypeError,
      "heed.selfAttentionBackward: keep must hold names out of dWeights, dScores, dq, dk, dv and dJoined; " +
        'got the string "dx"; did you mean "dq"?',
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), t(2, 4), { ...layer, gradient: true }),
      TypeError,
      'heed.selfAttentionBackward: there is no option named "gradient". ' +
        "The known ones are queryWeight, keyWeight, valueWeight, outputWeight, queryBias, keyBias, valueBias, " +
        "outputBias, heads, kvHeads, layout, scale, normalize, causal, window, mask, bias, alibi, sink, keyLengths, " +
        `keyMask, sequences, documents, ${NUMBERS.join(", ")}, rotary, keep, dLse and context.`,
    ],
    [
      () => heed.selfAttentionBackward(t(2, 4), t(2, 4), { ...layer, context: t(1, 3, 4) }),
      RangeError,
      "heed.selfAttentionBackward: context must have the same number of axes as x; x is [2, 4], context is [1, 3, 4].",
    ],
  ],
  sessions: [
    [
      () => heed.session({ queries: 2, keys: 2, dim: 2, backward: 1 }),
      TypeError,
      "heed.session: backward must be true or false; got the number 1.",
    ],
    [
      () => heed.session({ queries: 2, keys: 2, dim: 2, keep: ["dScores"] }),
      TypeError,
      "heed.session: keep must hold names out of raw, scores, logits, weights and lse; " +
        'got the string "dScores"; did you mean "scores"?',
    ],
    [
      () => heed.session({ queries: 2, keys: 2, dim: 2, keep: ["dq"], backward: true }),
      TypeError,
      "heed.session: keep must hold names out of raw, scores, logits, weights, lse, dWeights and dScores; " +
        'got the string "dq".',
    ],
    [
      () => heed.selfAttentionSession({ tokens: 2, modelDim: 2, backward: "yes" }),
      TypeError,
      'heed.selfAttentionSession: backward must be true or false; got the string "yes".',
    ],
    [
      () => heed.selfAttentionSession({ tokens: 2, modelDim: 2, keep: ["dx"], backward: true }),
      TypeError,
      "heed.selfAttentionSession: keep must hold names out of q, k, v, raw, scores, logits, weights, lse, " +
        'joined, dWeights, dScores, dq, dk, dv and dJoined; got the string "dx"; did you mean "dq"?',
    ],
    [
      () => heed.session({ queries: 2, keys: 2, dim: 2 }).backward(),
      Error,
      "session.backward: this heed.session has no gradients. Make it with backward: true.",
    ],
    [
      () => heed.session({ queries: 2, keys: 2, dim: 2, backward: true }).backward(),
      Error,
      "session.backward: run() must be called first. backward() needs its results.",
    ],
    [
      () => heed.selfAttentionSession({ tokens: 2, modelDim: 2, backward: true }).backward(),
      Error,
      "session.backward: run() must be called first. backward() needs its results.",
    ],
    [
      () => disposed().backward(),
      Error,
      "session.backward: this heed.session was used after dispose(), which freed its memory. Make a new one.",
    ],
    [
      () => disposed().dq,
      Error,
      "session.dq: this heed.session was used after dispose(), which freed its memory. Make a new one.",
    ],
  ],
};

function disposed() {
  const session = heed.session({ queries: 2, keys: 2, dim: 2, backward: true });
  session.dispose();
  return session;
}

for (const [subject, cases] of Object.entries(CASES)) {
  for (const [call, Kind, message] of cases) {
    test(`${subject}: ${String(call).slice(6)} is refused in a sentence`, () => {
      assert.throws(call, (error) => {
        assert.equal(error.message, message);
        assert.ok(error instanceof Kind, `a ${Kind.name}, not a ${error.name}`);
        return true;
      });
      assert.equal(heed.attentionBackward([[1]], [[1]], [[7]], [[3]]).dv.data[0], 3, "the next good call works");
    });
  }
}
