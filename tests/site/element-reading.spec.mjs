// <attention-matrix> for those who read by keyboard or ear, without colour, with more contrast, on paper, in the dark;
// and themed by its page.
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { cells, expect, matrix, sharedTest as test, show } from "./element-page.mjs";
import { boxOf, pixelsOf, seen } from "./seen.mjs";

const TOKENS = ["the", "animal", "was", "tired"];
const FOUR = {
  rowLabels: TOKENS,
  columnLabels: TOKENS,
  matrix: { data: Array.from({ length: 16 }, (_, at) => at / 15), shape: [4, 4] },
  mask: Array.from({ length: 16 }, (_, at) => at !== 3),
};

const luminance = (colour) => {
  const [red, green, blue] = colour
    .slice(0, 3)
    .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const ratio = (one, other) =>
  (Math.max(luminance(one), luminance(other)) + 0.05) / (Math.min(luminance(one), luminance(other)) + 0.05);
const channels = (colour) => colour.match(/[\d.]+/g).map(Number);

async function large(page, properties = {}, n = 100) {
  await matrix(page).evaluate(
    (element, given) => {
      const data = Float32Array.from({ length: given.n ** 2 }, (_, at) => ((at * 37) % 101) / 100);
      Object.assign(element, { matrix: { data, shape: [given.n, given.n] } }, given.properties);
    },
    { properties, n },
  );
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
}

for (const [name, set] of [
  ["a heat map", (page) => show(page, { ...FOUR, editable: true })],
  ["arcs", (page) => show(page, { ...FOUR, view: "arcs" })],
  ["a table", (page) => show(page, { ...FOUR, view: "table" })],
  ["a map of more cells than pixels", (page) => large(page, {}, 700)],
  [
    "a map close up",
    async (page) => (
      await large(page, { kind: "scores" }),
      await page.getByRole("textbox").fill("12, 40"),
      await page.getByRole("textbox").press("Enter")
    ),
  ],
]) {
  test(`axe finds nothing in ${name}, light or dark`, async ({ page }) => {
    await page.evaluate(() =>
      Object.assign(document.documentElement.style, { colorScheme: "light dark", background: "Canvas" }),
    );
    await set(page);
    await expectAxeFindsNothingInEitherTheme(page, name, {
      but: ["page-has-heading-one", "landmark-one-main", "region"],
    });
  });
}

test("the theme is the page's ground, whatever makes it so, and not the system's", async ({ page }) => {
  const dark = async () => luminance((await pixelsOf(matrix(page))).colours[0]) < 0.1;
  await page.emulateMedia({ colorScheme: "dark" });
  await show(page, FOUR);
  await expect.poll(dark).toBe(false);
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement("meta"), { name: "color-scheme", content: "dark" })),
  );
  await show(page, FOUR);
  await expect.poll(dark).toBe(true);
});

for (const colorScheme of ["light", "dark"]) {
  test(`text outside cells keeps 4.5 : 1 on the page's ground, focus and hatching 3 : 1, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => (document.documentElement.style.colorScheme = "light dark"));
    await show(page, { ...FOUR, row: 1 });
    const read = (selector, property = "color") =>
      page
        .locator(`attention-matrix ${selector}`)
        .first()
        .evaluate((element, wanted) => getComputedStyle(element)[wanted], property);
    const ground = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("span"));
      probe.style.color = "Canvas";
      return getComputedStyle(probe).color;
    });
    // Mixed colours come as color(srgb 0.3 0.3 0.3), whose channels run to 1.
    const rgb = (colour) =>
      colour.startsWith("color(") ? channels(colour).map((channel) => channel * 255) : channels(colour);
    for (const selector of ["th[scope=row]", "th.chosen", ".sentence", ".ticks", ".problem"])
      expect(ratio(rgb(await read(selector)), rgb(ground))).toBeGreaterThanOrEqual(4.5);
    const hatching = /(color\([^)]*\)|rgb\([^)]*\)) 0/.exec(await read("td[data-hatched]", "backgroundImage"))[1];
    expect(ratio(rgb(hatching), rgb(ground))).toBeGreaterThanOrEqual(3);
  });
}

test(
  "with forced colours: digits on the system's ground; a map keeps its picture; " + "focus has the system's highlight",
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await show(page, FOUR);
    await expect(page.locator("attention-matrix .home canvas")).toBeHidden();
    // The page is shared: after another test's click, focus shows only once a key was pressed.
    await page.keyboard.press("Tab");
    // It is asked again: a matrix that is drawn once more has other cells.
    const outlined = () =>
      cells(page)
        .nth(4)
        .evaluate((cell) => {
          const probe = document.body.appendChild(document.createElement("span"));
          probe.style.color = "Highlight";
          cell.focus();
          return getComputedStyle(cell).outlineColor === getComputedStyle(probe).color;
        });
    await expect.poll(outlined).toBe(true);
    // Cells too small for digits keep their colours: they would say nothing.
    await matrix(page).evaluate(({ style }) => (style.inlineSize = "140px"));
    await expect(page.locator("attention-matrix .home canvas")).toBeVisible();
    await expect(page.locator("attention-matrix .bar")).toBeVisible();
    await matrix(page).evaluate(({ style }) => (style.inlineSize = ""));
    await expect(page.locator("attention-matrix .home canvas")).toBeHidden();
    await large(page);
    await expect(page.locator("attention-matrix .field canvas").first()).toBeVisible();
  },
);

test("who asks for more contrast has rules and hatching in ink", async ({ page }) => {
  await show(page, FOUR);
  const hatching = () =>
    page.locator("attention-matrix td[data-hatched]").evaluate((cell) => getComputedStyle(cell).backgroundImage);
  const before = await hatching();
  await page.emulateMedia({ contrast: "more" });
  await expect.poll(hatching).not.toBe(before);
  await expect.poll(hatching).toContain("rgb(0, 0, 0) 0");
});

test("nothing in it moves by itself", async ({ page }) => {
  await show(page, FOUR);
  await large(page);
  await page.getByRole("button", { name: "Zoom in" }).press("Enter");
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await expect
    .poll(() =>
      matrix(page).evaluate(
        (host) =>
          Array.from(host.shadowRoot.querySelectorAll("*")).filter(
            (each) =>
              getComputedStyle(each).transitionDuration !== "0s" || getComputedStyle(each).animationName !== "none",
          ).length,
      ),
    )
    .toBe(0);
});

for (const kind of ["weights", "scores"]) {
  test(`on paper ${kind} take little ink: digits are black on every colour, in the dark as well`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    await show(page, {
      kind,
      theme: "dark",
      matrix: {
        data: Array.from({ length: 255 }, (_, at) => (kind === "weights" ? at / 254 : at - 127)),
        shape: [15, 17],
      },
    });
    const { colours } = await pixelsOf(matrix(page));
    for (const colour of colours) expect(luminance(colour)).toBeGreaterThan(0.35);
    for (const ink of await cells(page).evaluateAll((all) => all.map((cell) => cell.dataset.ink)))
      expect(ink).toBe("black");
    expect(luminance(colours[kind === "weights" ? 0 : 127])).toBeGreaterThan(0.99);
    await expect
      .poll(() =>
        page.locator("attention-matrix .home canvas").evaluate((canvas) => getComputedStyle(canvas).printColorAdjust),
      )
      .toBe("exact");
  });
}

test("on paper a map has no buttons, and its picture and digits are three times as sharp as on screen", async ({
  page,
}) => {
  await large(page);
  await page.getByRole("textbox").fill("12, 40");
  await page.getByRole("textbox").press("Enter");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("attention-matrix .controls")).toBeHidden();
  const sizes = () => seen(page.locator("attention-matrix .ink"), (canvas) => [canvas.width, canvas.clientWidth]);
  await expect.poll(async () => ((size) => size[0] / size[1])(await sizes())).toBeCloseTo(3, 1);
});

test("a page themes it by custom properties and by parts", async ({ page }) => {
  await show(page, { ...FOUR, row: 1 });
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "attention-matrix { --matrix-cell: 60px; --matrix-accent: rgb(1, 2, 3); --matrix-faint: rgb(4, 5, 6) " +
        "} attention-matrix::part(sentence) { color: rgb(7, 8, 9) }",
    );
    document.adoptedStyleSheets = [sheet];
  });
  const colour = (selector) =>
    page
      .locator(`attention-matrix ${selector}`)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  await expect.poll(() => colour("th.chosen")).toBe("rgb(1, 2, 3)");
  await expect.poll(() => colour("th[scope=col]")).toBe("rgb(4, 5, 6)");
  await expect.poll(() => colour(".sentence")).toBe("rgb(7, 8, 9)");
  await expect.poll(async () => (await boxOf(cells(page).first())).width).toBeCloseTo(60, 0);
});

for (const width of [320, 768, 2200]) {
  test(`at ${width} px no view runs out of the page`, { tag: "@layout" }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const view of ["heatmap", "arcs", "table"]) {
      await show(page, { ...FOUR, view });
      await expect.poll(() => seen(page, () => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await large(page, { view, mask: null });
      await expect.poll(() => seen(page, () => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}
