// Lesson "Two layers", in Node: what its nets learn, and what its numbers mean.
import assert from "node:assert/strict";
import test from "node:test";
import { induced } from "./induced.mjs";
import { heed, siteModule } from "./runs.mjs";

const { firstSnapshot } = await siteModule("pages/two-layers/induction.ts");
const { CHANGES, Reader } = await siteModule("pages/two-layers/reader.ts");
const { partsOf } = await siteModule("pages/two-layers/score-parts.ts");
const { tokensOf } = await siteModule("pages/two-layers/task.ts");
const { questionsOf } = await siteModule("pages/two-layers/questions.ts");
const { verdictOf } = await siteModule("pages/two-layers/verdict.ts");
const { inductionScore, previousTokenScore } = await siteModule("pages/two-layers/head-scores.ts");

/** Trains nets, and returns the mean accuracy of the last ten steps of each, and the last snapshot. */
async function train(steps, options) {
  const { graded, last } = await induced(steps, options);
  const accuracies = graded[0].map(
    (_, kind) => graded.slice(-10).reduce((sum, step) => sum + step[kind].accuracy, 0) / 10,
  );
  return { accuracies, last };
}

/** The same from each of ten seeds. */
const trainTen = (steps, options) =>
  Promise.all(Array.from({ length: 10 }, (_, seed) => train(steps, { seed: seed + 1, ...options })));

test("two layers learn it from 9 seeds of 10, each with a previous-token head and an induction head", async () => {
  const found = await trainTen(200, { learningRate: 0.01, kinds: ["two"] });
  const learned = found.filter(({ accuracies: [two] }) => two >= 0.98);
  assert.ok(learned.length >= 9, `${learned.length} of 10`);
  for (const { last } of learned) {
    assert.ok(last.previous > 0.5, `previous-token score ${last.previous}`);
    assert.ok(last.induction > 0.9, `induction score ${last.induction}`);
  }
});

test("one layer with as many weights learns it from no seed, in three times as many steps", async () => {
  for (const seed of [1, 2, 3]) {
    const { accuracies } = await train(600, { seed, learningRate: 0.01, kinds: ["one"] });
    assert.ok(accuracies[0] < 0.45, `seed ${seed}: ${accuracies[0]}`);
  }
});

test("as on the page: of 10 seeds, two layers learn it from all, and one layer from none", async () => {
  const found = await trainTen(400, { learningRate: 0.003 });
  for (const { accuracies } of found) {
    const [two, one, handed] = accuracies;
    assert.ok(two > 0.97 && handed > 0.99 && one < 0.4, accuracies.join(" "));
  }
  const [{ last }] = found;
  const first = firstSnapshot(heed, 1);
  assert.ok(first.previous < 0.25 && first.induction < 0.15, "no head is there at the start");
  assert.ok(last.previous > 2 * first.previous && last.induction > 0.9, `${last.previous}, ${last.induction}`);

  const reader = new Reader(heed);
  const graded = Object.fromEntries(CHANGES.map((change) => [change, reader.grade(last.parameters, change).accuracy]));
  assert.ok(graded.none > 0.97, `nothing taken away: ${graded.none}`);
  assert.ok(graded.layer < 0.3, `without layer 1: ${graded.layer}`);
  assert.ok(graded.distance < 0.2, `without distance 1: ${graded.distance}`);
  assert.ok(graded.distances > 0.9, `without layer 2's distances: ${graded.distances}`);

  const reading = reader.read(last.parameters, "none", tokensOf("lumberjack lumberjack"));
  const copied = reading.guesses.slice(10, 19).map(({ token }) => token);
  assert.deepEqual(copied, tokensOf("umberjack"), "a text that is typed is copied");
  const logits = (row) => Array.from(reading.logits.subarray(row * 20, row * 20 + row + 1));
  for (let row = 0; row < 20; row++)
    for (let best = 0; best <= row; best++) {
      const names = Array.from({ length: 7 }, (_, key) => `part ${key}`);
      const { computation, distances } = partsOf(heed, reading, { row, best, token: "query", names });
      const { scores, logits: kept } = computation.kept;
      const sum = (from) => scores.data[from] + scores.data[from + 1] + scores.data[from + 2];
      const others = logits(row).filter((_, place) => place !== best);
      const mean = others.reduce((all, logit) => all + logit, 0) / others.length;
      assert.ok(Math.abs(sum(0) + distances.best - logits(row)[best]) < 1e-4, `the parts of score ${row}, ${best}`);
      if (row === 0) continue;
      assert.ok(Math.abs(sum(3) + distances.mean - mean) < 1e-4, `the parts of the mean beside ${row}, ${best}`);
      assert.ok(Math.abs(kept.data[6] - mean) < 1e-4, `the mean beside ${row}, ${best}`);
    }
});

test("the scores count the rows of the first copy, and every earlier occurrence", () => {
  const ids = new Int32Array(32);
  ids.set([5, 6, 5, 7, 5]);
  const weights = new Float32Array(32 * 32);
  const put = (row, column, weight) => (weights[row * 32 + column] = weight);
  put(1, 0, 0.5); // new tokens: rows 0, 1 and 3; row 0 has no token before it
  put(3, 2, 0.25);
  put(2, 1, 0.125); // repeated: rows 2 and 4
  put(4, 1, 0.25); // what followed the first 5
  put(4, 3, 0.5); // what followed the second 5
  const looks = { weights, ids, length: 5 };
  assert.equal(previousTokenScore(looks), (0.5 + 0.25) / 2);
  assert.equal(inductionScore(looks), (0.125 + 0.75) / 2);
});

test("the verdict names no step that was not reached", () => {
  /** The key and the numbers of the sentence for three nets that get these shares right, all the time. */
  const told = (two, one, handed) => verdictOf([[two, one, handed].map((accuracy) => ({ loss: 0, accuracy }))]);
  const [key, numbers] = told(1, 0.3, 1);
  assert.deepEqual([key, numbers.from, numbers.to, numbers.handedAt], ["verdict", "1", "1", "1"]);
  assert.equal(told(0.5, 0.3, 1)[0], "verdict-slow");
  const [slow, known] = told(1, 0.3, 0.5);
  assert.equal(slow, "verdict-handed-slow");
  assert.ok(!("handedAt" in known));
});

test("every question has one right choice, and it is computed", () => {
  assert.deepEqual(
    questionsOf(heed).map((question) => question.check().right),
    ["b", "c", "a"],
  );
});
