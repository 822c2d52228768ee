// Pages that heed/page makes, opened from disk without a network.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { pageOf } from "../../dist/page.js";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { firstOf, KINDS, savedPages } from "./saved-pages.mjs";
import { drawn, seen } from "./seen.mjs";
import { root } from "./serve.mjs";

const pages = savedPages();
const shown = (page) => page.evaluate(() => Array.from(document.querySelector("attention-matrix").matrix.data));
const started = () => document.querySelector("#loading") === null && document.querySelector("attention-matrix")?.matrix;

/** Opens a page and listens for what it should not do. */
async function open(page, name) {
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => request.url() !== pages[name] && complaints.push(request.url()));
  await page.context().setOffline(true);
  await page.goto(pages[name]);
  await page.waitForFunction(started);
  await drawn(page);
  return complaints;
}

for (const [name, options] of Object.entries(KINDS))
  test(`${name}: its numbers are the given ones bit by bit, axe finds nothing, and it fits 360 and 1440 px`, async ({
    page,
  }) => {
    const complaints = await open(page, name);
    await expect.poll(() => shown(page)).toEqual(firstOf(options));
    await expect.poll(() => page.title()).toBe(options.title);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => seen(page, () => document.documentElement.scrollWidth), `${width} px`)
        .toBeLessThanOrEqual(width);
    }
    await expectAxeFindsNothingInEitherTheme(page, name);
    await expect.poll(() => page.evaluate(() => "hacked" in window)).toBe(false);
    expect(complaints).toEqual([]);
  });

test("a reader chooses layer, head and view by keyboard, and the words follow", async ({ page }) => {
  await open(page, "layers");
  const { matrix } = KINDS.layers;
  const cells = matrix.shape[2] ** 2;
  await expect(page.getByRole("combobox", { name: "Layer" })).toHaveValue("1");
  await expect(page.getByRole("combobox", { name: "Head" })).toHaveValue("1");
  const before = await page.locator("#words").innerText();
  await page.getByRole("combobox", { name: "Layer" }).press("ArrowUp");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => shown(page)).toEqual(Array.from(matrix.data.subarray(2 * cells, 3 * cells)));
  await expect.poll(() => page.locator("#words").innerText()).not.toBe(before);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("attention-matrix").locator(".arcs path").first()).toBeAttached();
  await page.getByRole("combobox", { name: "Shown as" }).selectOption("heat map");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement.localName)).toBe("attention-matrix");
});

test("the choice of view names what is shown", async ({ page }) => {
  const { matrix } = KINDS.scores;
  for (const [kind, view, shownAs] of /** @type {const} */ ([
    ["scores", "arcs", "arcs"],
    ["vectors", "arcs", "heatmap"],
  ])) {
    await page.setContent(pageOf({ matrix, kind, view }));
    await expect(page.getByRole("combobox", { name: "Shown as" })).toHaveValue(shownAs);
    const arcs = page.locator("attention-matrix").locator(".arcs path");
    await expect.poll(async () => (await arcs.count()) > 0).toBe(shownAs === "arcs");
  }
});

test("a page around it hears which cell was opened", async ({ page }) => {
  await page.setContent(`<iframe src="about:blank"></iframe>`);
  const heard = page.evaluate(
    () => new Promise((tell) => addEventListener("message", ({ data }) => data.heed === "opened" && tell(data.place))),
  );
  await page.evaluate(async (html) => {
    const frame = document.querySelector("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = html;
  }, pageOf(KINDS.layers));
  await page.frameLocator("iframe").locator("attention-matrix td[data-row='2'][data-column='5']").click();
  await expect(heard).resolves.toEqual({ layer: 1, head: 1, row: 2, column: 5 });
});

test("the widget of heed.py tells its own model which cell was clicked, until it is taken away", async ({ page }) => {
  const text = readFileSync(path.join(root, "web/notebook/heed.py"), "utf8");
  const [, module] = /^_WIDGET = """([^]*?)"""/m.exec(text);
  await page.setContent("<div></div><div></div>");
  // A stand-in for the model of anywidget, as its documentation describes it.
  await page.evaluate(
    async ([source, html]) => {
      const { default: widget } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
      window.told = [];
      window.removals = Array.from(document.querySelectorAll("div"), (el, at) => {
        const state = { page: html, name: `Figure ${at}`, height: 900 };
        const get = (name) => state[name];
        const set = (name, value) => (state[name] = value);
        const saveChanges = () => window.told.push({ at, clicked: state.clicked });
        return widget.render({ model: { get, set, save_changes: saveChanges, on() {} }, el });
      });
    },
    [module, pageOf(KINDS.layers)],
  );
  const click = (at, row, column) =>
    page
      .frameLocator(`iframe[title="Figure ${at}"]`)
      .locator(`attention-matrix td[data-row='${row}'][data-column='${column}']`)
      .click();
  const told = () => page.evaluate(() => window.told);
  const place = { layer: 1, head: 1 };
  await click(1, 2, 5);
  await expect.poll(told).toEqual([{ at: 1, clicked: { ...place, row: 2, column: 5 } }]);
  await page.evaluate(() => window.removals[1]());
  await click(1, 3, 3);
  await click(0, 4, 4);
  await expect.poll(async () => (await told()).slice(1)).toEqual([{ at: 0, clicked: { ...place, row: 4, column: 4 } }]);
});

test("without scripts its words are there", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pages.causal);
  await expect(page.locator("#words li").nth(2)).toHaveText("“The” gives most, 100\u00a0%, to “The”.");
  await context.close();
});

test("a browser that cannot unpack says so", async ({ page }) => {
  await page.addInitScript(() => delete window.DecompressionStream);
  await page.goto(pages.causal);
  await expect(page.getByRole("status")).toContainText("too old");
});
