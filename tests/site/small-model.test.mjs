// The lesson on a whole small model, in Node: its net is the package's, its figures are those of its own training, and
// what it says of its parts is so.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { languageModel } from "../../dist/layers.js";
import { novelPiece } from "../../scripts/train-texts.mjs";
import { heed, siteModule } from "./runs.mjs";
import { EARLY, FILE, figuresOf, SEEDS, STEPS, VARIANTS } from "./small-model-figures.mjs";

const { openNet } = await siteModule("pages/small-model/net.ts");
const { DIM, HEADS } = await siteModule("pages/small-model/plan.ts");
const { MEASURED_LETTERS, MEASURED_STEPS } = await siteModule("pages/small-model/measured.ts");
const { Text } = await siteModule("pages/small-model/training.ts");
const stored = JSON.parse(readFileSync(FILE, "utf8"));
const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;

test("the whole net is languageModel of heed/layers: the same losses and gradients", () => {
  const text = new Text(novelPiece());
  const vocab = text.letters.letters.length;
  const sizes = { vocab, batch: 2, tokens: 16, seed: 5 };
  const net = openNet(heed, { variant: "whole", ...sizes });
  const model = languageModel(heed, { ...sizes, dim: DIM, heads: HEADS, backward: true });
  for (const [ids, answers] of [
    [net.embedding.x, net.losses.answers],
    [model.ids, model.answers],
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
    net.losses.answers.set([4, 2, 8, 5, 7, 1]);
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

test("the stored figures are those of this training: its first steps give their early losses again", () => {
  assert.deepEqual(Object.keys(stored).sort(), [...VARIANTS].sort());
  assert.deepEqual([novelPiece().length, STEPS], [MEASURED_LETTERS, MEASURED_STEPS]);
  for (const variant of VARIANTS) {
    const { early } = figuresOf(variant, SEEDS[0], { steps: EARLY });
    assert.ok(Math.abs(early - stored[variant].early) < 2e-3, `${variant}: ${early}, stored ${stored[variant].early}`);
    assert.equal(stored[variant].heldOut.length, SEEDS.length);
  }
});

test("what the lesson says of the parts holds for the figures", () => {
  const loss = Object.fromEntries(VARIANTS.map((variant) => [variant, mean(stored[variant].heldOut)]));
  const { whole, attention, positions, mask, ...others } = loss;
  for (const [name, one] of Object.entries(others)) {
    assert.ok(one > whole, `${name} reaches ${one}, the whole model ${whole}`);
    assert.ok(one < positions, `${name} costs less than the places`);
  }
  assert.ok(positions < attention, "attention is worth most");
  assert.ok(mask < 0.1 && mask < whole / 10, "without the mask it copies");
});
