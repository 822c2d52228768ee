// The inspector in the lessons: a computed number of each kind opens, and what it shows is the textbook's.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expectAxeFindsNothing } from "./axe.mjs";
import { expect, lessonUrl, numbersIn, ready, test } from "./learn-lab.mjs";
import { LESSONS } from "./lessons.mjs";
import { drawn, seen, seenOfAll } from "./seen.mjs";
import { root } from "./serve.mjs";
import { softmax } from "./textbook.mjs";

/** These have numbers whose textbook the tests know. */
const WITH_CELLS = LESSONS.filter(({ cells }) => cells !== undefined);

for (const { name, state, begin, cells = [], closed = {}, onlyMatrices } of LESSONS)
  test(`numbers of "${name}" open, are the textbook's, and give focus back`, async ({ page, open }) => {
    await page.setViewportSize({ width: 1300, height: 800 });
    await open(name, state);
    await begin?.(page);
    for (const [place, wanted, onTheWay] of cells) {
      await test.step(place, async () => {
        const opener = openerOf(page, place);
        const shown = await openWithEnter(page, opener);
        const read = await readPanel(page);
        // What lies on the way to a number opens that number.
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
      });
    }
    await test.step("every computed number opens, and so do the numbers that it is made of", async () => {
      // Numbers of a worker may come after the page is ready.
      await expect.poll(() => closedNumbers(page, Object.keys(closed))).toEqual([]);
      const opened = await openAll(page);
      if (!onlyMatrices) expect(opened.length).toBeGreaterThan(1);
      for (const { shown, returned } of opened) expectWritten(shown.replaceAll("−", "-"), returned);
    });
  });

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

const panel = (page) => page.locator(".inspector");

/** A cell of a matrix, "#id row column", or a button. */
function openerOf(page, place) {
  const [id, row, column] = place.split(" ");
  if (!/^\d+$/.test(column ?? "")) return page.locator(place).first();
  return page.locator(`${id} td[data-row="${row}"][data-column="${column}"]`);
}

/** @returns the text of what was opened */
async function openWithEnter(page, opener) {
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
async function readPanel(page) {
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

for (const { name, state, begin, cells, withoutSoftmax } of WITH_CELLS)
  test(`in "${name}" the panel looks as it does alone: its tables are tables`, async ({ page, open, beside }) => {
    await page.setViewportSize({ width: 1300, height: 800 });
    await open(name, state);
    await begin?.(page);
    const reached = await openSoftmax(page, cells);
    expect(reached).toBe(!withoutSoftmax);
    await expect(panel(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
    await expect.poll(() => boxesAstray(page)).toEqual([]);
    const [html, looks] = [await panel(page).evaluate((one) => one.outerHTML), await page.evaluate(looksOfPanel)];
    await beside.setViewportSize({ width: 1300, height: 800 });
    await beside.evaluate(
      ([styles, dialog]) => {
        document.documentElement.dataset.inspecting = "panel";
        document.head.innerHTML = `<style>${styles}</style>`;
        document.body.innerHTML = dialog;
        document.getAnimations().forEach((one) => one.finish());
      },
      [STYLES, html],
    );
    expect(looks.length).toBeGreaterThan(40);
    expect(looks).toEqual(await beside.evaluate(looksOfPanel));
  });

const STYLES = ["styles.css", "rooms/inspector/inspector.css"]
  .map((file) => readFileSync(path.join(root, "web/site", file), "utf8"))
  .join("");

/** Opens numbers, and what they are made of, until the panel shows a row on its way through softmax. */
async function openSoftmax(page, cells) {
  const openers = [...cells.map(([place]) => openerOf(page, place)), page.locator(".opens:visible").first()];
  const shows = () => panel(page).evaluate((one) => one.querySelector("tr.here") !== null);
  for (const opener of openers) {
    await openWithEnter(page, opener);
    for (let step = 0; step < 6 && !(await shows()); step++) {
      const origins = panel(page).locator(".origin");
      if ((await origins.count()) === 0) break;
      await origins.first().click();
    }
    if (await shows()) return true;
    await page.keyboard.press("Escape");
  }
  await openWithEnter(page, openers[0]);
  return false;
}

/** Rows whose cells do not stand side by side. */
const boxesAstray = (page) =>
  seen(page, () => {
    return Array.from(document.querySelectorAll(".inspector tr"))
      .filter((row) => row.checkVisibility())
      .filter((row) => {
        const boxes = Array.from(row.cells, (cell) => cell.getBoundingClientRect());
        return boxes.some(
          ({ left, bottom, top }, at) =>
            at > 0 && (left < boxes[at - 1].right - 1 || top > boxes[at - 1].bottom || bottom < boxes[at - 1].top),
        );
      })
      .map((row) => row.textContent);
  });

/** What each element of the panel is and how it looks. The parts of a formula follow the face of the page's type. */
function looksOfPanel() {
  const of = ["display", "position", "float", "margin", "padding", "border", "alignItems", "textAlign"];
  const more = ["fontFamily", "fontSize", "fontWeight", "lineHeight", "color", "backgroundColor", "maxInlineSize"];
  return Array.from(document.querySelectorAll(".inspector, .inspector :not(math *)"), (one) => {
    const style = getComputedStyle(one);
    const name = [one.localName, ...one.classList].join(".");
    return `${name} ${[...of, ...more].map((property) => `${property}: ${style[property]}`).join("; ")}`;
  });
}

test("right angles are exact, and scores are divided by the temperature that the page shows", async ({
  page,
  open,
}) => {
  for (const [angle, exact] of [
    [0, [0, 1]],
    [90, [1, 0]],
    [180, [0, -1]],
    [270, [-1, 0]],
  ]) {
    await open("look-up", { angle, temperature: 0.7 });
    const row = 1 + [0, 45, 90, 180, 270].indexOf(angle);
    await openWithEnter(page, openerOf(page, `#ledger tr:nth-child(${row}) td:nth-child(4) .opens`));
    const [{ products }] = (await readPanel(page)).sums;
    expect(products).toEqual(exact.map((part) => [part, part]));
    await expect(panel(page).locator(".line").first()).toHaveText("1.000000 ∕ 0.70 = 1.428571");
    await expect(panel(page).locator(".formula")).toBeVisible();
  }
});

test("the panel follows the page, marks the operands, speaks German, and axe finds nothing", async ({ page, open }) => {
  await page.setViewportSize({ width: 1300, height: 800 });
  await open("without-weights");
  await openWithEnter(page, openerOf(page, "#alpha 4 1"));
  const mark = (id) => page.locator(id).evaluate((matrix) => matrix.mark);
  await expect.poll(() => mark("#omega")).toEqual({ row: 4 });
  await expectAxeFindsNothing(page, "a lesson with the panel open");
  // Another cell of the page, while the panel stays open.
  await openerOf(page, "#z 1 0").focus();
  await expect(panel(page).locator("h2")).toContainText("animal");
  await expect.poll(() => mark("#alpha")).toEqual({ row: 1 });
  const before = await panel(page).locator(".returned").textContent();
  await page.getByRole("button", { name: "Scatter" }).click();
  await expect(panel(page).locator(".returned")).not.toHaveText(before);
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(panel(page).locator(".location")).toContainText("Kontextvektor");
  await expect(panel(page)).toContainText("Produkte");
  await expect(panel(page)).not.toContainText("Products");
  await panel(page).getByRole("button", { name: "Schließen" }).click();
  await expect.poll(() => mark("#alpha")).toEqual({});
});

test("on a phone it opens by touch from below, and its formula ends inside the screen", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(lessonUrl("without-weights"));
  await ready(page);
  await drawn(page);
  const opener = openerOf(page, "#alpha 1 1");
  await opener.scrollIntoViewIfNeeded();
  await opener.tap();
  await expect(panel(page)).toBeVisible();
  await expect.poll(() => panel(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
  const ends = await seenOfAll(panel(page).locator(".formula mo, .formula mi, .formula mtext"), (all) =>
    all.map((one) => one.getBoundingClientRect().right),
  );
  expect(ends.length).toBeGreaterThan(5);
  expect(Math.max(...ends)).toBeLessThan(360);
  await panel(page).getByRole("button", { name: "Close" }).tap();
  await expect(panel(page)).toBeHidden();
  await expect.poll(() => opener.evaluate((one) => one.getRootNode().activeElement === one)).toBe(true);
  await context.close();
});
