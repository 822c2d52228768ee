// A training that can be cut. `node tests/train/resumed.mjs FOLDER FLAVOUR KIND` goes on from the files of a folder.
// It prints the losses of the steps that were left, and the SHA-256 of all weights.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { layers, load } from "../layers/support.mjs";
import { dist, train } from "./support.mjs";
import { ownText } from "./curve.mjs";

const { openWorkers } = await import(new URL("workers.js", dist).href);
const { languageModel, loadModel, saveModel } = layers;
const { adam, fillBatch, lettersOf, microBatches, seededRandom, sgd, warmupCosine } = train;

/** All steps, and those after which it is cut. */
export const [STEPS, CUT] = [20, 11];
const [BATCH, TOKENS] = [4, 16];
const ADAM = { learningRate: warmupCosine({ peak: 0.02, end: 0.001, warmup: 4, steps: STEPS }), beta2: 0.99 };
const letters = lettersOf(ownText());
const ids = letters.encode(ownText());

/** How each training moves its model, and in how many parts its batches are computed. */
export const KINDS = {
  "adam in the core": {
    optimiser: (heed, parameters, state) => adam(heed, parameters, { ...ADAM, weightDecay: 0.1, clip: 1, state }),
  },
  "adam in JavaScript": { optimiser: (_, parameters, state) => adam(parameters, { ...ADAM, state }), biases: true },
  "sgd with momentum": {
    optimiser: (_, parameters, state) => sgd(parameters, { learningRate: 0.1, momentum: 0.9, state }),
    biases: true,
  },
  "adam with workers": { optimiser: (heed, parameters, state) => adam(heed, parameters, { ...ADAM, state }), parts: 2 },
};

/** A training before its first step. */
export function begin(heed, kind) {
  const { optimiser, biases = false, parts = 1 } = KINDS[kind];
  const sizes = { vocab: letters.letters.length, modelDim: 16, heads: 2, layers: 2, tokens: TOKENS };
  const model = languageModel(heed, { ...sizes, batch: BATCH / parts, biases, backward: true, seed: 1 });
  return { model, optimiser: optimiser(heed, model.parameters), draw: seededRandom(2) };
}

/** The losses of some steps. */
export async function learn(heed, kind, { model, optimiser, draw }, steps) {
  const { parts = 1 } = KINDS[kind];
  const workers = parts > 1 ? await openWorkers({ workers: 2, flavour: heed.flavour }) : undefined;
  const batch = microBatches(heed, model, { parts, workers });
  const losses = [];
  for (let step = 0; step < steps; step++) {
    fillBatch(batch, ids, draw);
    await batch.gradients();
    optimiser.step();
    losses.push(batch.loss);
  }
  await workers?.dispose();
  return losses;
}

export function bitsOf({ model }) {
  const hash = createHash("sha256");
  for (const { value } of model.parameters) hash.update(value);
  return hash.digest("hex");
}

const FILES = { weights: "model.safetensors", state: "training.safetensors" };

export function save(folder, { model, optimiser, draw }) {
  const saved = saveModel(model, { optimiser, random: draw });
  writeFileSync(join(folder, "config.json"), JSON.stringify(saved.config));
  for (const [name, file] of Object.entries(FILES)) writeFileSync(join(folder, file), saved[name]);
}

function open(folder, heed, kind) {
  const [weights, state] = Object.values(FILES).map((file) => readFileSync(join(folder, file)));
  const config = JSON.parse(readFileSync(join(folder, "config.json"), "utf8"));
  const batch = BATCH / (KINDS[kind].parts ?? 1);
  const loaded = loadModel(heed, { config, weights, state }, { batch, backward: true });
  const { model, optimiser, random } = loaded;
  return {
    model,
    optimiser: KINDS[kind].optimiser(heed, model.parameters, optimiser),
    draw: seededRandom(random),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder, flavour, kind] = process.argv;
  const heed = await load({ flavour });
  const training = open(folder, heed, kind);
  const losses = await learn(heed, kind, training, STEPS - CUT);
  console.log(JSON.stringify({ losses, bits: bitsOf(training), steps: training.optimiser.steps }));
}
