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
