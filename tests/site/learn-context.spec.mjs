// Lesson "context": a word with two meanings, letters, one layer, two layers.
import { expect, expectOpenToAll, goBack, matrixOf, numbersIn, runAll, test } from "./learn-lab.mjs";
import { boxOf, stillClock } from "./seen.mjs";

const shares = async (page, name) =>
  numbersIn((await page.locator(`#${name}-said`).innerText()).replaceAll(/“[^”]*”/g, ""));

test("one layer cannot follow the last word, two layers can; one layer learns where “it” looks", async ({
  page,
  open,
}) => {
  await open("context");
  for (const id of ["pointing", "draws", "one", "two"]) await runAll(page, id);
  await expect(page.locator("#draws-said")).toContainText("is rounding");
  const [draws, flipped, apart] = await shares(page, "draws");
  expect([draws, flipped]).toEqual([1000, 0]);
  expect(apart).toBeLessThan(1e-6);
  const one = await shares(page, "one");
  expect(one[0]).toBe(one[1]);
  const [tired, wide] = await shares(page, "two");
  expect(tired).toBeGreaterThanOrEqual(95);
  expect(wide).toBeLessThanOrEqual(5);
  await expect(page.locator("#point-verdict")).toContainText("by heart");
  for (const share of numbersIn(await page.locator("#point-verdict").innerText()))
    expect(share).toBeGreaterThanOrEqual(90);
  const meant = await page
    .locator("#sentences .meant")
    .evaluateAll((words) =>
      words.map((word) => [word.children[1].textContent, Number.parseInt(word.children[2].textContent)]),
    );
  expect(meant.map(([word]) => word)).toEqual(["cat", "bank", "steep", "animal"]);
  for (const [word, share] of meant) expect(share, word).toBeGreaterThan(30);
  await expectOpenToAll(page);
  await test.step("the reader goes back to earlier steps", async () => {
    for (const [id, step] of [
      ["pointing", 30],
      ["draws", 10],
      ["two", 0],
    ])
      await goBack(page, id, step);
    await expect(page.locator("#point-verdict")).toContainText("After step 30");
    await expect(page.locator("#draws-said")).toContainText("10 draws so far");
    const [first, second] = await shares(page, "two");
    expect(first - second).toBeLessThan(5);
    await goBack(page, "two", 150);
    await expect.poll(() => shares(page, "two")).toEqual([tired, wide]);
  });
});

test("by letters alone “it” looks at words that are spelled like it, and the page says so", async ({ page, open }) => {
  await open("context", { sentence: "animal" });
  const rows = (await matrixOf(page, "#letters")).map((row) => row.map(Number));
  for (const row of rows) expect(row.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 2);
  const it = rows[7];
  expect(it.indexOf(Math.max(...it))).toBe(7);
  // "The" and "the" have the same letters
  expect(rows[0]).toEqual(rows[4]);
  await expect(page.locator("#letters .sentence")).toContainText("Row “it”");
  await page.locator("#text").fill("kitten mitten stone");
  const [kitten] = (await matrixOf(page, "#letters")).map((row) => row.map(Number));
  expect(kitten).toHaveLength(3);
  expect(kitten[1]).toBeGreaterThan(kitten[2]);
  await expect(page).toHaveURL(/text=kitten/);
  await page.locator("#text").fill("");
  await expect(page.locator("#letters")).toBeAttached();
});

test("another ending starts again; even two layers cannot tell two equal endings apart", async ({
  page,
  openTrained,
}) => {
  await openTrained("context");
  await runAll(page, "two");
  await page.locator("#second").fill("tired");
  await expect(page.locator("#two .count")).toHaveText("0 of 150 steps");
  await runAll(page, "two");
  const [one, other] = await shares(page, "two");
  expect(one).toBe(other);
});

/** A vector of the table: the row of "bank" before, with the river, or with the money. */
const bankRows = async (page) => (await matrixOf(page, "#bank-rows")).map((row) => row.map(Number));
const dot = (a, b) => a.reduce((sum, part, c) => sum + part * b[c], 0);

/** Attention without weight matrices, by a textbook loop: the context vector of one word. */
function contextOf(rows, word) {
  const grown = rows.map((row) => Math.exp(dot(rows[word], row)));
  const all = grown.reduce((sum, share) => sum + share);
  return rows[0].map((_, c) => rows.reduce((sum, row, at) => sum + (grown[at] / all) * row[c], 0));
}

test("“bank” has one row in two sentences and two context vectors; German has its own sentences", async ({
  page,
  open,
}) => {
  await open("context");
  const [before, wet, rich] = await bankRows(page);
  expect(before).toEqual([1, 1, 1, 0]);
  expect([wet, rich]).toEqual([before, before]);
  const cosine = async () => numbersIn(await page.locator("#bank-said").innerText())[0];
  await expect.poll(cosine).toBe(1);
  await page.getByRole("button", { name: "Watch" }).click();
  const none = [0, 0, 0, 0];
  const [water, money] = [
    [1, 2, 0, 0],
    [1, 0, 2, 0],
  ];
  const river = contextOf([none, water, none, none, before, none, none, water], 4);
  const cash = contextOf([[0, 0, 0, 1], none, none, money, none, none, before], 6);
  const [, afterWet, afterRich] = await bankRows(page);
  for (const [shown, wanted] of [
    [afterWet, river],
    [afterRich, cash],
  ])
    shown.forEach((part, c) => expect(Math.abs(part - wanted[c])).toBeLessThan(0.006));
  expect(afterWet[1]).toBeGreaterThan(2.5 * afterWet[2]);
  expect(afterRich[2]).toBeGreaterThan(2.5 * afterRich[1]);
  await expect.poll(cosine).toBeLessThan(0.7);
  await expect(page).toHaveURL(/moved=100/);
  const weights = (await matrixOf(page, "#bank-river")).map((row) => row.map(Number));
  expect(weights[4].indexOf(Math.max(...weights[4]))).toBe(1);
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("#bank-rows th").filter({ hasText: "Wasser" })).toHaveCount(1);
  await expect(page.locator("#bank-money tbody tr")).toHaveCount(6);
});

test("the way from before to after can be watched, again and again", async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const clock = await stillClock(page, () => open("context"));
  const moved = async () => Number(await page.locator("#moved").inputValue());
  for (let time = 0; time < 2; time++) {
    await page.getByRole("button", { name: "Watch" }).click();
    await clock.run(500);
    await expect.poll(moved).toBeLessThan(60);
    await clock.run(1000);
    await expect.poll(moved).toBeLessThan(100);
    await clock.run(4000);
    await expect.poll(moved).toBe(100);
  }
});

test("the trained encoder's head gives more to the river in one sentence, and to the money in the other", async ({
  page,
  open,
}) => {
  await open("context");
  const [river, money] = await page
    .locator("#trained-bank ol")
    .evaluateAll((lists) =>
      lists.map((list) =>
        Object.fromEntries(
          Array.from(list.children, (word) => [
            word.children[1].textContent,
            Number.parseInt(word.children[2].textContent),
          ]),
        ),
      ),
    );
  expect(river.river + river.boat).toBeGreaterThan(25);
  expect(money.money).toBeGreaterThan(25);
  for (const words of [river, money]) expect(words.bank).toBeGreaterThan(20);
});

test("in the two trained layers “it” looks at the last word first, and then at what it is", async ({
  page,
  openTrained,
}) => {
  await openTrained("context");
  await runAll(page, "two");
  for (const [ending, last, meant] of [
    ["first", "tired", "animal"],
    ["second", "wide", "street"],
  ]) {
    await page.locator(`label:has(input[name=ending][value=${ending}])`).click();
    await expect(page.locator("#looks-said")).toContainText(`In the first layer, “it” gives most to “${last}”`);
    await expect(page.locator("#looks-said")).toContainText(`In the second layer, it gives most to “${meant}”`);
    const heads = await page.locator("#top thead th").allInnerTexts();
    const row = (await matrixOf(page, "#top"))[7].map(Number);
    expect(heads.filter((text) => text.trim() !== "")[row.indexOf(Math.max(...row))]).toContain(meant);
    expect(row.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 1);
  }
  await expectOpenToAll(page);
});

test("what the corner of the square means fits into the square", async ({ page, open }) => {
  await open("context");
  const [name, square] = [await boxOf(page.locator(".goal-name")), await boxOf(page.locator("svg:has(.goal-name)"))];
  expect(name.x).toBeGreaterThanOrEqual(square.x);
  expect(name.x + name.width).toBeLessThanOrEqual(square.x + square.width);
});

test("the square is copied as a picture with its link, and at its own address it is alone", async ({
  page,
  context,
  open,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("context", { first: "hungry" });
  const square = page.locator(".square-figure");
  await square.getByRole("button", { name: "Copy this picture with its link" }).click();
  await expect(square.getByRole("status")).toHaveText("Picture and link are on the clipboard.");
  const { width: shown } = await boxOf(page.locator("#square"));
  const copied = await page.evaluate(async (width) => {
    const [item] = await navigator.clipboard.read();
    const picture = await createImageBitmap(await item.getType("image/png"));
    return { link: await (await item.getType("text/plain")).text(), isWider: picture.width > 2 * width };
  }, shown);
  expect(copied).toEqual({ link: page.url(), isWider: true });
  await square.getByRole("link", { name: "Only this picture, for slides" }).click();
  await expect(page.locator("#square")).toBeVisible();
  await expect(page.locator("#one button").first()).toBeVisible();
  await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
});
