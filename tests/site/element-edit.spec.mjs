// <attention-matrix editable>: numbers changed in their place, and cells opened.
import { cells, expect, matrix, sharedTest as test, show, told } from "./element-page.mjs";

const HALVES = {
  matrix: { data: [0.5, 0.25, 0.125, 0.0625], shape: [2, 2] },
  rowLabels: ["a", "b"],
  columnLabels: ["c", "d"],
};
const shown = (page) => matrix(page).evaluate((element) => Array.from(element.matrix.data));

test("a click, a tap or Enter opens a cell; without editable nothing can be typed", async ({ page }) => {
  await show(page, HALVES);
  const events = await told(page, ["matrix-open", "matrix-edit"]);
  await cells(page).nth(2).click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type("7");
  await page.keyboard.press("F2");
  await expect.poll(events).toEqual([
    ["matrix-open", { row: 1, column: 0 }],
    ["matrix-open", { row: 1, column: 1 }],
  ]);
  await expect(page.locator("attention-matrix input")).toHaveCount(0);
  await expect(page.getByRole("grid")).toHaveAttribute("aria-readonly", "true");
});

test("Enter opens the number with all its digits, Enter takes it and goes down a row", async ({ page }) => {
  await show(page, { ...HALVES, matrix: { data: [1 / 3, 0.25, 0.125, 0.0625], shape: [2, 2] }, editable: true });
  const events = await told(page, ["matrix-open", "matrix-edit"]);
  await cells(page).first().press("Enter");
  const field = page.getByRole("textbox", { name: "a, c" });
  await expect(field).toHaveValue("0.3333333333333333");
  await page.keyboard.type("−0,75");
  await page.keyboard.press("Enter");
  await expect.poll(events).toEqual([["matrix-edit", { row: 0, column: 0, value: -0.75 }]]);
  await expect(cells(page).first()).toHaveText(/^−0\.75/);
  await expect(cells(page).nth(2)).toBeFocused();
  await expect.poll(() => shown(page)).toEqual([-0.75, 0.25, 0.125, 0.0625]);
});

test("a 32-bit number is shown for editing with as many digits as tell it from its neighbours", async ({ page }) => {
  await show(page, { editable: true });
  await matrix(page).evaluate((element) => (element.matrix = { data: Float32Array.of(0.1, 1 / 3), shape: [1, 2] }));
  await cells(page).first().dblclick();
  await expect(page.getByRole("textbox")).toHaveValue("0.1");
  await page.keyboard.press("Escape");
  await cells(page).nth(1).press("F2");
  await expect(page.getByRole("textbox")).toHaveValue("0.33333334");
});

test("typing on a cell replaces its number; Escape brings it back, and no event tells of it", async ({ page }) => {
  await show(page, { ...HALVES, editable: true });
  const events = await told(page, ["matrix-edit"]);
  await cells(page).nth(1).pressSequentially("-3");
  await expect(page.getByRole("textbox", { name: "a, d" })).toHaveValue("-3");
  await page.keyboard.press("Escape");
  await expect(cells(page).nth(1)).toHaveText(/^0\.25/);
  await expect(cells(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter"); // unchanged
  await expect.poll(events).toEqual([]);
});

test("what is not a number is explained and never taken", async ({ page }) => {
  await show(page, { ...HALVES, editable: true });
  const events = await told(page, ["matrix-edit"]);
  await cells(page).first().press("Enter");
  await page.keyboard.type("0.5o");
  const field = page.getByRole("textbox");
  const sentence = "“0.5o” is not a number. Type a decimal such as 0.55; Escape brings 0.5 back.";
  await expect(page.getByRole("alert")).toHaveText(sentence);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(sentence);
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await cells(page).nth(3).focus();
  await expect(cells(page).first()).toHaveText(/^0\.5/);
  await expect(page.getByRole("alert")).toHaveText("");
  await expect.poll(events).toEqual([]);
});

test("a number that the matrix cannot hold is not taken for an infinite one", async ({ page }) => {
  await show(page, { editable: true });
  const events = await told(page, ["matrix-edit"]);
  for (const [type, text] of [
    ["Float64Array", "1e999"],
    ["Float32Array", "-1e39"],
  ]) {
    await matrix(page).evaluate(
      (element, name) => (element.matrix = { data: new globalThis[name](2), shape: [1, 2] }),
      type,
    );
    await cells(page).first().press("Enter");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox")).toBeFocused();
    await expect(page.getByRole("alert")).toContainText(`“${text}” is not a number.`);
    await cells(page).nth(1).focus();
    await expect(cells(page).first()).toHaveText(/^0/);
  }
  await expect.poll(events).toEqual([]);
});

test("a listener may refuse a number, or answer with a matrix of its own", async ({ page }) => {
  await show(page, { ...HALVES, editable: true });
  await matrix(page).evaluate((element) =>
    element.addEventListener("matrix-edit", (event) => {
      if (event.detail.value < 0) event.preventDefault();
      else element.matrix = { data: [9, 9, 9, 9], shape: [2, 2] };
    }),
  );
  await cells(page).first().press("-");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => shown(page)).toEqual([0.5, 0.25, 0.125, 0.0625]);
  await cells(page).first().press("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => shown(page)).toEqual([9, 9, 9, 9]);
});

/** The page's matrix with "9" typed into the field of a cell, and what is told from then on. */
async function typing(page, row, column) {
  await show(page, {
    ...{ editable: true, view: "heatmap", zoom: false, head: 0, rowLabels: [] },
    matrix: { data: Array(30).fill(0), shape: [2, 3, 5] },
  });
  await expect(cells(page)).toHaveCount(15);
  await page.locator(`td[data-row="${row}"][data-column="${column}"]`).press("Enter");
  await page.keyboard.type("9");
  await expect(page.getByRole("textbox", { name: `${row + 1}, ${column + 1}` })).toHaveValue("9");
  return told(page, ["matrix-edit"]);
}

const OTHER_CELLS = {
  "fewer columns": { matrix: { data: Array(18).fill(0), shape: [2, 3, 3] } },
  "a large matrix": { matrix: { data: Array(9000).fill(0), shape: [90, 100] } },
  "no matrix": { matrix: null },
  "another head": { head: 1 },
  "a head that is not there": { head: 2 },
  "other tokens": { rowLabels: ["the", "animal", "was"] },
  arcs: { view: "arcs" },
  "a map": { zoom: true },
  "no editing": { editable: false },
};
for (const [name, given] of Object.entries(OTHER_CELLS)) {
  test(`what is being typed goes into no other cell: ${name}`, async ({ page }) => {
    const events = await typing(page, 0, 4);
    await show(page, given);
    await expect(page.locator("attention-matrix td input")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect.poll(events).toEqual([]);
    await expect.poll(() => matrix(page).evaluate(({ matrix: now }) => now?.data.some(Boolean) ?? false)).toBe(false);
  });
}

test("a number that is taken before another head is drawn goes into none of the two", async ({ page }) => {
  const events = await typing(page, 0, 4);
  await matrix(page).evaluate((element) => {
    element.head = 1;
    const field = element.shadowRoot.querySelector("td input");
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });
  await expect(page.locator("attention-matrix td input")).toHaveCount(0);
  await expect(cells(page).nth(4)).toBeFocused();
  await expect.poll(events).toEqual([]);
  await expect.poll(() => shown(page)).toEqual(Array(30).fill(0));
});

test("a listener that shows another head leaves the number in its own", async ({ page }) => {
  await typing(page, 0, 4);
  await matrix(page).evaluate((element) => element.addEventListener("matrix-edit", () => (element.head = 1)));
  await page.keyboard.press("Enter");
  await expect.poll(() => shown(page)).toEqual(Array.from({ length: 30 }, (_, at) => (at === 4 ? 9 : 0)));
});

test("numbers of the same shape leave the field open, and what is typed goes among them", async ({ page }) => {
  const events = await typing(page, 1, 2);
  await show(page, { matrix: { data: Array(30).fill(0.5), shape: [2, 3, 5] } });
  await expect(cells(page).first()).toHaveText(/^0\.5/);
  await page.keyboard.type("1");
  await cells(page).first().click();
  await expect.poll(events).toEqual([["matrix-edit", { row: 1, column: 2, value: 91 }]]);
  await expect.poll(() => shown(page)).toEqual(Array.from({ length: 30 }, (_, at) => (at === 7 ? 91 : 0.5)));
});

test("the page's own array is never written to", async ({ page }) => {
  await show(page, { editable: true });
  await matrix(page).evaluate((element) => {
    element.given = Float32Array.of(1, 2);
    element.matrix = { data: element.given, shape: [1, 2] };
  });
  await cells(page).first().press("5");
  await page.keyboard.press("Enter");
  await expect.poll(() => shown(page)).toEqual([5, 2]);
  await expect.poll(() => matrix(page).evaluate((element) => Array.from(element.given))).toEqual([1, 2]);
});

test("a masked cell is hatched, holds no digits, and says so", async ({ page }) => {
  await show(page, { ...HALVES, mask: [true, false, 1, 0] });
  await expect(cells(page)).toHaveText([/^0\.5/, "", /^0\.1/, ""]);
  for (const at of [1, 3]) {
    await expect(cells(page).nth(at)).toHaveAttribute("data-hatched");
    await expect(cells(page).nth(at)).toHaveAccessibleName("masked");
  }
  await expect(cells(page).first()).not.toHaveAttribute("data-hatched");
});
