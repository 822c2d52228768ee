// What the page that trains tells of its heads: from the kept steps alone.
import assert from "node:assert/strict";
import test from "node:test";
import { novelPiece } from "../../scripts/train-texts.mjs";
import { heed, siteModule } from "./runs.mjs";

const { storyOf, kindOf } = await siteModule("pages/train/story.ts");
const { Run } = await siteModule("pages/train/run.ts");
const { SMALL } = await siteModule("pages/train/plan.ts");

const head = (before, evenness, more = {}) => ({ before, twoBefore: 0, lastSpace: undefined, evenness, ...more });
const steps = (...all) => all.map((heads, at) => ({ step: 50 * at, heldOut: 4 - at, heads }));

test("heads are even up to the step before one of them is not", () => {
  const seen = steps([head(0, 1), head(0, 1)], [head(0, 0.96), head(0, 0.99)], [head(0, 0.8), head(0, 1)]);
  assert.equal(storyOf(seen).even.step, 50);
  assert.equal(storyOf(seen.slice(0, 2)).even.step, 50);
  assert.equal(storyOf(seen.slice(2)).even, undefined);
});

test("a head is named from the step on after which it never gives less than half; one that falls back is not", () => {
  const seen = steps([head(0.6, 0.5)], [head(0.4, 0.5)], [head(0.5, 0.5)], [head(0.7, 0.5)]);
  const { named } = storyOf(seen);
  assert.deepEqual([named.kind, named.head, named.share, named.since.step], ["before", 0, 0.7, 100]);
  assert.equal(storyOf(seen.slice(0, 2)).named, undefined);
});

test("of several heads the one with the largest share is told, whatever it looks at", () => {
  const seen = steps([head(0.5, 0.5), head(0, 0.5, { lastSpace: 0.8 }), head(0, 0.5, { twoBefore: 0.6 })]);
  const { named } = storyOf(seen);
  assert.deepEqual([named.kind, named.head, named.since.step], ["lastSpace", 1, 0]);
  assert.equal(kindOf(head(0.1, 0.5)), undefined);
});

test("the loss of a step is the mean of its places; a head on the last space is known by a text's own spaces", async () => {
  const run = new Run(heed, novelPiece(), { ...SMALL, dim: 16, heads: 2, tokens: 16, batch: 4, steps: 60 });
  await run.advance(Infinity, 20);
  run.keep();
  const { byPlace, heldOut, heads, weights } = run.see({ step: 20, off: [] });
  assert.equal(byPlace.length, 16);
  assert.ok(Math.abs(byPlace.reduce((sum, loss) => sum + loss, 0) / 16 - heldOut) < 1e-12);
  assert.ok(byPlace.every((loss) => loss > 0 && loss < 6));
  for (const { lastSpace, before } of heads) assert.ok(lastSpace > 0 && lastSpace < 1 && before > 0);
  assert.equal(weights.length, 2 * 16 * 16);
  run.dispose();
  const plain = novelPiece().replace(/\s/g, "");
  const none = new Run(heed, plain, { ...SMALL, dim: 16, heads: 2, tokens: 16, batch: 4, steps: 60 });
  none.keep();
  assert.equal(none.see({ step: 0, off: [] }).heads[0].lastSpace, undefined);
  none.dispose();
});
