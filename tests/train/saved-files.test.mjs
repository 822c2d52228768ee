// The files of a trained model open elsewhere, and say the same: in heed/model, plain Python, PyTorch and transformers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { layers, load } from "../layers/support.mjs";
import { dist, train } from "./support.mjs";
import { begin } from "./curve.mjs";

const { openModel } = await import(new URL("model.js", dist).href);
const { saveModel } = layers;
const { adam, fillBatch } = train;
const heed = await load();

/** A model after some steps, the files that it is saved as, a line, and the logits of its letters. */
function trained() {
  const { model, ids, draw } = begin(heed);
  const optimiser = adam(heed, model.parameters, { learningRate: 4e-3 });
  for (let step = 0; step < 30; step++) {
    fillBatch(model, ids, draw);
    model.run();
    model.backward();
    optimiser.step();
  }
  const line = Array.from(ids.subarray(0, model.options.tokens));
  model.ids.fill(0);
  model.ids.set(line);
  model.run();
  const logits = model.logits.slice(0, line.length * model.options.vocab);
  const files = saveModel(model);
  optimiser.dispose();
  model.dispose();
  return { ...files, line, logits };
}

function assertClose(found, logits, what) {
  assert.equal(found.length, logits.length, what);
  const apart = Math.max(...logits.map((logit, at) => Math.abs(logit - found[at])));
  assert.ok(apart < 1e-4, `${what}: the logits differ by ${apart}`);
}

/** What Python prints for a folder with the files. */
function inFolder({ config, weights, line }, python, script) {
  const folder = mkdtempSync(join(tmpdir(), "heed-saved-"));
  try {
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    writeFileSync(join(folder, "model.safetensors"), weights);
    const args = [...script, folder, JSON.stringify(line)];
    return JSON.parse(execFileSync(python, args, { encoding: "utf8", maxBuffer: 1e8 })).flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const saved = trained();

test("heed/model opens the files, and its logits are those of the model", async () => {
  const { config, weights, line, logits } = saved;
  const model = await openModel(heed, { config, weights });
  const found = model.run(line);
  assertClose(found.logits.data, logits, "heed/model");
  model.dispose();
});

const HALVES = { pairs: "halves" };

/** Models that heed trains, by the family as which they are saved. */
const KINDS = {
  gpt2: [{ biases: true }],
  gpt_neox: [
    { positions: false, biases: true, attention: { rotary: HALVES } },
    { positions: false, tied: false, activation: "silu", attention: { rotary: { ...HALVES, dims: 2, base: 500 } } },
  ],
  heed: [
    { norm: "rms", activation: "silu", positions: false, attention: { rotary: HALVES } },
    { norm: "rms", biases: true, positions: false },
    {
      ...{ tied: false, positions: false, biases: true },
      attention: [
        { rotary: { pairs: "interleaved", base: 50 }, window: { left: 2 } },
        { rotary: { ...HALVES, dims: 4, frequencies: [1, 0.2], factor: 1.5 }, scale: 0.4 },
      ],
    },
    { attention: { kvHeads: 1, dim: 6 } },
    { attention: { causal: false, window: { left: 2, right: 1 } } },
  ],
};

test("what heed trains, heed opens: heed/model has the logits of any model that is saved", async () => {
  const sizes = { vocab: 13, modelDim: 16, heads: 2, layers: 2, tokens: 9, hidden: 20 };
  const ids = [3, 1, 4, 1, 5, 9, 2, 6, 5];
  for (const [family, kinds] of Object.entries(KINDS))
    for (const kind of kinds) {
      const model = layers.languageModel(heed, { ...sizes, ...kind, seed: 1 });
      for (const { value } of model.parameters) value.forEach((one, at) => (value[at] = one * 4 + 0.1 * Math.sin(at)));
      model.run({ ids });
      const { config, weights } = saveModel(model);
      assert.equal(config.model_type, family);
      const opened = await openModel(heed, { config: JSON.stringify(config), weights });
      const what = `${family}, ${JSON.stringify(kind)}`;
      assertClose(opened.run(ids).logits.data, model.logits, what);
      assert.equal(opened.facts.causal, kind.attention?.causal ?? true);
      if (opened.facts.causal)
        for await (const { logits } of opened.generate(ids, { maxTokens: 1 }))
          assertClose(logits, model.logits.slice(8 * 13), `${what}, by its cache`);
      opened.dispose();
      model.dispose();
    }
});

const python = await pythonWith("json");
test("plain Python reads the files by their names, and its logits are those of the model", () => {
  const script = fileURLToPath(new URL("saved-files.py", import.meta.url));
  assertClose(inFolder(saved, python, [script]), saved.logits, "Python");
});

const torch = await pythonWith("torch");
test(
  "PyTorch reads the files by their names, and its logits are those of the model",
  { skip: torch ? false : "no python3 here has torch (Debian: python3-torch)" },
  () => {
    const script = fileURLToPath(new URL("saved-files-torch.py", import.meta.url));
    assertClose(inFolder(saved, torch, [script]), saved.logits, "PyTorch");
  },
);

const transformers = await pythonWith("transformers");
const LINES = `
import json, sys, torch
from transformers import GPT2LMHeadModel
model = GPT2LMHeadModel.from_pretrained(sys.argv[1]).eval()
with torch.no_grad(): print(json.dumps(model(torch.tensor([json.loads(sys.argv[2])])).logits[0].tolist()))
`;
test(
  "transformers opens the files, and its logits are those of the model",
  { skip: transformers ? false : "no transformers on this machine" },
  () => assertClose(inFolder(saved, transformers, ["-c", LINES]), saved.logits, "transformers"),
);
