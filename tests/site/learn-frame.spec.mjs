// Properties of every lesson.
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { PAGES, readStrings } from "../../scripts/learn-pages.mjs";
import { expectAxeFindsNothing } from "./axe.mjs";
import { expect, lessonUrl, matrixOf, ready, test } from "./learn-lab.mjs";
import { siteModule } from "./runs.mjs";
import { root, serve } from "./serve.mjs";

const NAMES = PAGES.map(({ name }) => name);

test("every language has the same texts, with the same parameters, formulas, terms and links", () => {
  const strings = readStrings();
  const flat = (sections) =>
    Object.fromEntries(
      Object.entries(sections).flatMap(([section, texts]) =>
        Object.entries(texts).map(([key, text]) => [`${section}.${key}`, text]),
      ),
    );
  const FORMULA = /\$\$?[^$]+\$\$?/g;
  // The words of a formula may be translated, its signs may not.
  const marks = (text) =>
    [
      ...(text.match(FORMULA) ?? []).map((tex) => tex.replace(/\\text\{[^}]*\}/g, "")),
      ...(text.replace(FORMULA, "").match(/\{\w+\}|<a [^>]+>/g) ?? []),
    ].sort();
  const english = flat(strings.en);
  expect(Object.keys(strings).length).toBeGreaterThan(1);
  for (const language of Object.keys(strings)) {
    const own = flat(strings[language]);
    expect(Object.keys(own).sort(), language).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), `${language} ${key}`).not.toBe("");
      expect(marks(text), `${language} ${key}`).toEqual(marks(english[key]));
    }
  }
});

test("every link of a text has its page, and every term its entry in the glossary", () => {
  for (const sections of Object.values(readStrings())) {
    const all = JSON.stringify(sections);
    for (const [, name] of all.matchAll(/data-page=\\"([\w-]+)/g)) expect([...NAMES, "encoder"]).toContain(name);
    for (const [, term] of all.matchAll(/data-term=\\"([\w-]+)/g))
      expect(sections.glossary).toHaveProperty([`${term}-means`]);
  }
});

test("no text holds a decimal fraction: computed numbers are not typed", () => {
  for (const sections of Object.values(readStrings())) {
    // unit 8.5 and the licence's version are names
    for (const texts of Object.values(sections))
      for (const text of Object.values(texts))
        expect(text.replace(/8\.5|License(&nbsp;| )2\.0/, "").match(/\d[.,]\d/)?.input).toBeUndefined();
  }
});

/** The computed numbers of a page that have three or more decimals. */
const shownNumbers = (page) =>
  page.evaluate(() => {
    const texts = Array.from(document.querySelectorAll("[data-computed]"), (element) => element.textContent);
    for (const matrix of document.querySelectorAll("attention-matrix")) texts.push(matrix.shadowRoot.textContent);
    return texts.join(" ").match(/\d*\.\d{3,}/g) ?? [];
  });

const sources = () => {
  const learn = path.join(root, "web/site/learn");
  return readdirSync(learn, { recursive: true })
    .map((name) => path.join(learn, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
};

/** The computed numbers of a page that also stand in the lessons' sources. */
async function typedNumbers(page) {
  const written = sources();
  return (await shownNumbers(page)).filter(
    (number) => !/^0?\.0+$/.test(number) && new RegExp(`(?<!\\d)${number.replace(".", "\\.")}`).test(written),
  );
}

/** Clicks on a language. No text is missing before or after, and the keys are the same.
 * All is read in one turn of the page, because a training goes on and changes the verdicts. */
async function expectSpeaksWholeIn(page, language) {
  const [before, after] = await page.evaluate((chosen) => {
    const texts = () =>
      Array.from(document.querySelectorAll("[data-t]"), (element) => [element.dataset.t, element.textContent.trim()]);
    const first = texts();
    document.querySelector(`#languages button[lang="${chosen}"]`).click();
    return [first, texts()];
  }, language);
  for (const [key, text] of [...before, ...after]) expect(text, key).not.toMatch(/^$|\{\w+\}|undefined/);
  expect(after.map(([key]) => key)).toEqual(before.map(([key]) => key));
  expect(after).not.toEqual(before);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

async function expectFitsAnyWidth(page) {
  for (const width of [1440, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width),
    ).toPass();
  }
}

for (const name of NAMES) {
  test(`${name}: all texts in both languages; axe finds nothing; no number is typed; the page fits any width`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(name);
    await test.step("its numbers are not in its sources", async () => expect(await typedNumbers(page)).toEqual([]));
    await test.step("axe, light and wide, dark and narrow", async () => {
      await expectAxeFindsNothing(page, "light, 1440 px");
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize({ width: 360, height: 900 });
      await expectAxeFindsNothing(page, "dark, 360 px");
    });
    await test.step("widths, in English", () => expectFitsAnyWidth(page));
    await test.step("from English to German", () => expectSpeaksWholeIn(page, "de"));
    await expect(page.locator("h1")).toContainText(readStrings().de[name].title);
    await expect(page).toHaveURL(/lang=de/);
    for (const href of await page.locator("a[data-page]").evaluateAll((links) => links.map((link) => link.href)))
      expect(href).toContain("#lang=de");
    await test.step("widths, in German", () => expectFitsAnyWidth(page));
  });
}

test("each opens over http under a sub-path, asks only for itself, and works on without the network", async ({
  page,
  context,
  complaints,
  requests,
}) => {
  for (const name of NAMES) {
    const server = await serve({ "/sub/": path.join(root, "dist-site") });
    const url = `${server.url}/sub/learn/${name}.html`;
    await context.setOffline(false);
    requests.length = 0;
    await page.goto(url);
    await ready(page);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Deutsch" }).click();
    await expect(page.locator("html"), name).toHaveAttribute("lang", "de");
    await server.close();
    // the page makes its worker from a blob
    expect(requests.filter((asked) => !asked.startsWith("blob:"))).toEqual([url]);
    expect(complaints, name).toEqual([]);
  }
});

test("each is one file of at most 350 kB gzipped", () => {
  for (const name of NAMES)
    expect(
      gzipSync(readFileSync(path.join(root, `dist-site/learn/${name}.html`)), { level: 9 }).length,
      name,
    ).toBeLessThanOrEqual(350_000);
});

test("a broken link is explained and the page still opens; nothing moves for readers who prefer no motion", async ({
  page,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const name of NAMES) {
    await open(name, "v=9&lang=constructor");
    await expect(page.locator("#link-problem"), name).toContainText("(v)");
    await expect(page.locator("h1"), name).toBeVisible();
    expect(await page.evaluate(() => document.getAnimations().length), name).toBe(0);
  }
});

test("the links to the next and previous page lead through all pages and back", async ({ page }) => {
  await page.goto(lessonUrl(NAMES[0]));
  for (const name of NAMES.slice(1)) {
    await page.locator("a[rel=next]").click();
    await expect(page).toHaveURL(new RegExp(`/${name}\\.html`));
  }
  for (const name of NAMES.slice(0, -1).reverse()) {
    await page.locator("a[rel=prev]").click();
    await expect(page).toHaveURL(new RegExp(`/${name}\\.html`));
  }
});

test("a term opens its entry in the glossary, axe finds nothing there, and Escape leads back to the term", async ({
  page,
  open,
}) => {
  await open("look-up");
  const term = page.locator("button.term").first();
  await term.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("dialog [data-sought] dt")).toHaveText("Score");
  await expect(page.locator("dialog [data-sought] .names math").first()).toBeVisible();
  await expectAxeFindsNothing(page, "the glossary");
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toBeHidden();
  await expect(term).toBeFocused();
});

test("the matrices speak the page's language, from the same file of texts", async ({ page, open }) => {
  const { ENGLISH: english } = await siteModule("../show/words.ts");
  const own = readStrings().en.matrix;
  expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  // The element's text holds a decimal fraction. The texts of the lessons may not.
  for (const key of Object.keys(own)) if (key !== "notANumber") expect(own[key]).toBe(english[key]);
  await open("without-weights");
  const sentence = page.locator("#omega .sentence");
  await expect(sentence).toContainText("Row “tired”: highest with “tired”");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(sentence).toContainText("Zeile „müde“: am höchsten mit „müde“");
  await expect(page.locator("#omega .bar .spoken")).toContainText("Die Farbe läuft von");
  await page.locator("#x td[data-row='0'][data-column='0']").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("viel");
  await page.keyboard.press("Enter");
  await expect(page.locator("#x .problem")).toContainText("„viel“ ist keine Zahl");
  await page.keyboard.press("Escape");
});

/** All texts of the page, also those in matrices and labels. Not inputs, programs and announcements. */
const readable = (page) =>
  page.evaluate(() => {
    const texts = [];
    const read = (node) => {
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      if (node instanceof Element) {
        if (node.matches("script, style, pre, code, noscript, #announcements")) return;
        texts.push(node.getAttribute("aria-label") ?? "");
      }
      for (const child of node.shadowRoot?.childNodes ?? []) read(child);
      for (const child of node.childNodes) read(child);
    };
    read(document.body);
    return texts.filter((text) => text.trim() !== "");
  });

test("in German numbers have a decimal comma and the same digits as in English; both signs may be typed", async ({
  page,
  open,
}) => {
  const decimals = (texts, point) =>
    texts.flatMap((text) => text.replace(/8\.5|License(&nbsp;| )2\.0/, "").match(point) ?? []);
  let found = 0;
  for (const name of NAMES) {
    await open(name);
    const english = decimals(await readable(page), /\d\.\d+/g);
    await page.getByRole("button", { name: "Deutsch" }).click();
    // Some lessons draw their parts in one frame after another.
    await expect.poll(async () => decimals(await readable(page), /.*\d\.\d.*/g), { message: name }).toEqual([]);
    const german = await readable(page);
    // The other lessons go on computing.
    if (["without-weights", "projections", "one-query"].includes(name))
      expect(
        decimals(german, /\d,\d+/g).map((text) => text.replace(",", ".")),
        name,
      ).toEqual(english);
    found += english.length;
  }
  expect(found).toBeGreaterThan(500);
  await open("without-weights", "v=1&lang=de");
  const cell = page.locator("#x td[data-row='0'][data-column='0']");
  for (const [typed, shown] of [
    ["0,75", "0,7500"],
    ["-1.5", "−1,5000"],
  ]) {
    await cell.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect(cell).toHaveText(shown);
  }
  await expect(page).toHaveURL(/x=-1\.5_/);
  await cell.focus();
  await expect(page.locator("#x .sentence")).toHaveText(/^Zeile „.+“: −1,5000( und|;) [\d,]+\.$/);
});

test("“Open in the playground” opens the numbers of the lesson", async ({ page, open }) => {
  const rounded = (rows) => rows.flat().map((text) => Number(Number(text.replace("−", "-")).toFixed(2)));
  for (const [name, id, theirs, state] of [
    ["without-weights", "#alpha", "weights", { x: "1_0.5_-1_0.25_0.5_-0.75_2_1_-0.5_1.5" }],
    ["projections", "#scores", "raw", { wq: "0.5_1_-0.75_2" }],
    ["one-query", "#weights", "weights", { query: 4, seen: 6 }],
  ]) {
    await open(name, state);
    const own = rounded(await matrixOf(page, id));
    await page.locator("#playground").click();
    const matrix = `attention-matrix[data-matrix=${theirs === "raw" ? "scores" : theirs}]`;
    await expect(page.locator(`${matrix} tbody td`).first()).not.toHaveText("");
    const rows = await matrixOf(page, matrix);
    // The playground shows scaled scores: the scores divided by √2.
    const shown =
      name === "one-query"
        ? rounded([rows[4]])
        : rounded(rows).map((value) => (theirs === "raw" ? value * Math.sqrt(2) : value));
    for (const [at, value] of own.entries()) expect(Math.abs(shown[at] - value), `${name} ${at}`).toBeLessThan(0.02);
  }
});
