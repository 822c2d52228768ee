// Every session, cache and layer refuses what is asked of it after dispose(), in one sentence.
import assert from "node:assert/strict";
import { layers, tensor, testEach } from "./support.mjs";

const { chain, distanceBias, feedForwardSession, layerNormSession, linearSession } = layers;
const attention = { queries: 2, keys: 2, dim: 2, backward: true, keep: ["weights", "lse"] };

/** How each kind is made, by what begins its sentences. */
const KINDS = {
  "heed.session": (heed) => heed.session({ ...attention, causal: true, keyLengths: 2 }),
  "heed.selfAttentionSession": (heed) => heed.selfAttentionSession({ tokens: 2, modelDim: 2, backward: true }),
  "heed.cache": (heed) => heed.cache({ dim: 2, capacity: 4 }),
  "heed/layers.linearSession": (heed) => linearSession(heed, { rows: 2, inputs: 2, outputs: 2, backward: true }),
  "heed/layers.layerNormSession": (heed) => layerNormSession(heed, { rows: 2, dim: 2, backward: true }),
  "heed/layers.distanceBias": (heed) => {
    const zeros = tensor(new Float32Array(4), [2, 2]);
    const session = heed.selfAttentionSession({ tokens: 2, modelDim: 2, bias: zeros, backward: true });
    return distanceBias(session);
  },
  "heed/layers.chain": (heed) =>
    chain([
      layerNormSession(heed, { rows: 2, dim: 2, backward: true }),
      feedForwardSession(heed, { rows: 2, inputs: 2, hidden: 3, activation: "relu", backward: true }),
    ]),
};

/** What the sentences call what was made. */
const wordOf = (where) => /[A-Z]?[a-z]+$/.exec(where)[0].toLowerCase();

testEach("after dispose() each method and each array is refused in one sentence, and dispose() is not", (heed) => {
  for (const [where, make] of Object.entries(KINDS)) {
    const made = make(heed);
    const all = Object.getOwnPropertyNames(made);
    const methods = all.filter((name) => typeof made[name] === "function" && name !== "dispose");
    const arrays = all.filter((name) => ArrayBuffer.isView(made[name]));
    assert.ok(methods.length >= 2 && (arrays.length >= 3 || where === "heed.cache"), `${where}: ${all}`);
    made.dispose();
    made.dispose();
    const uses = [
      ...methods.map((name) => [name, () => made[name]()]),
      ...arrays.map((name) => [name, () => made[name]]),
    ];
    for (const [name, use] of uses)
      assert.throws(use, {
        name: "Error",
        message:
          `${wordOf(where)}.${name}: this ${where} was used after dispose(), ` +
          "which freed its memory. Make a new one.",
      });
  }
});

testEach("layers that share memory refuse all use of it once the other one is disposed of", (heed) => {
  const make = () => linearSession(heed, { rows: 4, inputs: 8, outputs: 8, backward: true });
  for (const place of [0, 1]) {
    const pair = [make(), make()];
    chain(pair, { shared: true });
    const [gone, left] = [pair[place], pair[1 - place]];
    const name = place === 0 ? "x" : "dOutput";
    gone.dispose();
    // They lie where it lay.
    const others = [make(), make(), make()];
    for (const use of ["x", "output", "dOutput", "dx", "run", "backward"])
      assert.throws(() => (use === "run" || use === "backward" ? left[use]() : left[use].fill(7)), {
        message:
          `session.${use}: this heed/layers.linearSession was used after dispose() ` +
          `of the layer whose ${name} it reads.`,
      });
    for (const other of others) assert.ok([other.x, other.output, other.dx].every((all) => all.every((x) => x === 0)));
    for (const one of [left, ...others]) one.dispose();
  }
  const model = layers.languageModel(heed, { vocab: 5, modelDim: 8, tokens: 4, heads: 2, backward: true });
  model.embedding.dispose();
  assert.throws(() => model.blocks[0].run(), /after dispose\(\) of the layer whose/);
  assert.throws(() => model.blocks[0].backward(), /after dispose\(\) of the layer whose|run\(\) must be called first/);
  model.dispose();
});

testEach("backward() before run() is refused in one sentence, and after a run() that failed, too", (heed) => {
  for (const [where, make] of Object.entries(KINDS)) {
    if (where === "heed.cache") continue;
    const made = make(heed);
    const refused = {
      name: "Error",
      message: `${wordOf(where)}.backward: run() must be called first. backward() needs its results.`,
    };
    assert.throws(() => made.backward(), refused);
    made.run();
    made.backward();
    if (made.keyLengths) {
      made.keyLengths[0] = 3;
      assert.throws(() => made.run(), RangeError);
      assert.throws(() => made.backward(), refused);
    }
    made.dispose();
  }
});
