// Files in GGUF come to the page as people have them: a blob of Ollama, its manifest, a folder of LM Studio, a file
// that is larger than memory. And each family opens with a sentence that suits it.
import { mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";
import { CONFIGS } from "../model/configs.mjs";
import { ggufOf, keysOf } from "../model/gguf-writer.mjs";
import { textbookModel } from "../model/oracle.mjs";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { asFile, MODEL, openHead, problem } from "./model-page.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import {
  bert,
  CAT_IDS,
  expectShown,
  ggufBeside,
  ggufLlama,
  give,
  gpt2,
  idsOf,
  ofConfig,
  status,
  type,
  wordPiece,
} from "./own-models.mjs";
import { says } from "./says.mjs";
import { expect, test } from "./viewer-page.mjs";
import { hold } from "./watched-workers.mjs";

const BLOB = `sha256-${"0123456789abcdef".repeat(4)}`;
const plan = (page) => page.locator("#plan-text");

/** Gives the page a file by itself, and waits for its heads. */
async function giveFile(page, name, bytes) {
  await page.evaluate(() => performance.clearMarks());
  await page.locator("#file").setInputFiles(asFile(name, bytes));
  await page.waitForFunction(() => performance.getEntriesByName("heed-grid-full").length > 0);
  await expect(page.locator("#model-text")).toBeVisible();
}

test("a blob of Ollama opens with the exact heads of its blocks, its words, its types and its template", async ({
  page,
  complaints,
  requests,
}) => {
  const template = "<img src=x onerror=alert(1)>{{ messages }}";
  const model = ggufLlama({ keys: { "tokenizer.chat_template": template } });
  await giveFile(page, BLOB, model.bytes);
  await expect(page.locator("#file-name")).toHaveText("Small Llama");
  await expect(page.locator("#file-facts")).toContainText("2 layers × 4 heads");
  await expect(page.locator("#file-facts")).toContainText("Q4_K and Q6_K");
  await expect(page.locator("#about-example")).toContainText("the weights of this file, in Q4_K and Q6_K");
  await expect(page.locator("#typed")).toHaveValue(says("model.example-story"));
  await type(page, " the cat sat on the mat", 6);
  const { weights } = textbookModel(model.config, model.tensors, CAT_IDS, { prefix: "model." });
  for (const [layer, head] of [
    [0, 1],
    [1, 3],
  ]) {
    await openHead(page, layer, head);
    await expectShown(page, weights[layer][head].flat());
    await expect(page.locator("#own-scores")).toContainText("with the weights of this file, in Q4_K and Q6_K");
    await page.keyboard.press("Escape");
  }
  await expect(page.locator("#next-list button")).toHaveCount(10);
  await page.locator("#chat summary").press("Enter");
  await expect(page.locator("#chat-template")).toHaveText(template);
  await expect(page.locator("img")).toHaveCount(0);
  // A folder has no template.
  await give(page, gpt2());
  await expect(page.locator("#chat")).toBeHidden();
  await expect(page.locator("#about-example")).toBeHidden();
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a manifest of Ollama says which blob to choose, and of a folder of LM Studio the model opens", async ({
  page,
}, info) => {
  const model = { mediaType: "application/vnd.ollama.image.model", digest: BLOB.replace("-", ":"), size: 2e9 };
  await page.locator("#file").setInputFiles(asFile("latest", JSON.stringify({ schemaVersion: 2, layers: [model] })));
  await expect(problem(page)).toContainText(`the file ${BLOB} (2 GB)`);
  await page.locator("#file").setInputFiles(asFile("mmproj.gguf", ggufBeside({ "general.architecture": "clip" })));
  await expect(problem(page)).toContainText("reads pictures");

  const folder = path.join(info.outputPath("models"), "maker", "llama");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "small-Q4_K_M.gguf"), ggufLlama().bytes);
  // Some makers put these in the same folder.
  for (const name of ["config.json", "README.md"]) await writeFile(path.join(folder, name), "{}");
  await writeFile(path.join(folder, "mmproj.gguf"), ggufBeside({ "general.type": "mmproj" }));
  await page.locator("#folder").setInputFiles(info.outputPath("models"));
  await expect(page.locator("#file-name")).toHaveText("small-Q4_K_M.gguf");
  await expect(page.locator("#notes")).toContainText("Not opened: mmproj.gguf (reads pictures)");
  await expect(problem(page)).toBeEmpty();
});

/** Shapes of a model of 4 GB and 32 layers, whose numbers are all 0: the file takes no room on the disk. */
async function hugeModel(info) {
  const config = { ...CONFIGS.llama.config, num_hidden_layers: 32, hidden_size: 4096, intermediate_size: 4096 };
  const sizes = { ...config, num_attention_heads: 32, num_key_value_heads: 32, head_dim: 128, vocab_size: 64 };
  const matrix = [4096, 4096];
  const shapes = { token_embd: [64, 4096], output_norm: [4096], output: [64, 4096] };
  for (let layer = 0; layer < 32; layer++) {
    for (const norm of ["attn_norm", "ffn_norm"]) shapes[`blk.${layer}.${norm}`] = [4096];
    for (const name of ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"])
      shapes[`blk.${layer}.${name}`] = matrix;
  }
  let offset = 0;
  const tensors = Object.entries(shapes).map(([name, shape]) => {
    const tensor = { name: `${name}.weight`, type: shape.length === 1 ? "F32" : "Q8_0", shape, offset };
    const count = shape[0] * (shape[1] ?? 1);
    offset += shape.length === 1 ? 4 * count : (count / 32) * 34;
    return { ...tensor, bytes: new Uint8Array() };
  });
  const head = ggufOf({ keys: keysOf(sizes), tensors });
  const file = info.outputPath("huge.gguf");
  await writeFile(file, head);
  const handle = await open(file, "r+");
  await handle.truncate(head.length + offset);
  await handle.close();
  return file;
}

test("of a model that is larger than memory the page offers the first layers that fit", async ({ page }, info) => {
  await page.locator("#file").setInputFiles(await hugeModel(info));
  await expect(plan(page)).toContainText("huge.gguf has 3.99 GB of weights, in Q8_0: more than a page has memory for");
  await expect(plan(page)).toContainText("30 of 32, with 3.74 GB");
  await expect(plan(page)).toContainText("Their heads are exact. There are no logits");
  await expect(page.locator("#plan-open")).toHaveText(says("model.open-first"));
  await page.locator("#plan-cancel").press("Enter");
  await expect(page.locator("#plan")).toBeHidden();
});

test("a tokenizer that never ends is stopped, and the model runs on numbers", async ({ page }) => {
  await hold(page, "readTokenizer");
  // What waits for seconds comes at once.
  await page.evaluate(() => {
    const { setTimeout: plain } = globalThis;
    globalThis.setTimeout = (work, ms, ...rest) => plain(work, ms > 9000 ? 0 : ms, ...rest);
  });
  await giveFile(page, "a.gguf", ggufLlama().bytes);
  await expect(page.locator("#notes")).toContainText(says("model.tokenizer-slow"));
  await expect(page.locator("#typed")).toHaveValue("7 14 21 28 35 42 49 56");
});

test("a file whose pieces heed does not know runs on numbers, and the page says which key it is", async ({ page }) => {
  await giveFile(page, "a.gguf", ggufLlama({ keys: { "tokenizer.ggml.pre": "made-up" } }).bytes);
  await expect(page.locator("#notes")).toContainText('tokenizer.ggml.pre is "made-up"');
  await type(page, "5 9 14", 3);
});

test("models of three kinds open with a hidden word, in French, and with a word that does not fit", async ({
  page,
}) => {
  await give(page, bert());
  await expect(page.locator("#typed")).toHaveValue(/because \[MASK\] was too tired/);
  await expect(page.locator("#next-title")).toHaveText("If “[MASK]” is hidden");
  await expect(page.locator("#next-list button")).toHaveCount(10);
  await expect(page.locator("#next-note")).toBeEmpty();

  const french = JSON.parse(JSON.stringify(wordPiece()).replaceAll("[MASK]", "<mask>"));
  await give(page, ofConfig(CONFIGS.camembert, french));
  await expect(page.locator("#typed")).toHaveValue(/^L’animal n’a pas traversé .* <mask>\.$/);
  await expect(page.locator("#next-title")).toHaveText("If “<mask>” is hidden");

  const { config, tensors, files } = ofConfig(CONFIGS["electra, a discriminator"], wordPiece());
  await give(page, { files });
  await expect(page.locator("#typed")).toHaveValue(says("model.example-wrong"));
  await expect(page.locator("#notes")).toContainText(says("model.judges"));
  await type(page, "the cat sat on the mat", 8);
  const ids = idsOf(wordPiece(), "[CLS] the cat sat on the mat [SEP]".split(" "));
  const { replaced } = textbookModel(config, tensors, ids);
  const wanted = Array.from(replaced, (one) => 1 / (1 + Math.exp(-one)));
  const shown = () =>
    page
      .locator("#tokens button")
      .evaluateAll((all) => all.map((button) => Number.parseFloat(button.style.getPropertyValue("--share")) / 100));
  const farthest = async () => Math.max(...(await shown()).map((share, at) => Math.abs(share - wanted[at])));
  await expect.poll(farthest).toBeLessThan(0.001);
  const own = wanted.slice(1, -1);
  const most = "the cat sat on the mat".split(" ")[own.indexOf(Math.max(...own))];
  await expect(page.locator("#judged")).toContainText(`“${most}” looks most so`);
  await give(page, gpt2());
  await expect(page.locator("#judged")).toBeHidden();
  // What the reader has typed stays.
  await type(page, " the cat sat on the mat", 6);
  await give(page, bert());
  await expect(page.locator("#typed")).toHaveValue(" the cat sat on the mat");
  await expect(status(page)).toHaveText("8 tokens");
});

test("a GGUF file in both themes, at every width, by keyboard, on paper; in German no English is left", async ({
  page,
}) => {
  test.slow();
  const file = ggufLlama({ keys: { "tokenizer.chat_template": "{{ messages }}" } }).bytes;
  await giveFile(page, "a.gguf", file);
  await page.locator("#chat summary").click();
  await expectAxeFindsNothingInEitherTheme(page);
  await expectServesEverybody(page);
  await page.goto("about:blank");
  await page.goto(`${MODEL}#lang=de`);
  await giveFile(page, "a.gguf", file);
  await expect(page.locator("#file-facts")).toContainText("Q4_K und Q6_K");
  await expectNoEnglish(page, { named: /^\S+$|^\d+ \S+$/ });
});
