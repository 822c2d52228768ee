// Lesson "projections": two projections, their shapes, rows or columns, and what regrouping saves.
import { cellsOf, drag, expect, matrixOf, numberOf, placesIn, slide, test, typeNumber } from "./learn-lab.mjs";
import { setMovements } from "./seen.mjs";
import { dot, times } from "./textbook.mjs";

test("with one matrix for both the scores are symmetric; after one change they are not", async ({ page, open }) => {
  await open("projections");
  await expect.poll(() => numberOf(page, "asymmetry")).toBeGreaterThan(0.1);
  await page.getByRole("button", { name: "into" }).click();
  await expect.poll(() => numberOf(page, "asymmetry")).toBe(0);
  await typeNumber(page, "wk", 1, 1, "2");
  await expect.poll(() => numberOf(page, "asymmetry")).toBeGreaterThan(0.1);
  await expect(page).toHaveURL(/wk=[^&]*_2(&|$)/);
  await page.reload();
  await expect.poll(() => numberOf(page, "asymmetry")).toBeGreaterThan(0.1);
  expect(Number((await matrixOf(page, "#wk"))[1][1])).toBe(2);
});

test("the shapes are those of the core's results: S has no d_k, and only V and O have d_v", async ({ page, open }) => {
  await open("projections");
  for (const [dk, dv] of [
    [1, 4],
    [4, 1],
    [3, 2],
  ]) {
    await slide(page, "dq", dk);
    await slide(page, "dk", dk);
    await slide(page, "dv", dv);
    await expect
      .poll(async () => (await cellsOf(page.locator("#shapes"))).map((row) => row[1]))
      .toEqual([`4 × ${dk}`, `4 × ${dk}`, `4 × ${dv}`, "4 × 4", "4 × 4", "4 × 4", `4 × ${dv}`]);
    await expect.poll(async () => (await cellsOf(page.locator("#shapes")))[3][0]).toBe(`4 × ${dk} · ${dk} × 4`);
  }
});

test("out × in gives the same as in × out, and the two readings of e_ij are transposes of each other", async ({
  page,
  open,
}) => {
  await open("projections", { papers: 1 });
  const turned = await matrixOf(page, "#wk-out-in");
  await expect
    .poll(() => matrixOf(page, "#wk-in-out"))
    .toEqual(turned[0].map((_, column) => turned.map((row) => row[column])));
  await expect.poll(() => numberOf(page, "turned-difference")).toBe(0);
  const x = [
    [0.2, -0.4, 0.1],
    [1.1, 0.6, -0.5],
    [-0.3, 0.8, 0.4],
    [0.7, 0.2, 1.2],
  ];
  const rowsOf = (weight) => x.map((row) => times(row, weight));
  const queries = rowsOf([
    [0.8, -0.5],
    [0.4, 0.9],
    [-0.6, 0.3],
  ]);
  const keys = rowsOf((await matrixOf(page, "#wk-in-out")).map((row) => row.map(Number)));
  const score = (i, j) => dot(queries[i], keys[j]);
  await expect.poll(() => numberOf(page, "entry-qk")).toBeCloseTo(score(1, 3), 2);
  await expect.poll(() => numberOf(page, "entry-kq")).toBeCloseTo(score(3, 1), 2);
});

test("queries and keys of two lengths do not fit, and the page says what the core says", async ({ page, open }) => {
  await open("projections");
  await expect(page.locator("#refused")).toBeHidden();
  await expect(page.locator("#fit-scores .product")).toHaveCount(16);
  await slide(page, "dk", 3);
  await expect(page.locator("#refused")).toContainText("heed refuses: “");
  await expect(page.locator("#refused")).toContainText(/\b2\b.*\b3\b|\b3\b.*\b2\b/);
  await expect(page.locator("#fit-scores .inner")).toHaveText("2 ≠ 3");
  await expect(page.locator("#fit-scores .product")).toHaveCount(0);
  await slide(page, "dq", 3);
  await expect(page.locator("#refused")).toBeHidden();
});

test("a column that is dragged is the column of the matrix, and queries follow it", async ({ page, open }) => {
  await open("projections");
  const at = await placesIn(page, "columns");
  await drag(page, at(0.1, 1.2), at(-1.5, 2)); // Q1
  const wq = (await matrixOf(page, "#wq")).map((row) => row.map((text) => Number(text.replace("\u2212", "-"))));
  expect(Math.abs(wq[0][0] + 1.5)).toBeLessThan(0.05);
  expect(Math.abs(wq[1][0] - 2)).toBeLessThan(0.05);
  expect([wq[0][1], wq[1][1]]).toEqual([0.8, -1.2]);
  await setMovements(page, 1);
  const tip = await page
    .locator("#split .arrow.query:not(.faint) polygon")
    .evaluate((head) => head.getAttribute("points").split(" ")[0].split(",").map(Number));
  // “steep” is at (−0.9, 1.4): its query is its row times W_Q
  expect(tip[0]).toBeCloseTo(-0.9 * wq[0][0] + 1.4 * wq[1][0], 4);
  expect(-tip[1]).toBeCloseTo(-0.9 * wq[0][1] + 1.4 * wq[1][1], 4);
});

test("(QKᵀ)V equals Q(KᵀV) up to rounding at every size, with the textbook's numbers of multiply-adds", async ({
  page,
  open,
}) => {
  await open("projections", { papers: 1 });
  for (const power of [2, 5, 8, 11]) {
    await slide(page, "tokens", power);
    const tokens = 2 ** power;
    // float32 rounds a number by up to 6e-8 of its size, and a sum of many terms adds such errors
    await expect.poll(() => numberOf(page, "regroup-difference")).toBeLessThan(1e-5);
    const counts = (await cellsOf(page.locator("#regrouped"))).map((row) =>
      row.map((cell) => Number(cell.replaceAll(",", ""))),
    );
    expect(counts).toEqual([
      [2 * tokens * tokens * 16, tokens * tokens],
      [2 * tokens * 16 * 16, 256],
    ]);
    await expect.poll(() => numberOf(page, "regroup-ratio")).toBe(tokens / 16);
  }
});

test("what papers write otherwise is in a fold: it opens by key and by link, and prints open", async ({
  page,
  open,
}) => {
  await open("projections");
  const fold = page.locator("#papers");
  await expect(page.locator("#regrouped")).toBeHidden();
  await fold.locator("summary").press("Enter");
  await expect(page.locator("#regrouped")).toBeVisible();
  await expect(page).toHaveURL(/papers=1/);
  await page.reload();
  await expect(page.locator("#regrouped")).toBeVisible();
  await fold.locator("summary").click();
  await expect(page.locator("#regrouped")).toBeHidden();
  await expect(page).not.toHaveURL(/papers/);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#regrouped")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("#regrouped")).toBeHidden();
});
