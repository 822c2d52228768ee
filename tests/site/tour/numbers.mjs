// Tours: a computed number of each kind opens, and what the panel shows is the textbook's.
import { expect, numbersIn } from "../learn-lab.mjs";
import { drawn } from "../seen.mjs";
import { softmax } from "../textbook.mjs";

/** Opens a number by keyboard: the panel has it as the textbook does, and gives focus back. */
export async function expectNumberIsTextbooks(page, [place, wanted, onTheWay]) {
  const opener = openerOf(page, place);
  const shown = await openWithEnter(page, opener);
  const read = await readPanel(page);
  // A number that is only a step to another one opens that other one.
  if (onTheWay === undefined) expectWritten(shown, read.returned);
  for (const { products, total } of read.sums) {
    const sum = products.reduce((all, [left, right]) => all + left * right, 0);
    expect(Math.abs(sum - total)).toBeLessThan(1e-9 * Math.max(1, Math.abs(total)));
  }
  const exact = typeof wanted === "number" ? wanted : textbook(wanted, read);
  expect(Math.abs(read.returned - exact)).toBeLessThan(2e-6 * Math.max(1, Math.abs(exact)));
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect.poll(() => opener.evaluate((one) => one.getRootNode().activeElement === one)).toBe(true);
}

/** Every computed number opens, and so do the numbers that it is made of. @param lesson as in tests/site/lessons.mjs */
export async function expectEveryNumberOpens(page, { closed = {}, onlyMatrices }) {
  // Numbers of a worker may come after the page is ready.
  await expect.poll(() => closedNumbers(page, Object.keys(closed))).toEqual([]);
  const opened = await openAll(page);
  if (!onlyMatrices) expect(opened.length).toBeGreaterThan(1);
  for (const { shown, returned } of opened) expectWritten(shown.replaceAll("−", "-"), returned);
}

/** The visible numbers in computed tables and lists that are no buttons. @param except selectors of exceptions */
function closedNumbers(page, except) {
  return page.evaluate((exceptions) => {
    const all = document.querySelectorAll("table[data-computed] td, [data-computed] dd, dd[data-computed]");
    return Array.from(all)
      .filter((one) => one.checkVisibility() && /\d/.test(one.textContent) && one.querySelector(".opens") === null)
      .filter((one) => !exceptions.some((selector) => one.matches(selector) || one.closest(selector) !== null))
      .map((one) => `${one.closest("[id]").id}: ${one.textContent}`);
  }, except);
}

/** Opens each number, and the first that it is made of, and so on. @returns each with what the panel has for it */
function openAll(page) {
  return page.evaluate(() => {
    const plain = (text) => Number(text.replaceAll("−", "-"));
    const inPanel = (selector) => document.querySelector(`.inspector ${selector}`);
    const opened = [];
    const note = (shown) => opened.push({ shown, returned: plain(inPanel(".returned").textContent) });
    const openers = Array.from(document.querySelectorAll(".opens")).filter((one) => one.checkVisibility());
    for (const key of openers.map((one) => one.dataset.opens).filter(Boolean)) {
      const button = document.querySelector(`[data-opens="${key}"]`);
      button.click();
      note(button.textContent);
      // Only a cell has a program to copy.
      while (inPanel(".copy") === null && inPanel(".origin") !== null) {
        const next = inPanel(".origin");
        const shown = next.textContent;
        next.click();
        note(shown);
      }
    }
    inPanel(".close")?.click();
    return opened;
  });
}

/** What the numbers in the panel come to. */
function textbook(kind, { sums, softmaxRow, returned, line }) {
  if (kind === "softmax") return softmax(softmaxRow.scores)[softmaxRow.at];
  // Of a long row the panel shows the largest scores and the sum of all powers.
  if (kind === "weight") return Math.exp(softmaxRow.scores[softmaxRow.at] - softmaxRow.most) / softmaxRow.sum;
  // weight · (slope of the weight − mean)
  if (kind === "slope") return line[0] * (line[1] - sums[0].total);
  if (kind === "logit") return sums[0].total / Math.sqrt(32) + line.at(-2);
  expect(returned).toBeDefined();
  return sums.at(-1).total;
}

export const panel = (page) => page.locator(".inspector");

/** A cell of a matrix, "#id row column", or a button. */
export function openerOf(page, place) {
  const [id, row, column] = place.split(" ");
  if (!/^\d+$/.test(column ?? "")) return page.locator(place).first();
  return page.locator(`${id} td[data-row="${row}"][data-column="${column}"]`);
}

/** @returns the text of what was opened */
export async function openWithEnter(page, opener) {
  await expect(opener).toBeAttached();
  await drawn(page);
  await opener.focus();
  const shown = (await opener.textContent()).replaceAll("−", "-");
  await opener.press("Enter");
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).locator("h2")).toBeFocused();
  return shown;
}

/** A text like "0.2199" or "22 %" is the number, to its last digit. A cell too small for digits has no text. */
function expectWritten(shown, number) {
  if (shown === "") return;
  // A share has at most 100 %. The humidity of lesson 1 is in percent itself.
  const share = shown.includes("%") && Math.abs(number) <= 1 ? 100 : 1;
  const [found] = numbersIn(shown);
  const decimals = /\.(\d+)/.exec(shown)?.[1].length ?? 0;
  const power = Number(/e(-?\d+)/.exec(shown)?.[1] ?? 0);
  const apart = Math.abs(found - share * number);
  // A float64 below the smallest float32 opens as 0.
  expect(apart, shown).toBeLessThan(0.51 * 10 ** (power - decimals) + 1e-7 * Math.abs(number) + 2 ** -126);
}

/** The numbers of the open panel in full: each has them in its title. */
export async function readPanel(page) {
  const summaries = await panel(page).locator("summary").all();
  for (const summary of summaries) await summary.click();
  await expect(panel(page).locator("details table")).toHaveCount(summaries.length);
  return panel(page).evaluate((host) => {
    const number = (cell) => Number(cell.title);
    const rows = (table) => Array.from(table.tBodies[0].rows).filter((row) => !row.classList.contains("rest"));
    const cells = (row) => Array.from(row.querySelectorAll("td"));
    const sums = Array.from(host.querySelectorAll(".passage"), (passage) => {
      // The last table has all terms.
      const table = Array.from(passage.querySelectorAll("table:not(.softmax)")).at(-1);
      if (table === undefined || passage.querySelector(".softmax") !== null) return undefined;
      const products = rows(table).map((row) => cells(row).slice(0, 2).map(number));
      return { products, total: number(table.tFoot.rows[0].cells[1]) };
    }).filter((sum) => sum !== undefined);
    const table = host.querySelector(".softmax");
    const open = table === null ? [] : rows(table).filter((row) => row.querySelector(".closed") === null);
    const ownScores = open.map((row) => number(cells(row)[0]));
    const text = (element) => element?.textContent.replaceAll("−", "-") ?? "";
    const parts = Array.from(
      text(Array.from(host.querySelectorAll(".line")).at(-1)).matchAll(/-?\d+(\.\d+)?(e-?\d+)?/g),
    );
    return {
      returned: Number(text(host.querySelector(".returned"))),
      sums,
      softmaxRow: table && {
        scores: ownScores,
        at: open.findIndex((row) => row.classList.contains("here")),
        most: Math.max(...ownScores),
        sum: number(table.tFoot.rows[0].cells[1]),
      },
      line: parts.map(([one]) => Number(one)),
    };
  });
}
