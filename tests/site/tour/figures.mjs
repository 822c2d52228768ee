// Tours: computed numbers outside of cells, such as medians and losses. Each opens, is what its panel shows it to be
// made of, and so on down to the cells.
import { expect } from "../learn-lab.mjs";
import { panel } from "./numbers.mjs";

/** The numbers of the open panel in full: each has them in its title. */
const readPanel = (page) =>
  panel(page).evaluate((host) => {
    const number = (cell) => Number(cell.title);
    const cells = (row) => Array.from(row.cells).filter((cell) => cell.title !== "" && cell.tagName === "TD");
    const rows = Array.from(host.querySelectorAll(".passage tbody tr"));
    const foot = host.querySelector(".passage tfoot td");
    const text = host.querySelector(".passage .hint")?.textContent ?? "";
    return {
      returned: Number(host.querySelector(".returned").textContent.replaceAll("−", "-")),
      text: text.replaceAll(",", ""),
      rows: rows.map((row) => cells(row).map(number)),
      right: rows.findIndex((row) => text.includes(`“${row.querySelector("th").textContent}”`)),
      sum: foot === null ? undefined : number(foot),
    };
  });

/** Opens the first number of the panel. @returns what it was there */
async function openFirst(page) {
  const first = panel(page).locator("td .origin").first();
  const value = await first.evaluate((button) => Number(button.parentElement.title));
  const names = async () => (await panel(page).locator(".location, h2").allTextContents()).join();
  const before = await names();
  // A worker's answer draws the numbers again, and a press on one that disappears is lost.
  await expect(async () => {
    if ((await names()) === before) await first.click();
    await expect.poll(names, { timeout: 5_000 }).not.toBe(before);
  }).toPass({ timeout: 60_000 });
  return value;
}

/** @param made what the number is made of, and then the first number of each panel; see tests/site/pages/NAME.mjs */
export async function expectFigureIsMadeOf(page, key, made) {
  const button = page.locator(`[data-opens="${key}"]`);
  await button.click();
  await expect(panel(page).locator("h2")).toBeFocused();
  for (const madeOf of made) {
    const read = await readPanel(page);
    const exact = madeOf(read);
    expect(Math.abs(read.returned - exact)).toBeLessThan(1e-6 * Math.max(1e-3, Math.abs(exact)));
    const value = await openFirst(page);
    await expect.poll(async () => (await readPanel(page)).returned).toBeCloseTo(value, 6);
  }
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(button).toBeFocused();
}
