// A token may be a column: turned and spoken of by columns, a matrix says what it says by rows.
import { cells, expect, matrix, sharedTest as test, show } from "./element-page.mjs";
import { pixelsOf } from "./seen.mjs";

const TOKENS = ["the", "animal", "was", "tired"];
const WEIGHTS = [0.7, 0.1, 0.12, 0.08, 0, 0.5, 0.3, 0.2, 0.05, 0.8, 0.1, 0.05, 0.24, 0.18, 0.18, 0.4];
const turned = (data, side) => data.map((_, at) => data[(at % side) * side + Math.floor(at / side)]);
const square = (data) => ({ matrix: { data, shape: [Math.sqrt(data.length), Math.sqrt(data.length)] } });

const BY_ROWS = { ...square(WEIGHTS), rowLabels: TOKENS, columnLabels: TOKENS, along: "rows" };
const BY_COLUMNS = { ...BY_ROWS, ...square(turned(WEIGHTS, 4)), along: "columns" };

const text = (page, selector) => matrix(page).locator(selector).innerText();
const chosen = (page) =>
  matrix(page)
    .locator("td.chosen")
    .evaluateAll((all) => all.map(({ dataset }) => [dataset.row, dataset.column].map(Number)));

test("the sentence and the bar are of the column that is chosen, or else of the reader's", async ({ page }) => {
  await show(page, { ...BY_ROWS, row: 1, perRow: true });
  const [sentence, bar] = [await text(page, ".sentence"), await text(page, ".bar p")];
  const places = await chosen(page);
  await show(page, { ...BY_COLUMNS, row: null, column: 1 });
  await expect.poll(() => text(page, ".sentence")).toBe(sentence.replace("Row", "Column"));
  await expect
    .poll(() => text(page, ".bar p"))
    .toBe(bar.replace("Each row", "Each column").replace("in row", "in column"));
  await expect(matrix(page).locator(".bar .note")).toHaveText("column “animal”");
  await expect
    .poll(async () => (await chosen(page)).sort())
    .toEqual(places.map(([row, column]) => [column, row]).sort());
  await expect(matrix(page).locator("th.chosen")).toHaveAttribute("scope", "col");
  await expect(page.locator("attention-matrix td[tabindex='0']")).toHaveAttribute("data-column", "1");
  await expect(page.getByRole("grid")).toHaveAccessibleDescription(
    "Column “animal”: 50\u00a0% on “animal”, 30\u00a0% on “was”, 20\u00a0% on “tired”; entropy 1.5 bits.",
  );
  await show(page, { column: null });
  await expect(matrix(page).locator(".chosen")).toHaveCount(0);
  await cells(page).nth(7).focus();
  await expect(matrix(page).locator(".sentence")).toContainText("Column “tired”: 40\u00a0% on “tired”");
});

for (const kind of ["weights", "scores"]) {
  for (const log of [false, true]) {
    test(`per row, each column has a domain of its own: ${kind}${log ? " by powers of ten" : ""}`, async ({ page }) => {
      const data = WEIGHTS.map(
        (weight, at) => (kind === "scores" && at % 3 === 0 ? -weight : weight) * (1 + Math.floor(at / 4)),
      );
      await show(page, { ...BY_ROWS, ...square(data), kind, log, perRow: true, mask: data.map((_, at) => at !== 2) });
      const { colours } = await pixelsOf(matrix(page));
      await show(page, {
        along: "columns",
        ...square(turned(data, 4)),
        mask: turned(
          data.map((_, at) => at !== 2),
          4,
        ),
      });
      await expect.poll(async () => (await pixelsOf(matrix(page))).colours).toEqual(turned(colours, 4));
      await show(page, { along: "rows" });
      await expect.poll(async () => (await pixelsOf(matrix(page))).colours).not.toEqual(turned(colours, 4));
    });
  }
}

test("of a large matrix the largest of the column are named, each a way to its cell", async ({ page }) => {
  await matrix(page).evaluate((element) => {
    const data = Float32Array.from({ length: 10_000 }, (_, at) =>
      Math.floor(at / 100) === (7 * (at % 100) + 3) % 100 ? 0.5 : 0.5 / 99,
    );
    Object.assign(element, {
      along: "columns",
      top: 3,
      matrix: { data, shape: [100, 100] },
      rowLabels: Array.from({ length: 100 }, (_, at) => `k${at}`),
    });
  });
  await show(page, { column: 50 });
  await expect(matrix(page).locator(".axis.columns .chosen")).toHaveText("51");
  await show(page, { column: null });
  await cells(page).first().press("Control+Home");
  const top = page.getByRole("list", { name: "The 3 largest of column “1”" });
  await expect(top.getByRole("button").first()).toHaveAccessibleName("Go to row 4, “k3”, 0.5000");
  await top.getByRole("button").first().click();
  await expect(page.locator("attention-matrix td[data-row='3'][data-column='0']")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("list", { name: "The 3 largest of column “2”" }).getByRole("button").first()).toHaveText(
    /^k10/,
  );
});

test("of arcs those of the column stand out, and both sides' labels find their strongest", async ({ page }) => {
  await show(page, { ...BY_COLUMNS, view: "arcs", column: 2 });
  const own = () =>
    matrix(page)
      .locator("path.own")
      .evaluateAll((paths) => paths.map(({ dataset }) => dataset.arc).sort());
  await expect.poll(own).toEqual(["0,2", "1,2", "2,2", "3,2"]);
  await expect(matrix(page).locator(".axis.right .chosen")).toHaveText("was");
  await page.locator("attention-matrix .axis.right span", { hasText: "animal" }).hover();
  await expect.poll(own).toEqual(["1,1", "2,1", "3,1"]);
  await expect(matrix(page).locator("[part=readout]")).toHaveText("animal → animal: 0.500000");
  await page.locator("attention-matrix .axis.rows:not(.right) span", { hasText: "the" }).hover();
  await expect(matrix(page).locator("[part=readout]")).toHaveText("the → the: 0.700000");
  await matrix(page).evaluate((element) =>
    Object.assign(element, { view: "arcs", matrix: { data: new Float32Array(900).fill(0.5), shape: [30, 30] } }),
  );
  await expect(matrix(page).locator(".arcs-note")).toHaveText(
    "Drawn are the 200 strongest of 30 × 30, and the 8 strongest of one column.",
  );
});
