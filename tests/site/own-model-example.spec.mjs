// The small models of the site open on the page that looks into models: the built-in one, and one that train.html made.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { tensorsIn } from "../model/files.mjs";
import { textbookModel } from "../model/oracle.mjs";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { MODEL, openHead, openModel } from "./model-page.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import { expectShown, softmax, status, type } from "./own-models.mjs";
import { root } from "./serve.mjs";
import { expect, test } from "./viewer-page.mjs";

const TRAIN = pathToFileURL(path.join(root, "dist-site/train.html")).href;
const TRAINED_MS = 90_000;
const folder = path.join(root, "web/site/pages/model/example/letters");
const example = (name) => readFileSync(path.join(folder, name));
const stored = () => ({
  config: JSON.parse(example("config.json").toString()),
  tokenizer: JSON.parse(example("tokenizer.json").toString()),
  tensors: tensorsIn(example("model.safetensors")),
});

const idsOf = ({ model: { vocab } }, text) => Array.from(text, (letter) => vocab[letter]);

async function expectHeads(page, { config, tensors, tokenizer }, text, places) {
  const { weights } = textbookModel(config, tensors, idsOf(tokenizer, text));
  for (const [layer, head] of places) {
    await openHead(page, layer, head);
    await expectShown(page, weights[layer][head].flat());
    await page.keyboard.press("Escape");
  }
}

async function openExample(page) {
  await page.locator("#open-letters").click();
  await expect(page.locator("#model-text")).toBeVisible();
  await expect(page.locator("#scan")).toBeHidden();
}

test("one click opens the built-in model on a sentence, and all its heads are the textbook's", async ({
  page,
  complaints,
  requests,
}) => {
  await openModel(page);
  await openExample(page);
  await expect(page.locator("#typed")).toHaveValue("Call me Ishmael.");
  await expect(page.locator("#file-facts")).toContainText("1 layer × 4 heads");
  await expect(page.locator("#about-example")).toContainText("knows 83 letters and signs, and sees 64");
  await expect(page.locator("#notes li")).toHaveCount(0);
  const model = stored();
  const places = [0, 1, 2, 3].map((head) => [0, head]);
  await expectHeads(page, model, "Call me Ishmael.", places);
  // Line ends are letters of its own, and a sign that it never saw is read as its first one.
  await type(page, "the whale,\nthe 🐳", 16);
  await expectHeads(page, model, "the whale,\nthe  ", [[0, 2]]);
  // What follows a letter it knows well.
  await type(page, "the whal", 8);
  const { logits } = textbookModel(model.config, model.tensors, idsOf(model.tokenizer, "the whal"));
  const shares = softmax(logits.at(-1));
  const likeliest = shares.indexOf(Math.max(...shares));
  const letter = Object.entries(model.tokenizer.model.vocab).find(([, id]) => id === likeliest)[0];
  await expect(page.locator("#next-list .token").first()).toHaveText(letter);
  await page.locator("#temperature").fill("0");
  await page.locator("#most").fill("1");
  await page.locator("#write").click();
  await expect(status(page)).toHaveText("9 tokens");
  await expect(page.locator("#typed")).toHaveValue(`the whal${letter}`);
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([MODEL]);
  expect(complaints).toEqual([]);
});

test("who opens a model and takes a likely token with a keyboard goes on from there", async ({ page }) => {
  await page.locator("#open-letters").press("Enter");
  await expect(page.locator("#opened")).toBeFocused();
  const first = page.locator("#next-list button").first();
  await expect(status(page)).toHaveText("16 tokens");
  await first.press("Enter");
  await expect(status(page)).toHaveText("17 tokens");
  await expect(first).toBeFocused();
  await first.press("Enter");
  await expect(status(page)).toHaveText("18 tokens");
  await expect(first).toBeFocused();
});

test("a link opens the built-in model at the head that it names", async ({ page }) => {
  await page.goto(`${MODEL}#file=moby-dick.letters&head=0.2`);
  await expect(page.locator("#head-title")).toHaveText("Layer 0, head 2");
  await expect(page.locator("#typed")).toHaveValue("Call me Ishmael.");
  expect(page.url()).toContain("file=moby-dick.letters");
  // A letter of a text that is longer than its table has no place.
  await page.locator("#typed").fill("a".repeat(70));
  await expect(status(page)).toHaveText(/The first 64 tokens are read, as many as fit. 6 are left out./);
});

test("the built-in model in both themes, at every width, in German", async ({ page }) => {
  await openModel(page);
  await openExample(page);
  await expectAxeFindsNothingInEitherTheme(page);
  await expectServesEverybody(page);
  await page.goto("about:blank");
  await openModel(page, `${MODEL}#lang=de`);
  await openExample(page);
  await expectNoEnglish(page, { named: /^\S+$|^\d+ \S+$/ });
});

test("a model that was trained a moment ago opens in a tab of the viewer, as it was at that step", async ({
  page,
  complaints,
}) => {
  test.slow();
  await page.goto(`${TRAIN}#steps=60&dim=16&heads=2&layers=2&tokens=16&batch=4`);
  await page.locator("#start").click();
  await expect(page.locator("#status")).toContainText("numbers learned", { timeout: TRAINED_MS });
  const saved = {};
  for (const name of ["model.safetensors", "config.json", "tokenizer.json"]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    saved[name] = readFileSync(await download.path());
  }
  const [viewer] = await Promise.all([page.waitForEvent("popup"), page.locator("#to-viewer").click()]);
  await expect(page.locator("#viewer-says")).toContainText("It opens in a new tab");
  await expect(viewer.locator("#file-name")).toHaveText("trained-here");
  await expect(viewer.locator("#file-facts")).toContainText("2 layers × 2 heads");
  await expect(viewer.locator("#notes li")).toHaveCount(0);
  const model = {
    config: JSON.parse(saved["config.json"].toString()),
    tokenizer: JSON.parse(saved["tokenizer.json"].toString()),
    tensors: tensorsIn(saved["model.safetensors"]),
  };
  await type(viewer, "the white wha", 13);
  await expectHeads(viewer, model, "the white wha", [
    [0, 1],
    [1, 0],
  ]);
  // Loaded anew, the tab asks again.
  await viewer.reload();
  await expect(viewer.locator("#file-facts")).toContainText("2 layers × 2 heads");
  // Its files open by hand too.
  await viewer
    .locator("#file")
    .setInputFiles(
      Object.entries(saved).map(([name, buffer]) => ({ name, mimeType: "application/octet-stream", buffer })),
    );
  await expect(viewer.locator("#file-name")).toHaveText("gpt2");
  await expect(viewer.locator("#notes li")).toHaveCount(0);
  expect(complaints).toEqual([]);
});
