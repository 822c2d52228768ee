// Small models of every family, in the ways in which their files differ, against loops in double precision.
import assert from "node:assert/strict";
import test from "node:test";
import { CONFIGS, BERT, GPT2, LLAMA, MISTRAL, QWEN2, QWEN3, ROBERTA, XLM_ROBERTA } from "./configs.mjs";
import { ELECTRA, GEMMA3, GPT_NEO, GPT_NEOX, MODERNBERT, MPNET } from "./configs.mjs";
import { safetensors } from "./files.mjs";
import { makeTensors } from "./make.mjs";
import { textbookModel } from "./oracle.mjs";
import { load, openModel, randomOf, runnable, testEach } from "./support.mjs";

/** The bound of every logit and of every weight. */
const BOUND = 1e-4;

export function tokensFor(config, count, seed = 7) {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => random.integer(0, config.vocab_size - 1));
}

/** The largest difference between rows of numbers and what is in a flat array. */
function farthest(flat, nested) {
  let most = 0;
  let at = 0;
  const visit = (part) => {
    if (typeof part === "number") most = Math.max(most, Math.abs(flat[at++] - part));
    else part.forEach(visit);
  };
  visit(nested);
  assert.equal(at, flat.length);
  return most;
}

function differences(run, expected) {
  const logits = expected.logits.length ? farthest(run.logits.data, expected.logits) : 0;
  const weights = Math.max(...run.layers.map((layer, at) => farthest(layer.weights.data, expected.weights[at])));
  const replaced = expected.replaced ? farthest(run.replaced.data, expected.replaced) : 0;
  return { logits, weights, replaced, rows: farthest(run.output.data, expected.rows) };
}

async function open(heed, { config, options }, meant) {
  const tensors = makeTensors(meant, options);
  return { tensors, model: await openModel(heed, { config, weights: new Blob([safetensors(tensors)]) }) };
}

for (const [name, one] of Object.entries(CONFIGS)) {
  testEach(`${name}: every logit and every weight is the textbook's`, async (heed) => {
    const meant = one.meant ?? one.config;
    const { model, tensors } = await open(heed, one, meant);
    const ids = tokensFor(meant, one.tokens ?? 12);
    const expected = textbookModel(
      meant,
      tensors,
      ids,
      one.options?.prefix === undefined ? {} : { prefix: one.options.prefix },
    );
    const found = differences(model.run(ids, { keep: ["weights"] }), expected);
    for (const [what, most] of Object.entries(found)) assert.ok(most <= BOUND, `${what} differ by ${most}`);
    model.dispose();
  });
}

const causal = Object.entries(CONFIGS).filter(([, { config }]) => !/bert|electra|mpnet/.test(config.model_type));
for (const [name, one] of causal) {
  testEach(`${name}: generation with a cache gives the logits of whole runs`, async (heed) => {
    const meant = one.meant ?? one.config;
    const { model } = await open(heed, one, meant);
    // Some texts cross the length from which on they turn otherwise.
    for (const [count, most] of [
      [1, 6],
      [13, 8],
    ]) {
      const ids = tokensFor(meant, count);
      for await (const { id, logits, probabilities, layers } of model.generate(ids, {
        maxTokens: most,
        keep: ["weights"],
      })) {
        const whole = model.run(ids, { logits: "last", keep: ["weights"] });
        assert.ok(farthest(logits, Array.from(whole.logits.data)) <= BOUND, `${ids.length} tokens`);
        assert.ok(Math.abs(probabilities.reduce((sum, share) => sum + share, 0) - 1) < 1e-5);
        const last = layers.at(-1).weights;
        const [heads, rows, columns] = last.shape;
        assert.equal(columns, ids.length);
        const all = whole.layers.at(-1).weights.data;
        for (let head = 0; head < heads; head++) {
          const from = last.data.subarray((head * rows + rows - 1) * columns, (head * rows + rows) * columns);
          const to = all.subarray((head * columns + columns - 1) * columns, (head + 1) * columns * columns);
          assert.ok(farthest(from, Array.from(to)) <= BOUND);
        }
        ids.push(id);
      }
      assert.equal(ids.length, count + most);
    }
    model.dispose();
  });
}

// The table of mistakes: each is one that real programs make, and gives text that looks like that of a bad model. What
// heed computes must be further from each of them than from what is right.
const SCALED = {
  rope_type: "llama3",
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 16,
};
/** @type {[mistake: string, config: Record<string, any>, options?: Record<string, any>, tokens?: number][]} */
const MISTAKES = [
  ["gelu", GPT2],
  ["gelu", BERT],
  ["epsilon", GPT2],
  ["epsilon", BERT, { tables: 0.02 }],
  ["epsilon", LLAMA],
  ["types", BERT],
  ["positions", ROBERTA],
  ["positions", GPT2],
  ["interleaved", LLAMA],
  ["theta", LLAMA],
  ["scaling", { ...LLAMA, rope_scaling: SCALED }, {}, 40],
  ["head norms", QWEN3],
  ["window", MISTRAL, {}, 20],
  ["wider window", MISTRAL, {}, 20],
  ["tied", LLAMA],
  ["tied", { ...GPT2, tie_word_embeddings: false }],
  ["positions", XLM_ROBERTA],
  ...["gelu", "silu", "epsilon", "theta", "whole heads", "interleaved", "scale", "thirds", "one norm", "parallel"].map(
    (mistake) => /** @type {[string, object]} */ ([mistake, GPT_NEOX]),
  ),
  ["parallel", { ...GPT_NEOX, use_parallel_residual: false }],
  ...["gelu", "relu", "epsilon", "scale", "positions", "window", "wider window"].map(
    (mistake) => /** @type {[string, object, object, number]} */ ([mistake, GPT_NEO, {}, 20]),
  ),
  ...["gelu", "relu", "types", "widening", "head bias", "head gelu"].map(
    (mistake) => /** @type {[string, object]} */ ([mistake, ELECTRA]),
  ),
  ["epsilon", ELECTRA, { tables: 0.02 }],
  ...["gelu", "positions", "distances", "scaled distances", "head bias", "head gelu"].map(
    (mistake) => /** @type {[string, object]} */ ([mistake, MPNET]),
  ),
  ["epsilon", MPNET, { tables: 0.02 }],
  ...["gelu", "silu", "epsilon", "theta", "one base", "interleaved", "woven", "gate", "first norm", "head bias"].map(
    (mistake) => /** @type {[string, object]} */ ([mistake, MODERNBERT]),
  ),
  ...["window", "wider window"].map(
    (mistake) => /** @type {[string, object, object, number]} */ ([mistake, MODERNBERT, {}, 20]),
  ),
  ...["gelu", "silu", "theta", "one base", "interleaved", "scale", "gate", "gain", "factor", "rounded", "norms within"]
    .concat(["head norms", "tiled", "window", "wider window"])
    .map((mistake) => /** @type {[string, object, object, number]} */ ([mistake, GEMMA3, {}, 20])),
  ["epsilon", { ...GEMMA3, rms_norm_eps: 1e-4 }],
];

test("each mistake of other programs is seen: it moves logits by more than the bound", async () => {
  for (const flavour of runnable) {
    const heed = await load({ flavour });
    for (const [mistake, config, options = {}, tokens = 12] of MISTAKES) {
      const { model, tensors } = await open(heed, { config, options }, config);
      const ids = tokensFor(config, tokens);
      const run = model.run(ids, { keep: ["weights"] });
      const right = differences(run, textbookModel(config, tensors, ids)).logits;
      const wrong = differences(run, textbookModel(config, tensors, ids, { mistake })).logits;
      const what = `${config.model_type}, ${mistake}: ${right} and ${wrong}`;
      assert.ok(right <= BOUND && wrong > BOUND, what);
      model.dispose();
    }
  }
});

testEach("a text of two parts has their types", async (heed) => {
  const { model, tensors } = await open(heed, { config: BERT }, BERT);
  const ids = tokensFor(BERT, 9);
  const types = [0, 0, 0, 0, 1, 1, 1, 1, 1];
  const expected = textbookModel(BERT, tensors, ids, { types });
  assert.ok(differences(model.run(ids, { keep: ["weights"], types }), expected).logits <= BOUND);
  model.dispose();
});

testEach("padding in a text of RoBERTa keeps its own position", async (heed) => {
  const { model, tensors } = await open(heed, { config: ROBERTA }, ROBERTA);
  const ids = [5, 1, 8, 1, 9, 7];
  const expected = textbookModel(ROBERTA, tensors, ids);
  assert.ok(differences(model.run(ids, { keep: ["weights"] }), expected).logits <= BOUND);
  model.dispose();
});

testEach("a model in several files, tied tensors under either name, and buffers that are no weights", async (heed) => {
  const tied = { ...QWEN2, tie_word_embeddings: true };
  const tensors = makeTensors(tied, { biases: true });
  const ids = tokensFor(tied, 10);
  const expected = textbookModel(tied, tensors, ids);
  const check = async (weights) => {
    const model = await openModel(heed, { config: tied, weights });
    assert.ok(differences(model.run(ids, { keep: ["weights"] }), expected).logits <= BOUND);
    model.dispose();
  };
  const names = Object.keys(tensors);
  const part = (from, to) => Object.fromEntries(names.slice(from, to).map((name) => [name, tensors[name]]));
  await check([safetensors(part(0, 9)), new Blob([safetensors(part(9, 17))]), safetensors(part(17)).buffer]);
  const whole = safetensors(tensors);
  for (const slice of [(from, to) => whole.subarray(from, to), async (from, to) => whole.slice(from, to).buffer])
    await check({ byteLength: whole.length, slice });
  const { "model.embed_tokens.weight": table, ...rest } = tensors;
  await check(safetensors({ ...rest, "lm_head.weight": table }));
  await check(safetensors({ ...tensors, "lm_head.weight": table }));
  const gpt2 = makeTensors(GPT2, { prefix: "transformer." });
  const buffers = Object.fromEntries(
    ["bias", "masked_bias"].flatMap((name) =>
      [0, 1].map((layer) => [
        `transformer.h.${layer}.attn.${name}`,
        { dtype: "U8", shape: name === "bias" ? [1, 1, 3, 3] : [], bytes: new Uint8Array(name === "bias" ? 9 : 1) },
      ]),
    ),
  );
  const model = await openModel(heed, { config: JSON.stringify(GPT2), weights: safetensors(gpt2, { buffers }) });
  const right = textbookModel(GPT2, gpt2, ids, { prefix: "transformer." });
  assert.ok(differences(model.run(ids, { keep: ["weights"] }), right).logits <= BOUND);
  model.dispose();
});
