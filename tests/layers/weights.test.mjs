// Weights that lie in wasm memory as they are stored.
import assert from "node:assert/strict";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { BLOCKS, decoded, randomBlocks } from "../model/gguf-blocks.mjs";
import { ACTIVATIONS, textbookLinear } from "./oracle.mjs";
import { assertClose, assertRefused, layers, load, loadApart, randomOf, testEach } from "./support.mjs";

const { feedForward, linear, storedWeights } = layers;
const NAMES = Object.keys(ACTIVATIONS);
const TYPES = ["float32", "float16", "bfloat16"];
const EXTENTS = [1, 2, 3, 5, 7, 8, 9, 13, 24, 33, 70];

/** Numbers as this type has them: their bytes, and the floats that they are. Multiples of 1/64 are exact in each. */
function stored(random, count, type) {
  const floats = Float32Array.from({ length: count }, () => random.integer(-100, 100) / 64);
  if (type === "float32") return { floats, bytes: new Uint8Array(floats.slice().buffer) };
  const bits = new Uint32Array(floats.buffer);
  const half = (word, at) => {
    if (floats[at] === 0) return 0;
    return ((word >>> 16) & 0x8000) | ((((word >>> 23) & 255) - 112) << 10) | ((word >>> 13) & 1023);
  };
  const numbers = Uint16Array.from(bits, type === "bfloat16" ? (word) => word >>> 16 : half);
  return { floats, bytes: new Uint8Array(numbers.buffer) };
}

testEach(
  "a layer by stored weights is the textbook's, for every type, layout, activation and number of rows",
  (heed) => {
    const random = randomOf(1);
    for (let round = 0; round < 300; round++) {
      const [many, inputs, outputs] = [0, 1, 2].map(() => EXTENTS[random.integer(0, EXTENTS.length - 1)]);
      const [type, layout, activation] = [TYPES[round % 3], round % 2 ? "in-out" : "out-in", NAMES[round % 5]];
      const rows = round % 4 === 0 ? 1 : many;
      const { floats, bytes } = stored(random, inputs * outputs, type);
      const shape = layout === "in-out" ? [inputs, outputs] : [outputs, inputs];
      const weight = storedWeights(heed, { shape, type, layout, bytes });
      const x = random.tensorOf([rows, inputs]);
      const bias = round % 7 ? random.tensorOf([outputs]).data : undefined;
      const what = { rows, inputs, outputs, layout, activation };
      const expected = textbookLinear(what, { x: x.data, weight: floats, bias });
      const given = { weight, bias, activation: activation === "none" ? undefined : activation };
      const found = linear(heed, x, given);
      assert.deepEqual(found.shape, [rows, outputs]);
      assertClose(found.data, expected, JSON.stringify({ ...what, type }), 1e-5);
      assert.deepEqual(linear(heed, x, given).data, found.data, "nothing of the weight was changed");
      weight.dispose();
    }
  },
);

testEach("products of several blocks agree too", (heed) => {
  const random = randomOf(2);
  for (const type of TYPES)
    for (const layout of ["in-out", "out-in"])
      for (const rows of [1, 5]) {
        const [inputs, outputs] = [530, 270];
        const { floats, bytes } = stored(random, inputs * outputs, type);
        const shape = layout === "in-out" ? [inputs, outputs] : [outputs, inputs];
        const weight = storedWeights(heed, { shape, type, layout, bytes });
        const x = random.tensorOf([rows, inputs]);
        const expected = textbookLinear({ rows, inputs, outputs, layout }, { x: x.data, weight: floats });
        assertClose(linear(heed, x, { weight }).data, expected, `${type} ${layout} ${rows}`, 5e-4);
        weight.dispose();
      }
});

testEach("a weight is filled in pieces of any bytes, and its rows come out as floats", (heed) => {
  const random = randomOf(3);
  for (const type of TYPES) {
    const { floats, bytes } = stored(random, 7 * 5, type);
    const weight = storedWeights(heed, { shape: [7, 5], type });
    assert.deepEqual(Array.from(weight.rows([6]).data), [0, 0, 0, 0, 0], "zeros at first");
    for (let at = 0; at < bytes.length; at += 3) weight.write(bytes.subarray(at, at + 3), at);
    const { data, shape } = weight.rows([6, 0, 6]);
    assert.deepEqual(shape, [3, 5]);
    assert.deepEqual(data, Float32Array.of(...floats.subarray(30), ...floats.subarray(0, 5), ...floats.subarray(30)));
    assert.deepEqual([weight.shape, weight.type, weight.layout, weight.bytes], [[7, 5], type, "in-out", bytes.length]);
  }
});

testEach("blocks of GGUF files are the numbers of their format: as rows, for one row of x and for several", (heed) => {
  const random = randomOf(5);
  for (const [name, [numbers]] of Object.entries(BLOCKS).filter(([, [one]]) => one > 1)) {
    const [inputs, outputs, type] = [3 * numbers, 9, name.toLowerCase()];
    const bytes = randomBlocks(name, inputs * outputs, 0.5, random);
    const floats = Float32Array.from(decoded(name, bytes));
    const weight = storedWeights(heed, { shape: [outputs, inputs], type, layout: "out-in", bytes });
    assert.deepEqual([weight.type, weight.bytes], [type, bytes.length]);
    assert.deepEqual(weight.rows([7]).data, floats.slice(7 * inputs, 8 * inputs));
    for (const rows of [1, 4]) {
      const x = random.tensorOf([rows, inputs]);
      const expected = textbookLinear({ rows, inputs, outputs, layout: "out-in" }, { x: x.data, weight: floats });
      assertClose(linear(heed, x, { weight }).data, expected, `${type} ${rows}`, 5e-4);
    }
    weight.dispose();
  }
});

testEach("bytes of another realm are taken too, as a test runner's are", (heed) => {
  const bytes = runInNewContext("new Float32Array([1, 2, 3, 4]).buffer");
  const weight = storedWeights(heed, { shape: [2, 2], bytes });
  assert.deepEqual(weight.rows([1]).data, Float32Array.of(3, 4));
  weight.dispose();
});

testEach("infinities and NaN of half precision stay what they are, for one row and for several", (heed) => {
  const special = { float16: [0x7c00, 0xfc00, 0x7e00], bfloat16: [0x7f80, 0xff80, 0x7fc0] };
  for (const [type, numbers] of Object.entries(special))
    for (const rows of [1, 2])
      for (const layout of ["in-out", "out-in"]) {
        const shape = layout === "in-out" ? [1, 3] : [3, 1];
        const weight = storedWeights(heed, { shape, type, layout, bytes: Uint16Array.from(numbers) });
        const { data } = linear(heed, { data: new Float32Array(rows).fill(2), shape: [rows, 1] }, { weight });
        assert.deepEqual(Array.from(data.subarray(0, 3)), [Infinity, -Infinity, NaN], `${type} ${layout} ${rows}`);
      }
});

testEach(
  "a gated feed-forward is (activation(x·G + g) ∘ (x·U + u))·D + d, of tensors and of stored weights",
  (heed) => {
    const random = randomOf(4);
    for (let round = 0; round < 60; round++) {
      const [rows, inputs, hidden] = [0, 1, 2].map(() => EXTENTS[random.integer(0, EXTENTS.length - 1)]);
      const [layout, activation] = [round % 2 ? "in-out" : "out-in", NAMES[1 + (round % 4)]];
      const held = [];
      const part = (from, to) => {
        const { floats, bytes } = stored(random, from * to, "bfloat16");
        const shape = layout === "in-out" ? [from, to] : [to, from];
        const bias = random.tensorOf([to]).data;
        const weight =
          round % 3 ? { data: floats, shape } : storedWeights(heed, { shape, type: "bfloat16", layout, bytes });
        if (round % 3 === 0) held.push(weight);
        return { given: { weight, bias }, floats, bias };
      };
      const [gate, up, down] = [part(inputs, hidden), part(inputs, hidden), part(hidden, inputs)];
      const x = random.tensorOf([rows, inputs]);
      const of = ({ floats, bias }, data, more, sizes) =>
        textbookLinear({ rows, layout, ...sizes, ...more }, { x: data, weight: floats, bias });
      const first = { inputs, outputs: hidden };
      const gated = of(gate, x.data, { activation }, first);
      const straight = of(up, x.data, {}, first);
      const expected = of(
        down,
        gated.map((one, at) => one * straight[at]),
        {},
        { inputs: hidden, outputs: inputs },
      );
      const found = feedForward(heed, x, {
        ...{ gate: gate.given, hidden: up.given, output: down.given },
        ...{ activation, layout: round % 3 ? layout : undefined },
      });
      assertClose(found.data, expected, `${rows} ${inputs} ${hidden} ${layout} ${activation}`, 2e-3);
      for (const one of held) one.dispose();
    }
  },
);

test("weights take the memory that they say, once, and give it back", async () => {
  const { heed, memory } = await loadApart();
  const shape = [1024, 1024];
  const all = Array.from({ length: 20 }, () => storedWeights(heed, { shape, type: "bfloat16", layout: "out-in" }));
  const before = memory.buffer.byteLength;
  assert.ok(before >= 40 * 2 ** 20, `${before} bytes`);
  const x = { data: new Float32Array(1024 * 64).fill(1), shape: [64, 1024] };
  for (const weight of all) linear(heed, x, { weight });
  assert.ok(memory.buffer.byteLength < before + 8 * 2 ** 20, "calls copy nothing of them");
  for (const weight of all) weight.dispose();
  const grown = memory.buffer.byteLength;
  for (let round = 0; round < 60; round++) storedWeights(heed, { shape, type: "bfloat16" }).dispose();
  assert.equal(memory.buffer.byteLength, grown);
  heed.dispose();
  assert.throws(() => all[0].rows([0]), /was used after dispose\(\)/);
});

test("wrong arguments are refused by a sentence, and change nothing", async () => {
  const heed = await load({ flavour: "simd" });
  const make = (options) => () => storedWeights(heed, options);
  const refused = [
    [() => storedWeights({}, { shape: [1, 1] }), TypeError, /heed must be made by load\(\)/],
    [make(undefined), TypeError, /options must be a plain object, as \{ shape, type, layout \}; got undefined/],
    [make({ shape: [2] }), TypeError, /shape must be an array of two positive integers/],
    [make({ shape: [2, 0] }), RangeError, /shape\[1\] must be/],
    [make({ shape: [2, 2], type: "int8" }), TypeError, /type must be "float32", .* or "q6_k"; got .*int8/],
    [
      make({ shape: [2, 48], type: "q8_0" }),
      RangeError,
      /shape\[1\] must be a multiple of 32, a block of q8_0; got 48/,
    ],
    [make({ shape: [2, 256], type: "q4_k" }), RangeError, /layout must be "out-in" for q4_k, whose rows are blocks/],
    [make({ shape: [2, 2], dtype: "float16" }), TypeError, /no option named "dtype"/],
    [make({ shape: [2, 2], layout: "io" }), TypeError, /layout/],
    [make({ shape: [2, 2], bytes: new Uint8Array(15) }), RangeError, /bytes must have 16 bytes.*got 15 bytes/],
    [make({ shape: [2, 2], bytes: [1, 2, 3, 4] }), TypeError, /bytes must be an ArrayBuffer or a typed array/],
    [make({ shape: [2 ** 20, 2 ** 20] }), RangeError, /4 GB/],
  ];
  const weight = storedWeights(heed, { shape: [2, 3], bytes: Float32Array.of(1, 2, 3, 4, 5, 6) });
  refused.push(
    [() => weight.write(new Uint8Array(4), 21), RangeError, /at must be an integer from 0 to 20, to fit all bytes/],
    [() => weight.write(new Uint8Array(4), 0.5), RangeError, /at must be an integer/],
    [() => weight.rows([2]), RangeError, /numbers must be an array of rows, each from 0 to 1; got/],
    [() => weight.rows([]), RangeError, /numbers must be an array of rows/],
    [
      () => weight.rows([1, undefined]),
      RangeError,
      /numbers must be an array of rows, each from 0 to 1; got undefined/,
    ],
    [
      () => weight.write(new Uint8Array(28)),
      RangeError,
      /bytes must be at most the 24 bytes of the weights; got 28 bytes/,
    ],
    [() => linear(heed, [[1, 2, 3]], { weight }), RangeError, /weight must have the shape \[3, outputs\]/],
    [() => linear(heed, [[1, 2]], { weight, layout: "out-in" }), RangeError, /layout must be left out/],
    [() => linear(heed, [[1, 2]], { weight, bias: [1, 2] }), RangeError, /bias must have the shape \[3\]/],
    [
      () =>
        feedForward(heed, [[1, 2]], {
          gate: { weight: [[1], [1]] },
          hidden: { weight },
          output: { weight: [[1]] },
          activation: "silu",
        }),
      RangeError,
      /gate: weight must have 3 outputs, like the weight of hidden; it has 1/,
    ],
  );
  for (const [run, kind, message] of refused) assertRefused(run, kind, message);
  assert.deepEqual(Array.from(linear(heed, [[1, 1]], { weight }).data), [5, 7, 9]);
  weight.dispose();
  weight.dispose();
  assert.equal(weight.disposed, true);
  assertRefused(
    () => linear(heed, [[1, 1]], { weight }),
    Error,
    /^heed\/layers\.linear: this heed\/layers\.storedWeights was used after dispose\(\)/,
  );
});
