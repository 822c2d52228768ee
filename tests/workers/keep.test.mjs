// Asking to keep something changes no bit of anything else: of the output, of gradients, of what else is kept, and of
// what a cache computes later.
import { testEach } from "../lib/support.mjs";
import { assertSameBits, randomAttention, randomLayer, randomOf, withPool } from "./support.mjs";

const MATRICES = ["raw", "scores", "logits", "weights"];
const GRADIENTS = ["dWeights", "dScores"];
const GRADIENTS_OF_LAYER = [...GRADIENTS, "dq", "dk", "dv", "dJoined"];

const KINDS = [
  { make: randomAttention, names: MATRICES, backward: false, calls: 250 },
  { make: randomAttention, names: GRADIENTS, backward: true, calls: 80 },
  { make: randomLayer, names: [...MATRICES, "q", "k", "v", "joined"], backward: false, calls: 80 },
  { make: randomLayer, names: GRADIENTS_OF_LAYER, backward: true, calls: 60 },
];

/** Nothing, each name alone, and all together. Without softmax there is no lse. */
function choicesOf(names, { normalize }, backward = false) {
  const all = backward || normalize === "none" ? names : [...names, "lse"];
  return [[], ...all.map((name) => [name]), all];
}

const partOf = (results, names) => Object.fromEntries(names.map((name) => [name, results[name]]));

/** The results that `run` gives for each choice must have the bits of those before. Returns the last results. */
async function assertKeepChangesNothing(choices, run, what) {
  const known = {};
  for (const keep of choices) {
    const results = await run(keep);
    const both = Object.keys(results).filter((name) => name in known);
    assertSameBits(partOf(results, both), partOf(known, both), `${what}, keep [${keep}]`);
    Object.assign(known, results);
  }
  return known;
}

/** The shapes and options of a call, for the message of a failure. */
const described = (args) =>
  JSON.stringify(args, (_, value) => (ArrayBuffer.isView(value) ? `${value.length} numbers` : value));

testEach("keep changes no bit of anything else in hundreds of random calls, here and on workers", async (heed) => {
  const { flavour } = heed;
  await withPool({ chunk: 3e4 }, { flavour, workers: 2 }, async (pool) => {
    for (const [at, { make, names, backward, calls }] of KINDS.entries()) {
      const random = randomOf(700 + at);
      for (let n = 0; n < calls; n++) {
        const { name, args } = make(random, backward);
        const options = args.pop();
        const what = `${name} ${n} of ${described([...args, options])}`;
        const choices = choicesOf(names, options, backward);
        const known = await assertKeepChangesNothing(
          choices,
          (keep) => heed[name](...args, { ...options, keep }),
          what,
        );
        if (n % 5) continue;
        const spread = (keep) => pool[name](...args, { ...options, keep });
        assertSameBits(await assertKeepChangesNothing(choices, spread, `workers: ${what}`), known, `workers: ${what}`);
      }
    }
  });
});

const LONG = [
  { keys: 1100 },
  { keys: 1100, causal: { offset: 900 } },
  { keys: 1100, causal: { offset: 300 }, alibi: { slopes: [0.5, -0.01] }, softcap: 3 },
  { keys: 2600, window: { left: 70, right: 9, offset: 2020 } },
  { keys: 2600, window: { left: 700, right: 0, offset: 1900 }, sink: 0.5 },
  { keys: 600, keyLengths: 520, scale: 0.3 },
  { keys: 600, normalize: "none", causal: { offset: 580 } },
];

testEach("keep changes no bit of anything else where rows have more keys than a block", async (heed) => {
  for (const [at, { keys, ...options }] of LONG.entries())
    for (const queries of [1, 2, 37]) {
      const { tensorOf } = randomOf(720 + at);
      const [q, k, v] = [tensorOf([2, queries, 16]), tensorOf([1, keys, 16]), tensorOf([1, keys, 7])];
      const what = `${queries} rows, ${JSON.stringify({ keys, ...options })}`;
      const run = (keep) => heed.attention(q, k, v, { ...options, keep });
      await assertKeepChangesNothing(choicesOf(MATRICES, options), run, what);
    }
});

testEach("keep changes no bit of what a session computes, nor of its gradients", async (heed) => {
  for (const [at, { keys, ...options }] of LONG.entries())
    for (const backward of [false, true]) {
      const sizes = { heads: 2, kvHeads: 1, queries: 14, keys, dim: 16, valueDim: 7, backward };
      const run = (keep) => {
        const session = heed.session({ ...sizes, ...options, keep });
        const { tensorOf } = randomOf(740 + at);
        const inputs = { q: [2, 14, 16], k: [1, keys, 16], v: [1, keys, 7], ...(backward && { dOutput: [2, 14, 7] }) };
        for (const name in inputs) session[name].set(tensorOf(inputs[name]).data);
        session.run();
        if (backward) session.backward();
        const names = ["output", ...keep, ...(backward ? ["dq", "dk", "dv"] : [])];
        const results = names.map((name) => [name, { data: session[name].slice(), shape: [session[name].length] }]);
        session.dispose();
        return Object.fromEntries(results);
      };
      const names = backward ? [...MATRICES, ...GRADIENTS] : MATRICES;
      await assertKeepChangesNothing(choicesOf(names, options), run, JSON.stringify({ ...sizes, ...options }));
    }
});

/** Options of a cache; a ring drops tokens, and goes on for longer than it has room. */
function randomCache({ integer, uniform }) {
  const kvHeads = integer(1, 2);
  const ring = uniform() < 0.7;
  const capacity = ring ? integer(8, 40) : 120;
  return {
    batch: integer(1, 2),
    heads: kvHeads * integer(1, 2),
    kvHeads,
    dim: integer(1, 12),
    capacity,
    ring,
    ...(uniform() < 0.5 && { window: { left: integer(0, capacity - 1) } }),
    ...(uniform() < 0.3 && { type: "float16" }),
    ...(uniform() < 0.3 && { sink: 0.5 }),
    ...(uniform() < 0.3 && { scale: 0.7, softcap: 2 }),
  };
}

testEach("keep changes no bit of what a cache computes, then and later", async (heed) => {
  const random = randomOf(760);
  for (let n = 0; n < 120; n++) {
    const options = randomCache(random);
    const { batch, heads, kvHeads, dim } = options;
    const choices = choicesOf(MATRICES, {});
    const caches = choices.map(() => heed.cache(options));
    for (let step = 0; step < 20; step++) {
      const rows = random.uniform() < 0.6 ? 1 : random.integer(2, 5);
      const counts = Array.from({ length: batch }, () => (random.uniform() < 0.8 ? rows : random.integer(0, rows)));
      if (options.ring && rows > options.capacity / 4) continue;
      const [q, k, v] = [heads, kvHeads, kvHeads].map((of) => random.tensorOf([batch, of, rows, dim]));
      const left = choices.map((keep, at) => [keep, caches[at]]);
      const run = (keep) => left.find(([own]) => own === keep)[1].step(q, k, v, { counts, keep });
      await assertKeepChangesNothing(
        choices,
        run,
        `cache ${n}, step ${step} of ${JSON.stringify({ ...options, counts })}`,
      );
    }
    for (const cache of caches) cache.dispose();
  }
});
