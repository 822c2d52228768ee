// Tensors in half precision: the same bits as the floats that they stand for, and sentences for what is unclear.
import assert from "node:assert/strict";
import test from "node:test";
import { assertSame, loadApart, randomOf, runnable, tensor, testEach } from "./support.mjs";

/** The number that these bits stand for. */
function valueOf(bits) {
  const [sign, exponent, mantissa] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return mantissa ? NaN : sign * Infinity;
  return exponent === 0 ? sign * mantissa * 2 ** -24 : sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
}

const widened = ({ data, shape }) => ({ data: Float32Array.from(data, valueOf), shape });
/** Finite halves of every size up to 8, subnormal ones and −0 among them. */
const halvesOf = ({ integer }, shape) => ({
  data: Uint16Array.from(
    { length: shape.reduce((a, b) => a * b) },
    () => integer(0, 18 * 1024) | (integer(0, 1) << 15),
  ),
  shape,
  type: "float16",
});

testEach("each of the 65536 halves becomes the float of its value", (heed) => {
  const all = { data: Uint16Array.from({ length: 65536 }, (_, n) => n), shape: [65536, 1], type: "float16" };
  // one key: the output is its value; so each head carries one half through
  const one = { data: new Float32Array(65536), shape: [65536, 1, 1] };
  const { output } = heed.attention(one, one, { ...all, shape: [65536, 1, 1] });
  for (let n = 0; n < 65536; n++) {
    const expected = valueOf(n);
    assert.ok(Object.is(output.data[n], expected) || output.data[n] === expected, `${n}: ${output.data[n]}`);
  }
  const floats = tensor(all).data;
  for (let n = 0; n < 65536; n++) assert.ok(Object.is(floats[n], valueOf(n)), `${n}: ${floats[n]}`);
});

testEach("half precision gives the bits of the same numbers in float32, forward and backward", (heed) => {
  const random = randomOf(601);
  for (const [queries, keys] of [
    [1, 1],
    [2, 9],
    [7, 5],
    [40, 41],
  ]) {
    const q = halvesOf(random, [2, 4, queries, 5]);
    const k = halvesOf(random, [2, 2, keys, 5]);
    const v = halvesOf(random, [2, 2, keys, 3]);
    const dOutput = halvesOf(random, [2, 4, queries, 3]);
    const bias = halvesOf(random, [queries, keys]);
    const options = { keep: ["scores", "weights"] };
    const half = heed.attention(q, k, v, { ...options, bias });
    const full = heed.attention(widened(q), widened(k), widened(v), { ...options, bias: widened(bias) });
    for (const name in full) assertSame(half[name], full[name], name);
    assert.ok(half.output.data instanceof Float32Array);
    const back = heed.attentionBackward(q, k, v, dOutput, { bias });
    const expected = heed.attentionBackward(widened(q), widened(k), widened(v), widened(dOutput), {
      bias: widened(bias),
    });
    for (const name in expected) assertSame(back[name], expected[name], name);
    assert.ok(back.dq.data instanceof Float32Array);
  }
});

testEach("a layer takes tokens, weights and biases in half precision", (heed) => {
  const random = randomOf(602);
  const tensors = {
    x: halvesOf(random, [2, 5, 6]),
    queryWeight: halvesOf(random, [6, 8]),
    keyWeight: halvesOf(random, [7, 4]),
    valueWeight: halvesOf(random, [7, 4]),
    outputWeight: halvesOf(random, [8, 3]),
    queryBias: halvesOf(random, [8]),
    outputBias: halvesOf(random, [3]),
    context: halvesOf(random, [2, 9, 7]),
    dOutput: halvesOf(random, [2, 5, 3]),
  };
  const call = (name, read) => {
    const { x, context, dOutput, ...weights } = Object.fromEntries(
      Object.entries(tensors).map(([key, value]) => [key, read(value)]),
    );
    const all = { ...weights, heads: 2, kvHeads: 1 };
    return name === "selfAttention"
      ? heed.selfAttention(x, { ...all, context, keep: ["weights"] })
      : heed.selfAttentionBackward(x, dOutput, { ...all, context });
  };
  for (const name of ["selfAttention", "selfAttentionBackward"]) {
    const [half, full] = [call(name, (given) => given), call(name, widened)];
    for (const key in full) assertSame(half[key], full[key], key);
  }
});

testEach("a Float16Array is read wherever there is one, with or without its type", (heed) => {
  const random = randomOf(603);
  const bits = halvesOf(random, [6, 4]);
  const Half = globalThis["Float16Array"];
  if (Half === undefined) return;
  const own = new Half(bits.data.buffer.slice(0));
  const expected = heed.attention(bits, bits, bits).output;
  for (const given of [
    { data: own, shape: [6, 4] },
    { data: own, shape: [6, 4], type: "float16" },
  ])
    assertSame(heed.attention(given, given, given).output, expected, "output");
  assert.deepEqual(tensor(own, [6, 4]).data, widened(bits).data);
});

testEach("a window on a larger buffer and a session's bias are read from where they lie", (heed) => {
  const random = randomOf(604);
  const all = halvesOf(random, [50]);
  const part = { data: all.data.subarray(3, 33), shape: [5, 6], type: "float16" };
  const alone = { ...part, data: part.data.slice() };
  assertSame(heed.attention(part, part, part).output, heed.attention(alone, alone, alone).output, "output");
  const bias = halvesOf(random, [3, 4]);
  const session = heed.session({ queries: 3, keys: 4, dim: 2, bias });
  assert.deepEqual(session.bias, widened(bias).data);
  session.dispose();
});

testEach("scores of 1.8e7 from halves near their largest are computed in float32", (heed) => {
  const large = { data: new Uint16Array(4).fill(0x6c00), shape: [1, 4], type: "float16" }; // 4096
  const k = { data: Uint16Array.from([0x6c00, 0x6c00, 0x6c00, 0x6c00, 0, 0, 0, 0]), shape: [2, 4], type: "float16" };
  const v = { data: [1, 2], shape: [2, 1] };
  const { raw, output } = heed.attention(large, k, v, { keep: ["raw"] });
  assert.deepEqual(Array.from(raw.data), [4 * 4096 ** 2, 0]);
  assert.deepEqual(Array.from(output.data), [1]);
});

testEach("a Uint16Array without its type is refused, and so is a type that does not fit", (heed) => {
  const bits = new Uint16Array(4);
  const ok = { data: new Float32Array(4), shape: [2, 2] };
  const sentence =
    "heed.attention: q is a Uint16Array, which may hold float16 or integers. For float16 give " +
    '{ data, shape, type: "float16" }; for integers give Float32Array.from(data); ' +
    "for bfloat16 give new Float32Array(Uint32Array.from(data, (bits) => bits << 16).buffer).";
  for (const q of [{ data: bits, shape: [2, 2] }, { data: bits, shape: [2, 2], type: "uint16" }, bits, [bits, bits]])
    assert.throws(() => heed.attention(q, ok, ok), { name: "TypeError", message: sentence });
  assert.throws(() => heed.attention({ ...ok, type: "float16" }, ok, ok), {
    name: "TypeError",
    message: /q says type: "float16", so its data must be a Uint16Array or a Float16Array; got a Float32Array\.$/,
  });
  assert.throws(() => tensor(bits, [2, 2]), { name: "TypeError", message: /data is a Uint16Array/ });
});

test("half precision costs no memory beyond that of float32", async () => {
  for (const flavour of runnable) {
    const { heed, memory } = await loadApart(flavour);
    const random = randomOf(605);
    const full = random.tensorOf([200, 64]);
    const half = halvesOf(random, [200, 64]);
    heed.attention(full, full, full);
    const before = memory.buffer.byteLength;
    for (let n = 0; n < 50; n++) heed.attention(half, half, half);
    assert.equal(memory.buffer.byteLength, before);
  }
});
