// heed/forward: the default entry's bits, and refusals of what it does not have.
import assert from "node:assert/strict";
import test from "node:test";
import { dist, load } from "./support.mjs";

const { load: loadForward } = await import(new URL("forward.js", dist).href);
const forward = await loadForward();
const heed = await load({ flavour: "simd" });

const floats = (...shape) => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => Math.sin(3 * i + shape[0])),
  shape,
});
const bits = (results) =>
  Object.entries(results).map(([name, { data, shape }]) => [name, shape, Buffer.from(data.buffer).toString("hex")]);

test("attention and a layer give the bits of the default entry, with masks, heads and what is kept", () => {
  const [q, k, v] = [floats(2, 4, 9, 8), floats(2, 2, 9, 8), floats(2, 2, 9, 8)];
  const keep = ["weights", "scores", "lse"];
  const mask = Array.from({ length: 9 }, (_, i) => Array.from({ length: 9 }, (_, j) => (i + j) % 3 !== 1));
  const options = [
    { keep },
    { causal: true, keep },
    { window: { left: 3, right: 1 }, keyLengths: [9, 5], keep },
    { mask, softcap: 3, alibi: true, keep },
    { bias: floats(9, 9), sink: 0.5, rotary: { pairs: "halves" }, keep },
    { documents: [0, 0, 0, 1, 1, 1, 2, 2, 2], normalize: "none", keep: ["weights"] },
  ];
  for (const one of options)
    assert.deepEqual(bits(forward.attention(q, k, v, one)), bits(heed.attention(q, k, v, one)));
  const names = ["queryWeight", "keyWeight", "valueWeight", "outputWeight"];
  const weights = Object.fromEntries(names.map((name, at) => [name, floats(16, at === 1 || at === 2 ? 8 : 16)]));
  const layer = { ...weights, heads: 4, kvHeads: 2, causal: true, keep: ["weights", "q"] };
  const x = floats(2, 7, 16);
  assert.deepEqual(bits(forward.selfAttention(x, layer)), bits(heed.selfAttention(x, layer)));
});

test("a call that it does not have says where that call is", () => {
  for (const name of ["attentionBackward", "selfAttentionBackward", "session", "selfAttentionSession", "cache"])
    assert.throws(() => forward[name](), {
      name: "TypeError",
      code: "type",
      message: `heed.${name}: heed/forward has attention and selfAttention only. Import load from heed for it.`,
    });
  assert.deepEqual(Object.keys(forward), ["flavour", "version", "disposed", "attention", "selfAttention", "dispose"]);
});

test("it refuses options of load, and bad arguments with the sentences of the default entry", async () => {
  await assert.rejects(
    loadForward({ flavour: "relaxed-simd" }),
    /^TypeError: heed\/forward\.load: options must be left/,
  );
  const sentences = [forward, heed].map((one) => {
    try {
      return one.attention(floats(2, 3), floats(2, 3), floats(2, 3), { casual: true });
    } catch ({ message }) {
      return message;
    }
  });
  assert.equal(sentences[0], sentences[1]);
  assert.match(sentences[0], /did you mean/);
});

test("each load has a heed of its own to dispose of, and the next load works", async () => {
  const [one, other] = [await loadForward(), await loadForward()];
  one.dispose();
  assert.equal(one.disposed, true);
  assert.throws(() => one.attention(floats(1, 1), floats(1, 1), floats(1, 1)), /disposed of/);
  assert.equal(other.attention(floats(1, 1), floats(1, 1), floats(1, 1)).output.data.length, 1);
  assert.equal((await loadForward()).version, heed.version);
});
