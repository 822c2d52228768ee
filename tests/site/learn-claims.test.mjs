// What the lessons say of their experiments, in Node: over several seeds, and longer than their pages run.
import assert from "node:assert/strict";
import test from "node:test";
import { induced } from "./induced.mjs";
import { kept } from "./kept.mjs";
import { heed, siteModule, siteText } from "./runs.mjs";

const { REACHED } = await siteModule("pages/train-it-twice/summary.ts");
const table = await siteModule("pages/embedding/learning.ts");
const { kindsOf, smallOf } = await siteModule("pages/embedding/small.ts");
const alignment = await siteModule("pages/alignment/training.ts");
const translated = await siteModule("pages/alignment/measured.ts");
const { openHead, FACTS, MANY } = await siteModule("pages/why-softmax/head.ts");
const contest = await siteModule("pages/why-softmax/measured.ts");
const { lookupTraining } = await siteModule("rooms/training/worker/lookup-training.ts");
const { openTimeline } = await siteModule("pages/learned/timeline.ts");
const { openHeads } = await siteModule("pages/several-heads/heads.ts");
const { verdictOf } = await siteModule("pages/two-layers/verdict.ts");
const { Reader } = await siteModule("pages/two-layers/reader.ts");
const { partsOf } = await siteModule("pages/two-layers/score-parts.ts");
const { tokensOf } = await siteModule("pages/two-layers/task.ts");
const { PLACES } = await siteModule("pages/without-weights/places.ts");
const { DIM, rowsOfWords, SOFT_SCALE, WORDS } = await siteModule("pages/order-and-masks/words.ts");

const rowsOf = ({ data, shape: [rows, columns] }) =>
  Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * columns, (row + 1) * columns)));
const seeds = (count) => Array.from({ length: count }, (_, at) => at + 1);

test("without-weights: at the start most words look at themselves most", () => {
  const rows = rowsOf(heed.selfAttention(PLACES, { keep: ["weights"] }).weights);
  const own = rows.filter((row, word) => row[word] === Math.max(...row)).length;
  assert.ok(own > rows.length / 2 && own < rows.length, `${own} of ${rows.length}`);
});

test("embedding: words before the same words meet, for as many seeds as the page says", () => {
  const own = seeds(table.MEASURED.seeds).map((seed) => {
    const training = table.trainTable(heed, seed);
    for (let step = 0; step < table.STEPS; step++) training.step();
    const found = table.amongTheirOwn(training.moment().table);
    training.dispose();
    return found;
  });
  const { all, least } = table.MEASURED;
  assert.deepEqual([own.filter((count) => count === table.WORDS).length, Math.min(...own)], [all, least], `${own}`);
});

/** The mean cosine of all pairs of words of a kind. */
function togetherAt(small, moment, { words }) {
  const rows = rowsOf(small.rows[moment]);
  const own = words.map((word) => rows[small.idOf(word)]);
  const cosine = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0) / Math.hypot(...a) / Math.hypot(...b);
  const all = own.flatMap((one, at) => own.slice(at + 1).map((other) => cosine(one, other)));
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}

test("embedding: training brings words of a kind together, those that are said of nouns more than nouns", () => {
  for (const language of ["en", "de"]) {
    const small = smallOf(language);
    const mean = (moment, areNouns) => {
      const kinds = kindsOf(small).filter((kind) => kind.areNouns === areNouns);
      return kinds.reduce((sum, kind) => sum + togetherAt(small, moment, kind), 0) / kinds.length;
    };
    const [said, nouns] = [false, true].map((areNouns) => mean("after", areNouns));
    assert.ok(said > nouns + 0.1 && nouns > 0.05, `${language}: ${said}, ${nouns}`);
    for (const areNouns of [false, true]) assert.ok(Math.abs(mean("before", areNouns)) < 0.1, language);
  }
});

test("learned: as the page begins, the fact's gradient stays negative, and the weights gather there", () => {
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

/** The accuracy of a training after each of these steps. */
const accuraciesOf = (options, after) =>
  kept("lookup", [options, after], () => {
    const training = lookupTraining(heed, options);
    const found = after.map((steps, at) => {
      for (let step = at === 0 ? 0 : after[at - 1]; step < steps; step++) training.step();
      return training.test(256).accuracy;
    });
    training.dispose();
    return found;
  });

/** How many of these seeds have learned the task after each of these steps. */
async function learned({ scale, dim, count, after }) {
  const options = seeds(count).map((seed) => ({ seed, scale, dim, learningRate: 5e-3 }));
  const all = await Promise.all(options.map((one) => accuraciesOf(one, after)));
  return after.map((_, at) => all.filter((accuracies) => accuracies[at] >= REACHED).length);
}

test("train-it-twice: the division decides how soon the head learns, not whether", async () => {
  const count = 5;
  const [withIt] = await learned({ scale: "sqrt-dk", dim: 64, count, after: [200] });
  assert.equal(withIt, count);
  const [soon, late] = await learned({ scale: "none", dim: 64, count, after: [200, 600] });
  assert.ok(soon < count / 2 && late > count / 2, `without it ${soon}, later ${late}`);
});

test("train-it-twice: at 16 the head needs more steps than those of the page, with the division too", async () => {
  const [soon, late] = await learned({ scale: "sqrt-dk", dim: 16, count: 4, after: [200, 1600] });
  assert.ok(soon === 0 && late >= 3, `${soon}, later ${late}`);
});

/** What a translator's training shows at its end. */
const gradesOf = (name, seed, code) =>
  kept("alignment", [code, name, seed], () => {
    const training = alignment.openAlignment(heed, { name, seed });
    let grades;
    for (let step = 0; step < alignment.TASKS[name].steps; step++) grades = training.step().snapshot?.grades ?? grades;
    training.dispose();
    return grades;
  });

test("alignment: as many seeds as the page says learn, line up, and say “the” without looking", async () => {
  const code = await siteText("pages/alignment/training.ts");
  const { MEASURED } = translated;
  const all = await Promise.all(seeds(MEASURED.seeds).map((seed) => gradesOf("german", seed, code)));
  const count = (condition) => all.filter(condition).length;
  assert.ok(count((one) => one["looked-up"].weight > 0.95) >= 9, "at least 9 of 10 seeds");
  assert.deepEqual(
    {
      seeds: all.length,
      learned: count((one) => one["looked-up"].right > 0.98),
      clean: count((one) => one["looked-up"].weight > 0.95),
      said: count((one) => one.after.right > 0.97),
      elsewhere: count((one) => one.after.weight < 0.5),
    },
    MEASURED,
  );
  assert.ok(count((one) => one.after.weight < 0.5 && one.after.right > 0.97) >= 8, "right all the same");
});

test("alignment: a mirror is found for every seed", async () => {
  const code = await siteText("pages/alignment/training.ts");
  const all = await Promise.all(seeds(10).map((seed) => gradesOf("reversal", seed, code)));
  for (const grades of all) {
    const { right, weight } = grades["looked-up"];
    assert.ok(right > 0.98 && weight > 0.95, `${right}, ${weight}`);
  }
});

test("why-softmax: the rules learn as often, and are as good among many facts, as the page says", async () => {
  const code = await siteText("pages/why-softmax/head.ts");
  const { ENOUGH, MEASURED, RATES } = contest;
  const run = (rule, seed, learningRate) =>
    kept("contest", [code, rule, seed, learningRate], () => {
      const head = openHead(heed, { rule, seed, learningRate });
      for (let step = 0; step < 300; step++) head.step();
      const found = {
        few: head.examine(256, FACTS).right,
        many: head.examine(256, MANY).right,
        missing: head.examine(256, FACTS, true).largest,
      };
      head.dispose();
      return found;
    });
  const median = (values) => {
    const sorted = values.toSorted((a, b) => a - b);
    return (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
  };
  const found = { seeds: MEASURED.seeds, learned: {}, many: {}, missing: {} };
  for (const rule of Object.keys(MEASURED.learned)) {
    const all = [];
    for (const rate of RATES) all.push(await Promise.all(seeds(MEASURED.seeds).map((seed) => run(rule, seed, rate))));
    found.learned[rule] = all.map((runs) => runs.filter(({ few }) => few >= ENOUGH / 100).length);
    found.many[rule] = Math.round(100 * Math.max(...all.map((runs) => median(runs.map(({ many }) => many)))));
    if (rule !== "softmax") continue;
    const means = all.map((runs) => runs.reduce((sum, { missing }) => sum + missing, 0) / runs.length);
    found.missing = { least: Math.round(100 * Math.min(...means)), most: Math.round(100 * Math.max(...means)) };
  }
  assert.deepEqual(found, MEASURED);
});

test("several-heads: one head answers one thing, and about half of two; its row is one blend", async () => {
  const code = await siteText("pages/several-heads/heads.ts");
  const accuracyOf = (questions, seed) =>
    kept("heads", [code, questions, seed], () => {
      const heads = openHeads(heed, { seed, questions });
      for (let step = 0; step < 300; step++) heads.step();
      const [{ accuracy }] = heads.view();
      heads.dispose();
      return accuracy;
    });
  for (const seed of [1, 2]) {
    assert.ok((await accuracyOf(1, seed)) > 0.98, "asked for one thing");
    const two = await accuracyOf(2, seed);
    assert.ok(two > 0.4 && two < 0.65, `asked for two: ${two}`);
  }
});

test("order-and-masks: half the usual scale leaves most words no more than about half of their own weight", () => {
  const rows = rowsOfWords(WORDS);
  const own = (scale) =>
    rowsOf(heed.attention(rows, rows, rows, { scale, keep: ["weights"] }).weights).filter((row, at) => row[at] < 0.52);
  assert.ok(own(SOFT_SCALE).length > WORDS.length / 2);
  assert.ok(own(1 / Math.sqrt(DIM)).length < WORDS.length / 2);
});

test("order-and-masks: a bias of the keys changes the weights only where rotary positions turn the keys", () => {
  const x = rowsOfWords(WORDS);
  const identity = x[0].map((_, i) => x[0].map((__, j) => (i === j ? 1 : 0)));
  const weightsOf = (keyBias, options) =>
    heed.selfAttention(x, {
      queryWeight: identity,
      keyWeight: identity,
      valueWeight: identity,
      keyBias,
      ...options,
      keep: ["weights"],
    }).weights.data;
  const apart = (options) => {
    const [zeros, ones] = [0, 1].map((bias) => weightsOf(Array(DIM).fill(bias), options));
    return Math.max(...zeros.map((weight, at) => Math.abs(weight - ones[at])));
  };
  assert.ok(apart({}) < 1e-5);
  assert.ok(apart({ rotary: { pairs: "halves" } }) > 0.01);
});

test("two-layers: over some hundred steps most tokens become right, loss falls faster, both heads appear", async () => {
  for (const seed of seeds(2)) {
    const { graded, snapshots, last } = await induced(400, { seed, learningRate: 3e-3 });
    const [, { from, to }] = verdictOf(graded);
    assert.ok(to - from > 60 && to - from < 140, `seed ${seed}: from ${from} to ${to}`);
    const fall = (begin, end) => (graded[begin][0].loss - graded[end][0].loss) / (end - begin);
    assert.ok(fall(Number(from), Number(to)) > 3 * fall(0, 100), `seed ${seed}: steeper than at first`);
    const halfWay = (name) => {
      const middle = (snapshots[0][name] + snapshots.at(-1)[name]) / 2;
      return snapshots.find((one) => one[name] >= middle).step;
    };
    assert.ok(Math.abs(halfWay("previous") - halfWay("induction")) <= 20, `seed ${seed}: together`);

    const copy = 10;
    const reading = new Reader(heed).read(last.parameters, "none", tokensOf("lumberjack lumberjack"));
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
