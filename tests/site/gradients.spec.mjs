// The playground's gradients: they are those that the core returns, open like every other number, and cost
// nothing while it is off.
import { readFile } from "node:fs/promises";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import {
  cellOf,
  expect,
  expectShown,
  FILE,
  flavourOf,
  focusedCell,
  number,
  openCell,
  openLab,
  panel,
  readMatrix,
  sharedTest,
  test as testOfOpening,
  unfoldSettings,
  WORKED_LAB,
} from "./lab.mjs";
import { siteModule } from "./runs.mjs";
import { says } from "./says.mjs";
import { seen, seenOfAll, thenBusy } from "./seen.mjs";

const state = await siteModule("rooms/state/index.ts");

const test = sharedTest.extend({
  /** (what is called with, flavour) → every gradient of a call made directly. */
  call: ({ emptyPage }, use) => use((given) => emptyPage.evaluate(callCore, given)),
});

async function callCore({ x, weights, options, slopes, scale, flavour }) {
  const { load } = await import("/dist/heed.js");
  const heed = await load({ flavour });
  const { q, k, v } = heed.selfAttention(x, { ...weights, ...options, keep: ["q", "k", "v"] });
  const ofLayer = heed.selfAttentionBackward(x, slopes, { ...weights, ...options, keep: ["dWeights", "dScores"] });
  const [rows, columns] = v.shape.slice(-2);
  // dY · W_oᵀ by hand; then a head after the other
  const joined =
    weights?.outputWeight === undefined
      ? slopes
      : slopes.map((row) =>
          weights.outputWeight.map((line) => line.reduce((sum, weight, at) => sum + weight * row[at], 0)),
        );
  const dOutput = {
    data: Float32Array.from(
      { length: v.data.length },
      (_, at) => joined[Math.floor(at / columns) % rows][Math.floor(at / (rows * columns)) * columns + (at % columns)],
    ),
    shape: v.shape,
  };
  const { dq, dk, dv } = heed.attentionBackward(q, k, v, dOutput, { ...options, scale });
  // The page calls the gradients of W_Q, W_K and W_V dQuery, dKey and dValue.
  const called = (name) => name.replace(/^(d(?:Query|Key|Value))Weight$/, "$1");
  return Object.fromEntries(
    Object.entries({ ...ofLayer, dq, dk, dv, dOutput }).map(([name, { data, shape }]) => [
      called(name),
      { data: Array.from(data), shape },
    ]),
  );
}

/** What a link's page calls the core with. */
function givenOf(hash) {
  const now = state.decode(hash).state;
  const { tokens, x, output, query, key, value } = state.numbersOf(now);
  const projections = { queryWeight: query, keyWeight: key, valueWeight: value };
  const ofOutput = output === null ? {} : { outputWeight: output };
  const weights = now.projected ? { ...projections, ...ofOutput, heads: now.heads } : null;
  const columns = output === null ? now.heads * state.sizesOf(now).valueDim : now.width;
  const slopes = tokens.map((_, row) =>
    Array.from({ length: columns }, (_, column) =>
      now.loss === "sum" || (row === now.followed && column === now.lossNumber) ? 1 : 0,
    ),
  );
  const options = { scale: now.scale, normalize: now.softmax ? "softmax" : "none", causal: now.causal };
  const scale = now.scale === "sqrt-dmodel" ? 1 / Math.sqrt(now.width) : now.scale;
  return { given: { x, weights, options, slopes, scale }, now };
}

/**
 * The head on show, as the page has it: rows of numbers, turned where tokens are columns; what is masked is left out.
 */
function rowsOf({ data, shape }, name, now) {
  const [rows, columns] = shape.slice(-2);
  const sideBySide = ["dQuery", "dKey", "dValue"].includes(name);
  const own = sideBySide ? columns / now.heads : columns;
  const start = shape.length > 2 ? now.head * rows * columns : sideBySide ? now.head * own : 0;
  const made = Array.from({ length: rows }, (_, row) => data.slice(start + row * columns, start + row * columns + own));
  const visible =
    now.causal && ["dWeights", "dScores"].includes(name) ? made.map((row, i) => row.slice(0, i + 1)) : made;
  return now.convention === "columns"
    ? made[0].map((_, column) => visible.flatMap((row) => (column < row.length ? [row[column]] : [])))
    : visible;
}

const SETTINGS = {
  "the worked example": "",
  "one number, two heads, causal, with an output projection": "&loss=one&number=2&heads=2&wo=random.3&causal=1&head=2",
  "one number of four heads": "&preset=cat&loss=one&number=7&heads=4&dk=3&head=3",
  "a token as a column": "&turn=columns&causal=1&heads=2&wo=random.1",
  "no weights": "&preset=plain&loss=one&number=3",
  "no softmax, ÷ √d_model": "&softmax=0&scale=dmodel&causal=1",
  "whole numbers, a factor of one's own": "&preset=integers&scale=0.25",
};

const matrix = (page, name) => page.locator(`#gradients attention-matrix[data-matrix=${name}]`);
const shownNames = (page) =>
  page.locator("#gradients attention-matrix:visible").evaluateAll((all) => all.map(({ dataset }) => dataset.matrix));

for (const [name, hash] of Object.entries(SETTINGS)) {
  test(`every gradient on the page is what the core returns, and opens: ${name}`, async ({
    page,
    complaints,
    call,
  }) => {
    const link = `#v=1${hash}&gradients=1`;
    const { given, now } = givenOf(link);
    await openLab(page, FILE + link);
    const returned = await call({ ...given, flavour: await flavourOf(page) });
    const names = await shownNames(page);
    expect([...names].sort()).toEqual(
      [...Object.keys(returned), ...(given.weights?.outputWeight === undefined ? [] : ["dy"])].sort(),
    );
    if (names.includes("dy"))
      await expect
        .poll(() => matrix(page, "dy").evaluate((host) => Array.from(host.matrix.data)))
        .toEqual(
          now.convention === "columns"
            ? given.slopes[0].flatMap((_, at) => given.slopes.map((row) => row[at]))
            : given.slopes.flat(),
        );
    for (const shown of names.filter((one) => one !== "dy"))
      expectShown(
        (await readMatrix(page, shown)).map((row) => row.filter((text) => text !== "")),
        rowsOf(returned[shown], shown, now),
      );
    for (const shown of names) {
      const [rows, columns] = await matrix(page, shown).evaluate((host) => host.matrix.shape);
      const [row, column] = now.convention === "columns" ? [0, columns - 1] : [rows - 1, 0];
      await openCell(page, shown, row, column);
      const held = await matrix(page, shown).evaluate((host, at) => host.matrix.data[at], row * columns + column);
      expect(Math.fround(number(await panel(page).locator(".returned").innerText())), `${shown} ${row},${column}`).toBe(
        held,
      );
      await expectTriedOut(page, shown, held, given.weights?.outputWeight !== undefined);
      await page.keyboard.press("Escape");
      await expect.poll(() => focusedCell(page)).toBe(`${shown} ${row},${column}`);
    }
    expect(complaints).toEqual([]);
  });
}

/** The slope of the loss itself, with the one number a little larger and smaller. */
async function expectTriedOut(page, name, held, joined) {
  const given = name === "dy" || (name === "dOutput" && !joined);
  const tried = panel(page).locator("section", { has: page.getByRole("heading", { name: "Tried out" }) });
  await expect(tried).toHaveCount(given ? 0 : 1);
  if (given) return expect(panel(page)).toContainText(says("inspector.given-loss"));
  const slope = number(/at the rate of (\S+?):/.exec(await tried.innerText())[1]);
  expect(Math.abs(slope - held)).toBeLessThanOrEqual(2e-6 * (1 + Math.abs(held)));
}

test("a masked gradient is hatched, and its cell says that nothing comes back", async ({ page }) => {
  await openLab(page, `${FILE}#v=1&causal=1&gradients=1`);
  for (const name of ["dWeights", "dScores"]) {
    await expect(cellOf(page, name, 1, 4)).toHaveAttribute("data-hatched", "");
    await openCell(page, name, 1, 4);
    await expect(panel(page).locator(".special")).toHaveText(says("inspector.hidden-gradient"));
    await expect(panel(page)).toContainText(says("inspector.mask-text-back"));
    await page.keyboard.press("Escape");
  }
});

test("operands light up, and a sum leads back step by step from a weight of the projection to the loss", async ({
  page,
  complaints,
}) => {
  await openLab(page, `${FILE}#v=1&gradients=1&heads=2&head=2`);
  const lit = () =>
    page
      .locator("attention-matrix[data-matrix]")
      .evaluateAll((all) =>
        all.flatMap((host) => (host.shadowRoot.querySelector("td.marked") ? [host.dataset.matrix] : [])).sort(),
      );
  await cellOf(page, "dScores", 1, 2).hover();
  await expect.poll(lit).toEqual(["dWeights", "weights"]);
  await openCell(page, "dQuery", 2, 1);
  await expect.poll(lit).toEqual(["dq"]);
  await expect(page.locator("#edit-x input.marked")).toHaveCount(6);
  const title = panel(page).getByRole("heading", { level: 2 });
  await expect(title).toHaveText("Gradient of W_Q: from number 3 of a token to number 2 of its query in head 1");
  for (const [row, side, next] of [
    [/^starts/, 0, "Gradient of a query of “starts”, number 2"],
    [/^with/, 0, "Gradient of a score: “starts” on “with”"],
    [/^one/, 1, "Gradient of a weight: “starts” on “one”"],
    [/^1/, 0, "Gradient of a context vector of “starts”, number 1"],
  ]) {
    await panel(page).getByRole("row", { name: row }).getByRole("button").nth(side).click();
    await expect(title).toHaveText(next);
  }
  await page.keyboard.press("Escape");
  await expect.poll(() => focusedCell(page)).toBe("dQuery 2,1");
  await page.getByRole("checkbox", { name: "Gradients" }).uncheck();
  await expect(page.locator("#gradients")).toBeHidden();
  expect(complaints).toEqual([]);
});

test("with the keyboard alone: gradients on, to them, another loss, a cell, its inspector, and back", async ({
  lab,
}) => {
  const { keyboard } = lab;
  const about = lab.locator("#about-loss");
  await lab.getByRole("checkbox", { name: "Gradients" }).press("Space");
  await expect(about).toHaveText(/^The loss is here the sum of all numbers of O, so dO is 1 everywhere\./);
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await expect(lab.getByRole("radio", { name: "the sum of O" })).toBeFocused();
  await keyboard.press("ArrowRight");
  await expect(about).toHaveText(
    new RegExp(
      "^The loss is here one number of O: number 1 of “journey”, the token that is followed\\. " +
        "So dO is 1 there and 0 elsewhere\\.",
    ),
  );
  await keyboard.press("Tab");
  await keyboard.press("ArrowUp");
  await keyboard.press("Tab");
  await expect(about).toContainText("number 2 of “journey”");
  await expect.poll(() => focusedCell(lab)).toMatch(/^dOutput /);
  await expect
    .poll(async () => (await readMatrix(lab, "dOutput")).flat().filter((text) => Number(text) !== 0))
    .toEqual(["1.0000"]);
  await keyboard.press("Control+End");
  await keyboard.press("Enter");
  await expect(panel(lab).getByRole("heading", { level: 2 })).toHaveText(
    "Gradient of a context vector of “step”, number 2",
  );
  await keyboard.press("Escape");
  await expect.poll(() => focusedCell(lab)).toBe("dOutput 5,1");
  // to read a gradient is not to choose another token, and with it another loss
  await expect(about).toContainText("number 2 of “journey”");
  await expect.poll(() => lab.evaluate(() => location.hash)).toBe("#v=1&gradients=1&loss=one&number=2");
});

testOfOpening(
  "the link holds gradients, the loss and its number; each is undone by itself; a bad part is explained",
  async ({ page, complaints }) => {
    await openLab(page, WORKED_LAB);
    await expect(page.locator("#gradients attention-matrix"), "nothing is laid out for what is off").toHaveCount(0);
    const undo = page.getByRole("button", { name: "Undo" });
    const field = page.getByRole("spinbutton", { name: "Which number" });
    await page.getByRole("checkbox", { name: "Gradients" }).check();
    await page.locator("input[name=loss][value=one]").check();
    await field.fill("9");
    await field.press("Enter");
    await expect(field).toHaveValue("2");
    await page.getByRole("option", { name: /^starts/ }).click();
    await expect(page.locator("#about-loss")).toContainText("number 2 of “starts”");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#v=1&query=3&gradients=1&loss=one&number=2");
    const before = await readMatrix(page, "dk");
    // going to a place on the page leaves the state where it is
    await page.getByRole("link", { name: "below" }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#v=1&query=3&gradients=1&loss=one&number=2");
    await page.reload();
    await expect.poll(() => readMatrix(page, "dk")).toEqual(before);
    await unfoldSettings(page);
    await page.getByLabel("Causal").check();
    await page.locator("input[name=loss][value=sum]").check();
    await expect(field).toBeDisabled();
    await undo.click();
    await expect(field).toBeEnabled();
    await undo.click();
    await expect.poll(() => readMatrix(page, "dk")).toEqual(before);
    await page.locator("#preset").selectOption("cat");
    await expect(page.locator("#about-loss")).toContainText("number 1 of “it”");
    await page.goto(`${FILE}#v=1&gradients=1&loss=cube&number=x`);
    await expect(page.locator("#link-problem")).toHaveText(
      "“loss” of a link cannot be “cube”. It is one of sum, one. " +
        "“number” of a link must be a number from 1 to 2; it is “x”, and was left out.",
    );
    await expect(page.locator("#gradients")).toBeVisible();
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(page.locator("#gradients")).toBeHidden();
    expect(complaints).toEqual([]);
  },
);

test("a link that is followed while the page's own still waits is kept", async ({ page }) => {
  await openLab(page, WORKED_LAB);
  await thenBusy(page, () => {
    const preset = /** @type {HTMLSelectElement} */ (document.querySelector("#preset"));
    preset.value = "cat";
    preset.dispatchEvent(new Event("change", { bubbles: true }));
    // While the page is busy the pause of its own link ends; the other link is followed before that link is written.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (location.hash = "#v=1&gradients=1&loss=one&number=2");
    port2.postMessage("follow");
  });
  await expect(page.locator("#gradients")).toBeVisible();
  await expect(page.locator("#about-loss")).toContainText("number 2 of");
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#v=1&gradients=1&loss=one&number=2");
});

test("of a number that is another head's, the head on show says so, and all that comes back to it is 0", async ({
  page,
}) => {
  await openLab(page, `${FILE}#v=1&gradients=1&heads=2&loss=one&number=4`);
  await expect(page.locator("#about-loss")).toContainText(
    "That number belongs to head 1. In head 0, which is shown, nothing comes back.",
  );
  expect(new Set((await readMatrix(page, "dScores")).flat().map(Number))).toEqual(new Set([0]));
  await page.getByRole("radio", { name: "head 1" }).check({ force: true });
  await expect(page.locator("#about-loss")).not.toContainText("nothing comes back");
  await expect
    .poll(async () => (await readMatrix(page, "dScores")).flat().some((text) => number(text) !== 0))
    .toBe(true);
});

test("gradients that are shown can be saved, with the loss that they are of; a lab may leave them out", async ({
  page,
}) => {
  await openLab(page, `${FILE}#v=1&gradients=1&loss=one&number=2`);
  await page.getByRole("button", { name: "Export" }).click();
  const menu = page.getByRole("group", { name: "Export" });
  const at = (await menu.getByRole("option").allInnerTexts()).indexOf("dA = dO Vᵀ");
  await menu.getByRole("combobox").selectOption({ index: at });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    menu.getByRole("button", { name: "JSON" }).click(),
  ]);
  const saved = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(saved).toMatchObject({ name: "dWeights", shape: [6, 6], options: { loss: "O[2, 2]" } });
  expect(saved.data.flat().map(Math.fround)).toEqual(
    await matrix(page, "dWeights").evaluate((host) => Array.from(host.matrix.data)),
  );
  await page.keyboard.press("Escape");
  await openLab(page, `${FILE}#v=1&gradients=1&hide=gradients`);
  await expect(page.locator("#gradients")).toBeHidden();
  await expect(page.getByRole("checkbox", { name: "Gradients" })).toBeHidden();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(menu.getByRole("option")).toHaveCount(6);
});

test("axe finds nothing with gradients on, light or dark, and nothing runs out of the page", async ({
  page,
  complaints,
}) => {
  await openLab(page, `${FILE}#v=1&gradients=1&loss=one&heads=2&wo=random.1&causal=1`);
  await expectAxeFindsNothingInEitherTheme(page, "gradients");
  await openLab(page, `${FILE}#v=1&preset=it&gradients=1`);
  await page.locator("#known-count").click();
  await expectAxeFindsNothingInEitherTheme(page, "gradients of a trained head");
  for (const hash of ["", "&preset=bank&dk=16&dv=16", "&preset=it", "&turn=columns"]) {
    await openLab(page, `${FILE}#v=1&gradients=1${hash}`);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await seenOfAll(page.locator("#gradients attention-matrix:visible"), (all) =>
        all
          .map((one) => [one.dataset.matrix, one.getBoundingClientRect().right])
          .filter(([, right]) => right > innerWidth),
      );
      expect(
        [beyond, await seen(page, () => document.documentElement.scrollWidth <= innerWidth)],
        `${hash} at ${width} px`,
      ).toEqual([[], true]);
    }
  }
  expect(complaints).toEqual([]);
});
