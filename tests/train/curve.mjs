// A short training with fixed weights and batches. `node tests/train/curve.mjs` trains the same with PyTorch and stores
// its losses in curve.json; it needs a python3 that has torch (Debian: python3-torch). `--steps N` trains both with so
// many steps, measures both on text that they did not learn, and prints the losses.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { novelPiece } from "../../scripts/train-texts.mjs";
import { layers, load } from "../layers/support.mjs";
import { train } from "./support.mjs";

const { languageModel, saveModel } = layers;
const { adam, fillBatch, lettersOf, seededRandom, warmupCosine } = train;

export const STEPS = 200;
const [TOKENS, BATCH] = [32, 8];
export const RATE = { peak: 4e-3, end: 4e-4, warmup: 20, steps: STEPS };
/** The batches of a comparison by `--steps` that are not learned. */
const HELD_OUT = 7;
const WORDS = "the a cat dog bird river stone old small green runs sleeps sings waits under over near and but while";

/** Sentences of words that follow one another by chance. */
export function ownText() {
  const [words, draw] = [WORDS.split(" "), seededRandom(11)];
  let all = "";
  while (all.length < 20_000) all += words[draw.integer(words.length)] + (draw.integer(9) === 0 ? ".\n" : " ");
  return all;
}

/** The model before its first step. */
export function begin(heed, more = {}, learned = ownText()) {
  const letters = lettersOf(learned);
  const model = languageModel(heed, {
    ...{ vocab: letters.letters.length, modelDim: 48, heads: 4, layers: 2, batch: BATCH, tokens: TOKENS },
    ...{ backward: true, seed: 1, ...more },
  });
  return { model, ids: letters.encode(learned), draw: seededRandom(2) };
}

/** The losses of all steps, and the mean of those on the batches that are held out. */
function learn(heed, { text, rate, learned, heldOut }) {
  const { model, ids, draw } = begin(heed, {}, text);
  const how = { learningRate: warmupCosine(rate), beta2: 0.99, weightDecay: 0.1, clip: 1 };
  const optimiser = adam(heed, model.parameters, how);
  const losses = Array.from({ length: rate.steps }, () => {
    fillBatch(model, learned(ids), draw);
    model.run();
    model.backward();
    optimiser.step();
    return model.loss;
  });
  const apart = heldOut(ids).map(([read, answers]) => {
    model.ids.set(read);
    model.targets.set(answers);
    model.run();
    return model.loss;
  });
  optimiser.dispose();
  model.dispose();
  return { losses, heldOut: apart.reduce((sum, one) => sum + one, 0) / apart.length };
}

/** All is learned, or all but the last batches. */
const WHOLE = { text: undefined, rate: RATE, learned: (ids) => ids, heldOut: () => [] };
const inParts = (steps) => ({
  text: novelPiece(),
  // nanoGPT's. With sentences by chance, or four times this rate, the last bits of a loss grow until both part ways.
  rate: { peak: 1e-3, end: 1e-4, warmup: Math.min(100, steps >> 1), steps },
  learned: (ids) => ids.subarray(0, -HELD_OUT * BATCH * TOKENS - 1),
  heldOut: (ids) =>
    Array.from({ length: HELD_OUT }, (_, batch) => {
      const [from, count] = [ids.length - 1 - (HELD_OUT - batch) * BATCH * TOKENS, BATCH * TOKENS];
      return [0, 1].map((later) => Array.from(ids.subarray(from + later, from + later + count)));
    }),
});

/** The losses of all steps. */
export const curve = (heed) => learn(heed, WHOLE).losses;

/** What PyTorch finds with the same weights and batches, as JSON. Undefined where no Python has it. */
async function torchLearns(heed, { text, rate, learned, heldOut }) {
  const python = await pythonWith("torch");
  if (!python) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "heed-curve-"));
  try {
    const { model, ids, draw } = begin(heed, {}, text);
    const { config, weights } = saveModel(model);
    const batches = Array.from({ length: rate.steps }, () => {
      fillBatch(model, learned(ids), draw);
      return [Array.from(model.ids), Array.from(model.targets)];
    });
    model.dispose();
    const rates = Array.from({ length: rate.steps }, (_, step) => warmupCosine(rate)(step));
    const plan = { config, batch: BATCH, tokens: TOKENS, batches, rates, heldOut: heldOut(ids) };
    writeFileSync(join(folder, "weights.safetensors"), weights);
    writeFileSync(join(folder, "plan.json"), JSON.stringify(plan));
    const script = fileURLToPath(new URL("curve.py", import.meta.url));
    const { status, stdout, stderr } = spawnSync(python, [script, folder], { encoding: "utf8", maxBuffer: 1e8 });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function store(heed) {
  const found = await torchLearns(heed, WHOLE);
  if (!found) throw new Error("No python3 imports torch. On Debian: apt-get install python3-torch.");
  writeFileSync(new URL("curve.json", import.meta.url), found);
}

async function compare(heed, steps) {
  const how = inParts(steps);
  const torch = JSON.parse((await torchLearns(heed, how)) ?? "null");
  console.log(JSON.stringify({ heed: learn(heed, how), torch }));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const heed = await load({ flavour: "simd" });
  const [, , flag, steps] = process.argv;
  await (flag === "--steps" ? compare(heed, Number(steps)) : store(heed));
}
