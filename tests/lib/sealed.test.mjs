// What users can do to a session, a cache or a tensor beside what it is for: assign, print, serialise.
import assert from "node:assert/strict";
import test from "node:test";
import { inspect } from "node:util";
import { dist, load } from "./support.mjs";

const { chain, distanceBias, embedding, feedForwardSession, layerNormSession, linearSession } = await import(
  new URL("layers.js", dist)
);
const { adam, parametersOf } = await import(new URL("train.js", dist));
const heed = await load();
const linearOf = () => linearSession(heed, { rows: 2, inputs: 3, outputs: 3, backward: true });
const matrix = { data: new Float32Array(4), shape: [2, 2] };

/** Every kind of session: what makes it, its views, and options that people would assign. */
const KINDS = {
  session: {
    make: () => heed.session({ queries: 2, keys: 2, dim: 2, keyLengths: 2, rotary: { pairs: "halves" } }),
    views: ["q", "k", "v", "output", "keyLengths"],
    options: ["queries", "keys", "dim", "heads", "scale", "causal", "keep"],
  },
  "backward session": {
    make: () => heed.session({ queries: 2, keys: 2, dim: 2, backward: true }),
    views: ["q", "dOutput", "dq"],
    options: ["window", "normalize"],
  },
  "layer's session": {
    make: () => heed.selfAttentionSession({ tokens: 2, modelDim: 2, output: true, backward: true }),
    views: ["x", "queryWeight", "outputWeight", "dx", "dQueryWeight"],
    options: ["tokens", "modelDim", "layout", "biases"],
  },
  cache: {
    make: () => heed.cache({ dim: 2, capacity: 4, rotary: { pairs: "halves" } }),
    views: [],
    options: ["dim", "capacity", "lengths", "ring"],
  },
  linear: { make: linearOf, views: ["x", "weight", "output"], options: ["rows", "inputs"] },
  feedForward: {
    make: () => feedForwardSession(heed, { rows: 2, inputs: 2, hidden: 3, activation: "relu" }),
    views: ["x", "output"],
    options: ["layers"],
  },
  layerNorm: {
    make: () => layerNormSession(heed, { rows: 2, dim: 2 }),
    views: ["x", "gain"],
    options: ["rows", "epsilon"],
  },
  chain: { make: () => chain([linearOf()]), views: ["x", "dx"], options: ["parameters"] },
  distanceBias: {
    make: () => distanceBias(heed.session({ queries: 2, keys: 2, dim: 2, bias: matrix })),
    views: ["distances"],
    options: [],
  },
};

/** Words of the code that have no business outside. */
const INTERNALS = /memory|holding|block|\bcore\b|HEAP|moments|stored|rotaryCos|rotaryQueries|forwardKind|sizes|where/i;

for (const [kind, { make, views, options }] of Object.entries(KINDS)) {
  test(`${kind}: nothing can be assigned, and a sentence says what to do`, () => {
    const session = make();
    for (const name of views) {
      const write = `${name} cannot be assigned. Write into it: ${name}.set(numbers).`;
      const refused = (error) => error instanceof TypeError && error.message.endsWith(write);
      if (session[name] !== undefined) assert.throws(() => (session[name] = new Float32Array(4)), refused, name);
    }
    for (const name of options) {
      const refused = { name: "TypeError", message: new RegExp(`: ${name} cannot be assigned\\. It is fixed`) };
      assert.throws(() => (session[name] = 8), refused, name);
      // A program that is not strict would not throw for a frozen object. Modules are strict, a new Function is not.
      // oxlint-disable-next-line typescript/no-implied-eval
      assert.throws(() => new Function("session", `session.${name} = 8`)(session), refused, name);
    }
    assert.throws(() => (session.anything = 8), TypeError);
    assert.throws(() => (session.run = () => {}), TypeError);
    assert.throws(() => Object.defineProperty(session, "more", { value: 1 }), TypeError);
    assert.throws(() => Object.setPrototypeOf(session, {}), TypeError);
    session.dispose();
  });

  test(`${kind}: its internals show nowhere`, () => {
    const session = make();
    const text = inspect(session);
    assert.match(text, /^Object \[\w+\] \{/);
    assert.doesNotMatch(text, INTERNALS);

    const keys = Object.keys(session);
    for (const name of keys.filter((one) => one !== "parameters"))
      assert.notEqual(session[name], undefined, `${name} is listed and absent`);
    assert.ok(keys.length < 60 && !keys.some((name) => INTERNALS.test(name)), keys.join());
    assert.throws(
      () => adam(session),
      (error) => !INTERNALS.test(error.message) && /got an? \w+\.$/.test(error.message),
    );
    session.dispose();
  });
}

test("methods work on their own, and a disposed session throws from its views", () => {
  const { run, dispose } = KINDS.session.make();
  run();
  dispose();
  assert.throws(run, /session\.run: this heed\.session was used after dispose\(\)/);
});

test("adam takes the parameters of a session, and an optimiser and an embedding are frozen too", () => {
  const session = KINDS["layer's session"].make();
  const optimiser = adam(parametersOf(session));
  optimiser.step();
  assert.throws(() => (optimiser.steps = 5), TypeError);
  assert.throws(() => (embedding({ vocab: 2, modelDim: 2 }).table = 5), TypeError);
  session.dispose();
});

test("a tensor is readable in a console and in JSON, and JSON is a tensor again", async () => {
  const { rotate } = await import(new URL("rotary.js", dist));
  const { linear, layerNorm } = await import(new URL("layers.js", dist));
  const { mergeAttention, tensor } = await import(new URL("heed.js", dist));
  const x = tensor([
    [1, 2],
    [3, 4],
  ]);
  const cache = heed.cache({ dim: 2, capacity: 2 });
  const attended = heed.attention(x, x, x, { keep: ["lse"] });
  const all = {
    tensor: x,
    attention: attended.output,
    selfAttention: heed.selfAttention(x).output,
    backward: heed.attentionBackward(x, x, x, x).dq,
    cache: cache.step(x, x, x).output,
    merged: mergeAttention([attended]).output,
    rotate: rotate(x, { pairs: "halves" }),
    layerNorm: layerNorm(heed, x),
    linear: linear(heed, x, { weight: x }),
  };
  for (const [name, one] of Object.entries(all)) {
    assert.equal(JSON.stringify(one), JSON.stringify({ data: Array.from(one.data), shape: [2, 2] }), name);
    assert.deepEqual(tensor(JSON.parse(JSON.stringify(one)).data, [2, 2]), tensor(one.data, [2, 2]));
    assert.match(inspect(one), /^\{\s+data: Float32Array\(4\) \[[^]*\],\s+shape: \[ 2, 2 \]\s+\}$/, name);
    assert.deepEqual(Object.keys(one), ["data", "shape"]);
    structuredClone(one);
  }
  cache.dispose();
});

test("what is written to keyLengths, alibi and sink is checked at each run, as calls check it", () => {
  const sizes = { batch: 2, queries: 3, keys: 3, dim: 2, heads: 2, keyLengths: 3, alibi: true, sink: 0 };
  const layer = { batch: 2, tokens: 3, modelDim: 4, heads: 2, keyLengths: 3, alibi: true, sink: 0 };
  for (const session of [heed.session(sizes), heed.selfAttentionSession(layer)]) {
    session.run();
    const refuses = (view, at, value, message) => {
      const before = session[view][at];
      session[view][at] = value;
      assert.throws(() => session.run(), { name: "RangeError", message });
      session[view][at] = before;
      session.run();
    };
    const range =
      /^(session|heed)\.\w+: keyLengths\[1\] must be from 0 to the number of keys, which is 3; got (4|-1)\.$/;
    refuses("keyLengths", 1, 4, range);
    refuses("keyLengths", 1, -1, range);
    refuses("alibi", 0, Infinity, /alibi must hold finite numbers/);
    refuses("sink", 1, NaN, /sink must hold finite numbers, or −Infinity for none/);
    session.dispose();
  }
  assert.throws(() => heed.session({ ...sizes, keyLengths: 4 }), /keyLengths must be from 0 to the number of keys/);
});
