// The export menu in the lessons: by keyboard, in both languages, on each screen. That every page's matrices are saved
// is in lesson-tour.spec.mjs.
import { copyFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expect, test } from "./learn-lab.mjs";
import { boxOf, drawn } from "./seen.mjs";
import { button, held, menu, save, standing, titlesIn } from "./tour/saving.mjs";

/** Opens a saved page from disk, and records what it should not do. */
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
  await button(page).press("Enter");
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
  const titles = await titlesIn(page);
  const at = titles.indexOf("The boat by the river: weights");
  const file = info.outputPath("river.html");
  await copyFile(await save(page, at), file);
  await open(page, file);
  await expect(page.getByRole("combobox", { name: "Shown as" })).toHaveValue("arcs");
  await expect(page.locator("attention-matrix .arcs path").first()).toBeAttached();
  await expect(page.locator("#about")).toContainText("computed by heed in the lesson “");
});

test("the open menu lies within each screen, at the end of the page as it is", async ({ page, openTrained }) => {
  await openTrained("without-weights");
  for (const [width, height] of [
    [360, 740],
    [768, 900],
    [1440, 900],
  ]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await button(page).click();
    const box = await boxOf(page.locator(".export-panel"));
    expect(box.left, `${width} px`).toBeGreaterThanOrEqual(0);
    expect(box.right, `${width} px`).toBeLessThanOrEqual(width);
    expect(box.top, `${width} px`).toBeGreaterThanOrEqual(0);
    expect(box.bottom, `${width} px`).toBeLessThanOrEqual(height);
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
  }
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
