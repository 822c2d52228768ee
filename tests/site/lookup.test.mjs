// The task that lessons train on: what is tired?
import assert from "node:assert/strict";
import test from "node:test";
import { loadApart, runnable, testEach, train } from "../train/support.mjs";
import { siteModule } from "./runs.mjs";

const { lookupTask } = await siteModule("rooms/training/worker/lookup-task.ts");
const { lookupTraining } = await siteModule("rooms/training/worker/lookup-training.ts");
const { seededRandom } = train;
const curveOf = (training, steps) => Array.from({ length: steps }, () => training.step().loss);
const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

test("a bag holds eight facts without repetition and a question about one of them", () => {
  const task = lookupTask(seededRandom(1));
  const x = new Float32Array(20 * 9 * 64);
  const answers = task.fill(x);
  for (let bag = 0; bag < 20; bag++) {
    const words = task.words(bag);
    const facts = words.slice(0, 8).map((fact) => fact.split(" "));
    const [, asked] = /^what is (\w+)\?$/.exec(words[8]);
    assert.deepEqual(
      [new Set(facts.map(([attribute]) => attribute)).size, new Set(facts.map(([, name]) => name)).size],
      [8, 8],
    );
    const expected = facts.find(([attribute]) => attribute === asked)[1];
    assert.equal(task.names[answers[bag * 9 + 8]], expected);
    assert.ok(
      answers.subarray(bag * 9, bag * 9 + 8).every((answer) => answer === -1),
      "an answer at the question only",
    );
    assert.ok(facts.every(([attribute, name]) => task.attributes.includes(attribute) && task.names.includes(name)));
  }
  assert.ok(Math.abs(mean(x.map((value) => value * value)) - 1) < 0.1, "components of variance 1");
});

test("a token is the sum of its words' embeddings, wherever it stands", () => {
  const task = lookupTask(seededRandom(2), { dim: 16, facts: 5 });
  const x = new Float32Array(400 * 6 * 16);
  task.fill(x);
  const seen = new Map();
  for (let bag = 0; bag < 400; bag++) {
    task.words(bag).forEach((words, token) => {
      const numbers = String(x.subarray((bag * 6 + token) * 16, (bag * 6 + token + 1) * 16));
      assert.equal(seen.get(words) ?? numbers, numbers, words);
      seen.set(words, numbers);
    });
  }
  assert.ok(seen.size > 200);
});

testEach("the same seed gives the same training to the bit, another seed another", async (heed) => {
  const run = (given, seed) => {
    const training = lookupTraining(given, { seed });
    const curve = curveOf(training, 60);
    const weights = training.parameters.map(({ value }) => value.slice());
    training.dispose();
    return { curve, weights };
  };
  const first = run(heed, 3);
  assert.deepEqual(run(heed, 3), first);
  assert.deepEqual(run((await loadApart(heed.flavour)).heed, 3), first, "in an instance of its own");
  assert.notDeepEqual(run(heed, 4).curve, first.curve);
  assert.ok(mean(first.curve.slice(-10)) < first.curve[0] / 2, "and it learns");
});

testEach("neither a test in between nor growth of the memory changes what is learned", async ({ flavour }) => {
  const { heed, memory } = await loadApart(flavour);
  const expected = curveOf(lookupTraining(heed), 30);
  const training = lookupTraining(heed);
  const curve = curveOf(training, 15);
  const graded = training.test(64);
  const before = memory.buffer.byteLength;
  heed.session({ queries: 1, keys: 2 ** 20, dim: 16 }).dispose();
  assert.ok(memory.buffer.byteLength > before);
  assert.deepEqual(training.test(64), graded, "a test has always the same bags");
  assert.deepEqual([...curve, ...curveOf(training, 15)], expected);
  assert.equal(training.steps, 30);
});

testEach("with ÷√d_k every seed learns to answer in 200 steps; without it, most stay far behind", (heed) => {
  const accuracy = (scale) =>
    [1, 2, 3, 4, 5, 6].map((seed) => {
      const training = lookupTraining(heed, { seed, scale });
      curveOf(training, 200);
      const graded = training.test(256).accuracy;
      training.dispose();
      return graded;
    });
  const [scaled, unscaled] = [accuracy("sqrt-dk"), accuracy("none")];
  assert.ok(
    scaled.every((right) => right >= 0.95),
    `scaled: ${scaled}`,
  );
  assert.ok(mean(unscaled) < mean(scaled) - 0.2, `unscaled: ${unscaled}`);
});

test(
  "both flavours learn the same: the first losses but for rounding, the accuracy but for noise",
  { skip: runnable.length < 2 && "this engine runs one flavour" },
  async () => {
    const runs = await Promise.all(
      runnable.map(async (flavour) => {
        const { heed } = await loadApart(flavour);
        return [1, 2, 3, 4, 5, 6].map((seed) => {
          const training = lookupTraining(heed, { seed });
          const curve = curveOf(training, 200);
          const { accuracy } = training.test();
          training.dispose();
          return { first: curve.slice(0, 5), accuracy };
        });
      }),
    );
    const [one, other] = runs;
    one.forEach(({ first, accuracy }, place) => {
      first.forEach((loss, step) =>
        assert.ok(
          Math.abs(loss - other[place].first[step]) < 1e-4 * loss,
          `step ${step + 1}: ${loss}, ${other[place].first[step]}`,
        ),
      );
      assert.ok(
        Math.abs(accuracy - other[place].accuracy) < 0.02,
        `seed ${place + 1}: ${accuracy}, ${other[place].accuracy}`,
      );
    });
  },
);

testEach("attention goes where the answer is", (heed) => {
  const training = lookupTraining(heed, { batch: 16, keep: ["weights"] });
  curveOf(training, 250);
  const answers = training.task.fill(training.session.x);
  training.session.run();
  for (let bag = 0; bag < 16; bag++) {
    const name = training.task.names[answers[bag * 9 + 8]];
    const fact = training.task.words(bag).findIndex((words) => words.endsWith(` ${name}`));
    assert.ok(training.session.weights[(bag * 9 + 8) * 9 + fact] > 0.5, `bag ${bag}`);
  }
  training.dispose();
});

test("a question may ask for two facts at once, in an order", () => {
  const task = lookupTask(seededRandom(1), { questions: 2 });
  const x = new Float32Array(200 * 9 * 64);
  const answers = task.fill(x);
  const seen = new Map();
  for (let bag = 0; bag < 200; bag++) {
    const words = task.words(bag);
    const [, first, second] = /^what is (\w+), and what is (\w+)\?$/.exec(words[8]);
    const named = (attribute) => words.find((fact) => fact.startsWith(`${attribute} `)).split(" ")[1];
    assert.deepEqual(
      Array.from(answers.subarray((bag * 9 + 8) * 2, (bag * 9 + 9) * 2), (name) => task.names[name]),
      [named(first), named(second)],
    );
    assert.ok(
      answers.subarray(bag * 18, bag * 18 + 16).every((answer) => answer === -1),
      "an answer at the question only",
    );
    seen.set(`${first} ${second}`, String(x.subarray((bag * 9 + 8) * 64, (bag * 9 + 9) * 64)));
  }
  const turned = [...seen.keys()].filter((pair) => seen.has(pair.split(" ").reverse().join(" ")));
  assert.ok(
    turned.length > 0 && turned.every((pair) => seen.get(pair) !== seen.get(pair.split(" ").reverse().join(" "))),
    "the order is in the numbers",
  );
  assert.ok(Math.abs(mean(x.map((value) => value * value)) - 1) < 0.1, "components of variance 1");
});

testEach(
  "two facts at once are too much for one head, and not for two or four of half and a quarter of its size",
  (heed) => {
    const accuracy = (heads) => {
      const training = lookupTraining(heed, { heads, questions: 2 });
      curveOf(training, 300);
      const graded = training.test(256).accuracy;
      const size = training.parameters.reduce((sum, { value }) => sum + value.length, 0);
      training.dispose();
      return { graded, size };
    };
    const [one, two, four] = [1, 2, 4].map(accuracy);
    assert.ok(one.graded < 0.6, `one head: ${one.graded}`);
    assert.ok(two.graded >= 0.95 && four.graded >= 0.95, `two: ${two.graded}, four: ${four.graded}`);
    assert.ok(one.size === two.size && two.size === four.size, "of as many weights");
  },
);
