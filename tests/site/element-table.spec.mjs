// <attention-matrix> round a <table>: what is read without scripts is what is drawn with them.
import { cells, expect, matrix, sharedTest as test, test as testOfOpening, told } from "./element-page.mjs";

const TABLE = `<table>
  <caption>Who looks <i>where</i></caption>
  <thead><tr><td></td><th>it</th><th>the animal</th></tr></thead>
  <tbody><tr><th>it</th><td data-value="0.123456789">0.12</td><td>0,75</td></tr>
    <tr><th>was</th><td>40 %</td><td>–</td></tr></tbody>
</table>`;

const fill = (page, html, attributes = "") =>
  page.evaluate(
    (inner) => (document.querySelector("main").innerHTML = inner),
    `<attention-matrix ${attributes}>${html}</attention-matrix>`,
  );
const heads = (page, scope) => page.locator(`attention-matrix [part=table] th[scope=${scope}]`);

test("labels, caption, numbers and masked cells are those of the table; data-value may hold more digits", async ({
  page,
}) => {
  await fill(page, TABLE);
  await expect(page.getByRole("grid", { name: "Who looks where" })).toBeVisible();
  await expect(heads(page, "row")).toHaveText(["it", "was"]);
  await expect(heads(page, "col")).toHaveText(["it", "the animal"]);
  await expect
    .poll(() =>
      matrix(page).evaluate((element) => [
        Array.from(element.matrix.data),
        element.matrix.shape,
        Array.from(element.mask),
      ]),
    )
    .toEqual([
      [0.123456789, 0.75, 0.4, NaN],
      [2, 2],
      [true, true, true, false],
    ]);
  await expect(cells(page).nth(3)).toHaveAccessibleName("masked");
  await expect(page.locator("attention-matrix > table")).toBeHidden();
});

test("a change of the table is a change of the picture, and focus stays", async ({ page }) => {
  await fill(page, TABLE);
  await cells(page).nth(1).focus();
  await page.evaluate(
    () => (document.querySelector("attention-matrix > table").rows[1].cells[2].firstChild.data = "0.25"),
  );
  await expect(cells(page).nth(1)).toHaveText(/^0\.25/);
  await page.evaluate(
    () => (document.querySelector("attention-matrix > table").rows[1].cells[1].dataset.value = "0.5"),
  );
  await expect(cells(page).first()).toHaveText(/^0\.5/);
  await expect(cells(page).nth(1)).toBeFocused();
});

test("a table can be edited like a matrix, and stays as its page wrote it", async ({ page }) => {
  await fill(page, TABLE, "editable");
  const events = await told(page, ["matrix-edit"]);
  await cells(page).first().press("1");
  await page.keyboard.press("Enter");
  await expect.poll(events).toEqual([["matrix-edit", { row: 0, column: 0, value: 1 }]]);
  await expect(cells(page).first()).toHaveText(/^1\.0/);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("attention-matrix > table").rows[1].cells[1].textContent))
    .toBe("0.12");
});

testOfOpening("without scripts the table is what is read", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url + "/table.html");
  await expect(page.locator("attention-matrix > table")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "was" })).toBeVisible();
  await context.close();
});

testOfOpening("a property set before the element was defined is not lost", async ({ page, site }) => {
  await page.goto(site.url + "/early.html");
  await expect(cells(page)).toHaveText([/^0\.25/, /^0\.75/]);
});
