// The colours say what the numbers say.
import { expect, field, openLab, readMatrix, sharedTest as test, WORKED_LAB } from "./lab.mjs";
import { drawn, pixelsOf } from "./seen.mjs";

const pixels = (page, name) => pixelsOf(page.locator(`attention-matrix[data-matrix=${name}]`));

const luminance = (colour) => {
  const [red, green, blue] = colour
    .slice(0, 3)
    .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

for (const colorScheme of ["light", "dark"]) {
  test(
    "ink grows with the weight, signs have their colours, and digits keep 4.5 : " + `1 on all of them, ${colorScheme}`,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await openLab(page, WORKED_LAB);
      await test.step("a larger weight has more ink than a smaller one", () =>
        expectMoreInkForMore(page, colorScheme === "light" ? -1 : 1));
      await page.getByRole("button", { name: "Reset" }).click();
      await test.step("scores below zero are brown, above it blue-green, and zero is the ground of the page", () =>
        expectSignsColoured(page));
      await test.step("Q, K, V and O have the same colours in captions, words, marks and programs", () =>
        expectLettersColoured(page));
      await test.step("digits on every colour of every ramp", async () => {
        for (const kind of ["weights", "scores"]) {
          const { inks, colours } = await paintEveryColour(page, kind);
          expect(inks).toHaveLength(256);
          for (const [at, ink] of inks.entries()) {
            const ground = luminance(colours[at]);
            expect(ink === "black" ? (ground + 0.05) / 0.05 : 1.05 / (ground + 0.05)).toBeGreaterThanOrEqual(4.5);
          }
        }
      });
    },
  );
}

async function expectMoreInkForMore(page, sign) {
  await field(page, "X, journey, dimension 1").fill("9");
  const { width, height, colours } = await pixels(page, "weights");
  expect([width, height]).toEqual([6, 6]);
  const weights = (await readMatrix(page, "weights")).flat().map(Number);
  const order = weights.map((_, at) => at).sort((a, b) => weights[a] - weights[b]);
  for (let at = 1; at < order.length; at++) {
    expect(sign * (luminance(colours[order[at]]) - luminance(colours[order[at - 1]]))).toBeGreaterThanOrEqual(-0.002);
  }
  const [least, most] = [order[0], order.at(-1)].map((at) => luminance(colours[at]));
  expect(Math.abs(most - least)).toBeGreaterThan(0.3);
}

async function expectSignsColoured(page) {
  for (const dimension of [1, 2, 3]) {
    await field(page, `X, Your, dimension ${dimension}`).fill("−1");
    await field(page, `X, one, dimension ${dimension}`).fill("0");
  }
  const { colours } = await pixels(page, "scores");
  const at = (row, column) => colours[row * 6 + column];
  const [below, above] = [at(0, 1), at(0, 0)];
  expect(below[0]).toBeGreaterThan(below[2]);
  expect(above[2]).toBeGreaterThan(above[0]);
  const ground = await page.evaluate(() =>
    getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number),
  );
  for (const [channel, value] of at(4, 2).slice(0, 3).entries())
    expect(Math.abs(value - ground[channel])).toBeLessThanOrEqual(3);
}

async function expectLettersColoured(page) {
  const colours = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const colourOf = (name) => ((probe.style.color = `var(--${name})`), getComputedStyle(probe).color);
    return Object.fromEntries(["query", "key", "value", "output"].map((name) => [name, colourOf(name)]));
  });
  for (const [letter, name] of Object.entries({ q: "query", k: "key", v: "value", mixed: "output" })) {
    const matrix = page.locator(`attention-matrix[data-matrix=${letter}]`);
    const caption = matrix.locator(`[slot=caption] .is-${name}`).first();
    await expect(caption).toHaveText(letter === "mixed" ? "O" : letter.toUpperCase());
    await expect(caption).toHaveCSS("color", colours[name]);
    await expect(matrix.locator("th.chosen").first()).toHaveCSS("color", colours[name]);
    await expect(page.locator(`.step .prose .is-${name}`).first()).toHaveCSS("color", colours[name]);
  }
  await page.locator("attention-matrix[data-matrix=weights] td[data-row='1'][data-column='0']").click();
  await page.getByRole("button", { name: "NumPy" }).click();
  await expect(page.locator("pre .is-query").first()).toHaveText(/^d?(q|query)$/);
  await expect(page.locator("pre .is-query").first()).toHaveCSS("color", colours.query);
  await expect(page.locator("pre .is-key").first()).toHaveCSS("color", colours.key);
  await page.keyboard.press("Escape");
}

/** Puts an element of our own at the page's end that holds each colour of the ramp once. */
async function paintEveryColour(page, kind) {
  await page.evaluate((given) => {
    const matrix = document.createElement("attention-matrix");
    matrix.setAttribute("kind", given);
    matrix.id = `every-${given}`;
    matrix.domain = [0, 255];
    matrix.matrix = { data: Float32Array.from({ length: 256 }, (_, at) => at), shape: [16, 16] };
    document.body.append(matrix);
  }, kind);
  const matrix = page.locator(`#every-${kind}`);
  const inks = await matrix.locator("td[data-row]").evaluateAll((cells) => cells.map((cell) => cell.dataset.ink));
  const { colours } = await pixelsOf(matrix);
  await matrix.evaluate((element) => element.remove());
  return { inks, colours };
}

test("the bar's numbers are the ends of its colours; the option takes them up to the largest weight", async ({
  lab,
}) => {
  const ticks = () => lab.locator("attention-matrix[data-matrix=weights] .ticks span").allInnerTexts();
  await expect.poll(ticks).toEqual(["0", "0.5", "1"]);
  const before = (await pixels(lab, "weights")).colours[1 * 6 + 1];
  await lab.getByRole("checkbox", { name: "Colours up to the largest weight" }).check();
  await expect.poll(ticks).toEqual(["0", "0.1132", "0.2264"]);
  const after = (await pixels(lab, "weights")).colours[1 * 6 + 1];
  expect(luminance(after)).toBeLessThan(luminance(before) - 0.3);
  await expect
    .poll(() => lab.locator("attention-matrix[data-matrix=scores] .ticks span").allInnerTexts())
    .toEqual(["−1.5", "0", "1.5"]);
  const words = Array.from({ length: 24 }, (_, at) => `w${at}`);
  await lab.getByRole("button", { name: "Reset" }).click();
  await lab.getByRole("textbox", { name: /^Text/ }).fill(words.join(" "));
  await lab.getByLabel("Causal").check();
  await test.step("under a causal mask it is the largest of the queries that see half of the words", async () => {
    const weights = lab.locator("attention-matrix[data-matrix=weights]");
    await expect(lab.getByRole("checkbox", { name: "Colours up to the largest weight" })).toBeChecked();
    await drawn(lab);
    const rows = await weights.evaluate(({ matrix: { data } }) =>
      Array.from({ length: 24 }, (_, row) => Math.max(...data.slice(24 * row, 24 * row + 24))),
    );
    const largest = Math.max(...rows.slice(11));
    const [, , end] = await ticks();
    expect(end).toMatch(/^≥ 0\.\d+$/);
    expect(Number(end.slice(2))).toBeCloseTo(largest, 3);
    await expect(weights.locator(".bar p")).toContainText(`to ${largest.toFixed(2)} or more, the strongest ink`);
    const { colours } = await pixels(lab, "weights");
    expect(colours[24]).toEqual(colours[0]);
    expect(Math.min(...colours.slice(24 * 23).map(luminance))).toBeLessThan(0.6);
  });
});

test("a change of the system's theme repaints the matrices", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await openLab(page, WORKED_LAB);
  const light = (await pixels(page, "weights")).colours[0];
  await page.emulateMedia({ colorScheme: "dark" });
  await expect
    .poll(async () => luminance((await pixels(page, "weights")).colours[0]))
    .toBeLessThan(luminance(light) / 4);
});
