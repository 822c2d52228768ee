// The playground's cells and the inspector: any number opens, is what the core returned, and lights up its operands.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import {
  cellOf,
  expect,
  FILE,
  flavourOf,
  focusedCell,
  number,
  numbers,
  openCell,
  openLab,
  panel,
  sharedTest as test,
  WORKED_LAB,
} from "./lab.mjs";
import { boxOf, seenOfAll } from "./seen.mjs";

const { version } = createRequire(import.meta.url)("../../package.json");
const ANIMAL = "preset=animal&heads=4&dk=5&dv=3&width=7&wo=random.3&causal=1&head=2";

/** Which cells are lit, of matrices and of sheets: "q 1,0". */
const lit = (page) =>
  page.evaluate(() => {
    const ofMatrix = (host) =>
      Array.from(
        host.shadowRoot.querySelectorAll("td.marked"),
        (cell) => `${host.dataset.matrix} ${cell.dataset.row},${cell.dataset.column}`,
      );
    const ofSheet = (figure) =>
      Array.from(figure.querySelectorAll("tbody tr"), (line, row) =>
        Array.from(line.querySelectorAll("input"), (input, column) =>
          input.classList.contains("marked") ? `${figure.id} ${row},${column}` : [],
        ),
      ).flat(2);
    return [
      ...Array.from(document.querySelectorAll("attention-matrix[data-matrix]"), ofMatrix),
      ...Array.from(document.querySelectorAll("figure.matrix"), ofSheet),
    ]
      .flat()
      .sort();
  });

for (const [name, hash] of [
  ["the worked example", "#v=1"],
  ["four heads, causal, with an output projection", `#v=1&${ANIMAL}`],
  ["a token as a column", `#v=1&${ANIMAL}&turn=columns`],
  ["no weights", "#v=1&weights=0"],
  ["no softmax", "#v=1&softmax=0&scale=none&causal=1"],
  ["equal tokens", "#v=1&text=a+a+a+a"],
  ["as tables", "#v=1&preset=cat&view=table"],
  ["a look of a trained model", "#v=1&preset=it&x=first.en&wq=first.en&wk=first.en&wv=first.en&causal=0&ahead=1"],
]) {
  test(`the inspector shows the number of the cell that it was opened from, and gives it focus back: ${name}`, async ({
    page,
    complaints,
  }) => {
    await openLab(page, `${FILE}${hash}`);
    const matrices = await page
      .locator("attention-matrix[data-matrix]:visible")
      .evaluateAll((all) => all.map(({ dataset, matrix }) => [dataset.matrix, ...matrix.shape]));
    expect(matrices.length).toBeGreaterThanOrEqual(6);
    // To open a cell is to lay out the page twice: each matrix has one, at its start, its end, or between.
    for (const [at, [matrix, rows, columns]] of matrices.entries()) {
      const [row, column] = [
        [0, 0],
        [rows - 1, columns - 1],
        [Math.floor(rows / 2), 0],
      ][at % 3];
      await openCell(page, matrix, row, column);
      const held = await page
        .locator(`attention-matrix[data-matrix=${matrix}]`)
        .evaluate((host, index) => host.matrix.data[index], row * columns + column);
      expect(Math.fround(number(await panel(page).locator(".returned").innerText()))).toBe(held);
      await page.keyboard.press("Escape");
      await expect(panel(page)).toHaveCount(0);
      await expect.poll(() => focusedCell(page)).toBe(`${matrix} ${row},${column}`);
    }
    expect(complaints).toEqual([]);
  });
}

test("what the inspector says is what a direct call returns", async ({ lab, direct }) => {
  const returned = await direct(numbers(), await flavourOf(lab));
  for (const matrix of ["q", "k", "v", "scores", "weights", "output"]) {
    for (const [row, column] of [
      [0, 0],
      [3, 1],
    ]) {
      await openCell(lab, matrix === "output" ? "mixed" : matrix, row, column);
      expect(Math.fround(number(await panel(lab).locator(".returned").innerText()))).toBe(
        returned[matrix][row][column],
      );
      await lab.keyboard.press("Escape");
    }
  }
});

test("operands light up in their own matrices, for as long as the inspector is open", async ({ lab }) => {
  await openCell(lab, "scores", 1, 4);
  await expect.poll(() => lit(lab)).toEqual(["k 4,0", "k 4,1", "q 1,0", "q 1,1", "scores 1,4"]);
  await lab.keyboard.press("Escape");
  await openCell(lab, "mixed", 2, 1);
  await expect
    .poll(() => lit(lab))
    .toEqual([0, 1, 2, 3, 4, 5].flatMap((key) => [`v ${key},1`, `weights 2,${key}`]).sort());
  await panel(lab).getByRole("row", { name: /^with/ }).getByRole("button").last().click();
  await expect(panel(lab).getByRole("heading", { level: 2 })).toHaveText("Value of “with”, number 2");
  await expect
    .poll(() => lit(lab))
    .toEqual(["edit-value 0,1", "edit-value 1,1", "edit-value 2,1", "edit-x 3,0", "edit-x 3,1", "edit-x 3,2"]);
  await panel(lab).getByRole("button", { name: "Close" }).click();
  await expect.poll(() => focusedCell(lab)).toBe("mixed 2,1");
});

test("the inspector follows the numbers, the options and the head while it is open", async ({ page, complaints }) => {
  await openLab(page, `${FILE}#v=1&preset=animal&heads=2`);
  await openCell(page, "weights", 3, 2);
  const value = () => panel(page).locator(".returned").innerText();
  const before = await value();
  await page.getByRole("checkbox", { name: "Causal" }).check();
  await expect.poll(value).not.toBe(before);
  await page.getByRole("checkbox", { name: "Softmax" }).uncheck();
  await expect(panel(page).getByRole("heading", { name: "No softmax" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(panel(page).getByRole("heading", { name: "Softmax over the row" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(value).toBe(before);
  expect(complaints).toEqual([]);
});

test("a cell of the joined heads leads to its head, and back to where it was opened", async ({ page, complaints }) => {
  await openLab(page, `${FILE}#v=1&${ANIMAL}`);
  await openCell(page, "joined", 2, 10);
  await expect(panel(page).locator(".location")).toContainText("head 3 of 4");
  await panel(page).getByRole("row", { name: /^The/ }).getByRole("button").first().click();
  await expect(page.getByRole("radio", { name: "head 3" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect.poll(() => focusedCell(page)).toBe("joined 2,10");
  await page.getByRole("radio", { name: "head 0" }).check({ force: true });
  await openCell(page, "output", 2, 1);
  await panel(page).getByRole("row", { name: /^11 / }).getByRole("button").click();
  await expect(page.getByRole("radio", { name: "head 3" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect.poll(() => focusedCell(page)).toBe("output 2,1");
  expect(complaints).toEqual([]);
});

test("a phone: a tap opens the sheet, another closes it", async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  await openLab(page, WORKED_LAB);
  const cell = cellOf(page, "weights", 1, 2);
  await cell.scrollIntoViewIfNeeded();
  await cell.tap();
  await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText("What “journey” gives to “starts”");
  await page.touchscreen.tap(180, 20);
  await expect(panel(page)).toHaveCount(0);
  await context.close();
});

test("a program that was copied computes the page's number anew", async ({ lab, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openCell(lab, "weights", 1, 2);
  await panel(lab).getByRole("button", { name: "heed" }).click();
  const program = await lab.evaluate(() => navigator.clipboard.readText());
  expect(program).toContain(`// heed (${await flavourOf(lab)}) returned `);
  expect(program).toContain('import { load } from "heed";');
});

test("what is saved from the page is what stands on it", async ({ page, complaints }) => {
  await openLab(page, `${FILE}#v=1&${ANIMAL}&turn=columns`);
  await page.getByRole("button", { name: "Export" }).click();
  const menu = page.getByRole("group", { name: "Export" });
  const titles = await menu.getByRole("option").allInnerTexts();
  expect(titles).toHaveLength(8);
  const names = ["weights", "q", "k", "v", "scores", "mixed", "joined", "output"];
  for (const [at, name] of names.entries()) {
    await menu.getByRole("combobox").selectOption({ index: at });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      menu.getByRole("button", { name: "JSON" }).click(),
    ]);
    const saved = JSON.parse(await readFile(await download.path(), "utf8"));
    const shown = await page
      .locator(`attention-matrix[data-matrix=${name}]`)
      .evaluate(({ matrix, rowLabels, columnLabels }) => ({
        data: Array.from(matrix.data),
        shape: matrix.shape,
        rowLabels,
        columnLabels,
      }));
    expect(saved.data.flat().map(Math.fround)).toEqual(shown.data);
    expect(saved).toMatchObject({
      shape: shown.shape,
      rowLabels: shown.rowLabels,
      columnLabels: shown.columnLabels,
      options: { scale: "sqrt-dk", causal: true, heads: 4 },
    });
    expect(saved.versions.heed).toContain(version);
  }
  expect(complaints).toEqual([]);
});

test("at 1200 px and more the page makes way for the panel, and nothing runs under it", async ({ page }) => {
  for (const width of [1200, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await openLab(page, `${FILE}#v=1&preset=animal`);
    await openCell(page, "weights", 3, 2);
    const edge = (await boxOf(panel(page))).x;
    const beyond = await seenOfAll(
      page.locator("main > *:visible, attention-matrix[data-matrix]:visible"),
      (all, limit) =>
        all
          .map((one) => [one.id || one.dataset.matrix, one.getBoundingClientRect().right])
          .filter(([, right]) => right > limit + 1),
      edge,
    );
    expect(beyond, `at ${width} px`).toEqual([]);
    await expect(cellOf(page, "weights", 3, 2)).toBeInViewport();
    await page.keyboard.press("Escape");
  }
});
