// Cases in folders: a model's files, and the results of loops in double precision beside them. Some are written here.
// HEED_MODEL_CASES names a folder with more. A case is a folder:
//
//   config.json, model.safetensors
//   ref.json   { ids, types, logits: [tokens, vocab], weights: [[heads, tokens, tokens], …],
//              extra: { replaced: [tokens] } }, a shape for each layer; a model without a head has rows: [tokens,
//              modelDim], after the last norm, in place of logits; types and extra may be left out
//   ref.bin    these numbers one after the other, in float64, the least byte first
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, openAsBlob, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { BERT, CONFIGS, ELECTRA, GPT2, GPT_NEOX, MISTRAL } from "./configs.mjs";
import { safetensors } from "./files.mjs";
import { makeTensors } from "./make.mjs";
import { textbookModel } from "./oracle.mjs";
import { load, openModel, product, randomOf, runnable } from "./support.mjs";

/** The bound of every logit and of every weight. */
const BOUND = 1e-4;

const scratch = mkdtempSync(path.join(tmpdir(), "heed-cases-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** The numbers of nested lists, in their order. */
const numbersIn = (part) => (typeof part === "number" ? [part] : Array.from(part).flatMap(numbersIn));

function writeCase(name, config, { count = 12, options = {}, types = undefined } = {}) {
  const tensors = makeTensors(config, options);
  const random = randomOf(11);
  const ids = Array.from({ length: count }, () => random.integer(0, config.vocab_size - 1));
  const { logits, weights, rows, replaced = [] } = textbookModel(config, tensors, ids, { types });
  const hasHead = logits.length > 0;
  const folder = path.join(scratch, name);
  const files = {
    "config.json": JSON.stringify(config),
    "model.safetensors": safetensors(tensors),
    "ref.json": JSON.stringify({
      ...{ ids, types, weights: weights.map((heads) => [heads.length, count, count]) },
      ...(hasHead ? { logits: [count, config.vocab_size] } : { rows: [count, config.hidden_size] }),
      ...(replaced.length > 0 && { extra: { replaced: [count] } }),
    }),
    "ref.bin": new Uint8Array(Float64Array.from(numbersIn([hasHead ? logits : rows, weights, replaced])).buffer),
  };
  mkdirSync(folder);
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, file), content);
}
writeCase("gpt2", GPT2);
writeCase("mistral", MISTRAL, { count: 16 });
writeCase("bert", BERT, { types: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1] });
writeCase("gpt_neox", GPT_NEOX);
writeCase("electra-discriminator", ELECTRA, { options: { head: "discriminator" } });
for (const name of ["gpt_neo", "mpnet", "modernbert", "gemma3_text"])
  writeCase(name, CONFIGS[name].config, { count: CONFIGS[name].tokens });

function readCase(folder) {
  const textOf = (file) => readFileSync(path.join(folder, file), "utf8");
  const { ids, types, logits, rows, weights, extra = {} } = JSON.parse(textOf("ref.json"));
  const bytes = readFileSync(path.join(folder, "ref.bin"));
  let at = 0;
  const next = (shape) => Float64Array.from({ length: product(shape) }, () => bytes.readDoubleLE(8 * at++));
  const given = logits ? { logits: next(logits) } : { rows: next(rows) };
  const found = { config: textOf("config.json"), ids, types, ...given, weights: weights.map(next) };
  if (extra.replaced) Object.assign(found, { replaced: next(extra.replaced) });
  assert.equal(8 * at, bytes.length);
  return found;
}

function farthest(some, others) {
  assert.equal(some.length, others.length);
  return some.reduce((most, one, at) => Math.max(most, Math.abs(one - others[at])), 0);
}

/** The largest differences of a whole run. */
function ofRun(model, { ids, types, logits, rows, replaced, weights }) {
  const run = model.run(ids, { keep: ["weights"], types });
  return {
    ...(logits ? { logits: farthest(run.logits.data, logits) } : { rows: farthest(run.output.data, rows) }),
    ...(replaced && { replaced: farthest(run.replaced.data, replaced) }),
    weights: Math.max(...run.layers.map((layer, at) => farthest(layer.weights.data, weights[at]))),
  };
}

/** Those of each beginning of the text read into caches, and of tokens that follow beside whole runs. */
async function ofCache(model, { ids, logits, weights }) {
  const { vocab, heads } = model.facts;
  const most = { logits: 0, weights: 0 };
  const note = (name, some, others) => (most[name] = Math.max(most[name], farthest(some, others)));
  for (let count = 1; count <= ids.length; count++) {
    const { value } = await model.generate(ids.slice(0, count), { maxTokens: 1, keep: ["weights"] }).next();
    note("logits", value.logits, logits.subarray((count - 1) * vocab, count * vocab));
    for (const [layer, { weights: found }] of value.layers.entries())
      for (let head = 0; head < heads; head++)
        for (let row = 0; row < count; row++) {
          const from = (head * ids.length + row) * ids.length;
          const place = (head * count + row) * count;
          note("weights", found.data.subarray(place, place + count), weights[layer].subarray(from, from + count));
        }
  }
  const text = ids.slice(0, Math.ceil(ids.length / 2));
  for await (const { id, logits: found, layers } of model.generate(text, {
    maxTokens: 8,
    ends: [],
    keep: ["weights"],
  })) {
    const whole = model.run(text, { logits: "last", keep: ["weights"] });
    note("logits", found, whole.logits.data);
    for (const [layer, { weights: kept }] of layers.entries()) {
      const lastRow = ({ data, shape: [, rows, columns] }, head) =>
        data.subarray(((head + 1) * rows - 1) * columns, (head + 1) * rows * columns);
      for (let head = 0; head < heads; head++)
        note("weights", lastRow(kept, head), lastRow(whole.layers[layer].weights, head));
    }
    text.push(id);
  }
  return most;
}

/** How far the parts of each token's logits are from summing to the difference of two of them. */
function ofParts(model, { ids, logits }) {
  const { vocab } = model.facts;
  const run = model.run(ids, { keep: ["joined", "stages", "weights", "v"] });
  const sums = ids.map((_, token) => {
    const { parts, total } = model.logitParts(run, { token, of: 3, against: vocab - 1 });
    const expected = logits[token * vocab + 3] - logits[(token + 1) * vocab - 1];
    const sum = parts.reduce((all, { value }) => all + value, 0);
    const byToken = parts.flatMap(({ byToken: words, value }) =>
      words ? Math.abs(words.reduce((all, one) => all + one) - value) : [],
    );
    return Math.max(Math.abs(sum - expected), Math.abs(total - expected), ...byToken);
  });
  return { sums: Math.max(...sums) };
}

const more = process.env.HEED_MODEL_CASES;
const folders = [scratch, ...(more ? [more] : [])].flatMap((place) =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(place, name)),
);
for (const folder of folders)
  for (const flavour of runnable)
    test(`${flavour}: ${path.basename(folder)} gives its expected numbers, by run and by caches`, async (t) => {
      const given = readCase(folder);
      const weights = await openAsBlob(path.join(folder, "model.safetensors"));
      const model = await openModel(await load({ flavour }), { config: given.config, weights });
      const writes = model.facts.causal && { cache: await ofCache(model, given), parts: ofParts(model, given) };
      const found = { run: ofRun(model, given), ...writes };
      model.dispose();
      for (const [by, errors] of Object.entries(found))
        for (const [what, most] of Object.entries(errors)) {
          t.diagnostic(`${by}: ${what} differ by ${most.toExponential(1)} at most`);
          assert.ok(most <= BOUND, `${by}: ${what} differ by ${most}`);
        }
    });
