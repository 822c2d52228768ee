// Lesson "Where rows come from": a sentence is read, a small table learns, near words are found, "bank" changes.
import { cellsOf, expect, expectOpenToAll, goBack, numbersIn, openFrom, runAll, slide, test } from "./learn-lab.mjs";
import { siteModule } from "./runs.mjs";
import { seen } from "./seen.mjs";

const { partsOf, startOf, storedModel, vocabularyOf } = await siteModule("rooms/pronouns/index.ts");

const words = (page, table) => page.locator(`${table} tbody th`).allInnerTexts();
const own = async (page) => numbersIn(await page.locator("#verdict").innerText())[1];

for (const from of ["disk", "http"])
  test(`from ${from}: a typed sentence finds its rows, and says which words have none`, async ({ page }) => {
    await openFrom(from, page, "embedding");
    await page.locator("#text").fill("The dog left the dog xylophone");
    await expect(page.locator("#reading-said")).toHaveText("6 words, 5 of them in the table, 3 different rows.");
    const rows = await cellsOf(page.locator("#reading"));
    expect(rows[1]).toEqual(rows[4]);
    expect(rows[0]).toEqual(rows[3]);
    expect(rows[1]).not.toEqual(rows[0]);
    expect(rows[5][0]).toBe("–");
    await expect(page.locator("#reading .strip")).toHaveCount(5);
    await expect(page).toHaveURL(/text=The/);
    await test.step("lists that open have all words of the two tables", async () => {
      await page.locator("#list summary").click();
      const { length } = vocabularyOf(storedModel("en").table).words;
      await expect(page.locator("#list summary")).toContainText(String(length));
      await expect.poll(async () => (await page.locator("#in-list").innerText()).split(", ")).toHaveLength(length);
      await page.locator("#words summary").click();
      const carried = (await page.locator("#carried").innerText()).split(", ");
      expect(carried).toContain("saw");
      await expect(page.locator("#words summary")).toContainText(String(carried.length));
    });
  });

test("the page reads the course's sentence in its language, and the other model is one press away", async ({
  page,
  open,
}) => {
  for (const [lang, first, second] of [
    ["en", "The animal didn't cross the street", "Die Katze überquerte die Straße nicht"],
    ["de", "Die Katze überquerte die Straße nicht", "The animal didn't cross the street"],
  ]) {
    await open("embedding", { lang });
    for (const sentence of [first, second]) {
      const begin = sentence.split(" ");
      await expect.poll(async () => (await words(page, "#reading")).slice(0, begin.length)).toEqual(begin);
      await page.locator("#other").click();
    }
  }
});

test("a row opens: each of its numbers before the training, what was added, and now", async ({ page, open }) => {
  await open("embedding");
  const model = storedModel("en");
  const [before, after] = [startOf(model, model.seed), model].map((one) => partsOf(one).words.data);
  const id = vocabularyOf(model.table).idOf("it");
  await page.locator(`[data-opens="row ${id}"]`).click();
  const shown = await page
    .locator(".inspector .passage tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll("td"), (cell) => Number(cell.title)).slice(0, 3)),
    );
  expect(shown).toHaveLength(16);
  for (const [column, numbers] of shown.entries()) {
    const [first, last] = [before, after].map((data) => data[id * 16 + column]);
    for (const [at, wanted] of [first, last - first, last].entries())
      expect(Math.abs(numbers[at] - wanted)).toBeLessThan(1e-6);
  }
  await page.keyboard.press("Escape");
  await expect(page.locator(`[data-opens="row ${id}"]`)).toBeFocused();
});

test("after the training the words near “tired” are of its kind, before it they are not", async ({ page, open }) => {
  await open("embedding");
  const kind = storedModel("en").table.said.animal.split(" ");
  const near = async () => (await cellsOf(page.locator("#alike"))).map(([before, , after]) => [before, after]);
  await expect.poll(async () => (await near()).filter(([, after]) => kind.includes(after))).toHaveLength(6);
  await expect.poll(async () => (await near()).filter(([before]) => kind.includes(before)).length).toBeLessThan(3);
  await page.locator("#like").fill("xylophone");
  await expect(page.locator("#alike tbody tr")).toHaveCount(0);
  await expect(page.locator("#like-said")).toContainText("not in the list");
});

/** Names of the plane that overlap another one, or are nearer to another point than to their own without a line. */
const misplaced = (page) =>
  seen(page.locator("#plane"), (plane) => {
    // a box has room above and below its letters
    const lettersOf = ({ left, right, top, bottom }) => {
      const room = (bottom - top) / 5;
      return { left, right, top: top + room, bottom: bottom - room };
    };
    const groups = Array.from(plane.querySelectorAll(":scope > g"), (group) => ({
      name: group.querySelector("text").textContent,
      box: lettersOf(group.querySelector("text").getBoundingClientRect()),
      mark: group.querySelector(".mark").getBoundingClientRect(),
      isJoined: group.querySelector(".leader") !== null,
    }));
    const gap = (a, b) =>
      Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return groups
      .filter((one) => {
        const others = groups.filter((other) => other !== one);
        const strays = !one.isJoined && others.some(({ mark }) => gap(one.box, mark) + 4 < gap(one.box, one.mark));
        return strays || others.some(({ box }) => meet(one.box, box));
      })
      .map(({ name }) => name);
  });

test("each name is at its own point or joined to it, and no two names overlap", async ({ page, open }) => {
  await open("embedding");
  await expect.poll(() => misplaced(page)).toEqual([]);
  await runAll(page, "training");
  await expect.poll(() => misplaced(page)).toEqual([]);
});

test("a small table learns: words of one kind meet, a step is shown again, another seed begins anew", async ({
  page,
  open,
}) => {
  await open("embedding");
  const begin = await own(page);
  await runAll(page, "training");
  await expect.poll(() => own(page)).toBe(12);
  expect(begin).toBeLessThan(12);
  const places = () =>
    page.locator("#plane circle.mark").evaluateAll((all) => all.map((one) => one.getAttribute("cx")));
  const ended = await places();
  await goBack(page, "training", 0);
  await expect(page.locator("#verdict")).toContainText("After step 0");
  await expect.poll(() => own(page)).toBe(begin);
  await expect.poll(places).not.toEqual(ended);
  await slide(page, "seed", 2);
  await expect(page.locator("#training .count")).toHaveText("0 of 160 steps");
  await expectOpenToAll(page);
});

test("one-hot times the table is the row of the table, and the row moves against its slope", async ({ page, open }) => {
  await open("embedding");
  await page.locator("#word").selectOption("5");
  const read = async () => {
    const rows = (await cellsOf(page.locator("#look-up"))).map((row) => row.map((text) => numbersIn(text)[0]));
    const foot = await page
      .locator("#look-up tfoot tr")
      .evaluateAll((all) => all.map((row) => Array.from(row.querySelectorAll(".opens"), (one) => one.textContent)));
    return { rows, found: foot[0].map((text) => numbersIn(text)[0]), slope: foot[1].map((text) => numbersIn(text)[0]) };
  };
  const before = await read();
  expect(before.rows.map(([hot]) => hot)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  expect(before.found).toEqual(before.rows[5].slice(1));
  await page.locator("#training").getByRole("button", { name: "One step" }).click();
  await expect(page.locator("#verdict")).toContainText("After step 1");
  const after = await read();
  for (const at of [0, 1])
    expect(Math.abs(after.found[at] - (before.found[at] - 1.5 * before.slope[at]))).toBeLessThan(0.0005);
});

test("near words come from the trained table; bank has one row there and others after the layers", async ({
  page,
  open,
}) => {
  await open("embedding");
  await expect
    .poll(async () => (await words(page, "#nearest")).slice(0, 4).sort())
    .toEqual(["Friday", "Thursday", "Tuesday", "Wednesday"]);
  await page.locator("#near").fill("three");
  await expect.poll(async () => (await words(page, "#nearest")).slice(0, 3).sort()).toEqual(["five", "four", "two"]);
  await page.locator("#near").fill("xylophone");
  await expect(page.locator("#near-said")).toContainText("not among the words");
  await expect(page.locator("#nearest tbody tr")).toHaveCount(0);
  await page.locator("#near-examples button", { hasText: "mother" }).click();
  await expect.poll(() => words(page, "#nearest")).toContain("father");
  const cosines = (await cellsOf(page.locator("#stages"))).map((row) => row.map(Number));
  expect(cosines[0].slice(1)).toEqual([1, 1]);
  for (const [, lake, money] of cosines.slice(1)) expect(money).toBeLessThan(lake);
});

test.describe("in view", () => {
  test.use({ beginsInView: true });

  test("without motion the finished curve stands there; a seed computes it anew, Clear takes it away", async ({
    page,
    open,
  }) => {
    await open("embedding");
    const count = page.locator("#training .count");
    await expect(count).toHaveText(/^0 of /);
    await page.locator("#training").scrollIntoViewIfNeeded();
    await expect(count).toHaveText(/^(\d+) of \1 /);
    const verdict = await page.locator("#verdict").innerText();
    await slide(page, "seed", 2);
    await page.locator("#training").scrollIntoViewIfNeeded();
    await expect(page.locator("#verdict")).not.toHaveText(verdict);
    await expect(count).toHaveText(/^(\d+) of \1 /);
    await page.locator("#training").getByRole("button", { name: "Clear" }).click();
    await expect(count).toHaveText(/^0 of /);
    await expect(page.locator("#training").getByRole("button", { name: "Run" })).toBeEnabled();
  });
});
