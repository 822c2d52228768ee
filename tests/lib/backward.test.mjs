// Gradients against float64: the reference cases of tests/conformance, and central differences of a textbook forward.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { attentionProblem, directional, layerProblem, norm, relativeError } from "./gradient-problems.mjs";
import { gradientName, randomOf, testEach } from "./support.mjs";

const folder = new URL("../conformance/gradients/", import.meta.url);
const numberOf = (value) => (typeof value === "string" ? Number(value) : value);

function tensorOf({ data, shape, dtype }) {
  return { data: (dtype === "bool" ? Uint8Array : Float32Array).from(data, numberOf), shape };
}

function referenceOptions({ attributes, inputs: { q, k, mask } }) {
  const { causal, scale, softcap } = attributes;
  return {
    ...(causal && { causal: { offset: causal === "bottom-right" ? k.shape.at(-2) - q.shape.at(-2) : 0 } }),
    ...(typeof scale === "number" && { scale }),
    ...(softcap && { softcap }),
    ...(mask && { [mask.dtype === "bool" ? "mask" : "bias"]: tensorOf(mask) }),
  };
}

/** The gradients of a reference case, under the names of the reference. */
function referenceGradients(heed, example) {
  const inputs = Object.fromEntries(Object.entries(example.inputs).map(([name, tensor]) => [name, tensorOf(tensor)]));
  if (example.kind === "sdpa") {
    const { dBias, ...rest } = heed.attentionBackward(
      inputs.q,
      inputs.k,
      inputs.v,
      inputs.dOut,
      referenceOptions(example),
    );
    return { ...rest, dmask: dBias };
  }
  const { X, Wq, Wk, Wv, Wo, bq, bk, bv, bo, dOut } = inputs;
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
  const { scale, causal } = example.attributes;
  const g = heed.selfAttentionBackward(X, dOut, {
    ...weights,
    ...(typeof scale === "number" && { scale }),
    causal: Boolean(causal),
  });
  return {
    dX: g.dx,
    dWq: g.dQueryWeight,
    dWk: g.dKeyWeight,
    dWv: g.dValueWeight,
    dWo: g.dOutputWeight,
    dbq: g.dQueryBias,
    dbk: g.dKeyBias,
    dbv: g.dValueBias,
    dbo: g.dOutputBias,
  };
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const example = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  testEach(`the gradients of ${example.name} are those of float64 automatic differentiation`, (heed) => {
    const found = referenceGradients(heed, example);
    const names = Object.keys(example.expected).filter((name) => /^d(q|k|v|mask|X|[Wb][qkvo])$/.test(name));
    assert.ok(names.length >= 3, `${names.length} gradients in the case`);
    for (const name of names) {
      const { data, shape } = example.expected[name];
      const expected = data.flat(Infinity).map(numberOf);
      assert.deepEqual([...found[name].shape], shape, name);
      // a bias of k moves every score of a row alike, so its gradient is 0 and any number near it is rounding
      const error =
        name === "dbk" ? norm(found[name].data) / norm(found.dWk.data) : relativeError(found[name].data, expected);
      assert.ok(error <= 1e-5, `${name} is off by ${error}`);
    }
  });
}

/** g·u must be the central difference along u, for each input and for all that can be kept. */
function assertGradients(problem, gradients, random, what) {
  const all = { ...problem.inputs, ...problem.moves };
  for (const [name, { data, shape }] of Object.entries(all)) {
    const gradient = gradients[gradientName(name)];
    assert.deepEqual([...gradient.shape], [...shape], `${what}: shape of ${gradientName(name)}`);
    const direction = Float64Array.from(data, (value) => (Number.isFinite(value) ? random.normal() : 0));
    const found = gradient.data.reduce((sum, slope, at) => sum + slope * direction[at], 0);
    const expected = directional(problem, name, direction);
    const most = norm(direction) * (1e-5 * norm(gradient.data) + 5e-7 * norm(problem.dOutput.data));
    assert.ok(
      Math.abs(found - expected) <= most,
      `${what}: ${gradientName(name)} along a direction is ${found}, ${expected} expected, within ${most}`,
    );
  }
  const names = Object.keys(all).map(gradientName).sort();
  assert.deepEqual(Object.keys(gradients).sort(), names, `${what}: a gradient for each input and no other`);
}

for (const [kind, problemOf] of [
  ["attention", attentionProblem],
  ["a layer", layerProblem],
]) {
  testEach(
    `the gradients of ${kind} agree with central differences of a float64 textbook, for any mix of options and sizes`,
    (heed) => {
      for (let seed = 1; seed <= 60; seed++) {
        const random = randomOf(seed);
        const problem = problemOf(random);
        const keep = Object.keys(problem.moves ?? {}).map(gradientName);
        assertGradients(
          problem,
          problem.gradients(heed, { keep }),
          random,
          `seed ${seed}, ${JSON.stringify(problem.options)}`,
        );
      }
    },
  );
}
