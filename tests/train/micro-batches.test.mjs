// A batch in parts: whoever computes them, the weights have the same bits.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { layers, load } from "../layers/support.mjs";
import { assertRefused, dist, runnable, train } from "./support.mjs";
import { ownText, RATE } from "./curve.mjs";

const { openWorkers } = await import(new URL("workers.js", dist).href);
const { languageModel } = layers;
const { adam, fillBatch, lettersOf, microBatches, seededRandom, warmupCosine } = train;

const [PIECES, TOKENS, STEPS] = [8, 32, 24];
const letters = lettersOf(ownText());
const ids = letters.encode(ownText());
const SIZES = {
  vocab: letters.letters.length,
  modelDim: 48,
  heads: 4,
  layers: 2,
  tokens: TOKENS,
  backward: true,
  seed: 1,
};

/** The SHA-256 of all weights after some steps, and the last loss. */
async function trained(heed, { parts, workers, more = {}, beforeStep = (_step) => {} }) {
  const model = languageModel(heed, { ...SIZES, batch: PIECES / parts, ...more });
  const all = microBatches(heed, model, { parts, workers });
  const how = { learningRate: warmupCosine(RATE), beta2: 0.99, weightDecay: 0.1, clip: 1 };
  const optimiser = adam(heed, model.parameters, how);
  const draw = seededRandom(2);
  for (let step = 0; step < STEPS; step++) {
    fillBatch(all, ids, draw);
    beforeStep(step);
    await all.gradients();
    optimiser.step();
  }
  const hash = createHash("sha256");
  for (const { value } of model.parameters) hash.update(value);
  optimiser.dispose();
  model.dispose();
  return { bits: hash.digest("hex"), loss: all.loss };
}

async function withWorkers(options, body) {
  const workers = await openWorkers(options);
  try {
    return await body(workers);
  } finally {
    await workers.dispose();
  }
}

/** A function for `script`, and the workers that it made. */
function makers() {
  const made = [];
  const script = () => {
    made.push(new Worker(new URL("worker.js", dist)));
    return made.at(-1);
  };
  return { made, script };
}

for (const flavour of runnable)
  for (const [what, more] of [
    ["GPT-2's parts", { biases: true }],
    [
      "rotary, a window and ALiBi",
      { positions: false, norm: "rms", attention: { rotary: { pairs: "halves" }, window: { left: 9 }, alibi: true } },
    ],
  ])
    test(`${flavour}: with ${what}, none, 1, 2 and 4 workers leave the same weights`, async () => {
      const heed = await load({ flavour });
      const alone = await trained(heed, { parts: 4, more });
      for (const workers of [1, 2, 4]) {
        const { made, script } = makers();
        const found = await withWorkers({ workers, flavour, script }, (pool) =>
          trained(heed, { parts: 4, workers: pool, more }),
        );
        assert.equal(found.bits, alone.bits, `${workers} workers`);
        assert.ok(made.length === workers, `${made.length} workers computed`);
      }
      assert.ok(alone.loss < 2.5, `it learned: ${alone.loss}`);
    });

test("messages carry the parts where there is no SharedArrayBuffer", async () => {
  const heed = await load();
  const { SharedArrayBuffer: shared } = globalThis;
  const alone = await trained(heed, { parts: 2 });
  const found = await withWorkers({ workers: 2 }, async (workers) => {
    delete globalThis.SharedArrayBuffer;
    try {
      return await trained(heed, { parts: 2, workers });
    } finally {
      globalThis.SharedArrayBuffer = shared;
    }
  });
  assert.equal(found.bits, alone.bits);
});

test("the gradients are those of the whole batch, up to rounding", async () => {
  const heed = await load();
  const [whole, part] = [PIECES, 2].map((batch) => languageModel(heed, { ...SIZES, batch }));
  const all = microBatches(heed, part, { parts: PIECES / 2 });
  fillBatch(whole, ids, seededRandom(3));
  whole.targets.fill(-1, 0, 40);
  all.ids.set(whole.ids);
  all.targets.set(whole.targets);
  whole.run();
  whole.backward();
  await all.gradients();
  assert.ok(Math.abs(all.loss - whole.loss) < 1e-6, `${all.loss} and ${whole.loss}`);
  part.parameters.forEach(({ name, gradient }, place) => {
    const expected = whole.parameters[place].gradient;
    const size = Math.hypot(...expected);
    assert.ok(Math.hypot(...gradient.map((one, i) => one - expected[i])) < 1e-5 * size, name);
  });
  whole.dispose();
  part.dispose();
});

test("parts without an answer add nothing, whoever computes them; without any answer the loss is NaN", async () => {
  const heed = await load();
  const computed = async (workers, first) => {
    const model = languageModel(heed, { ...SIZES, batch: 2 });
    const all = microBatches(heed, model, { parts: 4, workers });
    const hash = createHash("sha256");
    for (let step = 0; step < 3; step++) {
      fillBatch(all, ids, seededRandom(step));
      all.targets.fill(-1, first * 2 * TOKENS);
      await all.gradients();
      for (const { gradient } of model.parameters) hash.update(gradient);
    }
    const isStill = model.parameters.every(({ gradient }) => gradient.every((one) => one === 0));
    model.dispose();
    return { bits: hash.digest("hex"), loss: all.loss, isStill };
  };
  for (const first of [0, 1, 3]) {
    const here = await computed(undefined, first);
    assert.deepEqual([Number.isNaN(here.loss), here.isStill], first === 0 ? [true, true] : [false, false]);
    for (const workers of [1, 2, 4])
      assert.deepEqual(await withWorkers({ workers }, (pool) => computed(pool, first)), here, `${workers} workers`);
  }
});

test("a worker that is killed changes no bit", async () => {
  const heed = await load();
  const alone = await trained(heed, { parts: 4 });
  const { made, script } = makers();
  const found = await withWorkers({ workers: 2, script }, (workers) =>
    trained(heed, { parts: 4, workers, beforeStep: (step) => (step === 3 || step === 5) && made.at(-1).terminate() }),
  );
  assert.equal(found.bits, alone.bits);
  assert.ok(made.length > 2, "another one took its place");
});

test("a step that cannot be computed says why, and leaves the model usable", async () => {
  const heed = await load();
  const model = languageModel(heed, { ...SIZES, batch: 2 });
  const workers = await openWorkers({ workers: 1 });
  const all = microBatches(heed, model, { parts: 2, workers });
  const before = model.parameters.map(({ value }) => value.slice());
  fillBatch(all, ids, seededRandom(3));
  all.ids[5] = 999;
  await assert.rejects(all.gradients(), /ids\[5\] must be from 0 to/);
  all.ids[5] = 0;
  await all.gradients();
  await workers.dispose();
  await assert.rejects(async () => {
    for (let step = 0; step < 3; step++) await all.gradients();
  }, /the workers are disposed of/);
  model.parameters.forEach(({ value }, place) => assert.deepEqual(value, before[place]));
  model.run();
  assert.ok(Number.isFinite(all.loss));
  model.dispose();
});

test("gradients() before the last one has ended is refused, and the last one stays right", async () => {
  const heed = await load();
  const model = languageModel(heed, { ...SIZES, batch: 2 });
  const workers = await openWorkers({ workers: 2 });
  const all = microBatches(heed, model, { parts: 4, workers });
  fillBatch(all, ids, seededRandom(3));
  await all.gradients();
  const { loss } = all;
  for (let step = 0; step < 4; step++) {
    const [first, second] = await Promise.allSettled([all.gradients(), all.gradients()]);
    assert.equal(first.status, "fulfilled");
    assert.match(
      String(second.reason),
      /batches\.gradients: the last call must end before the next one begins\. Await its promise/,
    );
    assert.equal(all.loss, loss, `step ${step}`);
  }
  await workers.dispose();
  model.dispose();
});

test("what cannot be trained in parts is refused", async () => {
  const heed = await load();
  const model = languageModel(heed, { ...SIZES, batch: 2 });
  const still = languageModel(heed, { ...SIZES, batch: 2, backward: false });
  assertRefused(
    () => microBatches(heed, model, { parts: 0 }),
    RangeError,
    /parts must be an integer from 1 to 4096; got the number 0/,
  );
  assertRefused(() => microBatches(heed, {}, { parts: 2 }), TypeError, /model must be made by languageModel/);
  assertRefused(() => microBatches(model, model, { parts: 2 }), TypeError, /heed must be made by load\(\)/);
  assertRefused(() => microBatches(heed, still, { parts: 2 }), Error, /Make it with backward: true/);
  assertRefused(
    () => microBatches(heed, model, { parts: 2, workers: heed }),
    TypeError,
    /must be made by openWorkers\(\)/,
  );
  const reader = languageModel(heed, { ...SIZES, batch: 2, weightsOf: model });
  await withWorkers({ workers: 0, flavour: heed.flavour }, async (workers) =>
    assertRefused(
      () => microBatches(heed, reader, { parts: 2, workers }),
      RangeError,
      "heed/train.microBatches: with workers, model must hold its own weights; this one reads another model's.",
    ),
  );
  // Engines choose their own flavour.
  const [own, other] = heed.flavour === "simd" ? ["simd", "relaxed-simd"] : ["relaxed-simd", "simd"];
  if (runnable.includes(other))
    await withWorkers({ workers: 0, flavour: other }, async (workers) =>
      assertRefused(
        () => microBatches(heed, model, { parts: 2, workers }),
        RangeError,
        new RegExp(`workers must run the build of the model, "${own}"; they run "${other}"`),
      ),
    );
  for (const one of [model, still, reader]) one.dispose();
});
