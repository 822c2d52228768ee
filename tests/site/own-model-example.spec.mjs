// The small models of the site open on the page that looks into models: the built-in one, and one that train.html made.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { tensorsIn } from "../model/files.mjs";
import { textbookModel } from "../model/oracle.mjs";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { EXAMPLE, MODEL, openHead, openModel } from "./model-page.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import { expectShown, status, type } from "./own-models.mjs";
import { heed, siteModule } from "./runs.mjs";
import { root } from "./serve.mjs";
import { expect, test } from "./viewer-page.mjs";

const TRAIN = pathToFileURL(path.join(root, "dist-site/train.html")).href;
const TRAINED_MS = 90_000;
const { wordsOf, storedModel } = await siteModule("rooms/stories/index.ts");
const { runOf } = await siteModule("rooms/stories/run/run.ts");

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
  await page.locator("#open-stories").click();
  await expect(page.locator("#model-text")).toBeVisible();
  await expect(page.locator("#scan")).toBeHidden();
}

test("one click opens the built-in model on a story, and all its heads are those of the story’s own run", async ({
  page,
  complaints,
  requests,
}) => {
  await openModel(page);
  await openExample(page);
  await expect(page.locator("#typed")).toHaveValue(/^Lily had a red ball/);
  await expect(page.locator("#file-facts")).toContainText("2 layers × 3 heads");
  const model = storedModel("en");
  const { all } = wordsOf(model.table);
  await expect(page.locator("#about-example")).toContainText(`its ${all.length} words, and 64 of them at a time`);
  await expect(page.locator("#notes li")).toHaveCount(0);
  // A word that it never saw is read as the end of a sentence.
  await type(page, "Lily met Gandalf", 3);
  for (const text of ["lily met .", "lily met ben . lily gave the ball to"]) {
    const words = text.split(" ");
    if (words.length > 3) await type(page, "Lily met Ben. Lily gave the ball to", words.length);
    const run = runOf(heed, model, words);
    for (const [layer, head] of [
      [0, 1],
      [1, 0],
    ]) {
      const { data } = run.look(layer).kept.weights;
      await openHead(page, layer, head);
      await expectShown(page, Array.from(data.subarray(head * words.length ** 2, (head + 1) * words.length ** 2)));
      await page.keyboard.press("Escape");
    }
    const [{ word }] = run.shares(words.length - 1);
    await expect(page.locator("#next-list .token").first()).toHaveText(word.toLowerCase());
  }
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([MODEL]);
  expect(complaints).toEqual([]);
});

test("who opens a model and takes a likely token with a keyboard goes on from there", async ({ page }) => {
  await page.locator("#open-stories").press("Enter");
  await expect(page.locator("#opened")).toBeFocused();
  const first = page.locator("#next-list button").first();
  await expect(status(page)).toHaveText("19 tokens");
  await first.press("Enter");
  await expect(status(page)).toHaveText("20 tokens");
  await expect(first).toBeFocused();
  await first.press("Enter");
  await expect(status(page)).toHaveText("21 tokens");
  await expect(first).toBeFocused();
});

test("a link opens the built-in model at the head that it names, and so does one of before", async ({ page }) => {
  for (const name of ["stories.heed", "moby-dick.letters"]) {
    await page.goto("about:blank");
    await page.goto(`${MODEL}#file=${name}&head=0.2`);
    await expect(page.locator("#head-title")).toHaveText("Layer 0, head 2");
    await expect(page.locator("#typed")).toHaveValue(/^Lily had a red ball/);
    await expect.poll(() => page.url()).toContain("file=stories.heed");
  }
  // A word of a text that is longer than it reads has no place.
  await page.locator("#typed").fill("the ".repeat(70));
  await expect(status(page)).toHaveText(/The first 64 tokens are read. No more fit: 6 are left out./);
});

test("the built-in model in both themes, at every width, in German", async ({ page }) => {
  await openModel(page);
  await openExample(page);
  await expectAxeFindsNothingInEitherTheme(page);
  await expectServesEverybody(page);
  await page.goto("about:blank");
  await openModel(page, `${EXAMPLE}&lang=de`);
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
  // After a reload, the tab asks again.
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
