// Lesson 3: two projections, their shapes, rows or columns, and what regrouping saves.
import { cellsOf, expect, matrixOf, numbersIn, slide, test } from "./learn-lab.mjs";

const one = async (page, id) => numbersIn(await page.locator(`#${id}`).innerText())[0];

test("with one matrix for both the scores are symmetric; after one change they are not", async ({ page, open }) => {
  await open("projections");
  expect(await one(page, "asymmetry")).toBeGreaterThan(0.1);
  await page.getByRole("button", { name: "into" }).click();
  expect(await one(page, "asymmetry")).toBe(0);
  await page.locator("#wk td[data-row='1'][data-column='1']").focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  expect(await one(page, "asymmetry")).toBeGreaterThan(0.1);
  await expect(page).toHaveURL(/wk=[^&]*_2_/);
  await page.reload();
  expect(await one(page, "asymmetry")).toBeGreaterThan(0.1);
  expect(Number((await matrixOf(page, "#wk"))[1][1])).toBe(2);
});

test("the shapes are those of the core's results: S has no d_k, and only V and O have d_v", async ({ page, open }) => {
  await open("projections");
  for (const [dk, dv] of [
    [1, 4],
    [4, 1],
    [3, 2],
  ]) {
    await slide(page, "dk", dk);
    await slide(page, "dv", dv);
    expect((await cellsOf(page.locator("#shapes"))).map((row) => row[1])).toEqual([
      `4 × ${dk}`,
      `4 × ${dk}`,
      `4 × ${dv}`,
      "4 × 4",
      "4 × 4",
      "4 × 4",
      `4 × ${dv}`,
    ]);
    expect((await cellsOf(page.locator("#shapes")))[3][0]).toBe(`4 × ${dk} · ${dk} × 4`);
  }
});

test("out × in gives the same as in × out, and the two readings of e_ij are transposes of each other", async ({
  page,
  open,
}) => {
  await open("projections");
  const turned = await matrixOf(page, "#wk-out-in");
  expect(await matrixOf(page, "#wk-in-out")).toEqual(turned[0].map((_, column) => turned.map((row) => row[column])));
  expect(await one(page, "turned-difference")).toBe(0);
  const scores = (await matrixOf(page, "#scores")).map((row) => row.map(Number));
  expect(await one(page, "entry-qk")).toBeCloseTo(scores[1][3], 2);
  expect(await one(page, "entry-kq")).toBeCloseTo(scores[3][1], 2);
});

test("(QKᵀ)V equals Q(KᵀV) up to rounding at every size, with the textbook's numbers of multiply-adds", async ({
  page,
  open,
}) => {
  await open("projections");
  for (const power of [2, 5, 8, 11]) {
    await slide(page, "tokens", power);
    const tokens = 2 ** power;
    // float32 rounds a number by up to 6e-8 of its size, and a sum of many terms adds such errors
    expect(await one(page, "regroup-difference")).toBeLessThan(1e-5);
    const counts = (await cellsOf(page.locator("#regrouped"))).map((row) =>
      row.map((cell) => Number(cell.replaceAll("\u202f", ""))),
    );
    expect(counts).toEqual([
      [2 * tokens * tokens * 16, tokens * tokens],
      [2 * tokens * 16 * 16, 256],
    ]);
    expect(await one(page, "regroup-ratio")).toBe(tokens / 16);
  }
});

test("the regrouped product is not empty: it is the textbook's", async ({ core }) => {
  const { apart } = await core(async (heed) => {
    const { random } = await import("/dist/train.js");
    const draw = random(1);
    const [q, k, v] = Array.from({ length: 3 }, () => ({
      data: draw.fillNormal(new Float32Array(64 * 16)),
      shape: [64, 16],
    }));
    const { output } = heed.attention(q, k, v, { scale: "none", normalize: "none" });
    let apart = 0;
    for (let i = 0; i < 64; i++)
      for (let c = 0; c < 16; c++) {
        let sum = 0;
        for (let j = 0; j < 64; j++) {
          let score = 0;
          for (let d = 0; d < 16; d++) score += q.data[i * 16 + d] * k.data[j * 16 + d];
          sum += score * v.data[j * 16 + c];
        }
        apart = Math.max(apart, Math.abs(sum - output.data[i * 16 + c]));
      }
    return { apart };
  });
  expect(apart).toBeLessThan(1e-3);
});
