// A score as the sum of what earlier parts of the model wrote into its query and its key.
import assert from "node:assert/strict";
import { BERT, CONFIGS, GPT2, LLAMA, MPNET } from "./configs.mjs";
import { makeTensors } from "./make.mjs";
import { textbookModel } from "./oracle.mjs";
import { assertClose, assertRefused, nameOf, openOf, testEach, tokensFor, total } from "./support.mjs";

/** The bound of every part and of every sum. */
const BOUND = 1e-4;
const KEEP = ["joined", "stages", "scores"];

/** What the textbook says of a pair of tokens. */
function expectedOf({ q, k, scores, scale }, { head, query, key }, { dim, heads, kvHeads }) {
  const kv = Math.floor(head / (heads / kvHeads));
  const part = (rows, token, number) => Array.from(rows[token].slice(number * dim, (number + 1) * dim));
  const queries = new Map(q.map(({ name, rows }) => [name, part(rows, query, head)]));
  const keys = new Map(k.map(({ name, rows }) => [name, part(rows, key, kv)]));
  const pair = (a, b) => scale * total(queries.get(a).map((one, c) => one * keys.get(b)[c]));
  return { queries, keys, pair, score: scores[head][query][key] };
}

function checkParts(found, expected, what) {
  const names = found.parts.map(nameOf);
  assert.deepEqual(names.toSorted(), Array.from(expected.queries.keys()).toSorted(), what);
  assertClose(
    found.query.data,
    names.flatMap((name) => expected.queries.get(name)),
    `${what}: query`,
    BOUND,
  );
  assertClose(
    found.key.data,
    names.flatMap((name) => expected.keys.get(name)),
    `${what}: key`,
    BOUND,
  );
  const pairs = names.flatMap((a) => names.map((b) => expected.pair(a, b)));
  assertClose(found.pairs.data, pairs, `${what}: pairs`, BOUND);
  assertClose([total(found.pairs.data), found.score], [expected.score, expected.score], `${what}: score`, BOUND);
}

for (const [name, { config, meant = config, options = {}, tokens = 9 }] of Object.entries(CONFIGS)) {
  testEach(`${name}: every part is the textbook's, and they sum to the score`, async (heed) => {
    const tensors = makeTensors(meant, options);
    const model = await openOf(heed, config, tensors);
    const ids = tokensFor(tokens);
    const prefix = options.prefix === undefined ? {} : { prefix: options.prefix };
    const { splits } = textbookModel(meant, tensors, ids, prefix);
    const run = model.run(ids, { keep: KEEP });
    for (const [layer, split] of splits.entries())
      for (let head = 0; head < model.facts.heads; head++)
        for (const [query, key] of [
          [tokens - 1, 0],
          [tokens - 1, tokens - 1],
          [tokens - 2, 3],
        ]) {
          const place = { layer, head, query, key };
          const found = model.scoreParts(run, place);
          checkParts(found, expectedOf(split, place, model.facts), JSON.stringify(place));
          const kept = run.layers[layer].scores.data[(head * tokens + query) * tokens + key];
          assert.ok(Math.abs(total(found.pairs.data) - kept) <= BOUND);
        }
    model.dispose();
  });
}

testEach("a model without its kept head, and a pair of texts, are taken apart likewise", async (heed) => {
  const tensors = makeTensors(BERT, { head: false });
  const model = await openOf(heed, BERT, tensors);
  const ids = tokensFor(8);
  const types = [0, 0, 0, 0, 1, 1, 1, 1];
  const { splits } = textbookModel(BERT, tensors, ids, { types });
  const run = model.run(ids, { keep: KEEP, types });
  const place = { layer: 1, head: 3, query: 2, key: 6 };
  checkParts(model.scoreParts(run, { ...place, types }), expectedOf(splits[1], place, model.facts), "types");
  assertRefused(() => model.scoreParts(run, place), RangeError, /with the same types/);
  model.dispose();
});

testEach("what the distance of two tokens adds to a score is told beside its parts", async (heed) => {
  for (const config of [MPNET, GPT2]) {
    const model = await openOf(heed, config, makeTensors(config));
    const run = model.run(tokensFor(12), { keep: [...KEEP, "logits"] });
    for (const [head, query, key] of [
      [0, 11, 0],
      [3, 11, 11],
      [1, 11, 4],
    ]) {
      const { score, distance } = model.scoreParts(run, { layer: 1, head, query, key });
      const logit = run.layers[1].logits.data[(head * 12 + query) * 12 + key];
      assert.ok(Math.abs(score + distance - logit) <= BOUND);
      assert.equal(distance !== 0, config === MPNET);
    }
    model.dispose();
  }
});

testEach("after a change of heads the parts are those of the changed run", async (heed) => {
  const model = await openOf(heed, GPT2, makeTensors(GPT2));
  const run = model.run(tokensFor(8), { keep: KEEP, heads: { 0.2: 0 } });
  const { parts, query, pairs, score } = model.scoreParts(run, { layer: 1, head: 1, query: 7, key: 2 });
  const off = parts.findIndex((part) => nameOf(part) === "head 0.2");
  const { dim } = model.facts;
  assert.ok(query.data.subarray(off * dim, (off + 1) * dim).every((one) => one === 0));
  assert.ok(Math.abs(total(pairs.data) - score) <= BOUND);
  assert.ok(Math.abs(score - run.layers[1].scores.data[(1 * 8 + 7) * 8 + 2]) <= BOUND);
  model.dispose();
});

testEach("what does not fit is refused", async (heed) => {
  const [model, other] = await Promise.all([GPT2, LLAMA].map((config) => openOf(heed, config, makeTensors(config))));
  const ids = tokensFor(6);
  const run = model.run(ids, { keep: KEEP });
  const place = { layer: 1, head: 0, query: 5, key: 0 };
  const refuse = (given, change, kind, sentence) =>
    assertRefused(() => model.scoreParts(given, { ...place, ...change }), kind, sentence);
  refuse(run, { layer: 2 }, RangeError, /layer must be from 0 to 1; got the number 2/);
  refuse(run, { head: 1.5 }, RangeError, /head must be from 0 to 3; got the number 1.5/);
  refuse(run, { query: 6 }, RangeError, /query must be from 0 to 5/);
  refuse(run, { key: undefined }, RangeError, /key must be from 0 to 5; got undefined/);
  refuse(run, { token: 3 }, TypeError, /token/);
  refuse(undefined, {}, TypeError, /run must have kept "joined" and "stages" of layers 0 to 1; got undefined/);
  refuse(model.run(ids, { keep: ["stages"] }), {}, TypeError, /a run without layer 0/);
  refuse(model.run(ids, { keep: KEEP, layers: [0] }), {}, TypeError, /a run without layer 1/);
  refuse(other.run(ids, { keep: KEEP }), {}, RangeError, /run must be of this model/);
  assert.ok(model.scoreParts(model.run(ids, { keep: ["stages"] }), { ...place, layer: 0 }).parts.length === 3);
  model.dispose();
  other.dispose();
});
