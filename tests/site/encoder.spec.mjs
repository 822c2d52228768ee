// The page of the encoder: a typed sentence in eight heads, the vectors of words, what is claimed, and a long text.
import { cp } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { WEIGHTS_FILES } from "../../scripts/encoder-weights.mjs";
import { expectAxeFindsNothingInEitherTheme, inSheet } from "./axe.mjs";
import { keepWriting, tightNumbers } from "./digit-gaps.mjs";
import { expectNoEnglish } from "./german.mjs";
import { expect, test } from "./lab.mjs";
import {
  expectFitsAnyWidth,
  expectReadableInForcedColours,
  expectReadableOnPaper,
  expectUsableByKeyboard,
} from "./open-to-all.mjs";
import { says } from "./says.mjs";
import { seen, seenOfAll } from "./seen.mjs";
import { root, serveSite } from "./serve.mjs";
import { openViews } from "./views.mjs";

const ENCODER = pathToFileURL(path.join(root, "dist-site/encoder.html")).href;
const full = () => performance.getEntriesByName("heed-encoder-full").length > 0;

async function open(page, url = ENCODER) {
  await openViews(page);
  await page.goto(url);
  await page.waitForFunction(full);
}

const cell = (page, layer, head) => page.locator(`#grid td[data-layer="${layer}"][data-head="${head}"]`);
/** The small picture of each head, as the atlas has it under the head's cell. */
const maps = (page) =>
  seen(page.locator("#grid canvas"), (canvas) => {
    const { left, top } = canvas.getBoundingClientRect();
    return Array.from(document.querySelectorAll("#grid td[data-layer]"), (place) => {
      const box = place.getBoundingClientRect();
      const tile = document.createElement("canvas");
      [tile.width, tile.height] = [box.width, box.height];
      tile.getContext("2d").drawImage(canvas, left - box.left, top - box.top);
      return tile.toDataURL();
    });
  });
const chosenHead = (page) => page.$eval("#grid [aria-current]", ({ dataset }) => `${dataset.layer}.${dataset.head}`);
const pieces = (page) => page.locator("#pieces button").allTextContents();
/** A row of the chosen head, as the element has it. */
const row = (page, at) =>
  page.$eval(
    "#head-matrix",
    ({ matrix }, query) => Array.from(matrix.data.slice(query * matrix.shape[1], (query + 1) * matrix.shape[1])),
    at,
  );

test("from disk it opens with its weights, asks for nothing else, and L1 H1 leads from it to cat", async ({
  page,
  complaints,
  requests,
}) => {
  await open(page);
  await expect.poll(() => pieces(page)).toEqual(["The", "cat", "sat", "because", "it", "was", "tired", "."]);
  await expect(page.locator("#pieces button[aria-pressed=true]")).toHaveText("it");
  expect(Math.abs((await row(page, 4))[1] - 0.77)).toBeLessThan(0.02);
  await expect(page.locator("#head-matrix").getByRole("grid")).toHaveAccessibleName("Layer 1, head 1");
  await test.step("below a head stands what it gives on average, and nothing that was not computed", async () => {
    const { data, shape } = await page.$eval("#head-matrix", ({ matrix }) => ({
      data: [...matrix.data],
      shape: matrix.shape,
    }));
    const mean = (key) => data.filter((_, at) => at % shape[1] === key).reduce((sum, one) => sum + one, 0) / shape[0];
    const [cat, tired] = [1, 6].map((key) => `${(100 * mean(key)).toFixed(0)}\u00a0%`);
    const told = `On average over all pieces, this head gives “cat” ${cat} and “tired” ${tired}.`;
    await expect(page.locator("#head-note")).toHaveText(told);
    await expect(page.locator("main")).not.toContainText(/finds|noun finder/);
  });
  await test.step("a typed word changes all eight maps, and the link opens them again", async () => {
    const before = await maps(page);
    await page.fill("#typed", "The robot slept because it was old.");
    const after = await maps(page);
    expect(after).toHaveLength(8);
    expect(after.filter((map, at) => map === before[at])).toEqual([]);
    await cell(page, 1, 2).click();
    await expect(page.locator("#head-title")).toHaveText("Layer 1, head 2");
    const shown = await row(page, 4);
    const again = await page.context().newPage();
    await open(again, page.url());
    await expect(again.locator("#head-title")).toHaveText("Layer 1, head 2");
    await expect.poll(() => chosenHead(again)).toBe("1.2");
    await expect.poll(() => row(again, 4)).toEqual(shown);
    await again.close();
  });
  await test.step("text is text, whatever it holds", async () => {
    await page.fill("#typed", "<img src=x onerror=alert(1)> 漢字 it");
    await expect.poll(() => pieces(page)).toContain("?");
    await expect(page.locator("main img")).toHaveCount(0);
    await page.fill("#typed", "word ".repeat(150));
    await expect(page.locator("#status")).toHaveText(
      "128 pieces. The last 22 are not read: the model takes 128 at most.",
    );
    await page.fill("#typed", "");
    await expect(page.locator("#status")).toHaveText(says("encoder.empty"));
    await page.getByRole("button", { name: "Deutsch" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.locator("#status")).toHaveText(says("encoder.empty"));
  });
  const plain = requests.map((url) => url.replace(/\?.*/, ""));
  expect(plain).toEqual([ENCODER, ...WEIGHTS_FILES.map((file) => ENCODER.replace("encoder.html", file))]);
  expect(complaints).toEqual([]);
});

test("saved by itself, the page says what is missing, and reads what was typed once the weights are there", async ({
  page,
}) => {
  const folder = test.info().outputPath("saved");
  await cp(path.join(root, "dist-site/encoder.html"), path.join(folder, "encoder.html"));
  await page.goto(pathToFileURL(path.join(folder, "encoder.html")).href);
  const arrival = page.locator("#arrival");
  await expect(arrival).toContainText("the page did not find “weights/encoder-1.js”");
  await expect(page.locator("#typed")).toHaveValue("The cat sat because it was tired.");
  // Until then it shows one empty place, and no part that has nothing in it.
  await expect(page.locator(".ghost")).toBeVisible();
  await expect(page.locator("main h2:visible")).toHaveText(["Where the weights come from"]);
  await page.locator("#typed").fill("The robot was old.");
  await cp(path.join(root, "dist-site/weights"), path.join(folder, "weights"), { recursive: true });
  await arrival.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => pieces(page)).toEqual(["The", "robot", "was", "old", "."]);
  await expect(arrival.locator(".arrival")).toBeHidden();
  await expect(page.locator(".ghost")).toBeHidden();
  await expect(page.locator("main h2:visible")).not.toHaveText([""]);
});

test("by keyboard alone: a piece, a head, a cell down to its products, and back", async ({ page, complaints }) => {
  await open(page);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  const tabTo = async (wanted) => {
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press("Tab");
      if ((await focused()).includes(wanted)) return;
    }
    throw new Error(`Tab does not lead to ${wanted}`);
  };
  await page.focus("#languages button[lang=de]");
  await tabTo("sat");
  await page.keyboard.press("Enter");
  await expect(page.locator("#chosen-piece")).toHaveText("“sat”");
  for (let step = 0; step < 60 && !(await page.evaluate(() => document.activeElement.matches("#grid td"))); step++)
    await page.keyboard.press("Tab");
  for (const key of ["Control+Home", "End", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator("#head-title")).toHaveText("Layer 0, head 3");
  await tabTo("head-matrix");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const panel = page.locator("dialog.inspector[open]");
  await expect(panel.locator("h2")).toHaveText("What “The” gives to “cat”");
  await expect(panel).toContainText("64 products");
  await expect(panel.locator(".location")).toContainText("· L0 H3");
  await expect.poll(() => panel.locator("math").first().textContent()).toContain("(L0 H3)");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect.poll(focused).toBe("head-matrix");
  await page.locator("input[name=view][value=arcs]").check();
  await expect.poll(() => page.$eval("#head-matrix", (host) => host.view)).toBe("arcs");
  expect(complaints).toEqual([]);
});

test("two heads are compared, sorted and saved as in the viewer, and all follow what is typed", async ({
  page,
  complaints,
}) => {
  await open(page);
  await expect(cell(page, 1, 1)).toHaveText(/^→ cat 7\d\u00a0%$/);
  await page.locator("#compare-with").selectOption("1.2");
  await expect(page.locator("#head-title")).toHaveText("L1 H1 and L1 H2");
  await expect(page.locator("#compare-mean")).toContainText(says("heads.mean-of-all"));
  const numbers = (id) => page.$eval(`#${id}`, ({ matrix }) => Array.from(matrix.data));
  const isDifference = async () => {
    const [left, right, difference] = await Promise.all(
      ["compare-left", "compare-right", "compare-difference"].map(numbers),
    );
    expect(difference).toEqual(left.map((weight, at) => Math.fround(right[at] - weight)));
    return left.length;
  };
  await expect.poll(isDifference).toBe(64);
  await page.fill("#typed", "The robot stopped because its battery was empty.");
  await expect(page.locator("#compare-mean")).toContainText("rows");
  await expect.poll(isDifference).toBe((await pieces(page)).length ** 2);
  await page.locator("#head-title").click();
  await page.keyboard.press("Escape");
  await expect(page.locator("#head-title")).toHaveText("Layer 1, head 1");
  await test.step("the same head of a second sentence, which the link holds too", async () => {
    await page.getByLabel("of another sentence").fill("The robot stopped because its battery was dead.");
    await expect(page.locator("#head-title")).toHaveText("L1 H1 of sentence 1 and L1 H1 of sentence 2");
    await expect(page.locator("#compare-mean")).toContainText("rows");
    await expect.poll(isDifference).toBe((await pieces(page)).length ** 2);
    await expect(page.locator("#compare-rows")).toContainText("empty ∕ dead");
    await expect(page).toHaveURL(/of=The\+robot\+stopped/);
    const again = await page.context().newPage();
    await open(again, page.url());
    await expect(again.locator("#compare-mean")).toHaveText(await page.locator("#compare-mean").textContent());
    await again.close();
    await page.getByLabel("of another sentence").fill("The robot stopped.");
    await expect(page.locator("#compare-problem")).toContainText(says("heads.no-difference"));
    await page.getByLabel("of another sentence").fill("");
    await expect(page.locator("#head-title")).toHaveText("Layer 1, head 1");
  });
  await test.step("pieces as the model has them, one layer, and pooling once a pixel holds several cells", async () => {
    const labels = () => page.$eval("#head-matrix", ({ rowLabels }) => rowLabels.slice(0, 2));
    await expect.poll(labels).toEqual(["The", "robot"]);
    await page.locator("#raw-tokens").check();
    await expect.poll(labels).toEqual(["▁The", "▁robot"]);
    await page.locator("#raw-tokens").uncheck();
    await page.locator("#layer-from").selectOption("1");
    await expect(page.locator("#grid td[data-layer]")).toHaveCount(4);
    await page.locator("#layer-from").selectOption("0");
    await expect(page.locator("#pool-choice")).toBeHidden();
    const text = await page.inputValue("#typed");
    await page.fill("#typed", "word ".repeat(100));
    await expect(page.locator("#pool-choice")).toBeVisible();
    await page.fill("#typed", text);
  });
  await page.locator("#sort").selectOption("self");
  await expect
    .poll(() => page.locator("#grid td[data-layer]").first().getAttribute("aria-label"))
    .toContain("Layer 0, head 1: self");
  await page.locator("#head-strips button", { hasText: "its" }).first().click();
  await expect(page.locator("#chosen-piece")).toHaveText("“its”");
  await expect(page.locator("#pieces button[aria-pressed=true]")).toHaveText("its");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#save-statistics").click()]);
  expect(saved.suggestedFilename()).toBe("heed-encoder-statistics.csv");
  expect(complaints).toEqual([]);
});

test("a cell of the last head opens down to its own product, and the browser's way back opens the head before", async ({
  page,
}) => {
  await open(page);
  await cell(page, 1, 2).click();
  await expect(page.locator("#head-title")).toHaveText("Layer 1, head 2");
  const weight = (await row(page, 4))[6];
  await page.$eval("#head-matrix", (host) =>
    host.shadowRoot.querySelector("td[data-row='4'][data-column='6']").focus(),
  );
  await page.keyboard.press("Enter");
  const panel = page.locator("dialog.inspector[open]");
  await expect(panel.locator("h2")).toHaveText("What “it” gives to “tired”");
  await expect(panel).toContainText(String(weight).slice(0, 7));
  await expect(panel.locator(".location")).toHaveText(/· L1 H2$/);
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(page.locator("#head-title")).toHaveText("Layer 1, head 1");
});

test("the way past the header leaves the sentence, the open head and the link as they are", async ({ page }) => {
  await open(page);
  await page.locator("#typed").fill("The dog slept because it was old.");
  await cell(page, 0, 2).click();
  await expect.poll(() => page.url()).toContain("text=The+dog+slept");
  const [link, steps] = [page.url(), await page.evaluate(() => history.length)];
  await page.locator("a.skip").press("Enter");
  await expect(page.locator("#head-title")).toBeFocused();
  await expect.poll(() => page.url()).toBe(link);
  await expect.poll(() => page.evaluate(() => history.length)).toBe(steps);
  await expect(page.locator("#typed")).toHaveValue("The dog slept because it was old.");
  await expect(page.locator("#head-title")).toHaveText("Layer 0, head 2");
});

test("the chosen piece: its two strips, its cosines at each stage, and its place in the link", async ({ page }) => {
  await open(page);
  await page.locator("#pieces button", { hasText: "tired" }).click();
  await expect(page.locator("#chosen-piece")).toHaveText("“tired”");
  const { data, count } = await page.$eval("#head-matrix", ({ matrix }) => ({
    data: Array.from(matrix.data),
    count: matrix.shape[1],
  }));
  const percents = (strip) =>
    page.$$eval(`.strips > div:nth-child(${strip}) button`, (all) => all.map(({ title }) => Number.parseFloat(title)));
  const [gives, gets] = [await percents(1), await percents(2)];
  for (let other = 0; other < count; other++) {
    expect(Math.abs(gives[other] - 100 * data[6 * count + other]), `gives to ${other}`).toBeLessThan(0.51);
    expect(Math.abs(gets[other] - 100 * data[other * count + 6]), `gets from ${other}`).toBeLessThan(0.51);
  }
  await expect(page.locator("#words-title")).toContainText("tired");
  const near = await page.$eval("#neighbours", ({ matrix }) => Array.from(matrix.data));
  for (const stage of [0, 1, 2]) expect(near[stage * count + 6]).toBeCloseTo(1, 5);
  // What both layers add makes the vectors of “was” and “tired” others than before, each time.
  const [first, second, third] = [0, 1, 2].map((stage) => near[stage * count + 5]);
  expect(Math.min(Math.abs(first - second), Math.abs(second - third))).toBeGreaterThan(0.01);
  await expect(page).toHaveURL(/piece=6/);
  const again = await page.context().newPage();
  await open(again, page.url());
  await expect(again.locator("#chosen-piece")).toHaveText("“tired”");
});

test("the inspector stays open on its cell while the sentence changes", async ({ page }) => {
  await open(page);
  await page.$eval("#head-matrix", (host) =>
    host.shadowRoot.querySelector("td[data-row='4'][data-column='1']").focus(),
  );
  await page.keyboard.press("Enter");
  const panel = page.locator("dialog.inspector[open] h2");
  await expect(panel).toHaveText("What “it” gives to “cat”");
  await page.evaluate(() => {
    const field = document.querySelector("#typed");
    field.value = "The dog sat because it was tired.";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect(panel).toHaveText("What “it” gives to “dog”");
});

test("bank has one vector at first, and two meanings after the layers; what is claimed says right and wrong", async ({
  page,
}) => {
  await open(page);
  const cosines = async () => (await page.locator("#cosines b").allTextContents()).map(Number);
  const across = await cosines();
  expect(across[0]).toBe(1);
  expect(across[2]).toBeGreaterThan(0.4);
  expect(across[2]).toBeLessThan(0.66);
  await page.getByRole("button", { name: "bank: river, lake" }).click();
  await expect.poll(async () => (await cosines())[2]).toBeGreaterThan(0.88);
  await expect(page.locator("#pieces-a [aria-pressed=true]")).toHaveText("bank");
  await page.fill("#sentence-b", "The river bank is steep.");
  await expect(page.locator("#pieces-b [aria-pressed=true]")).toHaveText("bank");
  const verdicts = await page.locator("#claims .right, #claims .wrong").allTextContents();
  expect(verdicts).toEqual(["right", "right", "right", "right", "right", "wrong", "wrong", "right"]);
  await expect(page.locator("#claims")).toContainText("In 6 of these 8 sentences the pronoun gives most to");
  await page.getByRole("button", { name: "Compare both sentences above" }).click();
  await expect(page.locator("#compare-rows")).toContainText("tired ∕ wide");
  await page.getByRole("button", { name: /too wide/ }).click();
  await expect(page.locator("#typed")).toHaveValue(/too wide/);
  await expect(page.locator("#comparison")).toBeHidden();
  await expect.poll(() => chosenHead(page)).toBe("1.1");
});

test("in German no English is left, numbers have a comma, and the link keeps the language", async ({
  page,
  complaints,
}) => {
  // Words that the model reads stay English.
  const named = /^\S+( \(\d+\))?$|→ \S+ \d+|^\d+ \S+$/;
  await open(page, `${ENCODER}#lang=de`);
  await expect(page).toHaveTitle("Ein trainierter Encoder liest deinen\u00a0Satz · heed");
  await expectNoEnglish(page, { named });
  await expectAxeFindsNothingInEitherTheme(page, "in German");
  await expectFitsAnyWidth(page);
  await page.fill("#typed", "The robot slept.");
  await expect(page.locator("#status")).toHaveText("6 Stücke.");
  await expect(page).toHaveURL(/#v=1&lang=de&text=The\+robot\+slept\./);
  await page.locator("#compare-with").selectOption("1.2");
  await expect(page.locator("#compare-mean")).toHaveText(/^Mittel über alle Zeilen: \d,\d{3} Bit\.$/);
  await page.locator("#long-run").click();
  await expect(page.locator("#long-status")).toContainText("519 × 519 = 269.361 Gewichte.");
  await expectNoEnglish(page, { named });
  await page.$eval("#long-matrix", (host) =>
    host.shadowRoot.querySelector("td[data-row='3'][data-column='2']").focus(),
  );
  await page.keyboard.press("Enter");
  const panel = page.locator("dialog.inspector[open]");
  await expect(panel.locator("h2")).toContainText("Was „house“ (4) an „the“ (3) gibt");
  await test.step("in English all of it is written anew, and stays open", async () => {
    await page.locator("#languages button[lang=en]").click();
    await expect(panel.locator("h2")).toHaveText("What “house” (4) gives to “the” (3)");
    await expect(page.locator("#compare-mean")).toHaveText(/^Mean over all rows: \d\.\d{3} bits\.$/);
    await expect(page.locator("#long-status")).toContainText("519 × 519 = 269,361 weights.");
    await expect(page.locator("#status")).toHaveText("6 pieces.");
    await expect(page.locator("#claims h3").first()).toHaveText("Where L1 H1 leads a pronoun");
    await expect(page).toHaveURL(/&lang=en/);
  });
  expect(complaints).toEqual([]);
});

test("a long text becomes a map of 4096 × 4096 whose cells open with their digits", async ({ page, complaints }) => {
  await open(page);
  await page.getByRole("button", { name: "4096 pieces of these lessons" }).click();
  const count = Number.parseInt(await page.locator("#long-status").textContent(), 10);
  expect(count).toBeGreaterThanOrEqual(4096);
  expect(count).toBeLessThan(5000);
  await expect.poll(() => page.inputValue("#long-text")).not.toMatch(/[{}<>$]/);
  await page.getByRole("button", { name: "The House That Jack Built" }).click();
  await page.getByRole("button", { name: "Repeat the text to 4096" }).click();
  await page.getByRole("button", { name: "Compute the map" }).click();
  await expect(page.locator("#long-status")).toContainText("16,777,216 weights");
  await expect(page.locator("#long-status")).toContainText("67 MB of memory");
  const sums = await page.$eval("#long-matrix", ({ matrix: { data } }) =>
    [0, 2000, 4095].map((at) => data.subarray(at * 4096, (at + 1) * 4096).reduce((sum, weight) => sum + weight, 0)),
  );
  for (const sum of sums) expect(sum).toBeCloseTo(1, 4);
  await page.$eval("#long-matrix", (host) =>
    host.shadowRoot.querySelector("td[data-row='3'][data-column='2']").focus(),
  );
  await page.keyboard.press("Enter");
  const panel = page.locator("dialog.inspector[open]");
  await expect(panel.locator("h2")).toHaveText("What “house” (4) gives to “the” (3)");
  await expect(panel.locator(".location")).toHaveText("Weight · A, row 4, column 3 · L0 H0");
  const [returned, exact] = (await panel.locator(".rounding dd").allTextContents()).map(Number);
  expect(Math.abs(exact - returned)).toBeLessThan(1e-5 * exact);
  await test.step("its row of 4096 keys is shown by its largest, and whole on demand", async () => {
    const rows = panel.locator("table.softmax").first().locator("tbody tr");
    const weights = await rows.locator("td:last-child").allTextContents();
    expect(weights.reduce((sum, weight) => sum + Number(weight.replace("−", "-")), 0)).toBeCloseTo(1, 3);
    expect(weights.length).toBeLessThan(10);
    await panel.getByText("All 4096 keys").click();
    const all = panel.locator("details table.softmax tbody tr");
    await expect(all).toHaveCount(512);
    await panel.locator("details .more").last().click();
    await expect(all).toHaveCount(1024);
  });
  await test.step("its query opens down to the rows that the head reads", async () => {
    await panel.locator(".origin").first().click();
    await expect(panel).toContainText("256 products");
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
  });
  const start = () => page.$eval("#long-matrix", ({ matrix }) => Array.from(matrix?.data.subarray(0, 64) ?? []));
  const before = await start();
  await page.locator("#long-head").selectOption("1");
  await expect.poll(async () => (await start()).length).toBe(64);
  await expect.poll(start, "another head").not.toEqual(before);
  expect(complaints).toEqual([]);
});

test("another head, chosen while the map of a long text is computed, is the one that is shown", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Compute the map" }).click();
  const start = () => page.$eval("#long-matrix", ({ matrix }) => Array.from(matrix?.data.subarray(0, 64) ?? []));
  const done = () => page.evaluate(() => performance.getEntriesByName("heed-long-map").length);
  await expect.poll(done).toBe(1);
  await page.locator("#long-head").selectOption("2");
  await expect.poll(done).toBe(2);
  const wanted = await start();
  await page.locator("#long-head").selectOption("0");
  await expect.poll(done).toBe(3);
  await page.$eval("#long-head", async (select) => {
    for (const head of ["1", "2"]) {
      select.value = head;
      select.dispatchEvent(new Event("change"));
      // The first run has begun by then, and is not done.
      for (let task = 0; task < 3; task++)
        await new Promise((next) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = next;
          port2.postMessage(0);
        });
    }
  });
  await expect.poll(start).toEqual(wanted);
  await expect(page.locator("#long-matrix table")).toHaveAccessibleName(/head 2/);
});

test("the grid lies over no other part, also beside a comparison or the inspector @layout", async ({ page }) => {
  const expectApart = async (what) => {
    const apart = await seen(page, () => {
      const lower = document.getElementById("head");
      scrollTo(0, lower.getBoundingClientRect().bottom + scrollY - innerHeight);
      const [grid, head] = ["heads", "head"].map((id) => document.getElementById(id).getBoundingClientRect());
      return grid.right <= head.left || grid.bottom <= head.top;
    });
    expect(apart, what).toBe(true);
  };
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await open(page);
    await expectApart(`${width}: a head`);
    await page.locator("#sort").selectOption("self");
    const [needed, room] = await seen(page.locator("#grid"), (grid) => [grid.scrollWidth, grid.clientWidth]);
    expect(needed, `${width}: sorted heads wrap to the width of their column`).toBeLessThanOrEqual(room);
    await page.$eval("#head-matrix", (host) => host.shadowRoot.querySelector("td[data-row='4']").focus());
    await page.keyboard.press("Enter");
    await expect(page.locator("html[data-inspecting=panel]")).toHaveCount(1);
    await expectApart(`${width}: beside the inspector`);
    await page.keyboard.press("Escape");
    await page.locator("#compare-with").selectOption("1.2");
    await expect(page.locator("#compare-mean")).toContainText("rows");
    await expectApart(`${width}: a comparison`);
  }
});

test("the fields of sentences grow with their text up to six lines, and scroll from there on", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await open(page);
  for (const id of ["#typed", "#sentence-a"]) {
    const heights = [];
    for (const words of [2, 120, 150]) {
      await page.locator(id).fill("river ".repeat(words));
      heights.push(
        await seen(page.locator(id), (field) => {
          const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
          return (
            (field.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)) /
            Number.parseFloat(lineHeight)
          );
        }),
      );
    }
    expect(heights.map(Math.round), id).toEqual([1, 6, 6]);
    await expect.poll(() => seen(page.locator(id), (field) => field.scrollHeight > field.clientHeight)).toBe(true);
    await expect(page.locator(id)).toHaveCSS("overflow-y", "auto");
  }
});

test("in German the controls of the large map fit any width, too @layout", async ({ page }) => {
  await open(page, `${ENCODER}#lang=de`);
  await page.locator("#long-run").click();
  await page.waitForFunction(() => performance.getEntriesByName("heed-long-map").length > 0);
  await expectFitsAnyWidth(page);
});

test("no two numbers of a row touch, on a desk, a tablet and a phone @layout", async ({ page }) => {
  await keepWriting(page);
  await open(page);
  for (const text of ["The cat sat because it was tired.", "The man who had lost his old keys sat down."]) {
    await page.locator("#typed").fill(text);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => tightNumbers(page), `${text} ${width} px`).toEqual([]);
    }
  }
});

test("encoder: it fits any width, in both themes, and axe finds nothing @layout @tour", async ({ page }) => {
  const server = await serveSite();
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `${server.url}/encoder.html`);
  await page.getByRole("button", { name: "Compute the map" }).click();
  await expect(page.locator("#long-status")).toContainText("weights");
  await expectAxeFindsNothingInEitherTheme(page, "the page of the encoder");
  await expectFitsAnyWidth(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const small = await seenOfAll(page.locator("main :is(button, select, input:not([type=radio]))"), (controls) =>
    controls
      .map((control) => [
        control.id || control.textContent,
        (control.closest(".option") ?? control).getBoundingClientRect(),
      ])
      .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 24)
      .map(([text]) => text),
  );
  expect(small).toEqual([]);
  await expectAxeFindsNothingInEitherTheme(page, "the narrow page", inSheet);
  await expectReadableInForcedColours(page);
  await expectUsableByKeyboard(page);
  await expectReadableOnPaper(page);
  await server.close();
});
