// The export menu of every page in the frame of the lessons, as the build finds them: what a figure shows leaves the
// page as a file.
import { copyFile, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { drawn, seen, seenOfAll } from "./seen.mjs";
import { expect, runAll, test } from "./learn-lab.mjs";
import { LESSONS } from "./lessons.mjs";
import { FRAMED } from "../../scripts/site-pages.mjs";

/** The pages about lessons that have no figures. */
const WITHOUT = ["index", "questions", "teach", "worksheet"];

const button = (page) => page.getByRole("button", { name: "Export", exact: true });
const menu = (page) => page.getByRole("group", { name: "Export" });

async function save(page, at, format = "HTML") {
  if (!(await menu(page).isVisible())) await button(page).click();
  await menu(page).getByRole("combobox").selectOption({ index: at });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    menu(page).getByRole("button", { name: format }).click(),
  ]);
  return { file: await download.path(), name: download.suggestedFilename() };
}

/** What a saved page holds. */
async function held(file) {
  const text = await readFile(file, "utf8");
  const saved = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)[1]);
  const bytes = Buffer.from(saved.numbers, "base64");
  return { ...saved, data: Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at)), text };
}

/** The matrices that stand on the page, in its order. */
const standing = (page) =>
  seen(page, () =>
    Array.from(document.querySelectorAll("attention-matrix"))
      .filter((one) => one.matrix !== null && one.getClientRects().length > 0)
      .map(({ matrix: { data, shape }, head, rowLabels, kind }) => {
        const cells = shape.at(-1) * (shape.at(-2) ?? 1);
        return { numbers: Array.from(data).slice(head * cells, (head + 1) * cells), rowLabels, kind };
      }),
  );

const withoutNumbers = (page) =>
  seenOfAll(
    page.locator("attention-matrix"),
    (all) => all.filter((one) => one.matrix === null && one.getClientRects().length > 0).length,
  );

for (const { name, kind: sort } of FRAMED) {
  const { savedAfter = [], saves = !WITHOUT.includes(name) } = LESSONS.find((lesson) => lesson.name === name) ?? {};

  test(`${name}: each of its matrices is saved as a page, with the numbers that it shows`, async ({
    page,
    open: openPage,
    openTrained,
  }) => {
    await (sort === "lesson" ? openTrained : openPage)(name);
    for (const id of savedAfter) await runAll(page, id);
    if (!saves) return expect(button(page)).toHaveCount(0);
    // A worker may still compute what a figure shows.
    await expect.poll(() => withoutNumbers(page)).toBe(0);
    const matrices = await standing(page);
    await button(page).click();
    const titles = await menu(page).getByRole("combobox").locator("option").allTextContents();
    expect(titles.length).toBeGreaterThanOrEqual(Math.max(1, matrices.length));
    expect(new Set(titles).size, titles.join("; ")).toBe(titles.length);
    for (const [at, { numbers, rowLabels, kind }] of matrices.entries()) {
      const saved = await held((await save(page, at)).file);
      expect(saved.title).toBe(titles[at]);
      expect([saved.type, saved.kind]).toEqual(["float32", kind]);
      expect(saved.data).toEqual(numbers.map(Math.fround));
      expect(saved.rowLabels).toEqual(rowLabels);
    }
    const last = await held((await save(page, titles.length - 1)).file);
    expect(last.title).toBe(titles.at(-1));
    expect(last.data.length).toBe(last.shape.reduce((all, one) => all * one));
  });
}

/** Opens a saved page from disk, and hears what it should not do. */
async function open(page, file) {
  const address = pathToFileURL(file).href;
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => request.url() !== address && complaints.push(request.url()));
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("attention-matrix")?.matrix);
  await drawn(page);
  return complaints;
}

test("a figure of a German lesson, saved by keyboard alone, is a German page that works from disk", async ({
  page,
  openTrained,
}, info) => {
  await openTrained("without-weights", "lang=de");
  const [, , { numbers, rowLabels }] = await standing(page);
  await button(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  for (const key of ["ArrowDown", "ArrowDown", "Tab", "Tab", "Tab", "Tab"]) await page.keyboard.press(key);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/^heed-alpha-5x5-das-tier-.*\.html$/);
  await expect(menu(page).getByRole("status")).toContainText("Gespeichert als");
  await page.keyboard.press("Escape");
  await expect(button(page)).toBeFocused();
  const file = info.outputPath("alpha.html");
  await download.saveAs(file);
  const complaints = await open(page, file);
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("de");
  await expect(page.locator("#about")).toContainText("von heed berechnet, in der Lektion „");
  await expect(page.locator("#words li").nth(2)).toContainText("gibt am meisten");
  const shown = await page.evaluate(() => {
    const element = document.querySelector("attention-matrix");
    return { numbers: Array.from(element.matrix.data), rowLabels: element.rowLabels };
  });
  expect(shown).toEqual({ numbers, rowLabels });
  await expectAxeFindsNothingInEitherTheme(page, "alpha");
  expect(complaints).toEqual([]);
});

test("arcs are arcs on the saved page, too, and the page names its lesson in the language of the moment", async ({
  page,
  openTrained,
}, info) => {
  await openTrained("context", "lang=de");
  await page.getByRole("button", { name: "English" }).click();
  await expect(button(page)).toBeVisible();
  await button(page).click();
  const titles = await menu(page).getByRole("combobox").locator("option").allTextContents();
  const at = titles.indexOf("The boat by the river: weights");
  const file = info.outputPath("river.html");
  await copyFile((await save(page, at)).file, file);
  await open(page, file);
  await expect(page.getByRole("combobox", { name: "Shown as" })).toHaveValue("arcs");
  await expect(page.locator("attention-matrix .arcs path").first()).toBeAttached();
  await expect(page.locator("#about")).toContainText("computed by heed in the lesson “");
});

for (const [width, height] of [
  [360, 740],
  [768, 900],
  [1440, 900],
])
  test(`the open menu lies within a screen of ${width} px, at the end of the page as it is`, async ({
    page,
    openTrained,
  }) => {
    await page.setViewportSize({ width, height });
    await openTrained("without-weights");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await button(page).click();
    const box = await seen(page, () => document.querySelector(".export-panel").getBoundingClientRect().toJSON());
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(width);
    expect(box.top).toBeGreaterThanOrEqual(0);
    expect(box.bottom).toBeLessThanOrEqual(height);
  });

test("the menu saves the chosen matrix, also when another one came before it meanwhile", async ({
  page,
  openTrained,
}) => {
  await openTrained("without-weights");
  const [, omega] = await standing(page);
  await page.locator("#x").evaluate((one) => one.style.setProperty("display", "none"));
  await button(page).click();
  await menu(page).getByRole("combobox").selectOption({ index: 0 });
  await page.locator("#x").evaluate((one) => one.style.removeProperty("display"));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    menu(page).getByRole("button", { name: "HTML" }).click(),
  ]);
  await expect.poll(async () => (await held(await download.path())).data).toEqual(omega.numbers);
});
