// <attention-matrix> on a page of somebody else's: the entry heed/element alone, under a strict policy.
import { cells, expect, matrix, sharedTest as test, show, test as testOfOpening, told } from "./element-page.mjs";
import { tightNumbers } from "./digit-gaps.mjs";
import { pixelsOf, seenOfAll } from "./seen.mjs";

testOfOpening("needs nothing but its own file, and breaks no policy", async ({ page }) => {
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.reload();
  await show(page, {
    matrix: { data: [0.25, 0.75, 1, 0], shape: [2, 2] },
    rowLabels: ["a", "b"],
    columnLabels: ["c", "d"],
  });
  await expect(cells(page)).toHaveText(
    ["0.25", "0.75", "1.00", "0.00"].map((text) => new RegExp(`^${text.replace(".", "\\.")}`)),
  );
  await expect(page.getByRole("grid", { name: "Weights of layer 3" })).toHaveAccessibleDescription(
    "Row “a”: 75\u00a0% on “d”, 25\u00a0% on “c”; entropy 0.8 bits.",
  );
  expect(complaints).toEqual([]);
});

test("a table without a caption goes by the name that the page gives the element", async ({ page }) => {
  await matrix(page).evaluate((element) => {
    element.removeAttribute("label");
    element.setAttribute("aria-label", "Head 5");
    element.matrix = { data: [1], shape: [1, 1] };
  });
  await expect(page.getByRole("grid")).toHaveAccessibleName("Head 5");
  await matrix(page).evaluate((element) => element.setAttribute("aria-label", "Head 6"));
  await expect(page.getByRole("grid")).toHaveAccessibleName("Head 6");
  await matrix(page).evaluate((element) => element.setAttribute("label", "Weights"));
  await expect(page.getByRole("grid")).toHaveAccessibleName("Weights");
});

test("a value that is not a number is hatched and said, not coloured", async ({ page }) => {
  await matrix(page).evaluate(
    (element) => (element.matrix = { data: [Number.NaN, 0.5, Infinity, -Infinity], shape: [2, 2] }),
  );
  await expect(cells(page).first()).toHaveText("NaN");
  await expect(cells(page).first()).toHaveAttribute("data-hatched");
  await expect(cells(page).nth(2)).toHaveText("∞");
  const { colours } = await pixelsOf(matrix(page));
  expect(colours.map(([, , , alpha]) => alpha)).toEqual([0, 255, 255, 255]);
});

test("shows as many decimals as a cell has room for, and none below 24 px", async ({ page }) => {
  await show(page, { matrix: { data: [0.123456, 0.876544], shape: [1, 2] } });
  const lengths = [];
  for (const cell of ["60px", "36px", "28px", "20px"]) {
    await matrix(page).evaluate((element, width) => element.style.setProperty("--matrix-cell", width), cell);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    lengths.push((await cells(page).first().textContent()).length);
  }
  expect(lengths[0]).toBe(6);
  expect(lengths[1]).toBeLessThan(6);
  expect(lengths[2]).toBeLessThan(lengths[1]);
  expect(lengths[3]).toBe(0);
});

test("no two numbers of a row touch, whatever the width of a cell", { tag: "@layout" }, async ({ page }) => {
  const data = Array.from({ length: 24 }, (_, at) => ((at * 37) % 24) / 24);
  for (const kind of ["weights", "scores"]) {
    await show(page, {
      kind,
      matrix: { data: data.map((one) => (kind === "scores" ? one - 0.5 : one)), shape: [3, 8] },
    });
    for (let width = 24; width <= 60; width += 2) {
      await matrix(page).evaluate((element, px) => element.style.setProperty("--matrix-cell", `${px}px`), width);
      await expect.poll(() => tightNumbers(page), `${kind}, ${width} px`).toEqual([]);
    }
  }
});

test("tells its page which cell has focus or lies under the pointer", async ({ page }) => {
  await show(page, { matrix: { data: [0, 1, 1, 0], shape: [2, 2] } });
  const events = await told(page, ["matrix-focus", "matrix-hover"]);
  await cells(page).nth(2).hover();
  await cells(page).nth(1).press("ArrowDown");
  await expect.poll(async () => (await events())[0]).toEqual(["matrix-hover", { row: 1, column: 0 }]);
  await expect.poll(async () => (await events()).at(-1)).toEqual(["matrix-focus", { row: 1, column: 1 }]);
});

test("a theme of its own overrides the system's", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await show(page, { matrix: { data: [0], shape: [1, 1] } });
  const red = async () => (await pixelsOf(matrix(page))).colours[0][0];
  await expect.poll(red).toBeGreaterThan(200);
  await matrix(page).evaluate((element) => element.setAttribute("theme", "dark"));
  await expect.poll(red).toBeLessThan(60);
});

test("a cell that is marked stays in its place, and can still be pressed", async ({ page }) => {
  await show(page, { matrix: { data: [1, 2, 3, 4], shape: [2, 2] } });
  const boxes = () => seenOfAll(cells(page), (all) => all.map((cell) => cell.getBoundingClientRect().toJSON()));
  const before = await boxes();
  await matrix(page).evaluate((element) => (element.mark = { row: 1 }));
  await expect.poll(boxes).toEqual(before);
  await cells(page).nth(2).click();
});

test("an element that moves to another document keeps its style, and brings it back", async ({ page }) => {
  await show(page, { matrix: { data: [0.25, 0.75], shape: [1, 2] } });
  const looks = () =>
    page.evaluate(() =>
      globalThis.both.map(({ shadowRoot }) => [
        shadowRoot.adoptedStyleSheets.length,
        getComputedStyle(shadowRoot.querySelector("figcaption")).paddingLeft,
      ]),
    );
  await page.evaluate(() => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    globalThis.both = [document.querySelector("attention-matrix"), document.createElement("attention-matrix")];
    frame.contentDocument.body.append(...globalThis.both);
  });
  const styled = [1, "68px"];
  await expect.poll(looks).toEqual([styled, styled]);
  await page.evaluate(() => document.body.append(...globalThis.both));
  await expect.poll(looks).toEqual([styled, styled]);
});
