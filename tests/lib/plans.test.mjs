// A call takes over the plan of an earlier one that is like it. So calls of many kinds take turns here, and each must
// give what it gives as the first call of a heed.
import assert from "node:assert/strict";
import test from "node:test";
import { assertSame, loadApart, randomOf, testEach } from "./support.mjs";

const random = randomOf(24);
const { tensorOf, integer } = random;
const halves = ({ data, shape }) => ({ data: Uint16Array.from(data, () => 0x3c00), shape, type: "float16" });

const numbers = (...shape) => tensorOf(shape);
const SHAPES = [
  [numbers(4, 8), numbers(4, 8), numbers(4, 8)],
  [numbers(1, 4, 8), numbers(1, 4, 8), numbers(1, 4, 8)],
  [numbers(1, 1, 4, 8), numbers(1, 1, 4, 8), numbers(1, 1, 4, 8)],
  [numbers(4, 8), halves(numbers(4, 8)), numbers(4, 8)],
  [numbers(4, 4, 8), numbers(2, 4, 8), numbers(2, 4, 5)],
  [numbers(4, 2, 8), numbers(4, 2, 8), numbers(4, 2, 8)],
];
const OPTIONS = [
  undefined,
  {},
  { scale: 0.5 },
  { normalize: "none" },
  { axes: "rows-heads" },
  { causal: { offset: 1 } },
  { window: { left: 1, offset: 0 } },
  { keep: ["weights"] },
  { keep: ["lse"] },
  { bias: numbers(4) },
  { bias: numbers(4, 4) },
  { bias: numbers(1, 4) },
  { bias: numbers(4, 1) },
  { mask: [[true, false, true, true]] },
  { sink: 1 },
  { rotary: { pairs: "halves" } },
];
const WEIGHTS = { queryWeight: numbers(8, 8), keyWeight: numbers(8, 8), valueWeight: numbers(8, 8) };
const LAYERS = [{ heads: 1 }, { heads: 2 }, { heads: 4 }, { heads: 4, layout: "out-in" }];
const CALLS = [
  ...SHAPES.flatMap((given) => OPTIONS.map((options) => ({ given, options }))),
  ...LAYERS.map((layer) => ({ x: numbers(4, 8), weights: { ...WEIGHTS, ...layer } })),
];

/** The results of a call, or the sentence that refuses it. */
function resultsOf(heed, { given, options, x, weights }) {
  if (x) return heed.selfAttention(x, weights);
  const [q, k, v] = given;
  try {
    const forward = heed.attention(q, k, v, options);
    const { keep: _, ...others } = options ?? {};
    return { ...forward, ...heed.attentionBackward(q, k, v, forward.output, others) };
  } catch (error) {
    return error.message;
  }
}

function assertResults(actual, expected, what) {
  if (typeof expected === "string") return assert.equal(actual, expected, what);
  assert.deepEqual(Object.keys(actual), Object.keys(expected), what);
  for (const name in expected) assertSame(actual[name], expected[name], `${what}: ${name}`);
}

test("a call after others of many kinds gives what it gives as the first", async () => {
  const { heed } = await loadApart();
  const expected = [];
  for (const call of CALLS) expected.push(resultsOf((await loadApart()).heed, call));
  assert.ok(expected.filter((results) => typeof results !== "string").length > CALLS.length / 2);
  for (let turn = 0; turn < 3000; turn++) {
    // often one of the last few, whose plans are known
    const at = Math.min(CALLS.length - 1, integer(0, turn % 2 ? 8 : CALLS.length - 1) + (turn >> 5));
    assertResults(resultsOf(heed, CALLS[at]), expected[at], `turn ${turn}, call ${at}`);
  }
});

testEach("shapes of results are their caller's: writing to one changes no later call", (heed) => {
  const [q, k, v] = SHAPES[1];
  heed.attention(q, k, v).output.shape.push(7);
  assert.deepEqual(heed.attention(q, k, v).output.shape, [1, 4, 8]);
});

testEach("a scale of -0 is not one of 0: zeros of gradients have their sign", (heed) => {
  const [one, two] = [tensorOf([1, 8]), tensorOf([2, 8])];
  const dkOf = (scale) => heed.attentionBackward(one, two, two, one, { scale }).dk.data;
  const turned = dkOf(0).map((zero) => -zero);
  assert.deepEqual(dkOf(-0), turned);
  assert.deepEqual(
    dkOf(0),
    turned.map((zero) => -zero),
  );
});

const KEYS = 2 ** 15;

test("views of a session are inputs, also of a call that makes the memory grow", async () => {
  const { heed, memory } = await loadApart();
  const session = heed.session({ queries: 64, keys: KEYS, dim: 64 });
  const { q, k, v } = session;
  for (const view of [q, k, v]) view.set(Float32Array.from(view, random.normal));
  const shaped = (data, rows) => ({ data, shape: [rows, 64] });
  const copies = [q, k, v].map((view) => view.slice());
  const small = tensorOf([4, 8]);
  heed.attention(small, small, small);
  const before = memory.buffer.byteLength;
  const grown = heed.attention(shaped(q, 64), shaped(k, KEYS), shaped(v, KEYS), { keep: ["weights", "logits", "raw"] });
  assert.ok(memory.buffer.byteLength > before);
  const [first, second, third] = copies;
  const expected = heed.attention(shaped(first, 64), shaped(second, KEYS), shaped(third, KEYS));
  assertSame(grown.output, expected.output, "output");
});

testEach("a result that finds no memory is an error in a sentence", (heed) => {
  const { slice } = Float32Array.prototype;
  Float32Array.prototype.slice = () => {
    throw new RangeError("Array buffer allocation failed");
  };
  try {
    const message = /^heed\.attention: out of memory; it needs 128 bytes for its tensors, and room to work\./;
    assert.throws(() => heed.attention(...SHAPES[1]), { name: "RangeError", message });
  } finally {
    Float32Array.prototype.slice = slice;
  }
});
