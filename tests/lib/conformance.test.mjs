// Worked examples of public texts and reference cases (tests/conformance), through the public surface.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { assertClose, testEach } from "./support.mjs";

const folder = new URL("../conformance/", import.meta.url);

function casesOf(kind) {
  return readdirSync(new URL(kind, folder))
    .filter((file) => file.endsWith(".json"))
    .map((file) => JSON.parse(readFileSync(new URL(`${kind}/${file}`, folder), "utf8")));
}

const finite = (value) => (typeof value === "string" ? Number(value) : value);
const flat = (nested) => nested.flat(Infinity).map(finite);

function tensorOf({ data, shape, dtype }) {
  const Data = dtype === "bool" ? Uint8Array : Float32Array;
  return { data: Data.from(data, finite), shape };
}

/** The names that a case uses, as options of heed. */
function optionsOf({ attributes, inputs }, queries, keys) {
  const { causal, scale, softcap } = attributes;
  const mask = inputs.mask && tensorOf(inputs.mask);
  return {
    ...(causal && { causal: { offset: causal === "bottom-right" ? keys - queries : 0 } }),
    ...(typeof scale === "number" && { scale }),
    ...(softcap && { softcap }),
    ...(mask && (inputs.mask.dtype === "bool" ? { mask } : { bias: mask })),
  };
}

for (const example of casesOf("gradients")) {
  testEach(`the results of ${example.name} are those of float64 automatic differentiation`, (heed) => {
    const { expected } = example;
    const result = example.kind === "sdpa" ? attend(heed, example) : attendSelf(heed, example);
    assert.deepEqual([...result.output.shape], expected.out.shape);
    assertClose(result.output.data, flat(expected.out.data), "output");
    // the files call the joined heads "context"
    for (const [name, found] of Object.entries({ ...result, context: result.joined })) {
      if (!["weights", "scores", "context"].includes(name) || !expected[name] || !found) continue;
      assert.deepEqual([...found.shape], expected[name].shape);
      assertClose(found.data, flat(expected[name].data), name);
    }
  });
}

function attend(heed, example) {
  const { q, k, v } = example.inputs;
  const options = optionsOf(example, q.shape.at(-2), k.shape.at(-2));
  return heed.attention(tensorOf(q), tensorOf(k), tensorOf(v), { ...options, keep: ["scores", "weights"] });
}

function attendSelf(heed, example) {
  const { X, Wq, Wk, Wv, Wo, bq, bk, bv, bo } = Object.fromEntries(
    Object.entries(example.inputs).map(([name, value]) => [name, tensorOf(value)]),
  );
  const weights = {
    queryWeight: Wq,
    keyWeight: Wk,
    valueWeight: Wv,
    outputWeight: Wo,
    queryBias: bq,
    keyBias: bk,
    valueBias: bv,
    outputBias: bo,
    heads: example.attributes.heads,
  };
  const options = optionsOf(example, X.shape.at(-2), X.shape.at(-2));
  return heed.selfAttention(X, { ...weights, ...options, keep: ["scores", "weights", "joined"] });
}

/** 1, or "1/sqrt(2)". */
const scaleOf = (written) =>
  typeof written === "number" ? written : 1 / Math.sqrt(Number(/sqrt\((\d+)\)/.exec(written)[1]));

for (const example of casesOf("worked").filter(({ X }) => X)) {
  testEach(`the numbers printed for ${example.name} come out`, (heed) => {
    const { X, X2, Wq, Wk, Wv, Wo, bo, heads, scale, printed, printed_abs_tol: tolerance } = example;
    const weights = Wq && { queryWeight: Wq, keyWeight: Wk, valueWeight: Wv, outputWeight: Wo, outputBias: bo, heads };
    const run = (options) =>
      heed.selfAttention(X, { ...weights, scale: scaleOf(scale), keep: ["q", "k", "v", "raw", "weights"], ...options });
    const plain = run({ causal: example.causal === true });
    const causal = run({ causal: true });
    const row = (matrix, i) => matrix.data.subarray(i * matrix.shape.at(-1), (i + 1) * matrix.shape.at(-1));
    const found = {
      output: () => plain.output.data,
      weights: () => plain.weights.data,
      scores: () => plain.raw.data,
      scores_unscaled: () => plain.raw.data,
      query_2: () => row(plain.q, 1),
      scores_row1_unscaled: () => row(plain.raw, 1),
      weights_row1: () => row(plain.weights, 1),
      output_row1: () => row(plain.output, 1),
      causal_weights: () => causal.weights.data,
      causal_output: () => causal.output.data,
      causal_scores_unscaled_lower_triangle: () => X.flatMap((_, i) => [...row(causal.raw, i).subarray(0, i + 1)]),
      cross_output_X_to_X2: () => run({ context: X2 }).output.data,
      cross_output: () => run({ context: X2 }).output.data,
      cross_weights: () => run({ context: X2 }).weights.data,
    };
    for (const [name, numbers] of Object.entries(printed)) {
      if (name === "X") continue;
      assert.ok(found[name], `no way to compute ${name}`);
      assertClose(found[name](), flat(numbers), name, tolerance, 0);
    }
    for (const [name, numbers] of Object.entries(example.float32 ?? example.float64 ?? {})) {
      assertClose(found[name](), flat(numbers), name, 2e-6, 1e-5);
    }
  });
}

testEach("the lookup example of four keys comes out", (heed) => {
  const {
    q,
    k,
    v,
    scale,
    printed,
    printed_abs_tol: tolerance,
  } = casesOf("worked").find(({ name }) => name === "tf-tutorial");
  const { output, weights } = heed.attention(q, k, v, { scale: scaleOf(scale), keep: ["weights"] });
  assertClose(weights.data, flat(printed.weights), "weights", tolerance, 0);
  assertClose(output.data, flat(printed.output), "output", tolerance, 1e-6);
});

testEach("112 and 96 over √64 are 14 and 12, whose softmax is 0.88 and 0.12", (heed) => {
  const q = { data: new Float32Array(64).fill(1), shape: [1, 64] };
  const rows = [112 / 64, 96 / 64].map((value) => Array(64).fill(value));
  const { raw, scores, weights } = heed.attention(q, rows, [[1], [0]], { keep: ["raw", "scores", "weights"] });
  assertClose(raw.data, [112, 96], "raw");
  assertClose(scores.data, [14, 12], "scores");
  assertClose(weights.data, [0.88, 0.12], "weights", 5e-3, 0);
});
