// Models of every kind of family in every engine, against loops in double precision; and a model that learns: for any
// number of workers its weights have the same bits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { flavours, load } from "../lib/support.mjs";
import { BERT, ELECTRA, GEMMA3, GPT2, GPT_NEO, GPT_NEOX, LLAMA, MODERNBERT, MPNET, OWN } from "../model/configs.mjs";
import { safetensors } from "../model/files.mjs";
import { makeTensors } from "../model/make.mjs";
import { textbookModel } from "../model/oracle.mjs";
import { ggufOf, keysOf, storedAs } from "../model/gguf-writer.mjs";
import { openModel, randomOf, readGguf } from "../model/support.mjs";
import { layers, train } from "../layers/support.mjs";
import { openWorkers } from "../workers/support.mjs";
import { inEveryEngine } from "./every-engine.mjs";
import { modelsOf, trainingOf, WORKER_COUNTS } from "./language.mjs";

/** The bound of every logit and of every weight. */
const BOUND = 1e-4;
const IDS = [7, 3, 60, 3, 12, 45, 7, 21, 0, 33, 59];
const MOST = 5;

/** @type {[config: Record<string, any>, options?: Parameters<typeof makeTensors>[1]][]} */
const CASES = [
  ...[GPT2, LLAMA, GPT_NEOX, { ...GPT_NEOX, use_parallel_residual: false }, GPT_NEO, GEMMA3, OWN].map(
    (config) => /** @type {[object]} */ ([config]),
  ),
  ...[BERT, ELECTRA, MPNET, { ...MODERNBERT, num_hidden_layers: 2 }].map(
    (config) => /** @type {[object]} */ ([config]),
  ),
  [ELECTRA, { head: "discriminator" }],
];
const WRITES = ["gpt2", "llama", "gpt_neox", "gpt_neo", "gemma3_text", "heed"];
const FAMILIES = CASES.map(([config, options]) => ({ config, tensors: makeTensors(config, options) }));
const inBase64 = (bytes) => Buffer.from(bytes).toString("base64");
const MODELS = FAMILIES.map(({ config, tensors }) => ({
  config,
  weights: inBase64(safetensors(tensors)),
  ids: IDS,
  most: WRITES.includes(config.model_type) ? MOST : 0,
}));

// A GGUF file, in blocks of 32; the heads of queries and keys lie in pairs.
const WIDE = { ...LLAMA, hidden_size: 64, intermediate_size: 64, head_dim: 16 };
const stored = storedAs(WIDE, makeTensors(WIDE), () => "Q5_1", randomOf(1));
FAMILIES.push({ config: WIDE, tensors: stored.meant });
const file = ggufOf({ keys: keysOf(WIDE), tensors: stored.tensors });
MODELS.push({ config: undefined, weights: inBase64(file), ids: IDS, most: MOST });

const EXPECTED = FAMILIES.map(({ config, tensors }) => textbookModel(config, tensors, IDS));

/** @returns {number[]} */
const flat = (nested) => (typeof nested === "number" ? [nested] : Array.from(nested).flatMap(flat));

function assertNear(found, nested, what) {
  const expected = flat(nested);
  assert.equal(found.length, expected.length, what);
  const most = Math.max(0, ...found.map((value, at) => Math.abs(value - expected[at])));
  assert.ok(most <= BOUND, `${what} differ by ${most}`);
}

function assertModels(report) {
  assert.ok("simd" in report);
  for (const [flavour, models] of Object.entries(report))
    for (const [at, { logits, replaced, weights, written }] of models.entries()) {
      const { config, tensors } = FAMILIES[at];
      const name = `${flavour}, ${config.model_type}`;
      assertNear(logits, EXPECTED[at].logits, `${name}: logits`);
      assertNear(replaced, EXPECTED[at].replaced ?? [], `${name}: replaced`);
      for (const [layer, found] of weights.entries())
        assertNear(found, EXPECTED[at].weights[layer], `${name}: weights of layer ${layer}`);
      const ids = [...IDS];
      assert.equal(written.length, MODELS[at].most);
      for (const step of written) {
        const last = textbookModel(config, tensors, ids).logits.at(-1);
        assertNear(step.logits, last, `${name}: logits after ${ids.length} tokens`);
        ids.push(step.id);
      }
    }
}

const MODELS_ARE_RIGHT = "a model of each family has every logit and weight of the textbook, also with a cache";
const given = {
  heed: { flavours, load },
  model: { openModel },
  gguf: { readGguf },
  layers,
  train,
  workers: { openWorkers },
};

test(`Node: ${MODELS_ARE_RIGHT}`, async () => assertModels(await modelsOf(given, MODELS)));
inEveryEngine(
  MODELS_ARE_RIGHT,
  {
    module: "language.mjs",
    name: "modelsOf",
    entries: { heed: "heed.js", model: "model.js", gguf: "gguf.js" },
    args: [MODELS],
  },
  assertModels,
);

const expected = await trainingOf(given);

function assertTraining(report, context) {
  for (const [flavour, { bits, loss }] of Object.entries(report)) {
    assert.deepEqual(
      bits,
      WORKER_COUNTS.map(() => bits[0]),
      `${flavour}: any number of workers`,
    );
    assert.ok(Math.abs(loss - expected.simd.loss) < 1e-4, `${flavour}: the loss is ${loss}`);
    const isLikeNode = bits[0] === expected[flavour]?.bits[0];
    context.diagnostic(`${flavour}: ${isLikeNode ? "the bits of Node" : "other bits than in Node"}`);
    if (flavour === "simd") assert.ok(isLikeNode, "the bits of Node");
  }
}

const BITS_STAY = "a model that learns has the same bits on none, 1, 2 and 4 workers";
test(`Node: ${BITS_STAY}`, (context) => assertTraining(expected, context));
inEveryEngine(
  BITS_STAY,
  {
    module: "language.mjs",
    name: "trainingOf",
    entries: { heed: "heed.js", layers: "layers.js", train: "train.js", workers: "workers.js" },
  },
  assertTraining,
);
