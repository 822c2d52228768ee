// <attention-matrix> round a <table>: what is read without scripts is what is drawn with them.
import { cells, expect, matrix, test, told } from "./element-page.mjs";

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

test("the property matrix goes before the table, and null brings the table back", async ({ page }) => {
  await fill(page, TABLE);
  await matrix(page).evaluate((element) => (element.matrix = { data: [1, 0, 0, 1], shape: [2, 2] }));
  await expect(cells(page)).toHaveText([/^1\.0/, /^0\.0/, /^0\.0/, /^1\.0/]);
  await expect(heads(page, "row")).toHaveText(["1", "2"]);
  await matrix(page).evaluate((element) => (element.matrix = null));
  await expect(heads(page, "row")).toHaveText(["it", "was"]);
});

test("what is wrong with a table is said in a sentence; mending it is enough", async ({ page }) => {
  await fill(page, "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>");
  await expect(page.getByRole("alert")).toHaveText("Row 2 of the table has 1 number where row 1 has 2 numbers.");
  await page.evaluate(
    () => (document.querySelector("attention-matrix > table").rows[1].insertCell().textContent = "4"),
  );
  await expect(page.getByRole("alert")).toHaveText("");
  await expect(cells(page)).toHaveText([/^1\./, /^2\./, /^3\./, /^4\./]);
});

test("a word among the numbers is NaN: hatched, and said", async ({ page }) => {
  await fill(page, "<table><tr><td>one</td><td>−∞</td></tr></table>");
  await expect(cells(page)).toHaveText(["NaN", "−∞"]);
  await expect(cells(page).first()).toHaveAttribute("data-hatched");
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

test("without scripts the table is what is read", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url + "/table.html");
  await expect(page.locator("attention-matrix > table")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "was" })).toBeVisible();
  await context.close();
});

test("a property set before the element was defined is not lost", async ({ page, site }) => {
  await page.goto(site.url + "/early.html");
  await expect(cells(page)).toHaveText([/^0\.25/, /^0\.75/]);
});

test("numbers and labels that a server wrote as attributes are shown, until properties are set", async ({ page }) => {
  const written = `<attention-matrix perrow rowlabels='["it"]' column-labels='["the","animal"]' mask="[1,0]"
    matrix='{"data":{"0":0.25,"1":0.75},"shape":[1,2]}'></attention-matrix>`;
  await page.evaluate((html) => (document.querySelector("main").innerHTML = html), written);
  await expect(cells(page)).toHaveText([/^0\.25/, ""]);
  await expect(page.getByRole("rowheader", { name: "it" })).toBeVisible();
  await expect.poll(() => matrix(page).evaluate(({ perRow }) => perRow)).toBe(true);

  // React 18 writes false as a text.
  await matrix(page).evaluate((element) => element.setAttribute("editable", "false"));
  await expect.poll(() => matrix(page).evaluate(({ editable }) => editable)).toBe(false);
  await matrix(page).evaluate((element) => (element.editable = true));
  await expect.poll(() => matrix(page).evaluate((element) => element.getAttribute("editable"))).toBe("");
  await matrix(page).evaluate((element) => (element.editable = false));

  // React writes an object as text where it does not know the property.
  const problem = page.getByRole("alert");
  await matrix(page).evaluate((element) => element.setAttribute("matrix", {}));
  await expect(problem).toHaveText(/^The attribute matrix must hold JSON.*got "\[object Object\]"\. Or set the prop/);
  await matrix(page).evaluate((element) => element.setAttribute("matrix", '{"data":["a"],"shape":[1,1]}'));
  await expect(problem).toHaveText('Matrix.data must hold numbers; data[0] is "a".');
  await matrix(page).evaluate((element) => element.setAttribute("matrix", "null"));
  await expect(problem).toHaveText("");
  await matrix(page).evaluate((element) => {
    Object.assign(element, { matrix: { data: [0.5], shape: [1, 1] }, mask: null, rowLabels: [], perRow: false });
  });
  await expect(cells(page)).toHaveText([/^0\.50/]);
  await expect(problem).toHaveText("");
  await expect(page.getByRole("rowheader", { name: "1" })).toBeVisible();
  await expect
    .poll(() => matrix(page).evaluate((element) => element.getAttributeNames().sort()))
    .toEqual(["column-labels", "matrix"]);
});
