// The same matrix as arcs and as a table of digits; and the parts of all views.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cells, expect, matrix, sharedTest as test, show, told } from "./element-page.mjs";
import { seen, seenOfAll } from "./seen.mjs";
import { root } from "./serve.mjs";

const TOKENS = ["the", "animal", "was", "tired"];
const WEIGHTS = [0.7, 0.1, 0.1, 0.1, 0, 0.5, 0.25, 0.25, 0.05, 0.8, 0.1, 0.05, 0.2, 0.2, 0.2, 0.4];
const FOUR = { matrix: { data: WEIGHTS, shape: [4, 4] }, rowLabels: TOKENS, columnLabels: TOKENS, view: "arcs" };

const arcs = (page) => page.locator("attention-matrix svg path");
const drawn = (page) =>
  arcs(page).evaluateAll((paths) =>
    paths.map((path) => ({
      at: path.dataset.arc,
      width: Number(path.getAttribute("stroke-width")),
      own: path.classList.contains("own"),
      dashed: path.hasAttribute("stroke-dasharray"),
    })),
  );

test("arcs: one for each visible weight, thicker if it is larger, from its query's label to its key's", async ({
  page,
}) => {
  await show(page, FOUR);
  const found = await drawn(page);
  expect(found.map(({ at }) => at).sort()).toEqual(
    WEIGHTS.flatMap((weight, at) => (weight > 0 ? [`${Math.floor(at / 4)},${at % 4}`] : [])).sort(),
  );
  const weightAt = ({ at }) => WEIGHTS[4 * Number(at[0]) + Number(at[2])];
  for (const a of found) for (const b of found) if (weightAt(a) > weightAt(b)) expect(a.width).toBeGreaterThan(b.width);
  const ends = await seen(page.locator("attention-matrix svg path[data-arc='2,1']"), (path) => {
    const box = path.ownerSVGElement.getBoundingClientRect();
    const y = (length) => (path.getPointAtLength(length).y / 100) * box.height + box.top;
    return [y(0), y(path.getTotalLength())];
  });
  const middles = (side) =>
    seenOfAll(page.locator(`attention-matrix .axis${side} span`), (spans) =>
      Object.fromEntries(
        spans
          .map((span) => [span.textContent, span.getBoundingClientRect()])
          .map(([text, box]) => [text, box.top + box.height / 2]),
      ),
    );
  const [left, right] = [await middles(".rows:not(.right)"), await middles(".right")];
  expect(Math.abs(ends[0] - left.was)).toBeLessThan(2);
  expect(Math.abs(ends[1] - right.animal)).toBeLessThan(2);
});

test(
  "arcs: moved through with the grid's keys; the row's own stand out, and the sentence and the readout say " +
    "where the reader is",
  async ({ page }) => {
    await show(page, FOUR);
    const events = await told(page, ["matrix-focus", "matrix-open"]);
    await cells(page).first().press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(async () =>
        (await drawn(page))
          .filter(({ own }) => own)
          .map(({ at }) => at)
          .sort(),
      )
      .toEqual(["1,1", "1,2", "1,3"]);
    await expect(page.locator("attention-matrix svg path.at")).toHaveAttribute("data-arc", "1,1");
    await expect(page.locator("attention-matrix .axis.rows:not(.right) .here")).toHaveText("animal");
    await expect(matrix(page).locator("[part=readout]")).toHaveText("animal → animal: 0.500000");
    await expect(page.getByRole("grid")).toHaveAccessibleDescription(
      "Row “animal”: 50\u00a0% on “animal”, 25\u00a0% on “was”, 25\u00a0% on “tired”; entropy 1.5 bits.",
    );
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await events()).at(-1)).toEqual(["matrix-open", { row: 1, column: 1 }]);
  },
);

test("arcs: a pointer on a query's label finds its strongest arc, on a key's the arc that gives it most", async ({
  page,
}) => {
  await show(page, FOUR);
  const events = await told(page, ["matrix-hover", "matrix-open"]);
  await page.locator("attention-matrix .axis.rows:not(.right) span", { hasText: "was" }).hover();
  await page.locator("attention-matrix .axis.right span", { hasText: "tired" }).click();
  await expect.poll(events).toEqual([
    ["matrix-hover", { row: 2, column: 1 }],
    ["matrix-hover", { row: 3, column: 3 }],
    ["matrix-open", { row: 3, column: 3 }],
  ]);
});

test("arcs: below zero they are dashed, and what is masked has none", async ({ page }) => {
  await show(page, {
    kind: "scores",
    view: "arcs",
    matrix: { data: [1, -1, 2, -2], shape: [2, 2] },
    mask: [1, 1, 0, 1],
  });
  await expect
    .poll(async () => (await drawn(page)).map(({ at, dashed }) => [at, dashed]).sort())
    .toEqual([
      ["0,0", false],
      ["0,1", true],
      ["1,1", true],
    ]);
});

test("arcs of a large matrix: the strongest of all and those of one row, never more", async ({ page }) => {
  await matrix(page).evaluate((element) => {
    const data = Float32Array.from({ length: 1024 * 1024 }, (_, at) => ((at * 7919) % 100003) / 100003);
    Object.assign(element, { matrix: { data, shape: [1024, 1024] }, view: "arcs", top: 5 });
  });
  await expect(arcs(page)).toHaveCount(200);
  await cells(page).first().press("Control+End");
  const own = await matrix(page).evaluate((element) =>
    Array.from(element.shadowRoot.querySelectorAll("path.own"), (path) => path.dataset.arc),
  );
  const expected = await matrix(page).evaluate((element) => {
    const row = Array.from(element.matrix.data.subarray(1023 * 1024)).map((value, column) => [value, column]);
    return row
      .sort((a, b) => b[0] - a[0])
      .slice(0, 5)
      .map(([, column]) => `1023,${column}`);
  });
  for (const arc of expected) expect(own).toContain(arc);
  await expect.poll(() => arcs(page).count()).toBeLessThanOrEqual(206);
  await expect(page.locator("attention-matrix .arcs-note")).toHaveText(
    "Drawn are the 200 strongest of 1024 × 1024, and the 5 strongest of one row.",
  );
});

test("table: digits with headers and no colours; of a large matrix the window that is moved through", async ({
  page,
}) => {
  await show(page, { ...FOUR, view: "table" });
  await expect(cells(page).nth(9)).toHaveText("0.8000");
  await expect
    .poll(() =>
      cells(page)
        .nth(9)
        .evaluate((cell) => getComputedStyle(cell).backgroundColor),
    )
    .toBe("rgba(0, 0, 0, 0)");
  await expect(matrix(page).locator(".bar")).toBeHidden();
  await expect(page.getByRole("rowheader")).toHaveText(TOKENS);
  await show(page, {
    rowLabels: [],
    columnLabels: [],
    matrix: { data: Array.from({ length: 6600 }, (_, at) => at), shape: [100, 66] },
  });
  await expect(cells(page)).toHaveCount(256);
  await cells(page).first().press("Control+End");
  const last = page.locator("attention-matrix td[data-row='99'][data-column='65']");
  await expect(last).toBeFocused();
  await expect(last).toHaveText("6599.00");
  await expect(last).toHaveAttribute("aria-colindex", "67");
});

test("a change of view keeps the cell and the focus", async ({ page }) => {
  await show(page, { ...FOUR, view: "heatmap" });
  await cells(page).nth(6).focus();
  for (const view of ["arcs", "table", "heatmap"]) {
    await show(page, { view });
    await expect(page.locator("attention-matrix td[data-row='1'][data-column='2']")).toBeFocused();
  }
});

test("the parts that custom-elements.json names are those that are there in one view or another", async ({ page }) => {
  const { modules } = JSON.parse(readFileSync(join(root, "dist/custom-elements.json"), "utf8"));
  const found = new Set();
  for (const [view, n] of [
    ["heatmap", 2],
    ["arcs", 2],
    ["heatmap", 65],
  ]) {
    await matrix(page).evaluate(
      (host, given) =>
        Object.assign(host, {
          view: given.view,
          editable: true,
          matrix: { data: new Float32Array(given.n ** 2), shape: [given.n, given.n] },
        }),
      { view, n },
    );
    await cells(page).first().press("Enter");
    for (const part of await matrix(page).evaluate((host) =>
      Array.from(host.shadowRoot.querySelectorAll("[part]"), (each) => each.getAttribute("part")),
    ))
      found.add(part);
    await page.keyboard.press("Escape");
  }
  expect([...found].sort()).toEqual(modules[0].declarations[0].cssParts.map(({ name }) => name).sort());
});
