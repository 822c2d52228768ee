import assert from "node:assert/strict";
import test from "node:test";
import { assertClose, assertRefused, layers, load, randomOf, tensor, testEach } from "./support.mjs";

const { chain, distanceBias } = layers;

const zeros = (...shape) => tensor(new Float32Array(shape.reduce((all, one) => all * one, 1)), shape);

testEach("each score gets the number of its distance, in self- and cross-attention, for one head or more", (heed) => {
  const random = randomOf(31);
  for (const [heads, queries, keys] of [
    [1, 5, 5],
    [2, 3, 7],
    [3, 9, 4],
    [1, 1, 1],
  ]) {
    const sizes = { heads, tokens: queries, modelDim: 6, dim: 2, contextTokens: keys };
    const bias = zeros(heads, queries, keys);
    const session = heed.selfAttentionSession({ ...sizes, bias, keep: ["scores", "logits"] });
    const biased = distanceBias(session);
    assert.equal(biased.distances.length, heads * (queries + keys - 1));
    biased.distances.set(random.tensorOf([biased.distances.length]).data);
    for (const name of ["x", "context", "queryWeight", "keyWeight"])
      session[name].set(random.tensorOf([session[name].length]).data);
    biased.run();
    const expected = session.scores.map((score, at) => {
      const [head, i, j] = [Math.floor(at / (queries * keys)), Math.floor(at / keys) % queries, at % keys];
      return score + biased.distances[biased.place(j - i, head)];
    });
    assertClose(session.logits, expected, "logits", 1e-6);
    biased.dispose();
  }
});

testEach("dDistances is the slope of the output with respect to each number", (heed) => {
  const random = randomOf(32);
  const sizes = { batch: 2, heads: 2, tokens: 4, modelDim: 6, causal: true, backward: true };
  const biased = distanceBias(heed.selfAttentionSession({ ...sizes, bias: zeros(2, 4, 4) }));
  for (const { value } of biased.parameters) value.set(random.tensorOf([value.length]).data);
  biased.x.set(random.tensorOf([biased.x.length]).data);
  const dOutput = random.tensorOf([biased.output.length]).data;
  const loss = () => {
    biased.run();
    return biased.output.reduce((sum, one, i) => sum + one * dOutput[i], 0);
  };
  loss();
  biased.dOutput.set(dOutput);
  for (let again = 0; again < 2; again++) biased.backward();
  const slopes = biased.dDistances.slice();
  slopes.forEach((slope, at) => {
    const value = biased.distances[at];
    const moved = (by) => {
      biased.distances[at] = value + by;
      return loss();
    };
    const expected = (moved(2 ** -6) - moved(-(2 ** -6))) / 2 ** -5;
    biased.distances[at] = value;
    assert.ok(Math.abs(slope - expected) < 2e-3 + 2e-3 * Math.abs(expected), `${at}: ${slope}, ${expected} expected`);
  });
  for (let distance = 1; distance < 4; distance++)
    assert.equal(slopes[biased.place(distance)], 0, "no query may see a later token");
  const net = chain([biased]);
  assert.deepEqual(
    net.parameters.map(({ name }) => name),
    ["0.queryWeight", "0.keyWeight", "0.valueWeight", "0.distances"],
  );
  net.dispose();
});

test("a distance that is forbidden by -Infinity gets no weight", async () => {
  const heed = await load();
  const session = heed.selfAttentionSession({ tokens: 4, modelDim: 2, bias: zeros(4, 4), keep: ["weights"] });
  const biased = distanceBias(session);
  biased.distances[biased.place(-1)] = -Infinity;
  biased.run();
  assert.deepEqual(
    [1, 2, 3].map((i) => session.weights[i * 4 + i - 1]),
    [0, 0, 0],
  );
  assertClose([session.weights[4 + 1]], [1 / 3], "the others share it");
  biased.dispose();
});

test("what distanceBias cannot take is refused in a sentence", async () => {
  const heed = await load();
  const plain = heed.selfAttentionSession({ tokens: 4, modelDim: 2 });
  assertRefused(
    () => distanceBias(plain),
    TypeError,
    /distanceBias: the session has no bias. Make it with a bias of zeros/,
  );
  const session = heed.selfAttentionSession({ tokens: 4, modelDim: 2, bias: zeros(4, 4) });
  const foreign = { run() {}, x: session.x, output: session.output, bias: new Float32Array(16) };
  assertRefused(() => distanceBias(foreign), TypeError, /session must be made by heed.session or heed.selfAttention/);
  assertRefused(
    () => distanceBias(heed.session({ queries: 4, keys: 4, dim: 1, bias: zeros(4) })),
    RangeError,
    "heed/layers.distanceBias: the bias of the session must hold matrices of 4 × 4 numbers; it holds 4 numbers.",
  );
  const biased = distanceBias(session);
  assertRefused(
    () => biased.place(4),
    RangeError,
    "bias.place: distance must be an integer from -3 to 3; got the number 4.",
  );
  assertRefused(
    () => biased.place(0, 1),
    RangeError,
    "bias.place: head must be an integer from 0 to 0; got the number 1.",
  );
});
