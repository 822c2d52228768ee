// heed.dispose(): what is said after it, and whether the memory of the module goes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { collector, dist, load } from "./support.mjs";

const wasm = () => readFileSync(new URL("simd.wasm", dist));

test("after it every call says so, sessions and caches too, and load() starts a new heed", async () => {
  const module = new WebAssembly.Module(wasm());
  const heed = await load({ wasm: module });
  const session = heed.session({ queries: 1, keys: 1, dim: 1 });
  const cache = heed.cache({ dim: 1, capacity: 2 });
  assert.equal(heed.disposed, false);
  heed.dispose();
  heed.dispose();
  assert.equal(heed.disposed, true);
  const calls = {
    attention: () => heed.attention([[1]], [[1]], [[1]]),
    attentionBackward: () => heed.attentionBackward([[1]], [[1]], [[1]], [[1]]),
    selfAttention: () => heed.selfAttention([[1]]),
    selfAttentionBackward: () => heed.selfAttentionBackward([[1]], [[1]]),
    session: () => heed.session({ queries: 1, keys: 1, dim: 1 }),
    selfAttentionSession: () => heed.selfAttentionSession({ tokens: 1, modelDim: 1 }),
    cache: () => heed.cache({ dim: 1, capacity: 1 }),
  };
  for (const [name, call] of Object.entries(calls)) {
    assert.throws(call, {
      name: "Error",
      message:
        `heed.${name}: this heed was disposed of, which freed its memory. load() starts a new one, ` +
        "and openWorkers() starts new workers.",
    });
  }
  for (const use of [() => session.q, () => session.run(), () => cache.step([[1]], [[1]], [[1]])])
    assert.throws(use, /^Error: (session|cache)\.\w+: this heed was disposed of/);
  assert.deepEqual([session.disposed, cache.disposed], [true, true]);
  session.dispose();
  cache.dispose();
  const next = await load({ wasm: module });
  assert.notEqual(next, heed);
  assert.equal(next.attention([[1]], [[1]], [[7]]).output.data[0], 7);
});

const bufferOf = (heed) => heed.session({ queries: 1, keys: 1, dim: 1 }).q.buffer;

test("each load() gives a heed of its own: the end of one ends its sessions, and those of no other", async () => {
  const [one, other] = [await load({ flavour: "simd" }), await load({ flavour: "simd" })];
  const [session, others] = [one, other].map((heed) => heed.session({ queries: 1, keys: 1, dim: 1 }));
  const { buffer } = others.q;
  assert.equal(session.q.buffer, buffer, "in one memory");
  one.dispose();
  one.dispose();
  assert.deepEqual([one.disposed, session.disposed, other.disposed, others.disposed], [true, true, false, false]);
  assert.throws(() => session.run(), /^Error: session\.run: this heed was disposed of/);
  assert.throws(() => one.attention([[1]], [[1]], [[7]]), /^Error: heed\.attention: this heed was disposed of/);
  others.v[0] = 7;
  others.run();
  assert.deepEqual([others.output[0], other.attention([[1]], [[1]], [[5]]).output.data[0]], [7, 5]);
  assert.equal(bufferOf(await load({ flavour: "simd" })), buffer, "load() goes on giving the same");
});

test("what a session of a heed that ended held is given back, while others go on with the memory", async () => {
  const module = new WebAssembly.Module(wasm());
  const other = await load({ wasm: module });
  const watched = other.session({ queries: 1, keys: 1, dim: 1 });
  const round = async () => {
    const heed = await load({ wasm: module });
    const session = heed.session({ queries: 1, keys: 2 ** 16, dim: 16 });
    heed.attention([[1]], [[1]], [[1]]);
    heed.dispose();
    session.dispose();
  };
  await round();
  const before = watched.q.buffer.byteLength;
  for (let n = 0; n < 30; n++) await round();
  assert.equal(watched.q.buffer.byteLength, before);
  other.dispose();
});

test("a heed is disposable by `using`; the last one ends the memory, and a load() under way keeps it", async () => {
  const module = new WebAssembly.Module(wasm());
  const heed = await load({ wasm: module });
  const buffer = bufferOf(heed);
  const coming = load({ wasm: module });
  heed[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  assert.equal(heed.disposed, true);
  const last = await coming;
  assert.equal(bufferOf(last), buffer);
  last.dispose();
  assert.notEqual(bufferOf(await load({ wasm: module })), buffer);
});

/** Starts a heed and returns what is left when it has been disposed of. */
async function leftOver() {
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate.apply(WebAssembly, args);
    memory = new WeakRef(Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory));
    return instance;
  };
  const heed = await load({ wasm: wasm() }).finally(() => (WebAssembly.instantiate = instantiate));
  const session = heed.session({
    queries: 64,
    keys: 4096,
    dim: 64,
    causal: { offset: 0 },
    rotary: { pairs: "halves" },
  });
  session.run();
  const cache = heed.cache({ dim: 4, capacity: 8 });
  heed.dispose();
  return { heed, session, cache, memory };
}

test("the memory is collected, even while the heed, a session and a cache are still held", async () => {
  const gc = await collector();
  const left = await leftOver();
  for (let round = 0; round < 50 && left.memory.deref(); round++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    gc();
  }
  assert.equal(left.memory.deref(), undefined);
  assert.ok(left.heed.disposed && left.session.disposed && left.cache.disposed);
});
