// What the lessons say of their experiments, in Node: over several seeds, and longer than their pages run.
import assert from "node:assert/strict";
import test from "node:test";
import { lookupTraining } from "../../dist/train.js";
import { heed, siteModule } from "./runs.mjs";

const { REACHED } = await siteModule("pages/train-it-twice/summary.ts");
const { openTimeline } = await siteModule("pages/learned/timeline.ts");
const { openHeads } = await siteModule("pages/several-heads/heads.ts");
const { openInduction } = await siteModule("pages/two-layers/induction.ts");
const { verdictOf } = await siteModule("pages/two-layers/verdict.ts");
const { Reader } = await siteModule("pages/two-layers/reader.ts");
const { partsOf } = await siteModule("pages/two-layers/score-parts.ts");
const { tokensOf } = await siteModule("pages/two-layers/task.ts");
const { PLACES } = await siteModule("pages/without-weights/places.ts");
const { DIM, rowsOfWords, SOFT_SCALE, WORDS } = await siteModule("pages/order-and-masks/words.ts");

const rowsOf = ({ data, shape: [rows, columns] }) =>
  Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * columns, (row + 1) * columns)));
const seeds = (count) => Array.from({ length: count }, (_, at) => at + 1);

test("lesson 2: at the start most words look at themselves most", () => {
  const rows = rowsOf(heed.selfAttention(PLACES, undefined, { keep: ["weights"] }).weights);
  const own = rows.filter((row, word) => row[word] === Math.max(...row)).length;
  assert.ok(own > rows.length / 2 && own < rows.length, `${own} of ${rows.length}`);
});

test("lesson 5: as the page begins, the fact's gradient stays negative, and the weights gather there", () => {
  const watched = openTimeline(heed, { seed: 1, learningRate: 5e-3 });
  const { fact } = watched.about;
  const moments = Array.from({ length: 200 }, () => watched.step());
  for (const { gradients } of moments.slice(50)) assert.ok(gradients[fact] < 0, `${gradients[fact]}`);
  assert.ok(moments.at(-1).weights[fact] > 0.95);
  const slope = ({ gradients }) => Math.hypot(...gradients);
  assert.ok(slope(moments.at(-1)) < slope(moments[40]) / 10, "the gradients fade");
  watched.dispose();

  const stuck = openTimeline(heed, { seed: 1, learningRate: 3.2e-2 });
  const last = Array.from({ length: 200 }, () => stuck.step()).at(-1);
  assert.ok(slope(last) < 1e-6 && last.weights[stuck.about.fact] < 0.1, "the highest rate: no slope, a wrong fact");
  stuck.dispose();
});

/** How many of these seeds have learned the task after each of these steps. */
function learned({ scale, dim, count, after }) {
  const found = after.map(() => 0);
  for (const seed of seeds(count)) {
    const training = lookupTraining(heed, { seed, scale, dim, learningRate: 5e-3 });
    after.forEach((steps, at) => {
      for (let step = at === 0 ? 0 : after[at - 1]; step < steps; step++) training.step();
      if (training.test(256).accuracy >= REACHED) found[at]++;
    });
    training.dispose();
  }
  return found;
}

test("lesson 7: the division decides how soon the head learns, not whether", () => {
  const count = 5;
  const [withIt] = learned({ scale: "sqrt-dk", dim: 64, count, after: [200] });
  assert.equal(withIt, count);
  const [soon, late] = learned({ scale: "none", dim: 64, count, after: [200, 600] });
  assert.ok(soon < count / 2 && late > count / 2, `without it ${soon}, later ${late}`);
});

test("lesson 7: at 16 the head needs more steps than those of the page, with the division too", () => {
  const [soon, late] = learned({ scale: "sqrt-dk", dim: 16, count: 4, after: [200, 1600] });
  assert.ok(soon === 0 && late >= 3, `${soon}, later ${late}`);
});

test("lesson 9: one head answers one thing, and about half of two; its row is one blend", () => {
  const accuracyOf = (questions, seed) => {
    const heads = openHeads(heed, { seed, questions });
    for (let step = 0; step < 300; step++) heads.step();
    const [{ accuracy }] = heads.view();
    heads.dispose();
    return accuracy;
  };
  for (const seed of [1, 2]) {
    assert.ok(accuracyOf(1, seed) > 0.98, "asked for one thing");
    const two = accuracyOf(2, seed);
    assert.ok(two > 0.4 && two < 0.65, `asked for two: ${two}`);
  }
});

test("lesson 10: half the usual scale leaves most words no more than about half of their own weight", () => {
  const rows = rowsOfWords(WORDS);
  const own = (scale) =>
    rowsOf(heed.attention(rows, rows, rows, { scale, keep: ["weights"] }).weights).filter((row, at) => row[at] < 0.52);
  assert.ok(own(SOFT_SCALE).length > WORDS.length / 2);
  assert.ok(own(1 / Math.sqrt(DIM)).length < WORDS.length / 2);
});

test("lesson 10: a bias of the keys changes the weights where rotary positions turn the keys, and only there", () => {
  const x = rowsOfWords(WORDS);
  const identity = x[0].map((_, i) => x[0].map((__, j) => (i === j ? 1 : 0)));
  const weightsOf = (keyBias, options) =>
    heed.selfAttention(
      x,
      { queryWeight: identity, keyWeight: identity, valueWeight: identity, keyBias },
      { ...options, keep: ["weights"] },
    ).weights.data;
  const apart = (options) => {
    const [zeros, ones] = [0, 1].map((bias) => weightsOf(Array(DIM).fill(bias), options));
    return Math.max(...zeros.map((weight, at) => Math.abs(weight - ones[at])));
  };
  assert.ok(apart({}) < 1e-5);
  assert.ok(apart({ rotary: { layout: "halves" } }) > 0.01);
});

test("lesson 11: the loss falls more steeply over about a hundred steps, while both heads appear together", () => {
  for (const seed of seeds(2)) {
    const training = openInduction(heed, { seed, learningRate: 3e-3 });
    const steps = Array.from({ length: 400 }, () => training.step());
    training.dispose();
    const [, { from, to }] = verdictOf(steps.map(({ graded }) => graded));
    assert.ok(to - from > 60 && to - from < 140, `seed ${seed}: from ${from} to ${to}`);
    const fall = (begin, end) => (steps[begin].graded[0].loss - steps[end].graded[0].loss) / (end - begin);
    assert.ok(fall(Number(from), Number(to)) > 3 * fall(0, 100), `seed ${seed}: steeper than at first`);
    const snapshots = steps.flatMap(({ snapshot }) => snapshot ?? []);
    const halfWay = (name) => {
      const [first, last] = [snapshots[0][name], snapshots.at(-1)[name]];
      return snapshots.find((one) => one[name] >= (first + last) / 2).step;
    };
    assert.ok(Math.abs(halfWay("previous") - halfWay("induction")) <= 20, `seed ${seed}: together`);

    const copy = 10;
    const reading = new Reader(heed).read(snapshots.at(-1).parameters, "none", tokensOf("lumberjack lumberjack"));
    const length = 2 * copy;
    const low = reading.weights[0];
    const stride = Math.sqrt(low.length);
    const before = (begin, end) => {
      let sum = 0;
      for (let row = begin; row < end; row++) sum += low[row * stride + row - 1];
      return sum / (end - begin);
    };
    assert.ok(before(1, copy) > 1.3 * before(copy, length), `seed ${seed}: sharpest in the first copy`);

    const names = Array.from({ length: 7 }, (_, at) => `part ${at}`);
    const shares = Array.from({ length: copy - 1 }, (_, at) => {
      const row = copy + at;
      const { computation, distances } = partsOf(heed, reading, { row, best: at + 1, token: "query", names });
      const { data } = computation.kept.scores;
      const all = data[0] + data[1] + data[2] + distances.best - (data[3] + data[4] + data[5] + distances.mean);
      return (data[1] - data[4]) / all;
    });
    assert.ok(Math.min(...shares) > 0.5, `seed ${seed}: the token before makes most of the difference, ${shares}`);
  }
});
