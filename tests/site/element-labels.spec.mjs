// Labels of other people's files: very long ones stay in their place, right-to-left ones turn nothing.
import { cells, expect, matrix, sharedTest as test, show } from "./element-page.mjs";
import { boxOf, seen } from "./seen.mjs";

const LONG = ["a", "extraordinarily".repeat(2), "x".repeat(200), "w".repeat(2000)];
const labels = (count) => Array.from({ length: count }, (_, at) => LONG[at % LONG.length]);
const square = (n) => ({ data: Array.from({ length: n * n }, () => 1 / n), shape: [n, n] });

/** The element below a box to tick, with all its labels long. */
async function showLong(page, n, { cell = "", ...given } = {}) {
  await matrix(page).evaluate((element, size) => element.style.setProperty("--matrix-cell", size), cell);
  await page.evaluate(() => {
    if (document.querySelector("main > input") === null)
      document.querySelector("main").prepend(Object.assign(document.createElement("input"), { type: "checkbox" }));
  });
  await show(page, { matrix: square(n), rowLabels: labels(n), columnLabels: labels(n), ...given });
  await expect(matrix(page).locator(".sentence")).toContainText("Row");
}

/** Everything inside that can be seen is within the element, and the page is no wider than its window. */
async function expectInside(page, what) {
  const outside = await seen(matrix(page), (element) => {
    const box = element.getBoundingClientRect();
    const shown = Array.from(
      element.shadowRoot.querySelectorAll("th span, .axis span, .sentence, .top button, .readout, .ticks span"),
    );
    /** What its ancestors leave of it. */
    const leftOf = (one) => {
      let { left, top, right, bottom } = one.getBoundingClientRect();
      for (let over = one.parentElement; over !== null; over = over.parentElement) {
        if (getComputedStyle(over).overflow === "visible") continue;
        const rect = over.getBoundingClientRect();
        [left, top] = [Math.max(left, rect.left), Math.max(top, rect.top)];
        [right, bottom] = [Math.min(right, rect.right), Math.min(bottom, rect.bottom)];
      }
      return { left, top, right, bottom };
    };
    return shown
      .map((one) => [one, leftOf(one)])
      .filter(([, { left, top, right, bottom }]) => right - left > 1 && bottom - top > 1)
      .filter(([, { left, top, right }]) => left < box.left - 1 || top < box.top - 1 || right > innerWidth + 1)
      .map(([one, { left, top, right }]) => `${one.className || one.localName} ${[left, top, right].map(Math.round)}`);
  });
  expect(outside, what).toEqual([]);
  await expect
    .poll(() => seen(page, () => document.documentElement.scrollWidth), what)
    .toBeLessThanOrEqual(page.viewportSize().width);
}

const LAYOUTS = [
  ["cells", 4, {}],
  ["upright labels", 24, { cell: "26px" }],
  ["a map", 96, {}],
  ["a small map", 12, { zoom: true }],
  ["arcs", 12, { view: "arcs" }],
  ["a table", 4, { view: "table" }],
];

for (const width of [360, 768, 1440]) {
  test(
    `labels of 30, 200 and 2000 letters stay within the element at ${width} px`,
    { tag: "@layout" },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const [what, n, given] of LAYOUTS) {
        await showLong(page, n, { view: "heatmap", zoom: false, ...given });
        await expectInside(page, what);
        await page.locator("main > input").click();
        for (const column of [0, 3]) {
          await matrix(page).evaluate((element, at) => {
            element.shadowRoot.querySelector(`td[data-row="1"][data-column="${at}"]`).focus();
          }, column);
          await expectInside(page, `${what}, with focus in column ${column}`);
        }
        await page.locator("main > input").click();
      }
      await expect.poll(() => page.locator("main > input").isChecked()).toBe(false);
    },
  );
}

test("a label that is cut where columns are narrow shows more of itself where focus is, over the caption", async ({
  page,
}) => {
  await showLong(page, 24, { cell: "26px" });
  const head = matrix(page).locator("th[scope=col]").nth(1);
  const height = async () => (await boxOf(head.locator("span"))).height;
  await expect(matrix(page).locator(".sheet")).toHaveAttribute("data-turned");
  const before = await height();
  await cells(page).nth(1).focus();
  await expect.poll(height).toBeGreaterThan(before);
  await expect.poll(() => head.getAttribute("title")).toBe(LONG[1]);
});

/** Where each of these words begins and ends in the line of an element's text. */
const placesOf = (locator, words) =>
  seen(
    locator,
    (element, wanted) => {
      const node = element.firstChild;
      return wanted.map((word) => {
        const range = document.createRange();
        const at = node.data.indexOf(word);
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      });
    },
    words,
  );

test("tokens written from right to left do not exchange the numbers beside them", async ({ page }) => {
  const tokens = ["שלום", "ילד", "كتاب", "word"];
  await matrix(page).evaluate((element) => element.style.setProperty("--matrix-cell", "14rem"));
  await page.setViewportSize({ width: 1440, height: 900 });
  const data = [0.5, 0.3, 0.15, 0.05];
  await show(page, {
    matrix: { data: [...data, ...data, ...data, ...data], shape: [4, 4] },
    rowLabels: tokens,
    columnLabels: tokens,
  });
  const sentence = matrix(page).locator(".sentence");
  await expect(sentence).toContainText("50");
  const words = ["שלום", "50", "שלום", "30", "ילד", "15", "كتاب", "entropy"];
  // The first word is in the sentence twice: as the row, and as its strongest.
  const text = await sentence.textContent();
  expect(text.split("שלום").length).toBe(3);
  const order = [words[0], words[1], ...words.slice(3)];
  const places = await placesOf(sentence, order);
  for (let at = 1; at < places.length; at++)
    expect(places[at].left, `${order[at]} after ${order[at - 1]}`).toBeGreaterThanOrEqual(places[at - 1].right - 1);
});

test("a token with signs that turn the text turns no more than itself", async ({ page }) => {
  const evil = ["\u202eabc", "\u2069\u202edef", "\u2067x"];
  await matrix(page).evaluate((element) => element.style.setProperty("--matrix-cell", "14rem"));
  await show(page, { matrix: square(3), rowLabels: evil, columnLabels: evil });
  const sentence = matrix(page).locator(".sentence");
  await expect(sentence).toContainText("entropy");
  const text = await sentence.textContent();
  expect(text).not.toMatch(/[\u202a-\u202e\u2066\u2067]/);
  expect(text.split("\u2068").length).toBe(text.split("\u2069").length);
  const [share, entropy] = await placesOf(sentence, ["33", "entropy"]);
  expect(entropy.left).toBeGreaterThan(share.right);
});
