// Computed numbers that are no cells, such as medians and losses: each opens, is what its panel shows it to be made of,
// and so on down to the cells.
import { expect, test } from "./learn-lab.mjs";
import { LESSONS } from "./lessons.mjs";
import { drawn } from "./seen.mjs";

const panel = (page) => page.locator(".inspector");
const opener = (page, key) => page.locator(`[data-opens="${key}"]`);

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
  // What comes from a worker draws the numbers anew, and a press on one that goes meanwhile is lost.
  await expect(async () => {
    if ((await names()) === before) await first.click();
    await expect.poll(names, { timeout: 5_000 }).not.toBe(before);
  }).toPass({ timeout: 60_000 });
  return value;
}

for (const { name, begin, figures } of LESSONS.filter((one) => one.figures !== undefined))
  test(`the figures of "${name}" are what their panels show, down to a cell`, async ({ page, open }) => {
    await page.setViewportSize({ width: 1300, height: 800 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(name);
    await begin?.(page);
    await drawn(page);
    for (const [key, ...made] of figures)
      await test.step(key, async () => {
        const button = opener(page, key);
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
      });
  });

test("a figure that is open follows the page; a cell that is opened after it stays", async ({ page, open }) => {
  await page.setViewportSize({ width: 1300, height: 800 });
  await open("order-and-masks");
  await drawn(page);
  await opener(page, "moved ").click();
  const returned = panel(page).locator(".returned");
  const before = await returned.textContent();
  await page.locator("#shuffle").click();
  await expect(returned).not.toHaveText(before);
  await page.locator("#ordered td[data-row='0'][data-column='1']").press("Enter");
  const title = panel(page).locator("h2");
  await expect(title).toHaveText(/^Context vector of “the”/);
  const order = () => page.locator("#shuffled").evaluate(({ rowLabels }) => rowLabels.join());
  const shuffled = await order();
  await page.locator("#shuffle").click();
  await expect.poll(order).not.toBe(shuffled);
  await expect(title).toHaveText(/^Context vector of “the”/);
});
