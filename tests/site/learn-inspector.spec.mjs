// The inspector in the lessons: a computed number of each kind opens, and what it shows is the textbook's.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expectAxeFindsNothing } from "./axe.mjs";
import { drawn, WORKED } from "./lab.mjs";
import { expect, lessonUrl, numbersIn, ready, test } from "./learn-lab.mjs";
import { root } from "./serve.mjs";

const dot = (a, b) => a.reduce((sum, part, at) => sum + part * b[at], 0);
const softmax = (scores) => {
  const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
  return powers.map((power) => power / powers.reduce((sum, one) => sum + one));
};
const mix = (weights, values, column) =>
  dot(
    weights,
    values.map((row) => row[column]),
  );
const times = (row, matrix) => matrix[0].map((_, column) => mix(row, matrix, column));

/** Lesson 1: a direction among five winds. */
const direction = (angle) => [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
const WINDS = [0, 45, 90, 180, 270].map(direction);
const WARMTH = [3, 1, 9, 24, 14];
const windScores = (angle) => WINDS.map((wind) => dot(direction(angle), wind));
const windWeights = (angle, temperature) => softmax(windScores(angle).map((score) => score / temperature));

/** Lesson 2: five words in a plane. */
const WORDS = [
  [0.4, 0.3],
  [1.6, 0.9],
  [0.6, -0.8],
  [-0.9, 0.7],
  [1, 1.7],
];
const omega = WORDS.map((word) => WORDS.map((other) => dot(word, other)));

/** Lesson 3: the weights are those of a link. */
const PLACES = [
  [0.4, 0.3],
  [1.6, 0.9],
  [0.6, -0.8],
  [-0.9, 1.4],
];
const W = [
  [1, 2],
  [0.5, -1],
];

/** Lesson 4: the worked example, asked by its second token. */
const worked = () => {
  const [query, keys, values] = [times(WORKED.X[1], WORKED.Wq), WORKED.X, WORKED.X].map((rows, at) =>
    at === 0 ? rows : rows.map((row) => times(row, at === 1 ? WORKED.Wk : WORKED.Wv)),
  );
  const scores = keys.map((key) => dot(query, key));
  const weights = softmax(scores.map((score) => score / Math.SQRT2));
  return { query, keys, values, scores, weights };
};
const { query, keys, values, scores, weights } = worked();

/** Of each lesson: what is opened, and the number that it should be. "sum" is the sum of the products in the panel,
 * "softmax" what softmax makes of the scores in the panel. */
const LESSONS = [
  {
    name: "look-up",
    state: { angle: 205, temperature: 0.5 },
    cells: [
      ["#ledger tr:nth-child(4) td:nth-child(3) .opens", windScores(205)[3]],
      ["#ledger tr:nth-child(4) td:nth-child(4) .opens", windWeights(205, 0.5)[3]],
      ["#answer-blend .opens", dot(windWeights(205, 0.5), WARMTH)],
    ],
  },
  {
    name: "without-weights",
    cells: [
      ["#omega 4 1", omega[4][1]],
      ["#alpha 4 1", softmax(omega[4])[1]],
      ["#z 4 0", mix(softmax(omega[4]), WORDS, 0)],
    ],
  },
  {
    name: "projections",
    state: { wq: W.flat().join("_"), wk: W.flat().join("_") },
    cells: [
      ["#scores 3 1", dot(times(PLACES[3], W), times(PLACES[1], W))],
      ["#entry-qk .opens", "sum"],
    ],
  },
  {
    name: "one-query",
    state: { printed: 1, query: 1, seen: 6 },
    cells: [
      ["#q 0 1", query[1]],
      ["#k 2 1", keys[2][1]],
      ["#v 2 0", values[2][0]],
      ["#scores 0 2", scores[2]],
      ["#scaled 0 2", scores[2] / Math.SQRT2],
      ["#exponentials 0 2", weights[2], "on the way"],
      ["#weights 0 2", weights[2]],
      ["#parts 2 1", mix(weights, values, 1), "on the way"],
      ["#z 0 1", mix(weights, values, 1)],
    ],
  },
  {
    name: "learned",
    cells: [
      ["#ledger tr:nth-child(3) td:nth-child(3) .opens", "softmax"],
      ["#ledger tr:nth-child(3) td:nth-child(4) .opens", "slope"],
    ],
  },
  { name: "train-it-twice", cells: [] },
  { name: "why-root-dk", state: { width: 256 }, cells: [["#largest-divided .opens", "weight"]] },
  {
    name: "context",
    state: { moved: 100 },
    cells: [
      ["#bank-rows 1 1", "sum"],
      ["#bank-river 4 1", "softmax"],
      ["#letters 2 1", "softmax"],
      ["#trained-bank .opens", "softmax"],
      ["#sentences .opens", "softmax"],
      ["#low 9 1", "softmax"],
      ["#top 9 1", "softmax"],
    ],
  },
  {
    name: "several-heads",
    cells: [
      ["#weights tbody .opens", "softmax"],
      ["#logits tbody .opens", "sum"],
      ["#logits tfoot .opens", "sum"],
    ],
  },
  {
    name: "order-and-masks",
    state: { places: "learned" },
    cells: [
      ["#shuffled 1 1", "sum"],
      ["#looks 3 2", "weight"],
      ["#masked 3 1", "softmax"],
      ["#biased 1 2", "softmax"],
    ],
  },
  {
    name: "two-layers",
    cells: [
      ["#layer-1 4 3", "weight"],
      ["#layer-2 9 3", "weight"],
      ["#parts tfoot .opens", "logit"],
    ],
  },
  {
    name: "under-the-hood",
    cells: [
      ["#precision tr:nth-child(2) .opens", "sum"],
      ["#overflow tbody .opens", "softmax"],
      ["#direct .opens", "sum"],
    ],
  },
];

/** Numbers in tables and lists that do not open: lesson → where they stand, and why. */
const CLOSED = {
  "look-up": { "#ledger td:is(:nth-child(2), :nth-child(5), :nth-child(6))": "given: the keys and the values" },
  "without-weights": { "#own-count": "a count" },
  "one-query": { "#end-core": "a comparison of the loop and the core: rounding" },
  projections: {
    "#turned-difference, #regroup-difference": "a comparison of two ways to compute: rounding",
    "#regroup-ratio, #regrouped": "a count of multiply-adds and numbers",
  },
  "several-heads": { "#grades td:nth-child(2)": "a share of right answers" },
  "two-layers": {
    "#previous-now, #induction-now, #away td:nth-child(3)": "a mean of weights or a share of right answers, in percent",
    "#parts tr:nth-child(4)": "learned numbers of the distance: read from the layer, or their mean",
  },
  "under-the-hood": {
    "#overflow td:not(:last-child)": "given, or what softmax in float32 makes of it without the core",
    "#state dd": "the state between two tiles: the result opens",
    "#times": "a time, and counts",
  },
};

for (const { name, state, cells } of LESSONS)
  test(`numbers of "${name}" open, are the textbook's, and give focus back`, async ({ page, open }) => {
    await page.setViewportSize({ width: 1300, height: 800 });
    await open(name, state);
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
      await expect.poll(() => closedNumbers(page, Object.keys(CLOSED[name] ?? {}))).toEqual([]);
      const opened = await openAll(page);
      if (!ONLY_MATRICES.includes(name)) expect(opened.length).toBeGreaterThan(1);
      for (const { shown, returned } of opened) expectWritten(shown.replaceAll("−", "-"), returned);
    });
  });

/** These lessons have all their computed numbers in matrices. */
const ONLY_MATRICES = ["one-query"];

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

/** Here are scores, and no weights. */
const WITHOUT_SOFTMAX = ["projections"];

for (const { name, state, cells } of LESSONS)
  test(`in "${name}" the panel looks as it does alone: its tables are tables`, async ({ page, open, beside }) => {
    await page.setViewportSize({ width: 1300, height: 800 });
    await open(name, state);
    const reached = await openSoftmax(page, cells);
    expect(reached).toBe(!WITHOUT_SOFTMAX.includes(name));
    await expect(panel(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
    expect(await page.evaluate(boxesAstray)).toEqual([]);
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

const STYLES = ["styles.css", "inspector/inspector.css"]
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
function boxesAstray() {
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
}

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
  expect(await mark("#omega")).toEqual({ row: 4 });
  await expectAxeFindsNothing(page, "a lesson with the panel open");
  // Another cell of the page, while the panel stays open.
  await openerOf(page, "#z 1 0").focus();
  await expect(panel(page).locator("h2")).toContainText("animal");
  expect(await mark("#alpha")).toEqual({ row: 1 });
  const before = await panel(page).locator(".returned").textContent();
  await page.getByRole("button", { name: "Scatter" }).click();
  await expect(panel(page).locator(".returned")).not.toHaveText(before);
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(panel(page).locator(".location")).toContainText("Kontextvektor");
  await expect(panel(page)).toContainText("Produkte");
  await expect(panel(page)).not.toContainText("Products");
  await panel(page).getByRole("button", { name: "Schließen" }).click();
  expect(await mark("#alpha")).toEqual({});
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
  expect(await panel(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
  const ends = await panel(page)
    .locator(".formula mo, .formula mi, .formula mtext")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(ends.length).toBeGreaterThan(5);
  expect(Math.max(...ends)).toBeLessThan(360);
  await panel(page).getByRole("button", { name: "Close" }).tap();
  await expect(panel(page)).toBeHidden();
  await expect.poll(() => opener.evaluate((one) => one.getRootNode().activeElement === one)).toBe(true);
  await context.close();
});
