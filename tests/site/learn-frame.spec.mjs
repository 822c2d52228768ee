// Properties of every lesson.
import { readFileSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { textOf } from "../../scripts/build-lib.mjs";
import { FRAMED, LESSONS, PAGES } from "../../scripts/site-pages.mjs";
import { readStrings } from "../../scripts/site-texts.mjs";
import { expectAxeFindsNothing } from "./axe.mjs";
import { expectNoEnglish, isGerman } from "./german.mjs";
import { expect, lessonUrl, matrixOf, ready, test } from "./learn-lab.mjs";
import { expectFitsAnyWidth, expectServesEverybody } from "./open-to-all.mjs";
import { siteModule } from "./runs.mjs";
import { drawn, seen } from "./seen.mjs";
import { root, serveSite } from "./serve.mjs";
import { expectSlidersSayWhatIsShown } from "./sliders.mjs";

/** Words that a matrix is about, alone or with a number. */
const WORD = /^\S+$|^the: \S+$/;

const NAMES = FRAMED.map(({ name }) => name);

/** A title as a page has it: a root is drawn, so it is no letter. */
const titleIn = (language, name) => readStrings()[language][name].title.replace("√dₖ", "dk");

/** The texts of a key: one, or one for each plural form. */
const formsOf = (text) => (typeof text === "string" ? [text] : Object.values(text));

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
  // Of a text with plural forms, the form that every language has. A form of one may do without its number.
  const whole = (text) => text.other ?? text;
  const english = flat(strings.en);
  expect(Object.keys(strings).length).toBeGreaterThan(1);
  for (const language of Object.keys(strings)) {
    const own = flat(strings[language]);
    expect(Object.keys(own).sort(), language).toEqual(Object.keys(english).sort());
    const texts = Object.entries(own);
    expect(texts.filter(([, text]) => formsOf(text).some((form) => form.trim() === ""))).toEqual([]);
    expect(texts.map(([key, text]) => [key, marks(whole(text))])).toEqual(
      texts.map(([key]) => [key, marks(whole(english[key]))]),
    );
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, text] of texts.filter(([, one]) => typeof one === "object")) {
      const { by, ...forms } = text;
      expect(Object.keys(forms).sort(), `${language} ${key}`).toEqual(pluralCategories.toSorted());
      expect(marks(forms.other), `${language} ${key}`).toContain(`{${by}}`);
    }
  }
});

test("every link of a text has its page, and every term its entry in the glossary", () => {
  for (const sections of Object.values(readStrings())) {
    const all = JSON.stringify(sections);
    for (const [, name] of all.matchAll(/data-page=\\"([\w-]+)/g))
      expect(PAGES.map((page) => page.name)).toContain(name);
    for (const [, term] of all.matchAll(/data-term=\\"([\w-]+)/g))
      expect(sections.glossary).toHaveProperty([`${term}-means`]);
  }
});

test("grouped heads are taught once: one lesson explains them, and another leads there", () => {
  for (const sections of Object.values(readStrings())) {
    const taught = LESSONS.filter(({ name }) => /grouped-query/i.test(JSON.stringify(sections[name])));
    expect(taught.map(({ name }) => name)).toEqual(["several-heads"]);
    expect(sections["order-and-masks"]["group-text"]).toContain('data-page="several-heads"');
  }
});

test("no text holds a decimal fraction: computed numbers are not typed", () => {
  const texts = Object.values(readStrings()).flatMap((sections) =>
    Object.values(sections).flatMap(Object.values).flatMap(formsOf),
  );
  expect(texts.length).toBeGreaterThan(1000);
  // unit 8.5 and the licence's version are names
  expect(texts.filter((text) => /\d[.,]\d/.test(text.replace(/8\.5|License(&nbsp;| )2\.0/, "")))).toEqual([]);
});

/** The computed numbers of a page that have three or more decimals. */
const shownNumbers = (page) =>
  page.evaluate(() => {
    const texts = Array.from(document.querySelectorAll("[data-computed]"), (element) => element.textContent);
    for (const matrix of document.querySelectorAll("attention-matrix")) texts.push(matrix.shadowRoot.textContent);
    return texts.join(" ").match(/\d*\.\d{3,}/g) ?? [];
  });

/** All but the figures that a command has stored. */
const sources = () =>
  [...NAMES.map((name) => `pages/${name}`), "rooms/lesson", "rooms/training"]
    .map((folder) => path.join(root, "web/site", folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
    .filter((file) => /\.\w+$/.test(file) && !file.endsWith("measured.json"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

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

const decimals = (texts, point) =>
  texts.flatMap((text) => text.replace(/8\.5|License(&nbsp;| )2\.0/, "").match(point) ?? []);

/** Opens a page over http, with a link that the page cannot read, and then cuts the network. */
async function openWithBrokenLink(page, name, requests) {
  const server = await serveSite("/sub/");
  const url = `${server.url}/sub/learn/${name}.html`;
  await page.goto(`${url}#v=9&lang=constructor`);
  await ready(page);
  // Its script must not be on its way when the network goes.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await server.close();
  return () =>
    // the page makes its worker from a blob
    expect(requests.filter((asked) => !asked.startsWith("blob:"))).toEqual([url]);
}

/** The first stop of the Tab key leads past the bar to the lesson. */
async function expectSkipLinkWorks(page) {
  await page.keyboard.press("Tab");
  await expect(page.locator("#skip")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("main :focus").first()).toBeAttached();
}

// One test opens a page once and asks for all of this, because opening is what takes long.
for (const name of NAMES) {
  test(`${name}: over http it asks for itself, explains a broken link, serves everybody, speaks German @tour`, async ({
    page,
    complaints,
    requests,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1440, height: 900 });
    const expectAskedForItselfAlone = await openWithBrokenLink(page, name, requests);
    await expect(page.locator("#link-problem")).toContainText("(v)");
    await expect(page.locator("h1")).toBeVisible();
    await test.step("nothing moves for readers who prefer no motion", async () =>
      await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0));
    await test.step("the skip link", () => expectSkipLinkWorks(page));
    await test.step("its numbers are not in its sources", async () =>
      await expect.poll(() => typedNumbers(page)).toEqual([]));
    await test.step("axe, light and wide, dark and narrow", async () => {
      await expectAxeFindsNothing(page, "light, 1440 px");
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize({ width: 360, height: 900 });
      await expectAxeFindsNothing(page, "dark, 360 px");
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    await expectServesEverybody(page);
    await drawn(page);
    const read = await readable(page);
    const english = decimals(read, /\d\.\d+/g);
    const wholes = decimals(read, /\d{1,3}(?:,\d{3})+/g).map((text) => text.replaceAll(",", "."));
    if (LESSONS.some((lesson) => lesson.name === name)) expect(english).not.toEqual([]);
    await test.step("from English to German", () => expectSpeaksWholeIn(page, "de"));
    await expect(page.locator("h1")).toContainText(titleIn("de", name));
    await expect(page).toHaveURL(/lang=de/);
    const hrefs = await page.locator("a[data-page]").evaluateAll((links) => links.map((link) => link.href));
    expect(hrefs.filter((href) => !/[#&]lang=de/.test(href))).toEqual([]);
    await test.step("in German numbers have a decimal comma and the same digits", async () => {
      // Some lessons draw their parts in one frame after another.
      // German has points in whole numbers: between groups of digits.
      const withoutWholes = (text) => wholes.reduce((left, whole) => left.replaceAll(whole, ""), text);
      await expect.poll(async () => decimals((await readable(page)).map(withoutWholes), /.*\d\.\d.*/g)).toEqual([]);
      const german = decimals(await readable(page), /\d,\d+/g).map((text) => text.replace(",", "."));
      // The sentences of "Context" are other ones in German.
      if (name !== "context") expect(german).toEqual(english);
    });
    await test.step("no English is left, but what says that it is", () =>
      expectNoEnglish(page, { named: WORD, least: 30 }));
    await test.step("widths, in German", () => expectFitsAnyWidth(page));
    await test.step("what sliders say, in German and in English", async () => {
      await expectSlidersSayWhatIsShown(page, isGerman);
      await page.locator("#languages button[lang=en]").click();
      await expectSlidersSayWhatIsShown(page);
    });
    expectAskedForItselfAlone();
    expect(complaints).toEqual([]);
  });
}

test("each is one file of at most 350 kB gzipped, a lesson of 390, with the wasm of each flavour once", () => {
  const begin = textOf(readFileSync(path.join(root, "dist/simd.wasm")).subarray(0, 24));
  for (const name of NAMES) {
    const page = readFileSync(path.join(root, `dist-site/learn/${name}.html`));
    expect(gzipSync(page, { level: 9 }).length, name).toBeLessThanOrEqual(
      LESSONS.some((lesson) => lesson.name === name) ? 390_000 : 350_000,
    );
    const cores = page.toString().split(begin).length - 1;
    expect(cores, name).toBeLessThanOrEqual(2);
    if (PAGES.find((one) => one.name === name).worker !== undefined) expect(cores, name).toBe(2);
  }
});

test("each lesson shows its picture in the first screen, a phone in a screen and a half @layout", async ({
  page,
  open,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const { name } of LESSONS)
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(name);
      const places = () =>
        seen(page, () => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
          return { title: box("h1"), picture: box("#picture svg") };
        });
      const wide = await places();
      expect(wide.picture.left, "beside the title").toBeGreaterThanOrEqual(wide.title.right);
      expect(wide.picture.height, "large enough to see").toBeGreaterThan(180);
      expect(wide.picture.bottom, "in the first screen").toBeLessThanOrEqual(900);
      const at = (moment) =>
        page.locator("#picture").evaluate((figure, value) => {
          const input = figure.querySelector("input");
          input.value = value;
          input.dispatchEvent(new Event("input", { bubbles: true }));
          return [input.hidden, figure.querySelector("svg").innerHTML];
        }, moment);
      const [[still, first], [, end]] = [await at(40), await at(100)];
      expect(`${first}${end}`).not.toMatch(/NaN|Infinity/);
      if (!still) expect(first, "it moves").not.toBe(end);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(async () => (await places()).picture.bottom, "on a phone").toBeLessThanOrEqual(1.5 * 844);
    });
});

test("an address opens a lesson's picture alone, with its title and what it shows, and it moves by keys", async ({
  page,
  open,
}) => {
  await open("look-up");
  await page.locator("#picture a").click();
  await expect(page).toHaveURL(/look-up\.html\?picture#/);
  await ready(page);
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.locator("main")).toBeHidden();
  await expectAxeFindsNothing(page, "the picture alone", { but: ["landmark-one-main"] });
  await expectFitsAnyWidth(page);
  const drawing = () => page.locator("#picture svg").innerHTML();
  const slider = page.getByRole("slider", { name: "Move the picture" });
  await slider.press("Home");
  const begin = await drawing();
  await slider.press("End");
  await expect.poll(drawing).not.toBe(begin);
  await expect(slider).toHaveAttribute("aria-valuetext", "100\u00a0%");
});

/** How high a frame of 640 pixels must be. */
const FRAME = 640;

for (const { name } of LESSONS)
  test(`${name}: in frames of another page its picture stands alone, in English and in German`, async ({
    page,
    complaints,
  }, info) => {
    const frames = ["en", "de"].map((language) => {
      const address = lessonUrl(name, `v=1&lang=${language}`).replace("#", "?picture#");
      return `<iframe name="${language}" src="${address}" width="640" height="${FRAME}"></iframe>`;
    });
    const file = info.outputPath("article.html");
    await writeFile(file, `<!doctype html><meta charset="utf-8"><title>Mine</title>${frames.join("")}`);
    await page.goto(pathToFileURL(file).href);
    for (const language of ["en", "de"]) {
      const frame = page.frameLocator(`iframe[name=${language}]`);
      await expect(frame.locator("h1")).toContainText(titleIn(language, name));
      await expect(frame.locator("main")).toBeHidden();
      await expect(frame.locator("#picture svg > *").first()).toBeAttached();
      const room = await seen(frame.locator("#picture"), (figure) => ({
        ends: figure.getBoundingClientRect().bottom,
        over: document.documentElement.scrollWidth - window.innerWidth,
      }));
      expect(room.over, "nothing is wider than the frame").toBeLessThanOrEqual(0);
      expect(room.ends, "the picture fits the frame").toBeLessThanOrEqual(FRAME);
    }
    expect(complaints).toEqual([]);
  });

test("the links to the next and previous page lead through all lessons and back, and then to the playground", async ({
  page,
  open,
}) => {
  const linksOf = (name) => {
    const html = readFileSync(path.join(root, `dist-site/learn/${name}.html`), "utf8");
    return ["prev", "next"].map((rel) => new RegExp(`<a rel="${rel}"[^>]* href="([^"]*)"`).exec(html)?.[1]);
  };
  const file = (name) => name && `${name}.html`;
  const last = NAMES.indexOf(LESSONS.at(-1).name);
  for (const [at, name] of NAMES.entries())
    expect(linksOf(name), name).toEqual([
      at === last + 1 ? undefined : file(NAMES[at - 1]),
      at === last ? "../play.html" : file(NAMES[at + 1]),
    ]);
  await open(NAMES[1], "lang=de");
  await page.locator("a[rel=next]").click();
  await expect(page).toHaveURL(new RegExp(`/${NAMES[2]}\\.html#lang=de`));
  await page.locator("a[rel=prev]").click();
  await expect(page).toHaveURL(new RegExp(`/${NAMES[1]}\\.html#lang=de`));
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

test("on a phone the glossary can be closed from its last entry", async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open("one-query");
  await page.locator("#open-glossary").click();
  await page.locator("#glossary").evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  await expect(page.locator("#glossary [data-entry]").last()).toBeInViewport();
  // A click would scroll to the button first.
  await expect(page.locator("#close-glossary")).toBeInViewport({ ratio: 1 });
  const above = await seen(page.locator("#close-glossary"), (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(above).toBe(true);
  const edge = await seen(page.locator("#glossary"), (dialog) => {
    const { left, top } = dialog.getBoundingClientRect();
    return document.elementFromPoint(left + 40, top + 4).className;
  });
  expect(edge, "no entry shows above the button").toBe("glossary-head");
});

test("the matrices speak the page's language, from the same file of texts", async ({ page, open }) => {
  const { ENGLISH: english } = await siteModule("../show/words.ts");
  const own = readStrings().en.matrix;
  // The page takes the decimal sign from the language.
  expect(["point", ...Object.keys(own)].sort()).toEqual(Object.keys(english).sort());
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

test("in German a decimal comma and a decimal point may be typed", async ({ page, open }) => {
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

test("a change just before the reader leaves a lesson is in its link when the reader comes back", async ({
  page,
  open,
}) => {
  await open("look-up");
  await page.evaluate(() => {
    const angle = document.getElementById("angle");
    angle.value = "123";
    angle.dispatchEvent(new Event("input", { bubbles: true }));
    location.href = "index.html";
  });
  await expect(page).toHaveURL(/\/index\.html/);
  await page.goBack();
  await expect(page).toHaveURL(/angle=123/);
  await expect(page.locator("#angle")).toHaveValue("123");
});

test("a lesson's link names a language only if the reader or the link has chosen it", async ({ page, open }) => {
  await open("look-up", "");
  await page.locator("#angle").fill("40");
  await expect(page).toHaveURL(/angle=40/);
  expect(page.url()).not.toContain("lang=");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/lang=de.*angle=40/);
});
