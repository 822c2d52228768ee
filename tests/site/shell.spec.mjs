// What all pages share, measured on each of them: one grid, two buttons, and a figure before its options.
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { makePreviews, previewOf } from "../../scripts/previews.mjs";
import { fileOf, LESSONS, PAGES } from "../../scripts/site-pages.mjs";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expect, test } from "./lab.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import { photoOf, seen, seenOfAll } from "./seen.mjs";
import { root } from "./serve.mjs";

const FILES = [...PAGES.map(fileOf), "docs/index.html", "docs/api.html"];
const WIDTHS = [1440, 768, 390];
/** Here the row of names has hardly any room. */
const NARROW = [360, 320];

/** How many controls may come before the first figure of a page. These pages are made of controls. */
const MOST_CONTROLS = 8;
const ARE_CONTROLS = ["parts.html", "learn/questions.html"];

const hrefOf = (file) => pathToFileURL(path.join(root, "dist-site", file)).href;

/** Where the logo and the links stand: left edges, and the middle of the row. */
const placesOf = (page) =>
  seen(page, () =>
    Array.from(document.querySelectorAll("nav.site :is(.brand, li a)"), (link) => {
      const { left, top, bottom } = link.getBoundingClientRect();
      return [link.textContent, Math.round(left), Math.round((top + bottom) / 2)].join(" ");
    }),
  );

/** What a page is made of: the looks of its buttons, and the controls above its first figure. */
const looksOf = (page) =>
  seen(page, () => {
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // Words, numbers and parts of a figure can be pressed, too. They look like what they are.
    const FIGURES =
      "svg, table, li, dl, attention-matrix, .pieces, .strips, .sentence, .whole, .walk, .changes, .letters";
    const WORDS = ".opens, .term, .word, .sentence, .stepper button, .token-row button, #languages button";
    const lookOf = (button) => {
      const style = getComputedStyle(button);
      const { borderRadius, borderTopWidth, borderTopStyle, fontFamily, fontWeight, fontSize, paddingTop } = style;
      const isFilled = style.backgroundColor !== "rgba(0, 0, 0, 0)";
      const font = `${fontWeight} ${fontSize} ${fontFamily.split(",")[0]}`;
      return [isFilled, `${borderTopWidth} ${borderTopStyle}`, borderRadius, font, paddingTop].join(" | ");
    };
    const buttons = Array.from(document.querySelectorAll("button:enabled, .button, .chooser"))
      .filter((button) => isShown(button) && !button.closest(FIGURES) && !button.matches(`${WORDS}, [aria-pressed]`))
      .map((button) => ({
        where: `${location.pathname.split("/").pop()} ${button.id || button.textContent.trim()}`,
        look: lookOf(button),
      }));
    const isLarge = (element) => {
      const { width, height } = element.getBoundingClientRect();
      return width >= 100 && height >= 60 && isShown(element);
    };
    const figures = "main :is(svg, canvas, attention-matrix, table, .sentence, .pieces, .ghost, figure, pre), #picture";
    const first = Array.from(document.querySelectorAll(figures)).find(isLarge);
    const top = first?.getBoundingClientRect().top ?? Infinity;
    const controls = Array.from(document.querySelectorAll("main :is(button, input, select, textarea, summary)"))
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().top < top)
      .map((control) => control.id || control.textContent.trim());
    return { buttons, controls };
  });

/** Of each page, at each width: where the logo and the links are, and what the page is made of. */
async function lookAt(page) {
  const found = {};
  for (const file of FILES) {
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await page.goto(hrefOf(file));
    found[file] = { places: {}, looks: {} };
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      found[file].places[width] = await placesOf(page);
      found[file].looks[width] = await looksOf(page);
    }
  }
  return found;
}

/** By how many pixels the page, and its row of names, are wider than their room. */
const tooWide = (page) =>
  seen(page, () => {
    const names = document.querySelector("nav.site ul");
    const { scrollWidth } = document.documentElement;
    return { page: Math.max(0, scrollWidth - innerWidth), names: names.scrollWidth - names.clientWidth };
  });

/** Which pages answer what: answer → files. */
function byAnswer(found, ask) {
  const answers = {};
  for (const [file, look] of Object.entries(found)) (answers[JSON.stringify(ask(look))] ??= []).push(file);
  return answers;
}

test("on all pages the logo and the five names have one place, there are two buttons, and figures come first", async ({
  page,
}) => {
  const found = await lookAt(page);
  for (const width of WIDTHS) {
    const places = byAnswer(found, (one) => one.places[width]);
    expect(Object.keys(places), `${width} px: ${JSON.stringify(places)}`).toHaveLength(1);
  }
  const names = Object.values(found)[0].places[1440].map((place) => place.replace(/( \d+){2}$/, ""));
  expect(names).toEqual(["heed", "Lessons", "Playground", "Your model", "Train", "Docs"]);
  for (const width of WIDTHS) {
    const ofPages = Object.entries(found).map(([file, { looks }]) => [file, looks[width]]);
    const all = ofPages.flatMap(([, { buttons }]) => buttons).map((one) => [one.where, one]);
    const buttons = byAnswer(Object.fromEntries(all), ({ look }) => look);
    expect(Object.keys(buttons).length, `${width} px: ${JSON.stringify(buttons, null, 1)}`).toBeLessThanOrEqual(2);
    const tooMany = ofPages
      .filter(([file, { controls }]) => controls.length > MOST_CONTROLS && !ARE_CONTROLS.includes(file))
      .map(([file, { controls }]) => [file, controls]);
    expect(tooMany, `${width} px`).toEqual([]);
  }
});

test("on a small phone no page and no row of names scrolls sideways, in either language", async ({ page }) => {
  const found = [];
  for (const file of FILES) {
    await page.goto(hrefOf(file));
    // The documentation is in English only.
    const languages = await page.locator("#languages button").evaluateAll((all) => all.map(({ lang }) => lang));
    for (const language of languages.length > 0 ? languages : [""]) {
      if (language !== "") await page.locator(`#languages [lang=${language}]`).dispatchEvent("click");
      for (const width of NARROW) {
        await page.setViewportSize({ width, height: 800 });
        const { page: wide, names } = await tooWide(page);
        if (wide > 0 || names > 0) found.push({ file, language, width, wide, names });
      }
    }
  }
  expect(found).toEqual([]);
});

test("a bar is on the line of its number, in a column of its own", async ({ page }) => {
  for (const file of ["parts.html", "bench.html"]) {
    await page.goto(hrefOf(file));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await seenOfAll(page.locator(".bars tr:has(.bar)"), (rows) =>
        rows.map((row) => {
          const [bar, number] = [row.querySelector(".bar span"), row.querySelector(".bar + td")];
          const middle = ({ top, bottom }) => (top + bottom) / 2;
          const [ofBar, ofNumber] = [bar.getBoundingClientRect(), number.getBoundingClientRect()];
          return { apart: Math.abs(middle(ofBar) - middle(ofNumber)), isBefore: ofBar.right <= ofNumber.left + 1 };
        }),
      );
      expect(lines.length, file).toBeGreaterThan(2);
      for (const { apart, isBefore } of lines) {
        expect(apart, `${file}, ${width} px`).toBeLessThan(3);
        expect(isBefore, `${file}, ${width} px`).toBe(true);
      }
    }
  }
});

/** Of each row of the tables: how far apart its texts stand, and of each bar, how far from the numbers beside it. */
const linesOf = (page) =>
  seen(page, () => {
    const boxOf = (cell) => {
      const range = document.createRange();
      range.selectNodeContents(document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode());
      return range.getClientRects()[0];
    };
    return Array.from(document.querySelectorAll(".ledger tbody tr:not(:has(math))"))
      .filter((row) => row.checkVisibility())
      .map((row) => {
        const cells = Array.from(row.cells).filter(
          (cell) => cell.textContent.trim() !== "" && !cell.querySelector("svg"),
        );
        const feet = cells.map((cell) => boxOf(cell).bottom);
        const bars = cells.flatMap((cell, at) => {
          const bar = cell.querySelector(".share")?.getBoundingClientRect();
          if (bar === undefined || at === 0) return [];
          const [before, own] = [boxOf(cells[at - 1]), boxOf(cell)];
          const middle = ({ top, bottom }) => (top + bottom) / 2;
          return [{ off: Math.abs(middle(bar) - middle(own)), gap: bar.left - before.right }];
        });
        return { row: row.textContent, apart: Math.max(...feet) - Math.min(...feet), bars };
      });
  });

test("in a lesson's table a row has one baseline; a bar is on it, and keeps away from the number before", async ({
  page,
}) => {
  for (const file of ["learn/look-up.html", "learn/several-heads.html"])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(hrefOf(file));
      await expect(page.locator("body[data-ready] .ledger .share:visible").first()).toBeAttached();
      const lines = await linesOf(page);
      expect(lines.flatMap(({ bars }) => bars).length, file).toBeGreaterThan(4);
      for (const { row, apart, bars } of lines) {
        expect(apart, `${file}, ${width} px: ${row}`).toBeLessThan(2);
        for (const { off, gap } of bars) {
          expect(off, `${file}, ${width} px: ${row}`).toBeLessThan(5);
          expect(gap, `${file}, ${width} px: ${row}`).toBeGreaterThan(11);
        }
      }
    }
});

test("what stands side by side begins on one line: the steps of the formula, the choices of the questions", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(hrefOf("learn/look-up.html"));
  for (const parts of [".four-steps p", ".choices"]) {
    const tops = await seenOfAll(page.locator(parts), (all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops.length, parts).toBeGreaterThan(2);
    expect(Math.max(...tops) - Math.min(...tops), parts).toBeLessThan(1);
  }
});

test("a fold keeps away from what is above it, and closed it has one line", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const file of ["learn/several-heads.html", "learn/order-and-masks.html", "learn/context.html"]) {
    await page.goto(hrefOf(file));
    const folds = await seenOfAll(page.locator("main .fold:not(.progress *)"), (all) =>
      all.map((fold) => {
        fold.open = false;
        const { top, height } = fold.getBoundingClientRect();
        // Folds that follow each other are one list.
        const before = fold.previousElementSibling;
        const above = before?.matches(".fold") ? undefined : before?.getBoundingClientRect();
        return { name: fold.textContent.slice(0, 30), height, gap: above?.height > 0 ? top - above.bottom : Infinity };
      }),
    );
    expect(folds.length, file).toBeGreaterThan(0);
    for (const { name, height, gap } of folds) {
      expect(height, name).toBeLessThan(60);
      expect(Math.abs(gap), name).toBeGreaterThan(10);
    }
  }
});

test("what a page shows ends where its row of names ends; the playground needs more for its digits", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const file of ["model.html", "encoder.html", "train.html"]) {
    await page.goto(hrefOf(file));
    const [bar, shown] = await seen(page, () =>
      [".site-bar", "main"].map((part) => document.querySelector(part).getBoundingClientRect().right),
    );
    expect(shown, file).toBe(bar);
  }
});

test("parts: everybody can use them; they are photographed at three widths in both themes @tour", async ({
  page,
}, info) => {
  await page.goto(hrefOf("parts.html"));
  await expectServesEverybody(page);
  await expectAxeFindsNothingInEitherTheme(page, "the parts");
  for (const width of WIDTHS)
    for (const colorScheme of ["light", "dark"]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const name = `parts-${width}-${colorScheme}.png`;
      await info.attach(name, { body: await photoOf(page), contentType: "image/png" });
    }
});

test("the preview of a page that is sent on is a picture of 1200 × 630 pixels, with its figure", async () => {
  const drawn = [...PAGES.filter(({ preview }) => preview !== undefined), LESSONS[0]].map(fileOf);
  const site = await mkdtemp(path.join(tmpdir(), "heed-previews-"));
  for (const part of [...new Set([...drawn.map((file) => file.split("/")[0]), "weights"])])
    await symlink(path.join(root, "dist-site", part), path.join(site, part));
  await makePreviews(site, drawn);
  for (const file of drawn) {
    const png = await readFile(path.join(site, previewOf(file)));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], file).toEqual([1200, 630]);
  }
  await rm(site, { recursive: true });
});
