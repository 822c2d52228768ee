// <attention-matrix> in a document that is written from right to left.
import { cells, expect, matrix, sharedTest as test, show } from "./element-page.mjs";
import { seen } from "./seen.mjs";

const GIVEN = {
  matrix: { data: Array.from({ length: 16 }, (_, at) => at / 16), shape: [4, 4] },
  rowLabels: ["אחד!", "שתיים", "a", "b"],
  columnLabels: ["c1", "c2", "c3", "ארבע"],
};
const turn = (page, dir) => page.evaluate((given) => (document.documentElement.dir = given), dir);

/** Where cells, colours, labels and the numbers of the bar lie within the figure. */
const places = (page) =>
  seen(matrix(page), ({ shadowRoot }) => {
    const { left } = shadowRoot.querySelector("figure").getBoundingClientRect();
    const parts = shadowRoot.querySelectorAll("canvas, td, th span, .axis span, path, .ticks span, button");
    return Array.from(parts, (part) => [part, part.getBoundingClientRect()])
      .filter(([, { width }]) => width > 0)
      .map(([part, box]) => [part.textContent, Math.round(box.left - left), Math.round(box.right - left)]);
  });

const VIEWS = {
  "a heat map": {},
  "upright labels": { columnLabels: ["animals", "streets", "because", "tired"] },
  "a map": { zoom: true },
  "a large map": {
    matrix: { data: Array.from({ length: 10_000 }, (_, at) => (at % 7) / 7), shape: [100, 100] },
    top: 0,
  },
  arcs: { view: "arcs" },
  "a table": { view: "table", kind: "scores" },
  vectors: { kind: "vectors" },
  bars: { bars: [{ row: 1, column: 1, size: 0.5 }], perRow: true },
};
for (const [name, given] of Object.entries(VIEWS)) {
  test(`from right to left, all stands as it does from left to right: ${name}`, async ({ page }) => {
    await show(page, { ...GIVEN, ...given });
    await cells(page).nth(1).focus();
    const before = await places(page);
    expect(before.length).toBeGreaterThan(16);
    await turn(page, "rtl");
    await expect.poll(() => places(page)).toEqual(before);
    await page.keyboard.press("ArrowRight");
    await expect(cells(page).nth(2)).toBeFocused();
  });
}

test("a field opens over the cell that was painted there", async ({ page }) => {
  await turn(page, "rtl");
  await show(page, { ...GIVEN, editable: true, zoom: true });
  const box = await seen(page.locator("attention-matrix .field"), (field) => field.getBoundingClientRect().toJSON());
  await page.mouse.dblclick(box.left + 10, box.top + 10);
  const field = page.getByRole("textbox", { name: "c1" });
  await expect
    .poll(() => seen(field, (input, left) => input.getBoundingClientRect().left - left, box.left))
    .toBeLessThan(2);
});

test("a caption is read as its document is, a sentence as its own words are", async ({ page }) => {
  await turn(page, "rtl");
  await show(page, GIVEN);
  await matrix(page).evaluate((element) => {
    const caption = Object.assign(document.createElement("span"), { slot: "caption", textContent: "משקולות של 3!" });
    element.append(caption);
  });
  const ends = () =>
    seen(matrix(page), (element) => {
      const figure = element.shadowRoot.querySelector("figure").getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(element.shadowRoot.querySelector(".sentence"));
      const [caption, sentence] = [
        element.querySelector("span").getBoundingClientRect(),
        range.getBoundingClientRect(),
      ];
      const { direction } = getComputedStyle(element.querySelector("span"));
      return [direction, Math.round(figure.right - caption.right), Math.round(sentence.left - figure.left)];
    });
  // The sentence begins where the cells do: 4.25rem from the left.
  await expect.poll(ends).toEqual(["rtl", 0, 68]);
});
