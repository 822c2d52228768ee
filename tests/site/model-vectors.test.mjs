// Files of vectors in the viewer: queries and keys without weights are computed, other vectors are no attention.
import assert from "node:assert/strict";
import test from "node:test";
import { npyNumbers, numberBytes, npyTexts, safetensorsOf, weightsOf, zipOf } from "./model-writers.mjs";
import { numbersOf, siteModule } from "./runs.mjs";

const { newBudget, openFile } = await siteModule("rooms/files/index.ts");

const draw = numbersOf(3);
const npy = ({ data, shape }) => npyNumbers(data, shape);
const open = (bytes, name = "a.npz") => openFile(new Blob([bytes]), name, newBudget());

/** softmax(q·kᵀ ∕ √dim) of one head, one number after the other. */
function textbook(q, k, { rows, columns, dim, causal = false }) {
  const weights = [];
  for (let i = 0; i < rows; i++) {
    const powers = Array.from({ length: columns }, (_, j) => {
      let sum = 0;
      for (let c = 0; c < dim; c++) sum += q[i * dim + c] * k[j * dim + c];
      return causal && j > i ? 0 : Math.exp(sum / Math.sqrt(dim));
    });
    const total = powers.reduce((a, b) => a + b);
    weights.push(...powers.map((power) => power / total));
  }
  return weights;
}

const matrixOf = ({ data }, at, size) => data.subarray(at * size, (at + 1) * size);

function expectClose(found, wanted) {
  assert.equal(found.length, wanted.length);
  found.forEach((value, at) => assert.ok(Math.abs(value - wanted[at]) < 1e-6, `number ${at}: ${value}, ${wanted[at]}`));
}

test("a file of q and k alone, or with v, opens with the weights that they make, causal if asked", async () => {
  const [layers, heads, n, dim] = [2, 4, 7, 3];
  const [q, k, v] = [draw(layers, heads, n, dim), draw(layers, heads, n, dim), draw(layers, heads, n, 5)];
  const tokens = Array.from({ length: n }, (_, at) => `t${at}`);
  const members = { "q.npy": npy(q), "k.npy": npy(k), "tokens.npy": npyTexts(tokens) };
  for (const file of [members, { ...members, "v.npy": npy(v) }]) {
    const opened = await open(zipOf(file));
    const [part] = opened.parts;
    assert.deepEqual([part.isComputed, part.hasVectors, part.tokens(0).rows], [true, true, tokens]);
    assert.match(part.notes.join(), /has no weights.*softmax\(q·kᵀ ∕ √d\): no mask/);
    const [stack, causal] = [part.stack, opened.partAs(0, "causal").stack];
    assert.deepEqual([stack.layers, stack.heads, stack.rows, stack.columns], [layers, heads, n, n]);
    for (const [layer, head] of [
      [0, 0],
      [1, 2],
    ]) {
      const [a, b] = [q, k].map((one) => matrixOf(one, layer * heads + head, n * dim));
      const sizes = { rows: n, columns: n, dim };
      const place = { layer, head, text: 0 };
      expectClose(await stack.matrix(place), textbook(a, b, sizes));
      expectClose(await causal.matrix(place), textbook(a, b, { ...sizes, causal: true }));
      assert.deepEqual((await part.vectors(place)).v === undefined, !("v.npy" in file));
    }
  }
});

test("keys of grouped heads are shared, and each layer may have its own width", async () => {
  const [q, k] = [draw(1, 4, 5, 3), draw(1, 2, 8, 3)];
  const grouped = (await open(zipOf({ "q.npy": npy(q), "k.npy": npy(k) }))).parts[0];
  const found = await grouped.stack.matrix({ layer: 0, head: 3, text: 0 });
  expectClose(found, textbook(matrixOf(q, 3, 15), matrixOf(k, 1, 24), { rows: 5, columns: 8, dim: 3 }));
  const layers = [2, 6].map((dim) => [draw(2, 4, dim), draw(2, 4, dim)]);
  const tensors = Object.fromEntries(
    layers.flatMap(([a, b], at) =>
      [
        [`layers.${at}.q`, a],
        [`layers.${at}.k`, b],
      ].map(([name, { data, shape }]) => [name, { dtype: "F32", shape, bytes: numberBytes(data) }]),
    ),
  );
  const { stack } = (await open(safetensorsOf(tensors))).parts[0];
  const second = await stack.matrix({ layer: 1, head: 1, text: 0 });
  expectClose(second, textbook(...layers[1].map((one) => matrixOf(one, 1, 24)), { rows: 4, columns: 4, dim: 6 }));
});

test("of several queries and keys each has the one with its name, and none has another's", async () => {
  const names = ["encoder_q", "decoder_q", "decoder_k", "encoder_k", "b.q", "b.k", "c.q"];
  const drawn = Object.fromEntries(names.map((name) => [name, draw(2, 4, 3)]));
  const { parts } = await open(zipOf(Object.fromEntries(names.map((name) => [`${name}.npy`, npy(drawn[name])]))));
  assert.deepEqual(
    parts.map(({ stack }) => stack.name),
    ["encoder_q", "decoder_q", "b.q"],
  );
  for (const { stack } of parts) {
    const [q, k] = [stack.name, stack.name.replace(/q$/, "k")].map((name) => matrixOf(drawn[name], 1, 12));
    const found = await stack.matrix({ layer: 0, head: 1, text: 0 });
    expectClose(found, textbook(q, k, { rows: 4, columns: 4, dim: 3 }));
  }
});

test("JSON of queries and keys opens too", async () => {
  const json = {
    queries: [
      [1, 0],
      [0, 1],
    ],
    keys: [
      [1, 0],
      [0, 1],
    ],
    tokens: ["a", "b"],
  };
  const [part] = (await open(JSON.stringify(json))).parts;
  const [a, b] = [Math.exp(Math.SQRT1_2), 1];
  expectClose(
    await part.stack.matrix({ layer: 0, head: 0, text: 0 }),
    [a, b, b, a].map((one) => one / (a + b)),
  );
});

test("vectors in a shape of cross-attention are refused, unless they say what they are", async () => {
  const hidden = draw(3, 24, 64);
  const positive = { ...hidden, data: hidden.data.map(Math.abs) };
  for (const vectors of [hidden, positive])
    for (const bytes of [
      npy(vectors),
      zipOf({ "hidden_states.npy": npy(vectors) }),
      zipOf({ "arr_0.npy": npy(vectors) }),
      safetensorsOf({ last_hidden_state: { dtype: "F32", shape: vectors.shape, bytes: numberBytes(vectors.data) } }),
    ])
      await assert.rejects(open(bytes, "a.npy"), {
        name: "FileProblem",
        message: /has shape \[3, 24, 64\], and its rows do not sum to 1: .* hidden states/,
      });
  const weights = npyNumbers(weightsOf(3, 24, 64), [3, 24, 64]);
  const beside = await open(zipOf({ "hidden_states.npy": npy(hidden), "a.npy": weights }));
  assert.deepEqual(
    beside.parts.map(({ stack }) => stack.name),
    ["a"],
  );
  for (const bytes of [
    weights,
    zipOf({ "cross_attention.npy": npy(hidden) }),
    zipOf({ "scores.npy": npy(hidden) }),
    npyNumbers(
      weightsOf(3, 24, 64).map((value, at) => (at % 3 === 0 ? 0 : value * 1.1)),
      [3, 24, 64],
    ),
    npyNumbers(new Float32Array(3 * 24 * 64), [3, 24, 64]),
    npyNumbers(new Float32Array(3 * 24 * 64).fill(NaN), [3, 24, 64]),
  ])
    assert.equal((await open(bytes)).parts.length, 1);
});

test("what a model has learned is no attention, though its names speak of it", async () => {
  const square = (...shape) => ({ dtype: "F32", shape, bytes: numberBytes(draw(...shape).data) });
  const model = { "layers.0.self_attn.q_proj.weight": square(8, 8), "layers.0.self_attn.q_proj.bias": square(8) };
  await assert.rejects(open(safetensorsOf(model)), /“layers\.0\.self_attn\.q_proj\.weight” is a parameter/);
  const { parts } = await open(safetensorsOf({ ...model, "layers.0.attention": square(2, 4, 4) }));
  assert.deepEqual(
    parts.map(({ stack }) => stack.name),
    ["layers.0.attention"],
  );
});

test("turned, rows are columns, with their tokens", async () => {
  const values = weightsOf(2, 3, 4, 5);
  const file = {
    attention: nested(values, [2, 3, 4, 5]),
    query_tokens: ["a", "b", "c", "d", "e"],
    key_tokens: [..."wxyz"],
  };
  const opened = await open(JSON.stringify(file));
  assert.deepEqual(opened.parts[0].tokens(0).rows, []);
  const part = opened.partAs(0, "turned");
  assert.deepEqual([part.stack.rows, part.stack.columns, part.reading], [5, 4, "turned"]);
  assert.deepEqual([part.tokens(0).rows, part.tokens(0).columns], [file.query_tokens, file.key_tokens]);
  const found = await part.stack.matrix({ layer: 1, head: 2, text: 0 });
  const at = values.subarray(5 * 20, 6 * 20);
  assert.deepEqual(
    Array.from(found),
    Array.from({ length: 20 }, (_, i) => at[(i % 4) * 5 + Math.floor(i / 4)]),
  );
  assert.equal(opened.partAs(0, "causal").reading, "plain");
});

function nested(values, [extent, ...rest]) {
  const each = values.length / extent;
  return Array.from({ length: extent }, (_, at) =>
    rest.length === 0 ? values[at] : nested(values.subarray(at * each, (at + 1) * each), rest),
  );
}
