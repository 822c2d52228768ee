// Why does a head look there? The page shows what the textbook says of a score, of lengths and of rollout.
import { textbookModel } from "../model/oracle.mjs";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { openHead } from "./model-page.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import {
  bert,
  CAT_IDS,
  CATS,
  changeRun,
  give,
  gpt2,
  idsOf,
  llama,
  openCatsInGerman,
  type,
  wordPiece,
} from "./own-models.mjs";
import { expect, test } from "./viewer-page.mjs";

const BOUND = 1e-4;

/** Opens the page with a model, a text, a head, and the part in question. */
async function askWhy(page, { text = CATS, count = 6, layer, head }, model = gpt2()) {
  await give(page, model);
  await type(page, text, count);
  await openHead(page, layer, head);
  await page.locator("#why summary").click();
  await expect(page.locator("#why-found")).toBeVisible();
  return model;
}

/** The numbers of a table with all their digits: a list for each row. */
const shown = (page, id) =>
  page
    .locator(`#${id} tbody tr`)
    .evaluateAll((rows) => rows.map((row) => Array.from(row.querySelectorAll("data"), ({ value }) => Number(value))));

const total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);

/** What the parts of a side add to a score, by the textbook: the largest first. */
function sidesOf({ config, tensors }, ids, { layer, head, query, key }, { heads, kvHeads, dim }) {
  const { q, k, scores, scale } = textbookModel(config, tensors, ids).splits[layer];
  const of = (rows, token, number) => Array.from(rows[token].slice(number * dim, (number + 1) * dim));
  const kv = Math.floor(head / (heads / kvHeads));
  const sides = {
    "why-queries": q.map(({ rows }) => of(rows, query, head)),
    "why-keys": k.map(({ rows }) => of(rows, key, kv)),
  };
  const whole = (parts) => parts.reduce((sum, row) => sum.map((one, c) => one + row[c]));
  const [queries, keys] = Object.values(sides).map(whole);
  const added = (parts, other) => parts.map((row) => scale * total(row.map((one, c) => one * other[c])));
  const sorted = (numbers) => numbers.sort((a, b) => Math.abs(b) - Math.abs(a));
  return {
    score: scores[head][query][key],
    sides: {
      "why-queries": sorted(added(sides["why-queries"], keys)),
      "why-keys": sorted(added(sides["why-keys"], queries)),
    },
  };
}

async function expectParts(page, { score, sides }) {
  await expect
    .poll(async () => Math.abs(Number(await page.locator("#why-sum").getAttribute("data-score")) - score))
    .toBeLessThan(BOUND);
  for (const [id, wanted] of Object.entries(sides)) {
    const found = (await shown(page, id)).flat();
    const most = Math.min(10, wanted.length);
    expect(found).toHaveLength(wanted.length > 10 ? 11 : most);
    for (const [at, one] of wanted.slice(0, most).entries()) expect(Math.abs(found[at] - one)).toBeLessThan(BOUND);
    expect(Math.abs(total(found) - score)).toBeLessThan(BOUND);
  }
  expect(Math.abs(total((await shown(page, "why-pairs")).flat()) - score)).toBeLessThan(BOUND);
}

const SMALL = { heads: 4, kvHeads: 4, dim: 8 };

test("a score is the sum of the textbook's parts, and follows the cell that is opened", async ({
  page,
  complaints,
}) => {
  const model = await askWhy(page, { layer: 2, head: 1 });
  const place = { layer: 2, head: 1, query: 5 };
  const { weights } = textbookModel(model.config, model.tensors, CAT_IDS);
  const row = weights[2][1][5];
  const most = row.indexOf(Math.max(...row));
  await expectParts(page, sidesOf(model, CAT_IDS, { ...place, key: most }, SMALL));
  await expect(page.locator("#why-key")).toHaveValue(String(most));
  await page.locator("#why-key").selectOption("3");
  await expectParts(page, sidesOf(model, CAT_IDS, { ...place, key: 3 }, SMALL));
  await page.locator("#head-matrix td[data-row='4'][data-column='1']").evaluate((cell) => cell.click());
  await expectParts(page, sidesOf(model, CAT_IDS, { ...place, query: 4, key: 1 }, SMALL));
  await expect(page.locator("#why-query")).toHaveValue("4");
  expect(complaints).toEqual([]);
});

test("where norms stand behind, and where keys are grouped and turned, the parts sum up too", async ({ page }) => {
  const both = await askWhy(page, { text: "the cat sat", count: 5, layer: 1, head: 2 }, bert());
  const ids = idsOf(wordPiece(), ["[CLS]", "the", "cat", "sat", "[SEP]"]);
  await page.locator("#why-query").selectOption("1");
  await page.locator("#why-key").selectOption("3");
  await expectParts(page, sidesOf(both, ids, { layer: 1, head: 2, query: 1, key: 3 }, SMALL));
  const grouped = llama();
  await give(page, grouped);
  await type(page, "3 7 11 19 23 5", 6);
  await openHead(page, 1, 2);
  await page.locator("#why-query").selectOption("4");
  await page.locator("#why-key").selectOption("2");
  const place = { layer: 1, head: 2, query: 4, key: 2 };
  await expectParts(page, sidesOf(grouped, [3, 7, 11, 19, 23, 5], place, { ...SMALL, kvHeads: 2 }));
});

test("a weight stands beside the length of what it moves, and rollout multiplies the means of all layers", async ({
  page,
}) => {
  const model = await askWhy(page, { layer: 0, head: 2 });
  const { weights } = textbookModel(model.config, model.tensors, CAT_IDS);
  const lengths = CAT_IDS.map((_, token) => lengthIn(model, token));
  const row = weights[0][2][5];
  const wanted = lengths
    .map((length, key) => [row[key], length, row[key] * length])
    .sort((a, b) => b[2] - a[2])
    .flat();
  const found = (await shown(page, "lengths-table")).flat();
  expect(found).toHaveLength(18);
  for (const [at, one] of wanted.entries()) expect(Math.abs(found[at] - one)).toBeLessThan(BOUND);

  await page.locator("#rollout-layer").selectOption("1");
  // Nothing is below 0, and so the colours have one side.
  await expect(page.locator("#lengths-matrix .ticks span").first()).toHaveText("0");
  await page.locator("#make-rollout").click();
  await expectRollout(page, weights.slice(0, 2));
  await page.locator("#rollout-layer").selectOption("2");
  await expect(page.locator("#rollout-figure")).toBeHidden();
  await page.locator("#make-rollout").click();
  await expectRollout(page, weights);
});

/** The length of v·W_O of head 2 in layer 0, in loops. */
function lengthIn({ tensors }, token) {
  const at = (name) => tensors[name].values;
  const d = 32;
  const x = Array.from(
    { length: d },
    (_, c) => at("wte.weight")[CAT_IDS[token] * d + c] + at("wpe.weight")[token * d + c],
  );
  const mean = total(x) / d;
  const factor = 1 / Math.sqrt(total(x.map((one) => (one - mean) ** 2)) / d + 1e-5);
  const read = x.map((one, c) => (one - mean) * factor * at("h.0.ln_1.weight")[c] + at("h.0.ln_1.bias")[c]);
  const v = Array.from({ length: 8 }, (_, c) => {
    const column = 2 * d + 2 * 8 + c;
    const products = read.map((one, from) => one * at("h.0.attn.c_attn.weight")[from * 3 * d + column]);
    return at("h.0.attn.c_attn.bias")[column] + total(products);
  });
  const out = Array.from({ length: d }, (_, to) =>
    total(v.map((one, c) => one * at("h.0.attn.c_proj.weight")[(2 * 8 + c) * d + to])),
  );
  return Math.sqrt(total(out.map((one) => one * one)));
}

async function expectRollout(page, layers) {
  const count = layers[0][0].length;
  let wanted = Array.from({ length: count }, (_, i) => Array.from({ length: count }, (__, j) => (i === j ? 1 : 0)));
  for (const heads of layers) {
    const mixed = heads[0].map((row, i) =>
      row.map((_, j) => (total(heads.map((head) => head[i][j])) / heads.length + (i === j ? 1 : 0)) / 2),
    );
    wanted = mixed.map((row) => row.map((_, j) => total(row.map((share, via) => share * wanted[via][j]))));
  }
  await expect(page.locator("#rollout-figure")).toBeVisible();
  const found = await page.evaluate(() => Array.from(document.querySelector("#rollout-matrix").matrix.data));
  expect(Math.max(...wanted.flat().map((one, at) => Math.abs(one - found[at])))).toBeLessThan(BOUND);
}

/** All about a text is open: each fold, a head, a map of each kind, and two changes. */
async function openAll(page) {
  for (const fold of ["lens", "brought", "known", "machine-fold", "what-if"]) {
    await page.locator(`#${fold} > summary`).click();
  }
  await page.locator("#lens-list .word").nth(2).click();
  await expect(page.locator("#lens-path tbody tr")).toHaveCount(4);
  await page.locator("#brought-table [data-opens^='part ']").first().click();
  await expect(page.locator("#brought-words")).toBeVisible();
  await page.locator("#known-other").fill(" the animal sat on the mat");
  await page.locator("#known-make").click();
  await expect(page.locator("#known-figure")).toBeVisible();
  await expect(page.locator("#machine .word")).toHaveCount(6);
  await changeRun(page, { kind: "cut", layer: "1", head: "0", query: "5", key: "2" });
  await changeRun(page, { kind: "other", layer: "0", head: "0" });
  await changeRun(page, { kind: "off", layer: "0", head: "" });
  await page.locator("#other-text").fill(" the animal sat on the bank");
  await page.locator("#make-map").click();
  await expect(page.locator("#map-figure")).toBeVisible();
  await expect(page.locator("#effect tbody tr")).toHaveCount(10);
  await openHead(page, 2, 1);
  await page.locator("#why > summary").click();
  await page.locator("#make-rollout").click();
  await expect(page.locator("#rollout-figure")).toBeVisible();
}

test("all about a text serves every reader, in each theme, on each width, by keyboard, on paper", async ({ page }) => {
  test.slow();
  await give(page, gpt2());
  await type(page, CATS, 6);
  await openAll(page);
  // The Tab key reaches the part of the machine that had focus last, and that may be of another test.
  await page.locator("#machine .word.me").focus();
  await expectAxeFindsNothingInEitherTheme(page);
  await expectServesEverybody(page);
});

test("in German no English is left in all about a text", async ({ page }) => {
  await openCatsInGerman(page);
  await openAll(page);
  await expectNoEnglish(page, { named: /^\S+$|^\d+ \S+$|^\d*\. ?the$|^\S+ \S+\u00a0%$/ });
});
