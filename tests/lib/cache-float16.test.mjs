// Caches that store float16: the numbers are rounded once, and then everything is as with floats.
import assert from "node:assert/strict";
import test from "node:test";
import { toHalf } from "./cache-model.mjs";
import { assertClose, loadApart, randomOf, testEach } from "./support.mjs";

const { tensorOf, integer } = randomOf(7);
const rounded = ({ data, shape }) => ({ data: data.map(toHalf), shape });

testEach("a cache of float16 gives what a cache of the rounded numbers gives", (heed) => {
  for (const [tokens, heads, kvHeads, dim, valueDim] of [
    [1, 1, 1, 1, 1],
    [5, 2, 1, 3, 12],
    [37, 4, 2, 20, 7],
    [130, 2, 2, 64, 64],
    [1030, 6, 2, 72, 40],
  ]) {
    const sizes = { heads, kvHeads, dim, valueDim, capacity: tokens + 3 };
    const [half, full] = [heed.cache({ ...sizes, type: "float16" }), heed.cache(sizes)];
    const [k, v] = [tensorOf([kvHeads, tokens, dim]), tensorOf([kvHeads, tokens, valueDim])];
    half.append(k, v);
    full.append(rounded(k), rounded(v));
    for (const rows of [1, 2, 3]) {
      const q = tensorOf([heads, rows, dim]);
      const options = rows === 3 ? { keep: ["weights"] } : {};
      const [one, other] = [half.attend(q, options), full.attend(q, options)];
      for (const name in one) assertClose(one[name].data, other[name].data, `${tokens} tokens, ${rows} rows: ${name}`);
    }
    half.dispose();
    full.dispose();
  }
});

testEach("each of the 65536 float16 comes back as a value, subnormal ones, −0, Infinity and NaN too", (heed) => {
  const heads = 4096;
  for (const dim of [1, 8]) {
    const cache = heed.cache({ heads, dim, capacity: 1, type: "float16" });
    const zeros = { data: new Float32Array(heads * dim), shape: [heads, 1, dim] };
    for (let first = 0; first < 65536; first += heads) {
      const bits = Uint16Array.from({ length: heads * dim }, (_, at) => first + Math.floor(at / dim));
      const v = { data: bits, shape: [heads, 1, dim], type: "float16" };
      const { output } = cache.step(zeros, zeros, v);
      for (let n = 0; n < bits.length; n++) {
        const [sign, e, m] = [bits[n] >> 15 ? -1 : 1, (bits[n] >> 10) & 31, bits[n] & 1023];
        const finite = sign * (e ? (1024 + m) * 2 ** (e - 25) : m * 2 ** -24);
        const expected = e < 31 ? finite : m ? NaN : sign * Infinity;
        assert.ok(output.data[n] === expected || Object.is(output.data[n], expected), `${bits[n]}: ${output.data[n]}`);
      }
      cache.truncate(0);
    }
    cache.dispose();
  }
});

testEach("numbers are rounded to the nearest float16, ties to the even one", (heed) => {
  const numbers = [0.1, 1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519, 65520, -65520, 2 ** -25, 1.5 * 2 ** -24, 2 ** -26, NaN];
  const cache = heed.cache({ heads: numbers.length, dim: 1, capacity: 1, type: "float16" });
  const v = { data: Float32Array.from(numbers), shape: [numbers.length, 1, 1] };
  const zeros = { data: new Float32Array(numbers.length), shape: v.shape };
  const expected = [0.0999755859375, 1, 1 + 2 ** -9, 65504, Infinity, -Infinity, 0, 2 ** -23, 0, NaN];
  assert.deepEqual(Array.from(cache.step(zeros, zeros, v).output.data), expected);
  cache.dispose();
});

testEach("queries of any size score right against float16", (heed) => {
  const dim = 16;
  const k = tensorOf([1, 40, dim]);
  for (const size of [1e-30, 1e-3, 6e4, 7e4, 1e20, 1e37]) {
    const q = { data: tensorOf([1, 1, dim]).data.map((x) => x * size), shape: [1, 1, dim] };
    const options = { dim, capacity: 40, scale: 1 };
    const [half, full] = [heed.cache({ ...options, type: "float16" }), heed.cache(options)];
    half.append(k, k);
    full.append(rounded(k), rounded(k));
    const [raw, expected] = [half, full].map((cache) => cache.attend(q, { keep: ["raw"] }).raw.data);
    assertClose(raw, expected, `q of ${size}`, size * 1e-5);
    half.dispose();
    full.dispose();
  }
});

testEach("NaN in a later token never reaches an earlier one, and is gone when it is cut off", (heed) => {
  const dim = 8;
  const cache = heed.cache({ dim, capacity: 16, type: "float16" });
  const rows = tensorOf([1, 4, dim]);
  const before = cache.step(rows, rows, rows).output.data;
  cache.truncate(0);
  const spoiled = { data: rows.data.slice(), shape: rows.shape };
  spoiled.data[3 * dim + integer(0, dim - 1)] = NaN;
  const after = cache.step(rows, spoiled, spoiled).output.data;
  assert.deepEqual(after.subarray(0, 3 * dim), before.subarray(0, 3 * dim));
  assert.ok(after.subarray(3 * dim).some(Number.isNaN));
  cache.truncate(3);
  const last = { data: rows.data.subarray(3 * dim), shape: [1, 1, dim] };
  assertClose(cache.step(last, last, last).output.data, before.subarray(3 * dim), "the last token, anew");
  cache.dispose();
});

test("float16 takes half the memory of float32", async () => {
  const { heed, memory } = await loadApart();
  const sizes = { heads: 8, dim: 64, capacity: 16384 };
  const grown = (options) => {
    const before = memory.buffer.byteLength;
    heed.cache({ ...sizes, ...options });
    return memory.buffer.byteLength - before;
  };
  const bytes = 2 * 8 * 64 * 16384;
  const [half, full] = [grown({ type: "float16" }), grown({})];
  assert.ok(half >= 2 * bytes - 2 ** 25 && half < 2 * bytes + 2 ** 25, `${half} bytes`);
  assert.ok(full >= 4 * bytes - 2 ** 25 && full < 4 * bytes + 2 ** 25, `${full} bytes`);
});

testEach("another type is refused", (heed) => {
  assert.throws(
    () => heed.cache({ dim: 1, capacity: 1, type: "bfloat16" }),
    (error) =>
      error instanceof TypeError &&
      /type must be "float32" or "float16"; got the string "bfloat16"/.test(error.message),
  );
});
