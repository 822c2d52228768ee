// A short training with fixed weights and batches. `node tests/train/curve.mjs` trains the same with PyTorch and stores
// its losses in curve.json; it needs a python3 that has torch (Debian: python3-torch).
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { layers, load } from "../layers/support.mjs";
import { train } from "./support.mjs";

const { languageModel, saveGPT2 } = layers;
const { adam, fillBatch, lettersOf, random, warmupCosine } = train;

export const STEPS = 200;
const [TOKENS, BATCH] = [32, 8];
export const RATE = { peak: 4e-3, end: 4e-4, warmup: 20, steps: STEPS };
const WORDS = "the a cat dog bird river stone old small green runs sleeps sings waits under over near and but while";

/** Sentences of words that follow one another by chance. */
export function text() {
  const [words, draw] = [WORDS.split(" "), random(11)];
  let all = "";
  while (all.length < 20_000) all += words[draw.integer(words.length)] + (draw.integer(9) === 0 ? ".\n" : " ");
  return all;
}

/** The model before its first step. */
export function begin(heed, more = {}) {
  const letters = lettersOf(text());
  const model = languageModel(heed, {
    ...{ vocab: letters.letters.length, dim: 48, heads: 4, layers: 2, batch: BATCH, tokens: TOKENS },
    ...{ backward: true, seed: 1, ...more },
  });
  return { model, ids: letters.encode(text()), draw: random(2) };
}

/** The losses of all steps. */
export function curve(heed) {
  const { model, ids, draw } = begin(heed);
  const how = { learningRate: warmupCosine(RATE), beta2: 0.99, weightDecay: 0.1, clip: 1 };
  const optimiser = adam(model.parameters, { heed, ...how });
  const losses = Array.from({ length: STEPS }, () => {
    fillBatch(ids, TOKENS, draw, model);
    model.run();
    model.backward();
    optimiser.step();
    return model.loss;
  });
  optimiser.dispose();
  model.dispose();
  return losses;
}

async function store() {
  const folder = mkdtempSync(join(tmpdir(), "heed-curve-"));
  try {
    const { model, ids, draw } = begin(await load());
    const { config, weights } = saveGPT2(model);
    const batches = Array.from({ length: STEPS }, () => {
      fillBatch(ids, TOKENS, draw, model);
      return [Array.from(model.ids), Array.from(model.answers)];
    });
    const rates = Array.from({ length: STEPS }, (_, step) => warmupCosine(RATE)(step));
    writeFileSync(join(folder, "weights.safetensors"), weights);
    writeFileSync(join(folder, "plan.json"), JSON.stringify({ config, batch: BATCH, tokens: TOKENS, batches, rates }));
    const python = await pythonWith("torch");
    if (!python) throw new Error("No python3 imports torch. On Debian: apt-get install python3-torch.");
    const script = fileURLToPath(new URL("curve.py", import.meta.url));
    const { status, stdout, stderr } = spawnSync(python, [script, folder], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    writeFileSync(new URL("curve.json", import.meta.url), stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await store();
