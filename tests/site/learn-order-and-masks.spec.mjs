// Lesson "Order and masks": shuffling, three kinds of positions, masks that are drawn, and what the core computes.
import {
  cellsOf,
  expect,
  expectOpenToAll,
  goBack,
  matrixOf,
  numbersIn,
  openFrom,
  runAll,
  slide,
  test,
} from "./learn-lab.mjs";
import { says } from "./says.mjs";
import { boxOf } from "./seen.mjs";

const amounts = async (page) => [
  numbersIn(await page.locator("#moved").innerText())[0],
  numbersIn(await page.locator("#twins").innerText())[0],
];
const choose = (page, name, value) => page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
const cell = (page, row, column) => page.locator("#mask tbody tr").nth(row).locator("td").nth(column);
const drawn = (page) =>
  page
    .locator("#mask tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll("td"), (one) => one.getAttribute("aria-selected") === "true")),
    );
const row = async (page, at) => (await matrixOf(page, "#masked"))[at].map((text) => Number(text || "0"));

for (const from of ["disk", "http"]) {
  test(`from ${from}: a shuffled sentence gives shuffled rows, until words know their places`, async ({ page }) => {
    await openFrom(from, page, "order-and-masks");
    await expect(page.locator("#table"), "without positions nothing is added").toBeHidden();
    const inOrder = await matrixOf(page, "#ordered");
    await page.getByRole("button", { name: "Shuffle", exact: true }).click();
    await expect(page.locator("#order-verdict")).toContainText(says("order-and-masks.same-rows"));
    const [moved, twins] = await amounts(page);
    expect(moved).toBeLessThan(1e-5);
    expect(twins).toBe(0);
    const shuffled = await matrixOf(page, "#shuffled");
    expect(shuffled).not.toEqual(inOrder);
    expect(shuffled.map(String).sort()).toEqual(inOrder.map(String).sort());
    for (const kind of ["sinusoidal", "learned", "rotary"]) {
      await choose(page, "places", kind);
      await expect(page.locator("#order-verdict")).toContainText(says("order-and-masks.other-rows"));
      for (const amount of await amounts(page)) expect(amount, kind).toBeGreaterThan(0.01);
    }
    await page.getByRole("button", { name: "Back in order" }).click();
    await expect(page.locator("#order-verdict")).toHaveText("Press “Shuffle”.");
  });
}

test("rotary scores depend on the distance only; they are those of a textbook loop", async ({ page, open, core }) => {
  await open("order-and-masks", { places: "rotary" });
  await expect(page.locator("#clocks line")).toHaveCount(8 * 16);
  await expect(page.locator("#table")).toBeHidden();
  const wanted = await core((heed) => {
    const rows = Array.from({ length: 16 }, (_, place) =>
      Array.from({ length: 16 }, (__, column) => {
        const angle = place * 10000 ** (-(column - (column % 2)) / 16);
        return column % 2 === 0 ? Math.cos(angle) - Math.sin(angle) : Math.sin(angle) + Math.cos(angle);
      }),
    );
    const { weights, raw } = heed.attention(rows, rows, rows, { keep: ["weights", "raw"] });
    return { weights: Array.from(weights.data), raw: Array.from(raw.data) };
  });
  for (let i = 1; i < 16; i++)
    for (let j = 1; j < 16; j++)
      expect(Math.abs(wanted.raw[i * 16 + j] - wanted.raw[(i - 1) * 16 + j - 1])).toBeLessThan(1e-4);
  const shown = (await matrixOf(page, "#looks")).flat().map(Number);
  shown.forEach((weight, at) => expect(Math.abs(weight - wanted.weights[at])).toBeLessThan(0.006));
});

test("a table of places is learned, looked back at, and forgotten", async ({ page, open }) => {
  await open("order-and-masks", { places: "learned" });
  const said = async () => numbersIn(await page.locator("#learned-so-far").innerText());
  const [first, before] = await said();
  expect(first).toBe(0);
  expect(before).toBeLessThan(15);
  const fresh = await matrixOf(page, "#table");
  await runAll(page, "training");
  await expect.poll(async () => (await said())[1]).toBeGreaterThan(80);
  await expect
    .poll(async () =>
      (await matrixOf(page, "#looks"))
        .slice(1)
        .map((line) => line.map(Number))
        .map((line) => line.indexOf(Math.max(...line))),
    )
    .toEqual(Array.from({ length: 15 }, (_, place) => place));
  await goBack(page, "training", 0);
  await expect.poll(said).toEqual([0, before]);
  await expect.poll(() => matrixOf(page, "#table")).toEqual(fresh);
  await goBack(page, "training", 120);
  await expect.poll(async () => (await said())[1]).toBeGreaterThan(80);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(said).toEqual([0, before]);
});

test("the usual masks give the weights of the core; a row that sees nothing is 0; hidden NaN reaches nobody", async ({
  page,
  open,
}) => {
  await open("order-and-masks");
  await expect
    .poll(() => drawn(page))
    .toEqual(Array.from({ length: 7 }, (_, i) => Array.from({ length: 7 }, (__, j) => j <= i)));
  await expect.poll(() => row(page, 0)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  await page.getByRole("button", { name: "an empty row" }).click();
  await expect(page.locator("#blind")).toHaveText(
    "“animal” may see nothing. The largest number in these rows of weights and context vectors is 0.",
  );
  await page.getByRole("button", { name: "padding" }).click();
  await expect(page.locator("#blind")).toContainText(says("order-and-masks.none-blind"));
  await page.locator("#poison").check();
  await expect(page.locator("#poisoned")).toContainText("2 keys. In the output 0 of 112 numbers are NaN.");
  await expect.poll(async () => (await row(page, 3)).slice(5)).toEqual([0, 0]);
  for (const [preset, count] of [
    ["all", 49],
    ["sliding window", 19],
    ["causal window", 18],
    ["packed", 25],
  ]) {
    await page.getByRole("button", { name: preset, exact: true }).click();
    await expect.poll(async () => (await drawn(page)).flat().filter(Boolean).length, preset).toBe(count);
  }
});

test("a mask is drawn by pointer and by keyboard, a word turns its line, and the link keeps it", async ({
  page,
  open,
}) => {
  await open("order-and-masks");
  await page.getByRole("button", { name: "all", exact: true }).click();
  await expect.poll(async () => (await drawn(page)).flat().includes(false)).toBe(false);
  await cell(page, 2, 1).hover();
  await page.mouse.down();
  await expect(cell(page, 2, 1)).toBeFocused();
  const last = await boxOf(cell(page, 2, 4));
  await page.mouse.move(last.x + 9, last.y + 9, { steps: 12 });
  await page.mouse.up();
  await expect.poll(async () => (await drawn(page))[2]).toEqual([true, false, false, false, false, true, true]);
  await expect.poll(async () => (await row(page, 2)).slice(1, 5)).toEqual([0, 0, 0, 0]);
  await expect(page.locator("#preset-text")).toHaveText("Your own mask.");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect.poll(async () => (await drawn(page))[2][0]).toBe(false);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await expect.poll(async () => (await drawn(page))[3]).toEqual(Array(7).fill(false));
  await expect(page.locator("#blind")).toContainText("“not” may see nothing");
  await page.keyboard.press("Control+Space");
  await expect.poll(async () => (await drawn(page)).map(([one]) => one)).toEqual(Array(7).fill(true));
  await page.locator("#mask thead").getByRole("button", { name: "street" }).click();
  await expect.poll(async () => (await drawn(page)).map((line) => line[6])).toEqual(Array(7).fill(true));
  await expect(page.locator("#mask td[tabindex='0']")).toHaveCount(1);
  const before = await drawn(page);
  const written = before.flat().map(Number).join("");
  await expect(page).toHaveURL(new RegExp(`mask=${written}`));
  await page.reload();
  await expect.poll(() => drawn(page)).toEqual(before);
});

test("the second button of a mouse draws no mask, neither by a press nor after it", async ({ page, open }) => {
  await open("order-and-masks");
  const before = await drawn(page);
  await cell(page, 2, 1).hover();
  await page.mouse.down({ button: "right" });
  const last = await boxOf(cell(page, 2, 4));
  await page.mouse.move(last.x + 9, last.y + 9, { steps: 12 });
  await page.mouse.up({ button: "right" });
  await expect.poll(() => drawn(page)).toEqual(before);
});

test("cross-attention has a column for each word of the other sentence", async ({ page, open }) => {
  await open("order-and-masks");
  await choose(page, "from", "cross");
  await expect.poll(async () => (await drawn(page))[0].length).toBe(6);
  await expect.poll(async () => (await row(page, 3)).length).toBe(6);
  const weights = await row(page, 3);
  expect(weights.indexOf(Math.max(...weights))).toBe(5);
});

test("a bias thins what is far away; a bias of the keys changes nothing", async ({ page, open }) => {
  await open("order-and-masks");
  const far = async () => Number((await matrixOf(page, "#biased"))[0][5]);
  await slide(page, "slope", 0);
  await expect.poll(far).toBeGreaterThan(0.3);
  await slide(page, "slope", 4);
  await expect.poll(far).toBeLessThan(0.001);
  const [query, key, value] = (await cellsOf(page.locator("#projection"))).map((line) =>
    line.map((text) => numbersIn(text)[0]),
  );
  expect(query[0]).toBeGreaterThan(0.01);
  expect(key[0]).toBeLessThan(1e-5);
  expect(key[1]).toBeLessThan(1e-5);
  expect(value[0]).toBe(0);
  expect(value[1]).toBeGreaterThan(0.01);
});

test("the page is open to all in German, with another sentence and an own mask", async ({ page, open }) => {
  await open("order-and-masks", { lang: "de", from: "cross", mask: "0".repeat(6) + "1".repeat(36), places: "rotary" });
  await expectOpenToAll(page);
});
