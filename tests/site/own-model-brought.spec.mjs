// What brought the next token: the parts are those of heed/model, and beside each is what a run without it gives.
import { inNode } from "./in-node.mjs";
import { ask, bert, byteLevel, CAT_IDS, idsOf } from "./own-models.mjs";
import { says } from "./says.mjs";
import { expect, test } from "./viewer-page.mjs";

const BOUND = 1e-4;

/** The numbers of a table's rows: what a part brings, and by how much the difference changes without it. */
const rowsOf = (page, id) =>
  page
    .locator(`#${id} tbody tr:not(.rest)`)
    .evaluateAll((rows) => rows.map((row) => Array.from(row.querySelectorAll("data"), ({ value }) => Number(value))));

const off = ({ kind, layer, head }) =>
  kind === "head" ? { heads: { [`${layer}.${head}`]: 0 } } : { feedForward: { [layer]: 0 } };

/** The parts in Node, the largest first, each with its change. @param against undefined: the mean */
const broughtBy = (model, { of, against }) =>
  inNode(model, (one) => {
    const run = one.run(CAT_IDS, { keep: ["joined", "stages", "weights", "v"], logits: "last" });
    const order = Array.from(run.logits.data.keys()).sort((a, b) => run.logits.data[b] - run.logits.data[a]);
    const first = of ?? order[0];
    const second = against === "mean" ? undefined : (against ?? order.find((id) => id !== first));
    const difference = ({ logits: { data } }) =>
      data[first] - (second === undefined ? data.reduce((sum, each) => sum + each, 0) / data.length : data[second]);
    const { parts, total } = one.logitParts(run, { of: first, against: second });
    const without = (part) => {
      const other = one.run(CAT_IDS, { ...off(part), logits: "last" });
      const { data } = other.logits;
      return { change: difference(other) - difference(run), best: data.indexOf(Math.max(...data)) };
    };
    const canBeOff = ({ kind }) => kind === "head" || kind === "feedForward";
    const rows = parts
      .map((part) => ({
        ...part,
        ...(canBeOff(part) ? without(part) : {}),
      }))
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    return { total, rows, first, second };
  });

async function expectRows(page, wanted) {
  const numbers = wanted.map(({ value, change }) => (change === undefined ? [value] : [value, change]));
  await expect
    .poll(async () => {
      const found = await rowsOf(page, "brought-table");
      if (found.map(({ length }) => length).join() !== numbers.map(({ length }) => length).join()) return NaN;
      return Math.max(...numbers.flatMap((row, at) => row.map((one, part) => Math.abs(one - found[at][part]))));
    })
    .toBeLessThan(BOUND);
}

const shownTotal = async (page) => Number(await page.locator("#brought-sum").getAttribute("data-difference"));

test("parts are sorted and sum to the difference, each beside its change when it is off", async ({
  page,
  complaints,
}) => {
  const model = await ask(page, "brought");
  const { total, rows, first } = await broughtBy(model, {});
  await expect.poll(async () => Math.abs((await shownTotal(page)) - total)).toBeLessThan(BOUND);
  // The ten largest that can be off are computed at once, and the others when they are asked for.
  const ten = new Set(rows.filter(({ change }) => change !== undefined).slice(0, 10));
  const shownFirst = rows.slice(0, 12);
  await expectRows(
    page,
    shownFirst.map((row) => (ten.has(row) ? row : { value: row.value })),
  );
  await page.locator("#brought-all").click();
  await expectRows(page, rows);
  await expect(page.locator("#brought-all")).toBeHidden();
  // A token that wins while a part is off is named there, and offered as a rival.
  const winners = rows.filter(({ best, change }) => change !== undefined && best !== first);
  await expect(page.locator("#brought-table .wins")).toHaveCount(winners.length);
  for (const { best } of winners) await expect(page.locator(`#brought-against option[value="${best}"]`)).toHaveCount(1);
  const apart = rows.reduce((a, b) => (Math.abs(b.change + b.value) > Math.abs(a.change + a.value) ? b : a), {
    ...{ value: 0, change: 0 },
  });
  const shown = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
  await expect(page.locator("#brought-furthest")).toContainText(`brings ${shown(apart.value)}`);
  await expect(page.locator("#brought-furthest")).toContainText(`changes by ${shown(apart.change)}`);
  expect(complaints).toEqual([]);
});

test("another pair is compared: a token that is typed, and the mean of all logits", async ({ page }) => {
  const model = await ask(page, "brought");
  await expect(page.locator("#brought-furthest")).not.toBeEmpty();
  await page.locator("#brought-against").selectOption("other");
  await page.locator("#brought-against-form input").fill("river");
  await page.keyboard.press("Enter");
  const [river] = idsOf(byteLevel(), ["Ġriver"]);
  const named = await broughtBy(model, { against: river });
  await expect.poll(async () => Math.abs((await shownTotal(page)) - named.total)).toBeLessThan(BOUND);
  await expect(page.locator("#brought-against")).toHaveValue(String(river));
  await expect(page).toHaveURL(new RegExp(`open=brought&against=${river}`));
  await page.locator("#brought-against").selectOption("mean");
  const mean = await broughtBy(model, { against: "mean" });
  await expect.poll(async () => Math.abs((await shownTotal(page)) - mean.total)).toBeLessThan(BOUND);
});

test("a head opens to the words that it came from, and each number opens to what it is made of", async ({ page }) => {
  const model = await ask(page, "brought");
  const { total, rows } = await broughtBy(model, {});
  const head = rows.find(({ kind }) => kind === "head");
  await page.locator("#brought-table [data-opens^='part ']").first().click();
  const wanted = Array.from(head.byToken).sort((a, b) => Math.abs(b) - Math.abs(a));
  const found = (await rowsOf(page, "brought-words-table")).map(([value]) => value);
  await expect(page.locator("#brought-words-table th[scope=row]", { hasText: "the" }).first()).toHaveText(
    /\(word\s(1|5)\)/,
  );
  expect(found).toHaveLength(6);
  for (const [at, one] of wanted.entries()) expect(Math.abs(found[at] - one)).toBeLessThan(BOUND);
  expect(Math.abs(found.reduce((sum, one) => sum + one, 0) - head.value)).toBeLessThan(BOUND);
  await expect(page.locator("#brought-stage path").first()).toBeAttached();
  const panel = page.locator("dialog.inspector");
  const sum = async () => Number(await panel.locator("tfoot td").getAttribute("title"));
  await page.locator("#brought-words-table .opens").first().click();
  await expect.poll(async () => Math.abs((await sum()) - head.value)).toBeLessThan(BOUND);
  await page.keyboard.press("Escape");
  await page.locator("#brought-sum .opens").click();
  await expect.poll(async () => Math.abs((await sum()) - total)).toBeLessThan(BOUND);
  await page.keyboard.press("Escape");
  await expect(page.locator("#brought-sum .opens")).toBeFocused();
  await page.locator("#brought-table [data-opens^='off ']").first().click();
  await expect(panel.locator("tbody tr")).toHaveCount(4);
  await page.keyboard.press("Escape");
  // A part that is not a head opens to the products of its numbers.
  await page.locator("#brought-all").click();
  for (const kind of ["feedForward", "token", "position", "bias"]) {
    const part = rows.find((one) => one.kind === kind);
    await page.locator(`#brought-table [data-opens^='words ${kind},']`).first().click();
    await expect.poll(async () => Math.abs((await sum()) - part.value)).toBeLessThan(BOUND);
    await expect(panel.locator("tbody tr")).toHaveCount(32);
    const products = await panel
      .locator("tbody td:last-child")
      .evaluateAll((all) => all.map(({ title }) => Number(title)));
    expect(Math.abs(products.reduce((all, one) => all + one, 0) - part.value)).toBeLessThan(BOUND);
    await page.keyboard.press("Escape");
  }
  // A word's weight is a cell of its head.
  const weight = page.locator("#brought-words-table [data-opens^='weight ']").first();
  const shown = Number(await weight.locator("data").getAttribute("value"));
  await weight.click();
  const returned = async () => Number.parseFloat(await panel.locator(".returned").textContent());
  await expect.poll(async () => Math.abs((await returned()) - shown)).toBeLessThan(BOUND);
});

test("an encoder has no parts, and the page says why", async ({ page }) => {
  await ask(page, "brought", bert(), "the cat sat", 5);
  await expect(page.locator("#brought-problem")).toHaveText(says("why.brought-hidden"));
  await expect(page.locator("#brought-found")).toBeHidden();
});

test("what is computed ends when the reader stops it, and the parts stay", async ({ page }) => {
  await ask(page, "brought");
  await expect(page.locator("#brought-furthest")).not.toBeEmpty();
  await page.evaluate(() => {
    document.querySelector("#brought-all").click();
    document.querySelector("#brought-stop").click();
  });
  await expect(page.locator("#brought-scan")).toBeHidden();
  await expect(page.locator("#brought-all")).toBeFocused();
});
