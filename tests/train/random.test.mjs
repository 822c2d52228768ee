import assert from "node:assert/strict";
import test from "node:test";
import { assertRefused, train } from "./support.mjs";

const { seededRandom } = train;
const many = (draw, count = 100_000) => Float64Array.from({ length: count }, draw);
const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
const variance = (numbers) => mean(numbers.map((x) => x * x)) - mean(numbers) ** 2;

test("a seed decides the numbers, in every engine the same", () => {
  const first = seededRandom(1);
  assert.deepEqual([first.uniform(), first.uniform(), first.integer(1000)], FIRST);
  assert.deepEqual(many(seededRandom(7).normal, 1000), many(seededRandom(7).normal, 1000));
  const starts = [-1, 0, 1, 2, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1].map((seed) => seededRandom(seed).uniform());
  assert.equal(new Set(starts).size, starts.length, "seeds that differ in any half give other numbers");
  const high = Array.from({ length: 2000 }, (_, n) => seededRandom((n - 1000) * 2 ** 32 + 1).uniform());
  assert.equal(new Set(high).size, high.length, "and those that differ in the upper half alone");
});

// splitmix32 of seed 1, computed apart with BigInt
const FIRST = (() => {
  let state = 1n;
  const word = (w, by, times) => BigInt.asUintN(32, (w ^ (w >> by)) * times);
  const next = () => {
    state = BigInt.asUintN(32, state + 0x9e3779b9n);
    const mixed = word(word(state, 16n, 0x21f0aaadn), 15n, 0x735a2d97n);
    return Number(mixed ^ (mixed >> 15n)) / 2 ** 32;
  };
  return [next(), next(), Math.floor(next() * 1000)];
})();

test("uniform is from 0 to below 1, normal has mean 0 and variance 1, integers are evenly spread", () => {
  const draw = seededRandom(3);
  const uniform = many(draw.uniform);
  assert.ok(uniform.every((x) => x >= 0 && x < 1));
  assert.ok(Math.abs(mean(uniform) - 1 / 2) < 0.005 && Math.abs(variance(uniform) - 1 / 12) < 0.002);
  const normal = many(draw.normal);
  assert.ok(Math.abs(mean(normal)) < 0.015 && Math.abs(variance(normal) - 1) < 0.025);
  const within = (limit) => normal.filter((x) => Math.abs(x) < limit).length / normal.length;
  assert.ok(Math.abs(within(1) - 0.683) < 0.01 && Math.abs(within(2) - 0.954) < 0.01, "one and two deviations");
  const counts = Array(7).fill(0);
  for (let i = 0; i < 70_000; i++) counts[draw.integer(7)]++;
  assert.ok(
    counts.every((count) => Math.abs(count - 10_000) < 500),
    String(counts),
  );
});

test("arrays are filled with the spread that was asked for, and returned", () => {
  const draw = seededRandom(5);
  const into = new Float32Array(50_000);
  assert.equal(draw.fillNormal(into, 0.25), into);
  assert.ok(Math.abs(variance(Float64Array.from(into)) - 1 / 16) < 0.002);
  draw.fillUniform(into, 3);
  assert.ok(into.every((x) => x >= -3 && x < 3) && Math.abs(variance(Float64Array.from(into)) - 3) < 0.1);
  draw.fillXavier(into, 20, 4);
  assert.ok(into.every((x) => Math.abs(x) <= 0.5) && into.some((x) => x > 0.49) && into.some((x) => x < -0.49));
});

test("a stream begun with the state of another one goes on from there", () => {
  const draw = seededRandom(2 ** 40 + 3);
  draw.fillNormal(new Float32Array(1001));
  const kept = [draw.state(), structuredClone(draw.state()), JSON.parse(JSON.stringify(draw.state()))];
  const wanted = Array.from({ length: 100 }, draw.uniform);
  for (const state of kept) assert.deepEqual(Array.from({ length: 100 }, seededRandom(state).uniform), wanted);
  const where = "heed/train.seededRandom: seed.state must be an integer from -2147483648 to 2147483647; got";
  assertRefused(() => seededRandom({}), TypeError, `${where} undefined.`);
  assertRefused(() => seededRandom({ state: 2 ** 31 }), RangeError, `${where} the number 2147483648.`);
});

test("a seed that is no integer is refused in a sentence", () => {
  assertRefused(() => seededRandom(), TypeError, "heed/train.seededRandom: seed must be an integer; got undefined.");
  assertRefused(
    () => seededRandom("1"),
    TypeError,
    'heed/train.seededRandom: seed must be an integer; got the string "1".',
  );
  assertRefused(
    () => seededRandom(0.5),
    RangeError,
    "heed/train.seededRandom: seed must be an integer; got the number 0.5.",
  );
  assertRefused(() => seededRandom(NaN), RangeError, "heed/train.seededRandom: seed must be an integer; got NaN.");
});

test("what cannot be filled or drawn is refused in a sentence", () => {
  const draw = seededRandom(1);
  const into = new Float32Array(2);
  assertRefused(
    () => draw.fillNormal([0, 0]),
    TypeError,
    "random.fillNormal: the array to fill must be a Float32Array; got an array.",
  );
  assertRefused(
    () => draw.fillNormal(into, NaN),
    RangeError,
    "random.fillNormal: deviation must be a finite number; got NaN.",
  );
  assertRefused(
    () => draw.fillUniform(into, "3"),
    TypeError,
    'random.fillUniform: limit must be a finite number; got the string "3".',
  );
  assertRefused(
    () => draw.fillXavier(into, 3),
    TypeError,
    "random.fillXavier: outputs must be an integer from 1 to 4294967296; got undefined.",
  );
  assertRefused(
    () => draw.integer(0),
    RangeError,
    "random.integer: the bound must be an integer from 1 to 4294967296; got the number 0.",
  );
});
