import assert from "node:assert/strict";
import { slopesOf, textbookLayerNorm, textbookRmsNorm } from "./oracle.mjs";
import { assertClose, assertRefused, gradientName, layers, randomOf, testEach } from "./support.mjs";

const { layerNorm, layerNormSession, rmsNorm, rmsNormSession } = layers;

function draw(random, { rows, dim }, mean = 0) {
  const numbers = (count, from = 0) => random.tensorOf([count], () => from + random.normal()).data;
  return { x: numbers(rows * dim, mean), gain: numbers(dim, 1), bias: numbers(dim) };
}

testEach("output is that of the textbook, for rows of every size and for a mean far from 0", (heed) => {
  const random = randomOf(11);
  for (const [round, dim] of [1, 3, 5, 7, 8, 9, 13, 64, 512].entries()) {
    const sizes = { rows: random.integer(1, 9), dim, epsilon: round % 2 ? 1e-6 : 1e-5 };
    const given = draw(random, sizes, round % 3 === 0 ? 1000 : 0);
    const { data, shape } = layerNorm(
      heed,
      { data: given.x, shape: [sizes.rows, dim] },
      {
        gain: { data: given.gain, shape: [dim] },
        bias: { data: given.bias, shape: [dim] },
        epsilon: sizes.epsilon,
      },
    );
    assert.deepEqual(shape, [sizes.rows, dim]);
    assertClose(data, textbookLayerNorm(sizes, given), `dim ${dim}`, 1e-6, 1e-6);
  }
});

testEach("without gain and bias a row has mean 0 and variance 1, and epsilon is 1e-5", (heed) => {
  const { data } = layerNorm(heed, [3, 5, 7, 9]);
  assertClose(
    data,
    textbookLayerNorm({ rows: 1, dim: 4 }, { x: [3, 5, 7, 9], gain: [1, 1, 1, 1], bias: [0, 0, 0, 0] }),
    "a row",
  );
  assert.deepEqual(
    Array.from(layerNorm(heed, [2, 2, 2], { bias: [1, 2, 3] }).data),
    [1, 2, 3],
    "a constant row is its bias",
  );
});

testEach("every gradient is the slope of the output", (heed) => {
  const random = randomOf(12);
  for (const dim of [1, 3, 5, 8, 9, 13]) {
    const sizes = { rows: random.integer(1, 5), dim, epsilon: 1e-3 };
    const given = draw(random, sizes);
    const session = layerNormSession(heed, { ...sizes, backward: true });
    for (const name of ["x", "gain", "bias"]) session[name].set(given[name]);
    session.dOutput.set(random.tensorOf([sizes.rows * dim]).data);
    session.run();
    for (let again = 0; again < 2; again++) session.backward();
    for (const name of ["x", "gain", "bias"]) {
      const slopes = slopesOf((now) => textbookLayerNorm(sizes, now), given, name, session.dOutput);
      assertClose(session[gradientName(name)], slopes, `dim ${dim}: d${name}`, 2e-6, 1e-5);
    }
    assert.deepEqual(
      session.parameters.map(({ name }) => name),
      ["gain", "bias"],
    );
  }
});

testEach("RMSNorm and its gradients are those of the textbook", (heed) => {
  const random = randomOf(13);
  for (const dim of [1, 3, 8, 13, 64]) {
    const sizes = { rows: random.integer(1, 5), dim, epsilon: 1e-3 };
    const { x, gain } = draw(random, sizes);
    const tensor = { data: x, shape: [sizes.rows, dim] };
    const { data } = rmsNorm(heed, tensor, { gain: { data: gain, shape: [dim] }, epsilon: 1e-3 });
    assertClose(data, textbookRmsNorm(sizes, { x, gain }), `dim ${dim}`, 1e-6, 1e-6);
    const session = rmsNormSession(heed, { ...sizes, backward: true });
    session.x.set(x);
    session.gain.set(gain);
    session.dOutput.set(random.tensorOf([sizes.rows * dim]).data);
    session.run();
    session.backward();
    for (const name of ["x", "gain"]) {
      const slopes = slopesOf((now) => textbookRmsNorm(sizes, now), { x, gain }, name, session.dOutput);
      assertClose(session[gradientName(name)], slopes, `dim ${dim}: d${name}`, 5e-6, 1e-5);
    }
    assert.deepEqual(
      session.parameters.map(({ name }) => name),
      ["gain"],
    );
    assertRefused(
      () => rmsNorm(heed, x, { bias: [1] }),
      TypeError,
      /heed\/layers\.rmsNorm: there is no weight named "bias"/,
    );
    session.dispose();
  }
});

testEach("a number that is not finite makes its row NaN, and no other", (heed) => {
  for (const odd of [NaN, Infinity, -Infinity]) {
    const { data } = layerNorm(heed, [
      [1, 2, 3],
      [4, odd, 6],
      [7, 8, 10],
    ]);
    assert.deepEqual(Array.from(data.subarray(3, 6)), [NaN, NaN, NaN]);
    assert.ok([0, 1, 2, 6, 7, 8].every((i) => Number.isFinite(data[i])));
  }
});

testEach("what layerNorm cannot take is refused in a sentence", (heed) => {
  assertRefused(
    () => layerNorm(heed, [[1, 2]], { gain: [1, 2, 3] }),
    RangeError,
    "heed/layers.layerNorm: gain must have the shape [2], one number per column of x; its shape is [3].",
  );
  assertRefused(
    () => layerNorm(heed, [[1, 2]], { epsilon: -1 }),
    RangeError,
    "heed/layers.layerNorm: epsilon must be a finite number, 0 or more; got the number -1.",
  );
  const session = layerNormSession(heed, { rows: 1, dim: 2 });
  assertRefused(() => session.backward(), Error, /this heed\/layers\.\w+ has no gradients/);
  const other = layerNormSession(heed, { rows: 1, dim: 2, backward: true });
  assertRefused(() => other.backward(), Error, /session\.backward: run\(\) must be called first/);
});

testEach("after dispose() every use is refused in a sentence, and dispose() may be called again", (heed) => {
  const session = layerNormSession(heed, { rows: 1, dim: 2, backward: true });
  session.run();
  session.dispose();
  session.dispose();
  const names = ["x", "gain", "bias", "output", "dOutput", "dx", "dGain", "dBias"];
  const said = (name) =>
    `session.${name}: this heed/layers.layerNormSession was used after dispose(), ` +
    "which freed its memory. Make a new one.";
  for (const name of names) assertRefused(() => session[name], Error, said(name));
  for (const name of ["run", "backward"]) assertRefused(() => session[name](), Error, said(name));
});

testEach("a session for which no memory has room is refused in a sentence", (heed) => {
  const where = "heed/layers.layerNormSession";
  for (const [rows, dim] of [
    [2 ** 30, 3],
    [2 ** 30, 2 ** 30],
    [2 ** 29, 1],
  ])
    assertRefused(
      () => layerNormSession(heed, { rows, dim }),
      RangeError,
      new RegExp(`${where}: this needs .* WebAssembly memory ends at 4 GB`),
    );
});
