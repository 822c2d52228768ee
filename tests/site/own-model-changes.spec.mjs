// What if a head were switched off or an edge cut? The page shows what the textbook and heed/model say.
import { textbookModel } from "../model/oracle.mjs";
import { inNode } from "./in-node.mjs";
import { openHead } from "./model-page.mjs";
import {
  ask,
  bert,
  byteLevel,
  CAT_IDS,
  changeRun,
  give,
  idsOf,
  llama,
  mostChanged,
  softmax,
  type,
  without,
  wordPiece,
} from "./own-models.mjs";
import { says } from "./says.mjs";
import { expect, test } from "./viewer-page.mjs";

/** The bound of probabilities and divergences. */
const BOUND = 2e-5;

/** The shown numbers with all their digits: a list for each token. */
const shown = (page) =>
  page
    .locator("#effect tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.querySelectorAll("data"), ({ value }) => Number(value))));

const divergence = (p, q) => p.reduce((sum, share, id) => sum + share * Math.log(share / q[id]), 0);

async function expectEffect(page, before, after) {
  const [p, q] = [softmax(before), softmax(after)];
  const wanted = mostChanged(p, q).flat();
  await expect
    .poll(async () => {
      const found = (await shown(page)).flat();
      return Math.max(...wanted.map((share, at) => Math.abs(share - (found[at] ?? Infinity))));
    })
    .toBeLessThan(BOUND);
  const text = await page.locator("#effect-note").textContent();
  const nats = Number(/KL divergence: ([\d.]+) nats/.exec(text)[1]);
  expect(Math.abs(nats - divergence(p, q))).toBeLessThan(1e-4);
  return [p, q];
}

const textbook = ({ config, tensors }, ids) => textbookModel(config, tensors, ids);

const rowOf = ({ logits: { data, shape } }, row) => Array.from(data.subarray(row * shape[1], (row + 1) * shape[1]));

test("a head that is switched off gives what the textbook says without its rows of W_O", async ({
  page,
  complaints,
}) => {
  const model = await ask(page, "what-if");
  await expect(page.locator("#effect-note")).toHaveText(says("what-if.no-changes"));
  await changeRun(page, { kind: "off", layer: "1", head: "2" });
  const before = textbook(model, CAT_IDS).logits;
  const after = textbook(without(model, 1, 2), CAT_IDS).logits;
  await expect(page.locator("#effect-title")).toHaveText("After “mat”");
  await expectEffect(page, before[5], after[5]);
  await expect(page.locator("#effect-actual")).toBeEmpty();
  // Another token is asked about: the text goes on there.
  await page.locator("#tokens button", { hasText: "cat" }).click();
  await expect(page.locator("#effect-title")).toHaveText("After “cat”");
  await expectEffect(page, before[1], after[1]);
  await expect(page.locator("#effect-actual")).toContainText("“sat”, as in the text:");
  // Another text, while the change stays.
  await type(page, " the animal was wide", 4);
  const ids = idsOf(byteLevel(), "Ġthe Ġanimal Ġwas Ġwide".split(" "));
  await expectEffect(page, textbook(model, ids).logits[1], textbook(without(model, 1, 2), ids).logits[1]);
  await page.locator("#changes button").click();
  await expect(page.locator("#effect-note")).toHaveText(says("what-if.no-changes"));
  await expect(page.locator("#effect tr")).toHaveCount(0);
  await expect(page.locator("#add-change")).toBeFocused();
  expect(complaints).toEqual([]);
});

test("means, whole layers, edges and outputs of another text do what heed/model does, alone and together", async ({
  page,
}) => {
  const model = await ask(page, "what-if");
  const other = idsOf(byteLevel(), "Ġthe Ġanimal Ġsat Ġon Ġthe Ġbank".split(" "));
  const expectRun = async (options, at = 5) => {
    const [before, after] = await inNode(model, (one) => {
      const from = one.run(other, { keep: ["joined"] });
      const { patch = [], ...rest } = options;
      const run = one.run(CAT_IDS.slice(0, at + 1), {
        ...rest,
        patch: patch.map((each) => ({ ...each, from: cut(from, at) })),
      });
      return [rowOf(one.run(CAT_IDS), at), rowOf(run, at)];
    });
    await expectEffect(page, before, after);
  };
  /** The rows of the other text up to the token. */
  const cut = (run, at) => ({
    ...run,
    layers: run.layers.map(({ joined: { data, shape } }) => ({
      joined: { data: data.subarray(0, (at + 1) * shape[1]), shape: [at + 1, shape[1]] },
    })),
  });

  await changeRun(page, { kind: "mean", layer: "0", head: "3" });
  await expectRun({ heads: { 0.3: "mean" } });
  await changeRun(page, { kind: "off", layer: "2", head: "" });
  const layer = { "2.0": 0, 2.1: 0, 2.2: 0, 2.3: 0 };
  await expectRun({ heads: { 0.3: "mean", ...layer } });
  await expect(page.locator("#changes")).toContainText("all heads of L2 off");
  await page.locator("#clear-changes").click();

  await changeRun(page, { kind: "cut", layer: "1", head: "0", query: "5", key: "2" });
  await expect(page.locator("#changes")).toContainText("L1 H0: “mat” no longer sees “sat”");
  const edge = { layer: 1, head: 0, query: 5, key: 2 };
  await expectRun({ cut: [edge] });
  await changeRun(page, { kind: "cut", layer: "1", head: "", query: "4", key: "1" });
  await changeRun(page, { kind: "off", layer: "0", head: "1" });
  const cuts = [edge, { layer: 1, query: 4, key: 1 }];
  await expectRun({ cut: cuts, heads: { 0.1: 0 } });
  // Edges of later tokens do nothing to an earlier one.
  await page.locator("#tokens button").nth(3).click();
  await expectRun({ heads: { 0.1: 0 } }, 3);
  await page.locator("#tokens button").last().click();
  await page.locator("#clear-changes").click();

  await changeRun(page, { kind: "other", layer: "1", head: "1" });
  await expect(page.locator("#effect-note")).toHaveText(/The other text has 0 tokens and this one 6./);
  await page.locator("#other-text").fill(" the animal sat on the bank");
  await expectRun({ patch: [{ layer: 1, head: 1 }] });
  await page.locator("#tokens button").nth(4).click();
  await expectRun({ patch: [{ layer: 1, head: 1 }] }, 4);
  await page.locator("#other-text").fill(" the animal sat");
  await expect(page.locator("#effect-note")).toHaveText(/The other text has 3 tokens and this one 6./);
});

/** Computes the map of all heads and gives its numbers. */
async function mapOf(page) {
  await page.locator("#make-map").click();
  await expect(page.locator("#map-figure")).toBeVisible();
  return page.evaluate(() => {
    const { data, shape } = document.querySelector("#map-matrix").matrix;
    return { values: Array.from(data), shape };
  });
}

test("the map tells how much each head matters, by the textbook, and its cells lead to changes", async ({ page }) => {
  const model = await ask(page, "what-if");
  const { values, shape } = await mapOf(page);
  expect(shape).toEqual([3, 4]);
  const before = softmax(textbook(model, CAT_IDS).logits[5]);
  const wanted = values.map((_, at) =>
    divergence(before, softmax(textbook(without(model, Math.floor(at / 4), at % 4), CAT_IDS).logits[5])),
  );
  for (const [at, one] of wanted.entries()) expect(Math.abs(values[at] - one)).toBeLessThan(BOUND);
  const most = wanted.indexOf(Math.max(...wanted));
  await expect(page.locator("#map-words")).toContainText(`L${Math.floor(most / 4)} H${most % 4} matters most here`);
  await page.locator("#map-matrix td[data-row='1'][data-column='3']").click();
  await expect(page.locator("#changes")).toHaveText(/^L1 H3 off/);
  await expectEffect(page, textbook(model, CAT_IDS).logits[5], textbook(without(model, 1, 3), CAT_IDS).logits[5]);
  // The map is of one token.
  await page.locator("#tokens button").first().click();
  await expect(page.locator("#map-figure")).toBeHidden();
  // Means: the first token alone has its own output as its mean.
  await page.locator("input[name=map-kind][value=mean]").check({ force: true });
  for (const one of (await mapOf(page)).values) expect(one).toBeLessThan(BOUND);
  // Stopped, it shows nothing, and what is asked next is answered.
  await page.evaluate(() => {
    const button = document.querySelector("#make-map");
    button.click();
    if (button.textContent !== "Stop") throw new Error(button.textContent);
    button.click();
  });
  await changeRun(page, { kind: "off", layer: "0", head: "0" });
  await expect(page.locator("#changes li")).toHaveCount(2);
  await expect(page.locator("#effect tbody tr")).toHaveCount(10);
  await expect(page.locator("#map-figure")).toBeHidden();
  await expect(page.locator("#make-map")).toHaveText(says("what-if.make-map"));
});

test("where a model reads both ways, the word is hidden; without words, rows are compared", async ({ page }) => {
  const model = await ask(page, "what-if", bert(), "the cat sat", 5);
  await page.locator("#tokens button", { hasText: "cat" }).click();
  await changeRun(page, { kind: "off", layer: "1", head: "2" });
  const ids = idsOf(wordPiece(), ["[CLS]", "the", "[MASK]", "sat", "[SEP]"]);
  await expect(page.locator("#effect-title")).toHaveText("If “cat” is hidden");
  await expectEffect(page, textbook(model, ids).logits[2], textbook(without(model, 1, 2), ids).logits[2]);
  const { values } = await mapOf(page);
  const before = softmax(textbook(model, ids).logits[2]);
  for (const [at, one] of values.entries()) {
    const after = softmax(textbook(without(model, Math.floor(at / 4), at % 4), ids).logits[2]);
    expect(Math.abs(one - divergence(before, after))).toBeLessThan(BOUND);
  }

  const bare = bert({ head: false, prefix: "" });
  await give(page, bare);
  await type(page, "the cat sat", 5);
  await changeRun(page, { kind: "off", layer: "0", head: "1" });
  const whole = idsOf(wordPiece(), ["[CLS]", "the", "cat", "sat", "[SEP]"]);
  const rows = await inNode(bare, (one) =>
    [one.run(whole), one.run(whole, { heads: { 0.1: 0 } })].map(({ output }) => output),
  );
  const cosine = (row) => {
    const [a, b] = rows.map(({ data, shape }) => data.subarray(row * shape[1], (row + 1) * shape[1]));
    const dot = (x, y) => x.reduce((sum, each, at) => sum + each * y[at], 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  const wanted = whole.map((_, row) => cosine(row)).sort((a, b) => a - b);
  await expect(page.locator("#effect-title")).toHaveText(says("what-if.rows-title"));
  const found = (await shown(page)).flat();
  expect(found).toHaveLength(5);
  for (const [at, one] of wanted.entries()) expect(Math.abs(found[at] - one)).toBeLessThan(BOUND);
  await page.locator("#tokens button", { hasText: "sat" }).click();
  const map = (await mapOf(page)).values;
  expect(Math.abs(map[1] - (1 - cosine(3)))).toBeLessThan(BOUND);
});

test("the head that is open is the one that the form offers", async ({ page }) => {
  await ask(page, "what-if", llama(), "5 9 14 5 3", 5);
  await openHead(page, 1, 2);
  await expect(page.locator("#change-layer")).toHaveValue("1");
  await expect(page.locator("#change-head")).toHaveValue("2");
  await page.locator("#change-head").selectOption("0");
  await page.locator("#typed").fill("5 9 14 5");
  await expect(page.locator("#change-key option")).toHaveCount(4);
  await expect(page.locator("#change-head")).toHaveValue("0");
});
