// What if, on the page of the encoder: how far rows turn, how much each head matters, a head before and after.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "../../dist/heed.js";
import { trainedWeights, weightsText } from "../../scripts/encoder-weights.mjs";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { cosine } from "./encoder-oracle.mjs";
import { expectNoEnglish } from "./german.mjs";
import { expect, test } from "./lab.mjs";
import { expectFitsAnyWidth, expectReadableInForcedColours, expectReadableOnPaper } from "./open-to-all.mjs";
import { changeRun } from "./own-models.mjs";
import { siteModule } from "./runs.mjs";
import { root } from "./serve.mjs";
import { openViews } from "./views.mjs";

const ENCODER = pathToFileURL(path.join(root, "dist-site/encoder.html")).href;
const full = () => performance.getEntriesByName("heed-encoder-full").length > 0;
/** The page computes with relaxed SIMD, Node perhaps without. */
const BOUND = 1e-4;

async function open(page, url = ENCODER) {
  await openViews(page);
  await page.goto(url);
  await page.waitForFunction(full);
  await page.locator("#what-if summary").click();
}

/** The encoder in Node, with the weights of the page: `encode` takes changes. */
async function inNode() {
  const { Encoder } = await siteModule("rooms/trained/encoder.ts");
  const { Tokeniser } = await siteModule("rooms/trained/tokenise.ts");
  const { readWeights } = await siteModule("rooms/trained/weights.ts");
  const { changesOf } = await siteModule("pages/encoder/changes/changes-of-layers.ts");
  const weights = await readWeights(weightsText(trainedWeights()));
  const ids = new Tokeniser(weights.pieces, weights.scores).encode("The cat sat because it was tired.");
  const encoder = new Encoder(await load(), weights);
  return (changes) => encoder.encode(ids, 0, changesOf(changes, ids.length));
}

const lastRow = ({ stages: [, , { data, shape }] }, row) =>
  Array.from(data.subarray(row * shape[1], (row + 1) * shape[1]));
const weightsOfHead = ({ layers }, layer, head) => layers[layer].kept.weights.data.slice(64 * head, 64 * (head + 1));
const numbersIn = (page, id) => page.evaluate((name) => Array.from(document.getElementById(name).matrix.data), id);
const shown = (page) =>
  page.locator("#effect tbody data").evaluateAll((all) => all.map((/** @type {any} */ { value }) => Number(value)));

async function expectNear(found, wanted) {
  await expect
    .poll(async () => {
      const numbers = await found();
      return Math.max(...Array.from(wanted, (one, at) => Math.abs(one - (numbers[at] ?? Infinity))));
    })
    .toBeLessThan(BOUND);
}

test("a head that is off turns the last rows, and the open head stands before and after", async ({
  page,
  complaints,
}) => {
  const encode = await inNode();
  await open(page);
  await expect(page.locator("#before-after")).toBeHidden();
  const plain = encode([]);
  const cosines = (after) => Array.from({ length: 8 }, (_, row) => cosine(lastRow(plain, row), lastRow(after, row)));
  await test.step("a whole layer off", async () => {
    await changeRun(page, { kind: "off", layer: "0", head: "" });
    const after = encode([{ kind: "off", layer: 0, head: undefined }]);
    await expectNear(
      () => shown(page),
      cosines(after).sort((a, b) => a - b),
    );
    await expect(page.locator("#before-after")).toBeVisible();
    await expectNear(() => numbersIn(page, "weights-before"), weightsOfHead(plain, 1, 1));
    await expectNear(() => numbersIn(page, "weights-after"), weightsOfHead(after, 1, 1));
    await expect(page.locator("#before-after-said")).toContainText(
      `“it” gives “cat” ${Math.round(100 * weightsOfHead(plain, 1, 1)[4 * 8 + 1])}\u00a0%`,
    );
  });
  await test.step("another head is open", async () => {
    await page.locator('#grid td[data-layer="1"][data-head="2"]').click();
    const after = encode([{ kind: "off", layer: 0, head: undefined }]);
    await expectNear(() => numbersIn(page, "weights-after"), weightsOfHead(after, 1, 2));
  });
  await test.step("an edge is cut", async () => {
    await page.locator("#changes button").click();
    await expect(page.locator("#before-after")).toBeHidden();
    await changeRun(page, { kind: "cut", layer: "1", head: "2", query: "4", key: "6" });
    const after = encode([{ kind: "cut", layer: 1, head: 2, query: 4, key: 6 }]);
    await expectNear(() => numbersIn(page, "weights-after"), weightsOfHead(after, 1, 2));
    await expectNear(
      () => shown(page),
      cosines(after).sort((a, b) => a - b),
    );
    await expect(page.locator("#before-after-said")).toContainText("and 0\u00a0% after");
  });
  await test.step("the map has each head alone, for the chosen piece", async () => {
    await page.locator("#make-map").click();
    await expect(page.locator("#map-figure")).toBeVisible();
    const wanted = Array.from({ length: 8 }, (_, at) => {
      const after = encode([{ kind: "off", layer: at >> 2, head: at % 4 }]);
      return 1 - cosine(lastRow(plain, 4), lastRow(after, 4));
    });
    await expectNear(() => numbersIn(page, "map-matrix"), wanted);
  });
  await test.step("another sentence keeps the change where its places are there", async () => {
    await page.fill("#typed", "The robot slept because it was old.");
    await expect(page.locator("#changes li")).toHaveCount(1);
    await page.fill("#typed", "The cat");
    await expect(page.locator("#changes li")).toHaveCount(0);
    await expect(page.locator("#before-after")).toBeHidden();
  });
  await test.step("all changes are taken back at once, and the focus goes to where others are made", async () => {
    await changeRun(page, { kind: "off", layer: "0", head: "0" });
    await changeRun(page, { kind: "off", layer: "0", head: "1" });
    await page.locator("#clear-changes").press("Enter");
    await expect(page.locator("#changes li")).toHaveCount(0);
    await expect(page.locator("#add-change")).toBeFocused();
  });
  expect(complaints).toEqual([]);
});

test("what if: both themes, every width, on paper, in German", async ({ page }) => {
  test.slow();
  await open(page, `${ENCODER}#lang=de`);
  await changeRun(page, { kind: "off", layer: "0", head: "1" });
  await changeRun(page, { kind: "cut", layer: "1", head: "1", query: "4", key: "1" });
  await page.locator("#make-map").click();
  await expect(page.locator("#map-figure")).toBeVisible();
  await expectAxeFindsNothingInEitherTheme(page);
  // The pieces are English.
  await expectNoEnglish(page, { named: /^\S+$|^\d+ \S+$/ });
  await expectFitsAnyWidth(page);
  await expectReadableInForcedColours(page);
  await expectReadableOnPaper(page);
});
