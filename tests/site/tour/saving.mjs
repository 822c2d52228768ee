// Tours: what a figure shows leaves the page as a file, by the menu of the frame.
import { readFile } from "node:fs/promises";
import { LESSONS } from "../lessons.mjs";
import { expect } from "../learn-lab.mjs";
import { seen, seenOfAll } from "../seen.mjs";

/** The pages about lessons that have no figures. */
const WITHOUT = ["index", "questions", "teach", "worksheet"];

/** Whether a page has matrices that can be saved. */
export const savesMatrices = (name) => LESSONS.find((lesson) => lesson.name === name)?.saves ?? !WITHOUT.includes(name);

export const button = (page) => page.getByRole("button", { name: "Export", exact: true });
export const menu = (page) => page.getByRole("group", { name: "Export" });

/** The names of what the open menu offers. */
export const titlesIn = (page) => menu(page).getByRole("combobox").locator("option").allTextContents();

/** Saves by one entry of the menu. @returns the file's path */
export async function save(page, at) {
  if (!(await menu(page).isVisible())) await button(page).click();
  await menu(page).getByRole("combobox").selectOption({ index: at });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    menu(page).getByRole("button", { name: "HTML" }).click(),
  ]);
  return download.path();
}

/** What a saved page holds. */
export async function held(file) {
  const text = await readFile(file, "utf8");
  const saved = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)[1]);
  const bytes = Buffer.from(saved.numbers, "base64");
  return { ...saved, data: Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at)), text };
}

/** The matrices that stand on the page, in its order. */
export const standing = (page) =>
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

/**
 * The menu names each matrix, and the first and the last one are saved as pages with the numbers that they show. That
 * a file holds any matrix as it is, tests/site/export.test.mjs says.
 */
export async function expectMatricesAreSaved(page) {
  // A worker may still compute what a figure shows.
  await expect.poll(() => withoutNumbers(page)).toBe(0);
  const matrices = await standing(page);
  await button(page).click();
  const titles = await titlesIn(page);
  expect(titles.length).toBeGreaterThanOrEqual(Math.max(1, matrices.length));
  expect(new Set(titles).size, titles.join("; ")).toBe(titles.length);
  for (const at of new Set([0, matrices.length - 1].filter((place) => place in matrices))) {
    const { numbers, rowLabels, kind } = matrices[at];
    const saved = await held(await save(page, at));
    expect(saved.title).toBe(titles[at]);
    expect([saved.type, saved.kind]).toEqual(["float32", kind]);
    expect(saved.data).toEqual(numbers.map(Math.fround));
    expect(saved.rowLabels).toEqual(rowLabels);
  }
  await expectLastIsSaved(page);
}

/** The menu's last figure is saved under its name. */
export async function expectLastIsSaved(page) {
  if (!(await menu(page).isVisible())) await button(page).click();
  const titles = await titlesIn(page);
  const last = await held(await save(page, titles.length - 1));
  expect(last.title).toBe(titles.at(-1));
  expect(last.data.length).toBe(last.shape.reduce((all, one) => all * one));
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
}

export const expectNothingToSave = (page) => expect(button(page)).toHaveCount(0);
