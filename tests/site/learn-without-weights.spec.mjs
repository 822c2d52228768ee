// Lesson "without-weights": word vectors attend to each other, and nothing is learned.
import { boxInView, drag, expect, matrixOf, numberOf, numbersIn, placesIn, test, typeNumber } from "./learn-lab.mjs";
import { setMovements } from "./seen.mjs";

test("scores are symmetric wherever the words are; weights are not", async ({ page, open }) => {
  await open("without-weights");
  for (let turn = 0; turn < 4; turn++) {
    const omega = await matrixOf(page, "#omega");
    expect(omega).toEqual(omega[0].map((_, column) => omega.map((row) => row[column])));
    await expect.poll(() => numberOf(page, "omega-asymmetry")).toBe(0);
    await expect.poll(() => numberOf(page, "alpha-asymmetry")).toBeGreaterThan(0.01);
    await page.getByRole("button", { name: "Scatter them" }).click();
  }
});

test("at one length each word scores highest with itself; before, a longer vector beats one of them", async ({
  page,
  open,
}) => {
  await open("without-weights");
  expect(numbersIn(await page.locator("#own-count").innerText())).toEqual([4, 5]);
  await page.getByRole("button", { name: "Make all equally long" }).click();
  expect(numbersIn(await page.locator("#own-count").innerText())).toEqual([5, 5]);
});

test("a word can be dragged and typed, and every matrix is the core's", async ({ page, open, core }) => {
  await open("without-weights");
  const at = await placesIn(page, "plane");
  await drag(page, at(1.6, 0.9), at(-2, -1)); // “animal”
  await typeNumber(page, "x", 4, 1, "-2.25");
  const x = (await matrixOf(page, "#x")).map((row) => row.map(Number));
  expect(Math.abs(x[1][0] + 2)).toBeLessThan(0.05);
  expect(x[4][1]).toBe(-2.25);
  const wanted = await core(
    (heed, given) =>
      Object.fromEntries(
        Object.entries(heed.selfAttention(given, { keep: ["raw", "weights"] })).map(([name, { data }]) => [
          name,
          Array.from(data),
        ]),
      ),
    x,
  );
  for (const [id, name] of [
    ["omega", "raw"],
    ["alpha", "weights"],
    ["z", "output"],
  ]) {
    const shown = (await matrixOf(page, `#${id}`)).flat();
    expect(shown, id).toEqual(
      wanted[name].map((value, i) => value.toFixed(shown[i].split(".")[1]?.length ?? 0).replace(/^-(?=[0.]*$)/, "")),
    );
  }
  await expect(page).toHaveURL(/x=0\.4_0\.3_(-\d[\d.]*)_(-\d[\d.]*)_.*_-2\.25$/);
});

test("no mixture leaves the outline of the words", async ({ page, open }) => {
  await open("without-weights");
  for (let turn = 0; turn < 5; turn++) {
    await page.getByRole("button", { name: "Scatter them" }).click();
    await setMovements(page, 1);
    const outside = await page.evaluate(() => {
      const hull = document.querySelector(".hull");
      const grown = 0.002; // the mixture of a corner may lie on the outline
      return Array.from(document.querySelectorAll(".pull"), (pull) => ({
        x: Number(pull.getAttribute("x2")),
        y: Number(pull.getAttribute("y2")),
      })).filter(
        (point) =>
          ![
            [0, 0],
            [grown, 0],
            [-grown, 0],
            [0, grown],
            [0, -grown],
          ].some(([x, y]) => hull.isPointInFill(new DOMPoint(point.x + x, point.y + y))),
      ).length;
    });
    expect(outside).toBe(0);
  }
});

test("a pointer that misses every word moves no word, and a finger there scrolls the page", async ({ page, open }) => {
  await open("without-weights");
  const before = await matrixOf(page, "#x");
  const box = await boxInView(page.locator("#plane"));
  await drag(page, [box.x + 12, box.y + 12], [box.x + 40, box.y + 40]);
  await expect.poll(() => matrixOf(page, "#x")).toEqual(before);
  await expect
    .poll(() => page.locator("#plane").evaluate((plane) => getComputedStyle(plane).touchAction))
    .toBe("pan-y");
  await expect
    .poll(() =>
      page
        .locator(".word")
        .first()
        .evaluate((word) => getComputedStyle(word).touchAction),
    )
    .toBe("none");
});

test("the second button of a mouse moves no word", async ({ page, open }) => {
  await open("without-weights");
  const before = await matrixOf(page, "#x");
  const at = await placesIn(page, "plane");
  await drag(page, at(1.6, 0.9), at(-2, -1), "right"); // “animal”
  await expect.poll(() => matrixOf(page, "#x")).toEqual(before);
});

test("the drawn score is a length times a shadow, of the cell where the reader is", async ({ page, open }) => {
  await open("without-weights");
  for (const [row, column] of [
    [4, 1],
    [3, 2],
    [0, 0],
  ]) {
    await page.locator(`#omega td[data-row='${row}'][data-column='${column}']`).hover();
    const shown = Number((await matrixOf(page, "#omega"))[row][column].replace("\u2212", "-"));
    const [along, shadow, score] = numbersIn(await page.locator("#score-said").innerText());
    expect(score).toBeCloseTo(shown, 3);
    expect(along * shadow).toBeCloseTo(shown, 2);
  }
});

test("the shares of a row, added tip to tail, end at its mixture", async ({ page, open }) => {
  await open("without-weights");
  for (const row of [0, 3]) {
    await page.locator(`#alpha td[data-row='${row}'][data-column='1']`).hover();
    const [x, y] = (await matrixOf(page, "#z"))[row].map((text) => Number(text.replace("\u2212", "-")));
    await setMovements(page, 1);
    const tip = await page.locator("#sum .mixture").evaluate((mark) => /rotate\(45 (\S+) (\S+)\)/.exec(mark.outerHTML));
    expect(Number(tip[1])).toBeCloseTo(x, 3);
    expect(-Number(tip[2])).toBeCloseTo(y, 3);
  }
});

test("the challenge keeps one length, and nobody can win it", async ({ page, open }) => {
  await open("without-weights");
  await page.getByRole("checkbox", { name: "keep one length" }).check();
  const at = await placesIn(page, "plane");
  const [tiredX, tiredY] = (await matrixOf(page, "#x"))[4].map(Number);
  for (const turn of [0, 0.7, 2, 4]) {
    const [x, y] = (await matrixOf(page, "#x"))[1].map((text) => Number(text.replace("\u2212", "-")));
    await drag(page, at(x, y), at(tiredX * Math.cos(turn) * 1.5, tiredY * Math.cos(turn) + Math.sin(turn)));
    const lengths = (await matrixOf(page, "#x")).map((row) =>
      Math.hypot(...row.map((text) => Number(text.replace("\u2212", "-")))),
    );
    for (const length of lengths) expect(length).toBeCloseTo(1.6, 2);
    const [other, own, most, gap] = numbersIn(await page.locator("#judged").innerText());
    expect(other).toBeLessThanOrEqual(own);
    expect(most).toBeGreaterThanOrEqual(other);
    expect(gap).toBeGreaterThanOrEqual(0);
  }
});
