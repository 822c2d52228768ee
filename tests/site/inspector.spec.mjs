// The panel in a browser, on a page with nothing else: what it shows, how it is reached and left.
import { expect } from "@playwright/test";
import { expectAxeFindsNothing, expectAxeFindsNothingInEitherTheme, inSheet } from "./axe.mjs";
import { inspectorPage } from "./inspector-page.mjs";
import { number, panel } from "./lab.mjs";
import { testOnPage } from "./own-page.mjs";
import { everyRun } from "./runs.mjs";
import { says } from "./says.mjs";
import { boxOf, seen } from "./seen.mjs";

const runs = everyRun();
const WEIGHT = { matrix: "weights", head: 0, row: 1, column: 2 };

const test = testOnPage(inspectorPage);

const open = (page, run, cell) => page.evaluate(([name, place]) => inspector.open(runs[name], place), [run, cell]);
const told = (page) => page.evaluate(() => told);
const returned = (run, { matrix, head, row, column }) => {
  const { data, shape } = runs[run].kept[matrix];
  return data[(head * shape.at(-2) + row) * shape.at(-1) + column];
};
const rowTexts = (table) =>
  table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => Array.from(row.cells, (cell) => cell.textContent)));

test("shows the core's float32 whole, the textbook's double, and the distance between them", async ({ page }) => {
  await open(page, "one head", WEIGHT);
  const [core, textbook, difference] = await panel(page).locator("dd").allInnerTexts();
  expect(Math.fround(number(core))).toBe(returned("one head", WEIGHT));
  await expect.poll(() => panel(page).locator(".returned").innerText()).toBe(core);
  expect(number(textbook)).not.toBe(number(core));
  expect(Math.fround(number(textbook))).toBeCloseTo(number(core), 6);
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(number(textbook)))) - 23);
  expect(number(difference.replace(" ulp", ""))).toBeCloseTo((Math.fround(number(core)) - number(textbook)) / ulp, 2);
});

test("a weight is taken apart to its products, and each step follows from the one before", async ({ page }) => {
  await open(page, "one head", WEIGHT);
  await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText("What “animal” gives to “didn't”");
  await expect(panel(page).getByRole("heading", { level: 3 })).toHaveText([
    "Products and their sum",
    "Scale",
    "Softmax over the row",
    "Rounding",
    "Copy as",
  ]);
  const parts = await panel(page)
    .locator(".body > *")
    .evaluateAll((all) => all.map(({ className }) => className));
  expect(parts).toEqual(["value", "passage", "passage", "passage", "formula", "rounding", "copy"]);
  const [products, softmax] = await Promise.all([0, 1].map((at) => rowTexts(panel(page).getByRole("table").nth(at))));
  const { q, k, scores, weights } = runs["one head"].kept;
  let sum = 0;
  products.forEach(([index, left, right, product, running], at) => {
    sum += q.data[4 + at] * k.data[8 + at];
    expect(index).toBe(String(at + 1));
    expect(number(left)).toBeCloseTo(q.data[4 + at], 5);
    expect(number(right)).toBeCloseTo(k.data[8 + at], 5);
    expect(number(product)).toBeCloseTo(q.data[4 + at] * k.data[8 + at], 5);
    expect(number(running)).toBeCloseTo(sum, 5);
  });
  expect(softmax.map(([key]) => key)).toEqual(runs["one head"].tokens);
  const largest = Math.max(...scores.data.subarray(6, 12));
  softmax.forEach(([, score, distance, power, weight], key) => {
    expect(number(score)).toBeCloseTo(scores.data[6 + key], 5);
    expect(number(distance)).toBeCloseTo(scores.data[6 + key] - largest, 5);
    expect(number(power)).toBeCloseTo(Math.exp(scores.data[6 + key] - largest), 5);
    expect(number(weight)).toBeCloseTo(weights.data[6 + key], 5);
  });
  await expect(panel(page).locator("tr.here th")).toHaveText("didn't");
  await expect(panel(page).locator("td.max")).toHaveCount(1);
});

test("the formula has the operands' names, for eyes and for assistive technology", async ({ page }) => {
  await open(page, "causal, two heads, output projection", { matrix: "weights", head: 1, row: 3, column: 1 });
  const math = panel(page).getByRole("math");
  await expect(math).toHaveCount(1);
  await expect.poll(async () => (await math.textContent()).replace(/\s/g, "")).toContain("across,animal(1)=exp");
  await expect(panel(page)).toContainText("head 1 of 2");
  await expect.poll(async () => (await boxOf(math.locator("mfrac"))).height).toBeGreaterThan(30);
});

test("says what is special, under the heading that it belongs to", async ({ page }) => {
  for (const [run, cell, heading, sentence] of [
    [
      "causal, two heads, output projection",
      { matrix: "weights", head: 0, row: 1, column: 4 },
      "Mask",
      "“animal” may not attend to “the”: the key comes later than the causal mask allows. " +
        "So the weight is exactly 0, whatever the score is.",
    ],
    [
      "mask with an empty row",
      { matrix: "weights", head: 0, row: 4, column: 0 },
      "Softmax over the row",
      "“the” may attend to no key at all. In heed its weights are then 0, and so is its context vector: " +
        "never “not a number”.",
    ],
    [
      "bias and lengths",
      { matrix: "weights", head: 0, row: 2, column: 5 },
      "Mask",
      "the key is beyond the length that was given",
    ],
    ["bias and lengths", { matrix: "weights", head: 0, row: 0, column: 3 }, "Mask", "its bias is −∞"],
    [
      "softmax off",
      { matrix: "weights", head: 0, row: 2, column: 1 },
      "No softmax",
      "Softmax is off: the score itself is the weight",
    ],
    ["no weights", { matrix: "q", head: 0, row: 2, column: 1 }, "Where it comes from", "There are no weight matrices"],
    ["own scale, softcap", { matrix: "scores", head: 0, row: 2, column: 1 }, "Softcap", "1.5 · tanh("],
    [
      "columns",
      { matrix: "weights", head: 0, row: 2, column: 1 },
      "Softmax over the row",
      "The sum runs over the keys of one query.",
    ],
    [
      "causal, two heads, output projection",
      { matrix: "output", head: 0, row: 2, column: 1 },
      "The projection’s bias",
      "",
    ],
  ]) {
    await open(page, run, cell);
    const section = panel(page).locator("section", { has: page.getByRole("heading", { name: heading, exact: true }) });
    await expect(section, run).toContainText(sentence);
    expect(Math.fround(number(await panel(page).locator(".returned").innerText())), run).toBe(
      Math.fround(returned(run, cell)),
    );
  }
});

test("a masked weight says first that the query may not attend", async ({ page }) => {
  await open(page, "causal, two heads, output projection", { matrix: "weights", head: 0, row: 1, column: 4 });
  await expect(panel(page).locator(".value")).toContainText(says("inspector.hidden-weights"));
  await open(page, "mask with an empty row", { matrix: "weights", head: 0, row: 4, column: 0 });
  await expect(panel(page).locator(".value")).toContainText(says("inspector.empty-row"));
  await open(page, "one head", WEIGHT);
  await expect(panel(page).locator(".value")).not.toContainText("attend");
});

test("a long sum is a picture, its largest terms and the rest; the whole of it on demand", async ({ page }) => {
  await open(page, "long sums", { matrix: "raw", head: 0, row: 7, column: 1 });
  const { q, k } = runs["long sums"].kept;
  const products = Array.from({ length: 64 }, (_, c) => q.data[7 * 64 + c] * k.data[64 + c]);
  await expect(panel(page).locator("svg.waterfall path")).toHaveCount(3);
  const rows = await rowTexts(panel(page).getByRole("table"));
  expect(rows).toHaveLength(6);
  const largest = products
    .map((_, c) => c)
    .sort((a, b) => Math.abs(products[b]) - Math.abs(products[a]))
    .slice(0, 5)
    .sort((a, b) => a - b);
  expect(rows.slice(0, 5).map(([index]) => Number(index) - 1)).toEqual(largest);
  const rest = products.reduce((sum, product, c) => sum + (largest.includes(c) ? 0 : product), 0);
  expect(rows[5][0]).toBe("the other 59, together");
  expect(number(rows[5][1])).toBeCloseTo(rest, 3);
  await panel(page).getByText("All 64 terms").click();
  await expect(panel(page).getByRole("table").nth(1).locator("tbody tr")).toHaveCount(64);
});

test("a number in a sum opens the cell that it is, and Back returns", async ({ page }) => {
  const cell = { matrix: "output", head: 0, row: 1, column: 2 };
  await open(page, "one head", cell);
  await panel(page)
    .getByRole("row", { name: /^didn't/ })
    .getByRole("button")
    .first()
    .click();
  await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText("What “animal” gives to “didn't”");
  await expect(panel(page).getByRole("heading", { level: 2 })).toBeFocused();
  await expect.poll(async () => (await told(page)).moved).toEqual([WEIGHT]);
  await expect
    .poll(async () => (await told(page)).lights)
    .toEqual({
      q: { head: 0, row: 1 },
      k: { head: 0, row: 2 },
      scores: { head: 0, row: 1 },
    });
  await panel(page).getByRole("button", { name: "Back" }).click();
  await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText("Context vector of “animal”, number 3");
  await expect(panel(page).getByRole("button", { name: "Back" })).toBeHidden();
  await expect
    .poll(async () => (await told(page)).lights)
    .toEqual({ weights: { head: 0, row: 1 }, v: { head: 0, column: 2 } });
});

for (const [width, kind] of [
  [1440, "panel"],
  [360, "sheet"],
]) {
  test(`by keyboard, as a ${kind}: focus moves in, Tab reaches all, Esc returns to the cell`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.locator("#opener").press("Enter");
    await expect(panel(page).getByRole("heading", { level: 2 })).toBeFocused();
    await expect
      .poll(() => page.evaluate(() => document.querySelector("dialog").matches(":modal")))
      .toBe(kind === "sheet");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.inspecting)).toBe(kind);
    expect(Object.keys((await told(page)).lights)).toEqual(["q", "k", "scores"]);
    await page.keyboard.press("Tab");
    await expect(panel(page).getByRole("button", { name: "Close" })).toBeFocused();
    for (
      let stops = 0;
      stops < 40 &&
      !(await panel(page)
        .getByRole("button", { name: "heed" })
        .evaluate((button) => button === document.activeElement));
      stops++
    )
      await page.keyboard.press("Tab");
    await expect(panel(page).getByRole("button", { name: "heed" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);
    await expect(page.locator("#opener")).toBeFocused();
    await expect.poll(() => told(page)).toMatchObject({ lights: {}, closed: [WEIGHT] });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.inspecting)).toBeUndefined();
  });
}

test("beside a wide page the page stays at hand; on a phone a tap outside closes the sheet", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.locator("#opener").click();
  await page.locator("#other").click({ trial: true });
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => page.evaluate(() => document.querySelector("dialog").matches(":modal"))).toBe(true);
  await page.mouse.click(180, 40);
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator("#opener")).toBeFocused();
});

test("where the page makes way for the panel, and comes back, the cell that was opened stays", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.evaluate(() =>
    document
      .querySelector("main p")
      .insertAdjacentHTML(
        "beforebegin",
        "<p>A text that takes more lines in a narrower page. </p>".repeat(30) +
          "<p>" +
          "More words, as many as it takes. ".repeat(200) +
          "</p>",
      ),
  );
  const opener = page.locator("#opener");
  await opener.scrollIntoViewIfNeeded();
  await page.evaluate(() =>
    document.querySelector("main").insertAdjacentHTML("beforeend", "<p style='height:2000px'></p>"),
  );
  const { y } = await boxOf(opener);
  await opener.click();
  await expect(panel(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.inspecting)).toBe("panel");
  expect(Math.abs((await boxOf(opener)).y - y)).toBeLessThan(2);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  expect(Math.abs((await boxOf(opener)).y - y)).toBeLessThan(2);
});

test("works by touch", async ({ browser, address }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("#opener").tap();
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole("button", { name: "Close" }).tap();
  await expect(panel(page)).toHaveCount(0);
  await context.close();
});

test("numbers that change under it change in it; a cell that is no more closes it", async ({ page }) => {
  await open(page, "one head", WEIGHT);
  const before = await panel(page).locator(".returned").innerText();
  await page.evaluate(() => inspector.update(runs["own scale, softcap"]));
  await expect.poll(() => panel(page).locator(".returned").innerText()).not.toBe(before);
  await page.evaluate(() => inspector.follow({ matrix: "weights", head: 0, row: 5, column: 5 }));
  await page.evaluate(() => inspector.update(runs["cross-attention"]));
  await expect(panel(page)).toHaveCount(0);
  await open(page, "grouped heads", { matrix: "weights", head: 3, row: 0, column: 0 });
  await page.evaluate(() => inspector.update(runs["one head"]));
  await expect(panel(page)).toHaveCount(0);
});

test("copies as NumPy, PyTorch and heed, and shows what was copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "one head", WEIGHT);
  for (const [name, comment] of [
    ["NumPy", "#"],
    ["PyTorch", "#"],
    ["heed", "//"],
  ]) {
    await panel(page).getByRole("button", { name, exact: true }).click();
    await expect(panel(page).getByRole("status")).toHaveText(`The ${name} program is on the clipboard.`);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.startsWith(`${comment} What “animal” gives to “didn't”`)).toBe(true);
    await expect.poll(() => panel(page).getByRole("region", { name: "The program" }).textContent()).toBe(copied);
  }
});

test("where the clipboard is closed it goes by way of a selection, also inside the sheet", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read"]);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.evaluate(() => (Navigator.prototype.__defineGetter__("clipboard", () => undefined), 0));
  await open(page, "one head", WEIGHT);
  await panel(page).getByRole("button", { name: "NumPy" }).click();
  await expect(panel(page).getByRole("status")).toHaveText("The NumPy program is on the clipboard.");
  await expect(panel(page).getByRole("button", { name: "NumPy" })).toBeFocused();
});

for (const [run, cell] of [
  ["long sums", { matrix: "weights", head: 0, row: 7, column: 1 }],
  ["causal, two heads, output projection", { matrix: "weights", head: 1, row: 1, column: 4 }],
]) {
  test(
    `axe finds nothing, light or dark, and nothing runs out of the panel, at any width: ${run}`,
    { tag: "@layout" },
    async ({ page }) => {
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await open(page, run, cell);
        await panel(page).getByRole("button", { name: "heed" }).click();
        await page.waitForFunction(() =>
          document.getAnimations().every((animation) => animation.playState === "finished"),
        );
        if (width > 1000) await expectAxeFindsNothingInEitherTheme(page, `${width} px`);
        else await expectAxeFindsNothing(page, `${width} px`, inSheet);
        await expect
          .poll(() =>
            seen(
              page,
              () => document.querySelector("dialog").scrollWidth - document.querySelector("dialog").clientWidth,
            ),
          )
          .toBeLessThanOrEqual(0);
        await expect
          .poll(() =>
            seen(page, () =>
              Array.from(
                document.querySelectorAll("dialog .scroller"),
                (box) => box.scrollWidth - box.clientWidth,
              ).filter((more) => more > 0),
            ),
          )
          .toEqual([]);
      }
    },
  );
}

test(
  "long and strange tokens stay in their place, and what has to scroll can be scrolled by keyboard",
  { tag: "@layout" },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.evaluate(() => {
      const run = runs["causal, two heads, output projection"];
      const tokens = [
        "Donaudampfschifffahrtsgesellschaftskapitän",
        "<img src=x onerror=alert(1)>",
        "👩‍👩‍👧‍👦".repeat(9),
        "a b",
        "\u202Eabc",
        "",
      ];
      inspector.open({ ...run, tokens }, { matrix: "weights", head: 1, row: 1, column: 0 });
    });
    await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText(
      "What “<img src=x onerror=alert(1)>” gives to “Donaudampfschifffahrtsgesellschaftskapitän”",
    );
    await expect(panel(page).locator("img")).toHaveCount(0);
    await expect
      .poll(() =>
        seen(page, () => document.querySelector("dialog").scrollWidth - document.querySelector("dialog").clientWidth),
      )
      .toBe(0);
    await expectAxeFindsNothing(page, "strange tokens", inSheet);
  },
);

test("no motion for those who prefer none", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "one head", WEIGHT);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
});

for (const width of [1440, 360])
  test(`on paper the opened cell stands whole after the page, without buttons, as seen from ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "long sums", { matrix: "weights", head: 0, row: 7, column: 1 });
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 794, height: 1123 });
    await expect.poll(() => page.evaluate(() => document.querySelector("dialog").matches(":modal"))).toBe(false);
    const below = await seen(
      page,
      () =>
        document.querySelector("dialog").getBoundingClientRect().top -
        document.querySelector("main").getBoundingClientRect().bottom,
    );
    expect(below).toBeGreaterThanOrEqual(0);
    await expect(panel(page).getByRole("button", { name: "Close" })).toBeHidden();
    await expect(panel(page).getByRole("button", { name: "NumPy" })).toBeHidden();
    const [position, hidden] = await page.evaluate(() => [
      getComputedStyle(document.querySelector("dialog")).position,
      document.querySelector("dialog").scrollHeight - document.querySelector("dialog").clientHeight,
    ]);
    expect([position, hidden]).toEqual(["static", 0]);
  });
