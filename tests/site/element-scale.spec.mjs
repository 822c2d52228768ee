// Which number has which colour: domains, per row, by powers of ten, shared; and what the bar says of it.
import { cells, expect, matrix, sharedTest as test, show } from "./element-page.mjs";
import { pixelsOf, seen } from "./seen.mjs";

const ticks = (page, at = 0) => matrix(page).nth(at).locator(".ticks span").allInnerTexts();
const bar = (page, at = 0) => matrix(page).nth(at).locator(".bar p");
const colours = async (page, at = 0) => (await pixelsOf(matrix(page).nth(at))).colours.map((colour) => colour.join());

test(
  "per row, the largest of each row has the strongest colour, and the bar has the numbers of the row that is " +
    "spoken of",
  async ({ page }) => {
    await show(page, {
      matrix: { data: [0.1, 0.2, 0.02, 0.01, 0, 0], shape: [3, 2] },
      perRow: true,
      rowLabels: ["a", "b", "c"],
    });
    const [one, strongest, other, half, zero] = await colours(page);
    expect(other).toBe(strongest);
    expect(half).toBe(one);
    expect(zero).not.toBe(one);
    await expect.poll(() => ticks(page)).toEqual(["0", "0.1", "0.2"]);
    await cells(page).nth(2).focus();
    await expect.poll(() => ticks(page)).toEqual(["0", "0.01", "0.02"]);
    await expect(bar(page)).toHaveText(
      "Each row has its own colours; in row “b” they run from 0.00, the ground of the page, " +
        "to 0.02, the strongest ink.",
    );
  },
);

test("by powers of ten, equal ratios are equal steps of colour", async ({ page }) => {
  await show(page, { matrix: { data: [1, 0.1, 0.01, 0.001, 0, 0.0005], shape: [1, 6] }, log: true });
  await expect.poll(() => ticks(page)).toEqual(["1e−4", "0.001", "0.01", "0.1", "1"]);
  const places = await matrix(page)
    .locator(".ticks span")
    .evaluateAll((spans) => spans.map((span) => Number(span.style.getPropertyValue("--at"))));
  places.forEach((place, at) => expect(place).toBeCloseTo(at / 4, 6));
  const shown = await pixelsOf(matrix(page));
  const scale = await barColours(page);
  expect(shown.colours[0]).toEqual(scale.at(-1));
  expect(shown.colours[2]).toEqual(scale[127]);
  expect(shown.colours[4]).toEqual(scale[0]);
});

test("signed numbers by powers of ten: zero stays the ground, and both signs have the same steps", async ({ page }) => {
  await show(page, { kind: "scores", log: true, matrix: { data: [-1000, -1, 0, 1, 1000], shape: [1, 5] } });
  const scale = await barColours(page);
  const at = (await pixelsOf(matrix(page))).colours.map((colour) =>
    scale.findIndex((each) => each.join() === colour.join()),
  );
  expect([at[0], at[2], at[4]]).toEqual([0, 127, 254]);
  expect(at[1] + at[3]).toBe(254);
  expect(at[3]).toBeGreaterThan(127 + 10);
  await expect.poll(async () => (await ticks(page))[2]).toBe("0");
});

test("scores in a domain that begins at 0 have colours of one side", async ({ page }) => {
  await show(page, { kind: "scores", domain: [0, 2], matrix: { data: [0, 1, 2], shape: [1, 3] } });
  await expect.poll(async () => (await ticks(page))[0]).toBe("0");
  const scale = await barColours(page);
  const shown = await pixelsOf(matrix(page));
  expect(shown.colours[0]).toEqual(scale[0]);
  expect(shown.colours[2]).toEqual(scale.at(-1));
});

const barColours = (page) =>
  seen(matrix(page), (host) => {
    const canvas = host.shadowRoot.querySelector(".bar canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, 1);
    return Array.from({ length: canvas.width }, (_, at) => Array.from(data.slice(4 * at, 4 * at + 4)));
  });

test("elements of one group share a domain that spans theirs, and give it back when they leave", async ({ page }) => {
  await page.evaluate(() => {
    const scores = (data, share) => {
      const element = document.createElement("attention-matrix");
      Object.assign(element, { kind: "scores", share, matrix: { data, shape: [1, data.length] } });
      return element;
    };
    document.querySelector("main").replaceChildren(scores([1, -0.5], "s"), scores([4, 1], "s"), scores([9], "other"));
  });
  await expect.poll(() => ticks(page, 0)).toEqual(["−4", "0", "4"]);
  await expect.poll(() => ticks(page, 1)).toEqual(["−4", "0", "4"]);
  await expect.poll(() => ticks(page, 2)).toEqual(["−10", "0", "10"]);
  await expect.poll(async () => (await colours(page, 0))[0]).toBe((await colours(page, 1))[1]);
  await matrix(page)
    .nth(1)
    .evaluate((element) => (element.matrix = { data: [8, 0], shape: [1, 2] }));
  await expect.poll(() => ticks(page, 0)).toEqual(["−8", "0", "8"]);
  await matrix(page)
    .nth(0)
    .evaluate((element) => (element.domain = [-2, 2]));
  await expect.poll(() => ticks(page, 0)).toEqual(["−2", "0", "2"]);
  await matrix(page)
    .nth(0)
    .evaluate((element) => (element.domain = undefined));
  await matrix(page)
    .nth(1)
    .evaluate((element) => element.remove());
  await expect.poll(() => ticks(page, 0)).toEqual(["−1", "0", "1"]);
});

test("what is masked is hatched, and no part of the domain", async ({ page }) => {
  await show(page, { kind: "scores", matrix: { data: [1, -1e9], shape: [1, 2] }, mask: [1, 0] });
  await expect.poll(() => ticks(page)).toEqual(["−1", "0", "1"]);
  await expect.poll(async () => (await pixelsOf(matrix(page))).colours.map(([, , , alpha]) => alpha)).toEqual([255, 0]);
  const hatching = () =>
    cells(page)
      .nth(1)
      .evaluate((cell) => getComputedStyle(cell).backgroundImage);
  await expect.poll(hatching).toContain("linear-gradient(45deg");
  await page.emulateMedia({ forcedColors: "active" });
  await expect.poll(hatching).toContain("linear-gradient(45deg");
});

test("the console says what React was given and did not set on what a server rendered", async ({ page }) => {
  const said = [];
  page.on("console", (message) => said.push(`${message.type()} ${message.text()}`));
  const loss = (lost) =>
    `warning <attention-matrix>: React sets no objects on an element that a server rendered, so ${lost} was lost. ` +
    `Write ref={setProperties({ ${lost} })}, from heed/element.`;
  const weights = { data: [0.5], shape: [1, 1] };

  // A client component that has its numbers later: React sets them, and not the labels that were there from the start.
  await matrix(page).evaluate((element, given) => {
    element.__reactProps$1x = {
      label: "W",
      matrix: given,
      rowLabels: ["a"],
      columnLabels: ["b"],
      mask: null,
      bars: [],
    };
    element.matrix = given;
  }, weights);
  await expect.poll(() => said).toEqual([loss("rowLabels, columnLabels")]);
  await show(page, { matrix: { data: [0.25], shape: [1, 1] } });
  await expect(cells(page)).toHaveText([/^0\.25/]);
  expect(said).toHaveLength(1);

  // Nothing is drawn after all was lost.
  await page.evaluate((given) => {
    const element = document.body.appendChild(document.createElement("attention-matrix"));
    element.__reactProps$1x = { matrix: given, rowLabels: ["a"] };
  }, weights);
  await expect.poll(() => said).toEqual([loss("rowLabels, columnLabels"), loss("matrix, rowLabels")]);

  // What JSON gave is not lost.
  await page.evaluate((given) => {
    const element = document.body.appendChild(document.createElement("attention-matrix"));
    element.setAttribute("row-labels", '["a"]');
    element.__reactProps$1x = { matrix: given, rowLabels: ["a"] };
    element.matrix = given;
  }, weights);
  await expect(page.locator("attention-matrix").last().locator("td[data-row]")).toHaveText([/^0\.50/]);
  expect(said).toHaveLength(2);
});

test("labels of narrow columns stand upright; one too long for its place is whole where focus is", async ({ page }) => {
  const labels = ["the", "extraordinarily", "tired", "animal"];
  await show(page, {
    matrix: { data: Array(16).fill(0.25), shape: [4, 4] },
    rowLabels: labels,
    columnLabels: labels,
  });
  const setCell = (width) =>
    matrix(page).evaluate((element, cell) => element.style.setProperty("--matrix-cell", cell), width);
  await setCell("90px");
  await expect(matrix(page).locator(".sheet")).not.toHaveAttribute("data-turned");
  await setCell("26px");
  await expect(matrix(page).locator(".sheet")).toHaveAttribute("data-turned");
  const head = page.locator("attention-matrix th[scope=row]").nth(1);
  const clipped = () =>
    seen(head, (cell) => getComputedStyle(cell).overflow === "hidden" && cell.scrollWidth > cell.clientWidth);
  await expect.poll(clipped).toBe(true);
  await cells(page).nth(5).focus();
  await expect.poll(clipped).toBe(false);
});

test("where a cell is too small for its digits, they are said beside the matrix and to those who listen", async ({
  page,
}) => {
  await show(page, {
    matrix: { data: [0.123456, 0.876544], shape: [1, 2] },
    columnLabels: ["a", "b"],
    rowLabels: ["q"],
  });
  const readout = matrix(page).locator("[part=readout]");
  await expect(readout).toBeHidden();
  await matrix(page).evaluate((element) => element.style.setProperty("--matrix-cell", "20px"));
  await cells(page).nth(1).hover();
  await expect(readout).toHaveText("q → b: 0.876544");
  await expect(cells(page).nth(1)).toHaveAccessibleName("0.8765");
});

test("the largest numbers that there are have colours, and numbers at the bar", async ({ page }) => {
  for (const { size, end } of [
    { size: 1e308, end: "1.0e308" },
    { size: Number.MAX_VALUE, end: "1.8e308" },
  ]) {
    await show(page, { kind: "scores", matrix: { data: [-size, 0, size], shape: [1, 3] } });
    await expect(page.locator("attention-matrix .ticks span")).toHaveText([`−${end}`, "0", end]);
    const painted = await colours(page);
    await show(page, { kind: "scores", matrix: { data: [-1, 0, 1], shape: [1, 3] } });
    await expect(page.locator("attention-matrix .ticks span")).toHaveText(["−1", "0", "1"]);
    await expect.poll(() => colours(page)).toEqual(painted);
  }
});
