// What is true of every lesson.
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import { PAGES, readStrings } from "../../scripts/learn-pages.mjs";
import { expect, lessonUrl, matrixOf, ready, test } from "./learn-lab.mjs";
import { root, serve } from "./serve.mjs";

const NAMES = PAGES.map(({ name }) => name);

test("every language has the same texts, with the same parameters, formulas, terms and links", () => {
  const strings = readStrings();
  const flat = (sections) => Object.fromEntries(Object.entries(sections).flatMap(([section, texts]) => Object.entries(texts).map(([key, text]) => [`${section}.${key}`, text])));
  const FORMULA = /\$\$?[^$]+\$\$?/g;
  // Words within a formula may be translated, its signs may not.
  const marks = (text) => [...(text.match(FORMULA) ?? []).map((tex) => tex.replace(/\\text\{[^}]*\}/g, "")), ...(text.replace(FORMULA, "").match(/\{\w+\}|<a [^>]+>/g) ?? [])].sort();
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

test("texts link to pages that there are, and name terms that the glossary has", () => {
  for (const sections of Object.values(readStrings())) {
    const all = JSON.stringify(sections);
    for (const [, name] of all.matchAll(/data-page=\\"([\w-]+)/g)) expect(NAMES).toContain(name);
    for (const [, term] of all.matchAll(/data-term=\\"([\w-]+)/g)) expect(sections.glossary).toHaveProperty([`${term}-means`]);
  }
});

test("no computed number is typed into a text: the texts hold no decimal fractions", () => {
  for (const sections of Object.values(readStrings())) {
    // but for the unit 8.5, which is a name
    for (const texts of Object.values(sections)) for (const text of Object.values(texts)) expect(text.replace("8.5", "").match(/\d[.,]\d/)?.input).toBeUndefined();
  }
});

/** Numbers of three or more decimals that a page shows as computed. */
const shownNumbers = (page) =>
  page.evaluate(() => {
    const texts = Array.from(document.querySelectorAll("[data-computed]"), (element) => element.textContent);
    for (const matrix of document.querySelectorAll("attention-matrix")) texts.push(matrix.shadowRoot.textContent);
    return texts.join(" ").match(/\d*\.\d{3,}/g) ?? [];
  });

const sources = () => {
  const learn = path.join(root, "web/site/learn");
  return readdirSync(learn, { recursive: true }).map((name) => path.join(learn, name)).filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, "utf8")).join("\n");
};

for (const name of NAMES) {
  test.describe(name, () => {
    test("opens over http under a sub-path, asks for itself and nothing else, and works on with the network cut", async ({ page, context, complaints, requests }) => {
      const server = await serve({ "/sub/": path.join(root, "dist-site") });
      const url = `${server.url}/sub/learn/${name}.html`;
      await page.goto(url);
      await ready(page);
      await context.setOffline(true);
      await page.getByRole("button", { name: "Deutsch" }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await server.close();
      // a worker is made of what the page holds
      expect(requests.filter((asked) => !asked.startsWith("blob:"))).toEqual([url]);
      expect(complaints).toEqual([]);
    });

    test("is one file of at most 300 kB gzipped", () => {
      expect(gzipSync(readFileSync(path.join(root, `dist-site/learn/${name}.html`)), { level: 9 }).length).toBeLessThanOrEqual(300_000);
    });

    test("speaks both languages, and no text is missing in either", async ({ page, open }) => {
      await open(name);
      const texts = () => page.locator("[data-t]").evaluateAll((elements) => elements.map((element) => [element.dataset.t, element.textContent.trim()]));
      const english = await texts();
      for (const [key, text] of english) expect(text, key).not.toMatch(/^$|\{\w+\}|undefined/);
      await page.getByRole("button", { name: "Deutsch" }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      const german = await texts();
      for (const [key, text] of german) expect(text, key).not.toMatch(/^$|\{\w+\}|undefined/);
      expect(german.map(([key]) => key)).toEqual(english.map(([key]) => key));
      await expect(page.locator("h1")).toContainText(readStrings().de[name].title);
      await expect(page).toHaveURL(/lang=de/);
      for (const href of await page.locator("a[data-page]").evaluateAll((links) => links.map((link) => link.href))) expect(href).toContain("#lang=de");
    });

    test("its numbers are nowhere in its sources", async ({ page, open }) => {
      await open(name);
      const written = sources();
      const typed = (await shownNumbers(page)).filter((number) => !/^0?\.0+$/.test(number) && new RegExp(`(?<!\\d)${number.replace(".", "\\.")}`).test(written));
      expect(typed).toEqual([]);
    });

    test("axe finds nothing, light and wide, dark and narrow, glossary open", async ({ page, open }) => {
      const violations = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
      await open(name);
      for (const [colorScheme, width] of [["light", 1440], ["dark", 360]]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await violations(), `${colorScheme}, ${width}`).toEqual([]);
      }
      await page.locator("#open-glossary").click();
      expect(await violations(), "glossary").toEqual([]);
    });

    test("nothing runs out of the page at any width, in either language", async ({ page, open }) => {
      for (const lang of ["en", "de"]) {
        await open(name, { lang });
        for (const width of [1440, 768, 360, 320]) {
          await page.setViewportSize({ width, height: 800 });
          await expect(async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)).toPass();
        }
      }
    });

    test("nothing moves for those who prefer no motion", async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(name);
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    });

    test("a spoilt link is explained, and the page stands", async ({ page, open }) => {
      await open(name, "v=9&lang=constructor");
      await expect(page.locator("#link-problem")).toContainText("(v)");
      await expect(page.locator("h1")).toBeVisible();
    });
  });
}

test("the links from page to page lead through all of them and back", async ({ page }) => {
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

test("a term opens the glossary at its entry, and Escape leads back to it", async ({ page, open }) => {
  await open("look-up");
  const term = page.locator("button.term").first();
  await term.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("dialog [data-sought] dt")).toHaveText("Score");
  await expect(page.locator("dialog [data-sought] .names math").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toBeHidden();
  await expect(term).toBeFocused();
});

test("the matrices speak the page's language, from the same file of texts", async ({ page, open }) => {
  const english = Object.fromEntries(Array.from(readFileSync(path.join(root, "web/element/words.ts"), "utf8").matchAll(/^ {2}(\w+): "(.*)",$/gm), ([, key, text]) => [key, text]));
  const own = readStrings().en.matrix;
  expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  // The element names a decimal; a text of the lessons holds none.
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

test("“open this in the playground” opens the very numbers of the lesson", async ({ page, open }) => {
  const rounded = (rows) => rows.flat().map((text) => Number(Number(text.replace("−", "-")).toFixed(2)));
  for (const [name, id, theirs, state] of [
    ["without-weights", "#alpha", "weights", { x: "1_0.5_-1_0.25_0.5_-0.75_2_1_-0.5_1.5" }],
    ["projections", "#scores", "raw", { dk: 3 }],
    ["one-query", "#weights", "weights", { query: 4, seen: 6 }],
  ]) {
    await open(name, state);
    const own = rounded(await matrixOf(page, id));
    await page.locator("#playground").click();
    const matrix = `attention-matrix[data-matrix=${theirs === "raw" ? "scores" : theirs}]`;
    await expect(page.locator(`${matrix} tbody td`).first()).not.toHaveText("");
    const rows = await matrixOf(page, matrix);
    // The playground's scores are scaled: these, by √3.
    const shown = name === "one-query" ? rounded([rows[4]]) : rounded(rows).map((value) => (theirs === "raw" ? value * Math.sqrt(3) : value));
    for (const [at, value] of own.entries()) expect(Math.abs(shown[at] - value), `${name} ${at}`).toBeLessThan(0.02);
  }
});
