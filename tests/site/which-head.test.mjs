// The lesson on the head that brings the name: what it says of each head is what the model computes, in double
// precision and by heed/model.
import assert from "node:assert/strict";
import test from "node:test";
import { openModel } from "../../dist/model.js";
import { data } from "../../web/site/pages/which-head/build.mjs";
import { heed, siteModule } from "./runs.mjs";

const stories = await siteModule("rooms/stories/index.ts");
const { modelOf } = await siteModule("pages/which-head/model.ts");
const { lookInto, missedMost, looksMost, standInsOf } = await siteModule("pages/which-head/heads.ts");
const { questionsOf } = await siteModule("pages/which-head/questions.ts");
const { askHundred } = await siteModule("rooms/stories/run/index.ts");

const carried = JSON.parse(data());
const TEXTS = { en: "Lily met Ben. Lily gave the ball to", de: "Ben traf Lena. Lena gab" };
const LANGUAGES = /** @type {const} */ (["en", "de"]);

const wordsIn = (language) => stories.readTyped(stories.TABLES[language], TEXTS[language]).words;
const hereIn = (language) => lookInto(heed, modelOf(carried, language), wordsIn(language));

/** Softmax in double precision. */
function sharesOf(logits) {
  const most = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((all, power) => all + power);
  return powers.map((power) => power / sum);
}

for (const language of LANGUAGES)
  test(`what is said without a head is what heed/model says without it: ${language}`, async () => {
    const own = modelOf(carried, language);
    const here = hereIn(language);
    const model = await openModel(heed, stories.filesOf(heed, own));
    const { all, ids } = stories.wordsOf(own.table);
    const [right, giver] = [here.right, here.giver].map((name) => ids.get(name.toLowerCase()));
    const runOf = (heads) => {
      const { data: logits } = model.run(stories.idsOf(own.table, here.words), { heads, logits: "last" }).logits;
      return { shares: sharesOf(logits), lead: logits[right] - logits[giver] };
    };
    const whole = runOf({});
    assert.ok(Math.abs(here.lead - whole.lead) < 1e-3 && Math.abs(here.share - whole.shares[right]) < 1e-4);
    for (const head of here.heads) {
      const { shares, lead } = runOf({ [`${head.layer}.${head.head}`]: 0 });
      const share = Math.max(...shares);
      assert.equal(head.says, all[shares.indexOf(share)]);
      assert.ok(Math.abs(head.share - share) < 1e-4 && Math.abs(head.rightShare - shares[right]) < 1e-4);
      assert.ok(Math.abs(head.falls - (whole.lead - lead)) < 1e-3);
    }
    model.dispose();
  });

for (const language of LANGUAGES)
  test(`the sentence is what the lesson needs: right as it is, another name without some head: ${language}`, () => {
    const here = hereIn(language);
    assert.equal(here.right, "Ben");
    assert.ok(here.share > 0.8, `${here.share}`);
    assert.notEqual(missedMost(here).says, here.right);
    assert.notEqual(looksMost(here), missedMost(here), "a head that looks at the right name is missed less");
  });

for (const language of LANGUAGES)
  test(`the rounded model says what the stored one says, with all heads and without one: ${language}`, () => {
    const [own, stored] = [modelOf(carried, language), stories.storedModel(language)];
    const texts = stories.newTexts(own.table, 200, 7);
    const said = [own, stored].map((model) => {
      const reader = new stories.Reader(heed, model, 50, false);
      const likeliest = reader
        .next(texts.map(({ words }) => words))
        .map(({ logits }) => logits.indexOf(Math.max(...logits)));
      reader.dispose();
      return likeliest;
    });
    assert.ok(said[0].filter((word, at) => word === said[1][at]).length >= 190);
    const [rounded, exact] = [own, stored].map((model) => stories.measure(heed, model, texts));
    for (const [at, { off, right }] of exact.heads.entries()) {
      assert.ok(Math.abs(rounded.heads[at].off - off) <= 0.15, `head ${at}: ${rounded.heads[at].off}, ${off}`);
      assert.ok(Math.abs(rounded.heads[at].right - right) <= 0.05, `look of head ${at}`);
    }
  });

for (const language of LANGUAGES)
  test(`a look does not prove a need, and the model answers the questions alike: ${language}`, () => {
    const own = modelOf(carried, language);
    const questions = questionsOf(
      heed,
      () => own,
      ({ layer, head }) => `${layer}.${head}`,
    );
    assert.equal(questions.map(({ check }) => check().right).join(""), "bcb");
  });

test("two heads stand in for each other only where both off lose far more than either", async () => {
  const own = modelOf(carried, "en");
  const counted = await askHundred(heed, own, 1, async () => true);
  const found = await standInsOf(heed, own, 1, counted, async () => true);
  if (found === undefined) return;
  const texts = stories.newTexts(own.table, 100, 1);
  const reader = new stories.Reader(heed, own, 20, false);
  const right = Math.round(100 * stories.rightOf(reader, own, texts, found.heads));
  reader.dispose();
  assert.equal(found.right, right);
  for (const { off } of found.heads) assert.ok(off - right >= 20);
  const none = { right: counted.right, heads: counted.heads.map((head) => ({ ...head, off: 0 })) };
  assert.equal(await standInsOf(heed, own, 1, none, async () => true), undefined);
});

test("a score of the story model is the product of the rows that the page shows for it, which are turned", async () => {
  const { runOf } = await siteModule("rooms/stories/run/index.ts");
  const words = wordsIn("en");
  const run = runOf(heed, modelOf(carried, "en"), words);
  for (const layer of [0, 1]) {
    const { q, k, raw } = run.look(layer).kept;
    const [, rows, dim] = q.shape;
    const rowOf = ({ data: all }, row) => Array.from(all.subarray(row * dim, (row + 1) * dim));
    for (const seen of [rows - 1, rows - 3]) {
      const key = rowOf(k, seen);
      const sum = rowOf(q, rows - 1).reduce((total, one, at) => total + one * key[at], 0);
      assert.ok(Math.abs(sum - raw.data[(rows - 1) * rows + seen]) < 1e-4, `layer ${layer}, row ${seen}`);
    }
  }
});
