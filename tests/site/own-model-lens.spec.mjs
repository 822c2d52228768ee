// The lens: what each row says after each layer is what heed/model reads there.
import { inNode } from "./in-node.mjs";
import { MODEL } from "./model-page.mjs";
import { ask, bert, CAT_IDS, give, gpt2, idsOf, llama, wordPiece } from "./own-models.mjs";
import { says } from "./says.mjs";
import { expect, test } from "./viewer-page.mjs";

const BOUND = 2e-5;
const ID_OF_CAT = CAT_IDS[1];

async function openLens(page, model, text, count = 6) {
  const given = await ask(page, "lens", model, text, count);
  await expect(page.locator("#lens-table tbody tr")).toHaveCount(count);
  return given;
}

const numbersIn = (page, id) => page.locator(`#${id} data`).evaluateAll((all) => all.map(({ value }) => Number(value)));

/** All numbers of a part of the page are close to those. */
async function expectNumbers(page, id, wanted) {
  await expect
    .poll(async () => {
      const found = await numbersIn(page, id);
      return found.length === wanted.length ? Math.max(...wanted.map((one, at) => Math.abs(one - found[at]))) : NaN;
    })
    .toBeLessThan(BOUND);
}

/** What heed/model reads in Node: shares of the ten likeliest at a place, and those of one token in all layers. */
const lensOf = (model, ids, { layer, token, of }) =>
  inNode(model, (one) => {
    const run = one.run(ids, { keep: ["stages"] });
    const [place] = one.lens(run, { layers: [layer], tokens: [token], top: 10 });
    const path = one.lens(run, { tokens: [token], top: 0, of: [of] });
    return {
      list: place.top.map(({ probability }) => probability),
      path: path.map((reading) => reading.of[0].probability),
    };
  });

test("a reading opens the list that heed/model gives, and a token that is named is followed", async ({
  page,
  complaints,
}) => {
  const model = await openLens(page);
  const last = await lensOf(model, CAT_IDS, { layer: 2, token: 5, of: ID_OF_CAT });
  await expectNumbers(page, "lens-list", last.list);
  await page.locator("#lens-table [data-reading='2 3']").click();
  const place = await lensOf(model, CAT_IDS, { layer: 1, token: 3, of: ID_OF_CAT });
  await expectNumbers(page, "lens-list", place.list);
  await page.locator("#lens-follow").fill("cat");
  await page.keyboard.press("Enter");
  await expectNumbers(page, "lens-path", place.path);
  await expect(page.locator("#lens-table [data-reading='1 1']")).toHaveText(/%/);
  await expect(page).toHaveURL(new RegExp(`open=lens&follow=${ID_OF_CAT}&cell=2\\.3`));
  await page.locator("#lens-follow").fill("a word of no token");
  await page.keyboard.press("Enter");
  await expect(page.locator("#lens-problem")).toHaveText(says("why.no-token"));
  expect(complaints).toEqual([]);
});

test("the text of a chosen token ends there, and the arrow keys go from reading to reading", async ({ page }) => {
  const model = await openLens(page);
  await page.locator("#tokens button", { hasText: "sat" }).click();
  await expect(page.locator("#lens-table tbody tr")).toHaveCount(3);
  const { list } = await lensOf(model, CAT_IDS.slice(0, 3), { layer: 2, token: 2, of: 0 });
  await expectNumbers(page, "lens-list", list);
  await page.locator("#lens-table [aria-pressed=true]").press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.locator("#lens-table [data-reading='2 1']")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("#lens-table [data-reading='2 1']")).toBeFocused();
});

test("a share opens to the logits that it is made of", async ({ page }) => {
  const model = await openLens(page);
  const { list } = await lensOf(model, CAT_IDS, { layer: 2, token: 5, of: 0 });
  await page.locator("#lens-list .opens").nth(1).click();
  const panel = page.locator("dialog.inspector");
  await expect(panel.locator("tbody tr")).toHaveCount(10);
  const logits = await inNode(model, (one) => Array.from(one.run(CAT_IDS, { logits: "last" }).logits.data));
  const sorted = logits.sort((a, b) => b - a);
  const shown = await panel
    .locator("tbody td:nth-child(2)")
    .evaluateAll((all) => all.map(({ title }) => Number(title)));
  for (const [at, one] of shown.entries()) expect(Math.abs(one - sorted[at])).toBeLessThan(1e-4);
  const sum = Number(await panel.locator("tfoot td").getAttribute("title"));
  expect(Math.abs(Math.exp(shown[1] - sorted[0]) / sum - list[1])).toBeLessThan(BOUND);
  await page.keyboard.press("Escape");
  await expect(page.locator("#lens-list .opens").nth(1)).toBeFocused();
});

test("a link keeps what is open and followed", async ({ page }) => {
  await give(page, gpt2());
  const token = (await page.locator("#tokens button").count()) - 2;
  await page.goto("about:blank");
  await page.goto(`${MODEL}#v=1&lang=en&file=gpt2&open=lens&follow=${ID_OF_CAT}&cell=1.${token}`);
  await give(page, gpt2());
  await expect(page.locator(`#lens-table [data-reading='1 ${token}']`)).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("#lens-path tbody tr")).toHaveCount(4);
});

test("where a model reads both ways, the lens reads the hidden word; a model without words has no lens", async ({
  page,
}) => {
  const model = await openLens(page, bert(), "the cat sat", 5);
  await page.locator("#tokens button", { hasText: "cat" }).click();
  const ids = idsOf(wordPiece(), ["[CLS]", "the", "[MASK]", "sat", "[SEP]"]);
  const { list } = await lensOf(model, ids, { layer: model.config.num_hidden_layers - 1, token: 2, of: 0 });
  await expectNumbers(page, "lens-list", list);
  await give(page, bert({ head: false, prefix: "" }));
  await expect(page.locator("#why-next")).toBeHidden();
  await give(page, llama());
  await expect(page.locator("#why-next")).toBeVisible();
});
