// Which of the files that came make a model, where the folder has folders in it; and the sentence that it opens with.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "./runs.mjs";

const { modelIn } = await siteModule("pages/model/running/model-files.ts");
const { EXAMPLES, exampleFor } = await siteModule("pages/model/running/examples.ts");
const { MODELS } = await siteModule("../model/families/models.ts");

/** Files as a browser names them. */
const filesAt = (...paths) =>
  paths.map((path) =>
    Object.defineProperty(new File([path], path.split("/").at(-1)), "webkitRelativePath", {
      value: path.includes("/") ? path : "",
    }),
  );

async function foundIn(...paths) {
  const { folder, config, tokenizer, weights } = await modelIn(filesAt(...paths));
  return { folder, files: await Promise.all([config, tokenizer, ...weights].map((file) => file?.text())) };
}

const MODEL = ["config.json", "tokenizer.json", "model.safetensors"];
const under = (folder) => MODEL.map((name) => `${folder}/${name}`);

test("a folder of a sentence encoder opens with the files at its top", async () => {
  const parts = ["1_Pooling/config.json", "2_Dense/config.json", "2_Dense/model.safetensors", "onnx/model.onnx"];
  const { folder, files } = await foundIn(...parts.map((name) => `minilm/${name}`), ...under("minilm"));
  assert.equal(folder, "minilm");
  assert.deepEqual(files, under("minilm"));
});

test("a folder around the folder of a model, dropped with its slash, and files without a folder open", async () => {
  assert.deepEqual(await foundIn("/models/notes.json", ...under("/models/gpt2")), {
    folder: "gpt2",
    files: under("/models/gpt2"),
  });
  assert.deepEqual(await foundIn(...MODEL), { folder: "", files: MODEL });
});

test("weights of an inner folder are not taken for those that are missing at the top", async () => {
  const files = filesAt("a/config.json", "a/2_Dense/model.safetensors");
  await assert.rejects(modelIn(files), /model-no-weights/);
});

test("each family has its example: a hidden word, the beginning of a story, French, a wrong word", () => {
  assert.deepEqual(Object.keys(EXAMPLES).sort(), Object.keys(MODELS).sort());
  const opened = (family, facts, maskName) =>
    exampleFor({ facts: { family, head: true, causal: false, ...facts }, maskName });
  for (const family of Object.keys(MODELS)) assert.notEqual(opened(family, {}, "<mask>"), "");
  assert.match(opened("modernbert", {}, "[MASK]"), /because \[MASK\] was/);
  assert.match(opened("camembert", {}, "<mask>"), /rue .* trop <mask>\./);
  assert.match(opened("gpt_neox", { causal: true }), /^Once upon a time/);
  assert.match(opened("electra", { head: false }, "[MASK]"), /cross the soup/);
  // A sentence encoder says no words, so none is hidden; nor where no sign hides one.
  for (const sentence of [opened("mpnet", { head: false }, "<mask>"), opened("bert", {})])
    assert.match(sentence, /because it was/);
});
