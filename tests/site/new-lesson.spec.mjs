// A new lesson is a folder: a copy of one with other facts and texts, and nothing else is changed.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { keepStorage } from "./keep-storage.mjs";
import { expect, ready, test as base } from "./learn-lab.mjs";
import { root } from "./serve.mjs";

const NAME = "wind-again";
const FACTS = { order: 15, minutes: 7, needs: ["look-up"] };
const TEXTS = {
  en: {
    title: "The wind again",
    sentence: "The same wind is asked again, in a folder of its own.",
    goal: "Ask twice.",
  },
  de: {
    title: "Noch einmal Wind",
    sentence: "Derselbe Wind, im eigenen Ordner noch einmal gefragt.",
    goal: "Frage neu.",
  },
};
const BUILT = ["front", "index", "look-up", NAME, "embedding"];

/** Changes a file of JSON. */
function change(file, changes) {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changes }));
}

/** A copy of the checkout with one more folder, and those of its pages that show a new lesson. */
function siteWithNewLesson(folder) {
  for (const part of ["package.json", "scripts", "web"])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  for (const part of ["dist", "node_modules", "src", "tests"])
    symlinkSync(path.join(root, part), path.join(folder, part));
  // The only file of build/ that a page is made of.
  mkdirSync(path.join(folder, "build"), { recursive: true });
  symlinkSync(path.join(root, "build/saved-page.txt"), path.join(folder, "build/saved-page.txt"));
  const pages = path.join(folder, "web/site/pages");
  const lesson = path.join(pages, NAME);
  cpSync(path.join(pages, "look-up"), lesson, { recursive: true });
  change(path.join(lesson, "page.json"), FACTS);
  for (const [language, texts] of Object.entries(TEXTS)) change(path.join(lesson, `texts/${language}.json`), texts);
  const script = `
    import { buildPages } from "./scripts/build-site.mjs";
    await buildPages(${JSON.stringify(BUILT)}, "dist-site");`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder, stdio: "pipe" });
  return (file, language) => `${pathToFileURL(path.join(folder, "dist-site", file)).href}#lang=${language}`;
}

const test = base.extend({
  /** Opens a page of that site in a language. */
  visit: async ({ page, complaints }, use, info) => {
    const folder = info.outputPath("site");
    const addressOf = siteWithNewLesson(folder);
    await keepStorage(page);
    await use(async (file, language) => {
      await page.goto("about:blank");
      await page.goto(addressOf(file, language));
    });
    expect(complaints).toEqual([]);
    rmSync(folder, { recursive: true });
  },
});

test("a folder is all that a new lesson needs: its page, its place, its texts, picture and questions follow", async ({
  page,
  visit,
}) => {
  for (const [language, { title, sentence, goal }] of Object.entries(TEXTS)) {
    await visit(`learn/${NAME}.html`, language);
    await ready(page);
    await expect(page.locator("h1")).toHaveText(`2 ${title}`);
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.locator(".begin")).toContainText(goal);
    await expect(page.locator(".begin [data-minutes]")).toContainText("7");
    await expect(page.locator(".begin a")).toHaveAttribute("data-page", "look-up");
    await expect(page.locator(".contents [aria-current=page]")).toHaveAttribute("data-page", NAME);
    await expect(page.locator("nav.turn [rel=prev]")).toHaveAttribute("data-page", "look-up");
    await expect(page.locator("nav.turn [rel=next]")).toHaveAttribute("data-page", "embedding");
    const question = page.locator(".question").first();
    await expect(page.locator(".question")).toHaveCount(3);
    await question.locator("button[data-t=q1-b]").click();
    await expect(question.locator(".said")).toHaveAttribute("data-right", "true");

    await visit("learn/index.html", language);
    await ready(page);
    const entry = page.locator("[data-road]").nth(1);
    await expect(entry).toHaveAttribute("data-lesson", NAME);
    await expect(entry.locator("h2")).toHaveText(`2 ${title}`);
    await expect(entry.locator(".prose")).toHaveText(sentence);
    await expect(entry.locator(".minutes")).toContainText("7");
    await expect(entry.locator(".facts-of a")).toHaveAttribute("data-page", "look-up");
    await expect(entry.locator(".answers")).toContainText("1");
    await expect.poll(() => entry.locator("svg > *").count()).toBeGreaterThan(0);

    await visit("index.html", language);
    const film = page.locator(".filmstrip li").nth(1);
    await expect(film.locator("a")).toHaveAttribute("href", new RegExp(`/learn/${NAME}\\.html`));
    await expect(film.locator(".name")).toHaveText(`2 ${title}`);
    await expect(film.locator("svg > *").first()).toBeAttached();

    await visit("learn/look-up.html", language);
    await ready(page);
    await expect(page.locator("nav.turn [rel=next]")).toHaveText(new RegExp(title));
    await visit("learn/embedding.html", language);
    await ready(page);
    await expect(page.locator("h1 .number")).toHaveText("3");
    await expect(page.locator("nav.turn [rel=prev]")).toHaveText(new RegExp(title));
  }
});
