// The lesson on a whole small model, in Node: its net is the package's, its figures are those of its own training, and
// what it says of its parts is so.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { languageModel } from "../../dist/layers.js";
import { lessonPiece } from "../../scripts/train-texts.mjs";
import { heed, siteModule } from "./runs.mjs";
import { curveOf, EVERY, FILE, rounded, SEEDS, VARIANTS } from "./small-model-figures.mjs";
import { trainingOf } from "./trained.mjs";

const { openNet } = await siteModule("pages/small-model/net.ts");
const { DIM, HEADS, STEPS } = await siteModule("pages/small-model/plan.ts");
const { questionsOf } = await siteModule("pages/small-model/questions.ts");
const { Text } = await siteModule("pages/small-model/training.ts");
const stored = JSON.parse(readFileSync(FILE, "utf8"));
const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;

test("the whole net is languageModel of heed/layers: the same losses and gradients", () => {
  const text = new Text(lessonPiece());
  const vocab = text.letters.letters.length;
  const sizes = { vocab, batch: 2, tokens: 16, seed: 5 };
  const net = openNet(heed, { variant: "whole", ...sizes });
  const model = languageModel(heed, { ...sizes, modelDim: DIM, heads: HEADS, backward: true });
  for (const [ids, answers] of [
    [net.embedding.x, net.losses.targets],
    [model.ids, model.targets],
  ]) {
    ids.set(text.learned.subarray(0, 32));
    answers.set(text.learned.subarray(1, 33));
  }
  for (const one of [net, model]) {
    one.run();
    one.backward();
  }
  assert.equal(net.losses.loss, model.loss);
  assert.equal(net.parameters.length, model.parameters.length);
  net.parameters.forEach(({ gradient }, at) => assert.deepEqual(gradient, model.parameters[at].gradient));
  net.dispose();
  model.dispose();
});

test("each variant's gradients are those of its loss, by central differences", () => {
  for (const variant of VARIANTS) {
    const net = openNet(heed, { variant, vocab: 9, batch: 1, tokens: 6, seed: 3 });
    for (const { value, shape } of net.parameters)
      if (shape.length > 1) for (let i = 0; i < value.length; i++) value[i] *= 4;
    net.embedding.x.set([1, 4, 2, 8, 5, 7]);
    net.losses.targets.set([4, 2, 8, 5, 7, 1]);
    net.run();
    net.backward();
    for (const { name, value, gradient } of net.parameters) {
      // along the gradient, since a single number moves the loss too little for floats
      const [at, slope] = [value.slice(), gradient.slice()];
      const length = Math.hypot(...slope);
      if (length < 1e-3) continue;
      const lossAt = (way) => {
        value.set(at.map((one, i) => one + (way * slope[i]) / length));
        net.run();
        return net.losses.loss;
      };
      const found = (lossAt(0.004) - lossAt(-0.004)) / 0.008;
      value.set(at);
      assert.ok(Math.abs(found - length) < 0.03 * length + 1e-3, `${variant} ${name}: ${found}, not ${length}`);
    }
    net.dispose();
  }
});

test("the stored curves are those of this training: its first steps give their beginnings again", () => {
  assert.deepEqual(Object.keys(stored), VARIANTS);
  for (const variant of VARIANTS) {
    const [begin, early] = curveOf(variant, SEEDS[0], EVERY);
    const [one] = stored[variant];
    assert.ok(Math.abs(begin - one[0]) < 2e-3, `${variant}: ${begin}, stored ${one[0]}`);
    assert.ok(Math.abs(early - one[1]) < 2e-3, `${variant}: ${early}, stored ${one[1]}`);
    for (const curve of stored[variant]) assert.equal(curve.length, 1 + STEPS / EVERY);
    assert.equal(stored[variant].length, SEEDS.length);
  }
});

test("a reader who trains the whole model to its end gets the stored curve", async () => {
  const options = { variant: "whole", seed: SEEDS[0], text: lessonPiece() };
  const { about, steps } = await trainingOf("small-model", "small", options);
  const seen = [about.first, ...steps.flatMap(({ snapshot }) => snapshot ?? [])];
  assert.deepEqual(
    seen.map(({ heldOut }) => rounded(heldOut)),
    stored.whole[0],
  );
});

test("what the lesson says of the parts holds for the curves", () => {
  const end = Object.fromEntries(VARIANTS.map((variant) => [variant, mean(stored[variant].map((one) => one.at(-1)))]));
  const { whole, heads, mask, attention, ...others } = end;
  for (const [name, one] of Object.entries(others)) {
    assert.ok(one > whole + 0.2, `without ${name} it reaches ${one}, whole ${whole}`);
    assert.ok(one < attention, `${name} is worth less than attention`);
  }
  assert.ok(heads > whole && heads < whole + 0.05, "four heads are hardly better than one");
  assert.ok(attention - others.positions < 0.1, "nearly as much is lost without places");
  const early = (variant) => mean(stored[variant].map((one) => one[200 / EVERY]));
  for (const variant of ["attention", "positions"]) assert.ok(early(variant) < early("whole") + 0.05);
  assert.ok(mask < 0.1 && mask < whole / 10, "without the mask it copies");
});

test("the question on the untrained model asks about the letters of the page's text", () => {
  const letters = new Set(lessonPiece()).size;
  const [, asked] = questionsOf(heed, letters);
  assert.deepEqual(asked.given(), { letters });
  assert.equal(asked.check().numbers.loss, Math.log(letters).toFixed(2));
});
