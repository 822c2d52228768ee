// The lessons as pages for build-site.mjs: web/site/learn/frame/page.html round body.html of lessons/NAME or pages/NAME, with the texts of
// strings/en.json in place. The texts of the other languages travel in the page's script.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const learn = path.join(root, "web/site/learn");

/** The language that pages are built in; every other file of strings/ is one more that they speak. */
const FIRST = "en";

/** What takes longer than a blink runs in a worker, and a page from disk has no worker but one made of a blob. */
const IN_A_WORKER = "worker-src blob:; ";

/** What the lessons that train and measure have in common. */
const TRAINS = { policy: IN_A_WORKER, styles: ["training/training.css"] };

/** In reading order. A page is the folder of its name: body.html, main.ts, and styles.css where it has any.
 * `styles` are what it shares with some. */
export const LESSONS = [
  { name: "look-up" },
  { name: "without-weights" },
  { name: "projections" },
  { name: "one-query" },
  { name: "why-root-dk" },
  { name: "context", ...TRAINS },
  { name: "learned", ...TRAINS },
  { name: "train-it-twice", ...TRAINS },
  { name: "several-heads", ...TRAINS },
  { name: "under-the-hood", ...TRAINS },
];

/** Before and after the lessons, without a number. */
const BEFORE = [{ name: "index" }];
const AFTER = [{ name: "teach" }, { name: "worksheet" }, { name: "questions" }, { name: "embed" }];

/** All pages, in the order of "before this" and "after this". */
export const PAGES = [...BEFORE, ...LESSONS, ...AFTER];

const folderOf = (name) => (LESSONS.some((lesson) => lesson.name === name) ? `lessons/${name}` : `pages/${name}`);
const read = (...names) => readFileSync(path.join(learn, ...names), "utf8");
const readOr = (fallback, ...names) => {
  try {
    return read(...names);
  } catch {
    return fallback;
  }
};

/** language → section → key → text, the first language first. */
export function readStrings() {
  const languages = readdirSync(path.join(learn, "strings")).map((file) => path.parse(file).name);
  const ordered = [FIRST, ...languages.filter((language) => language !== FIRST).sort()];
  return Object.fromEntries(ordered.map((language) => [language, JSON.parse(read("strings", `${language}.json`))]));
}

/** What a page needs of all strings: its own, the frame's, the glossary's, the matrices', and of the others title and lead. */
export function stringsOf(name, all) {
  return Object.fromEntries(
    Object.entries(all).map(([language, sections]) => {
      const titles = Object.fromEntries(
        PAGES.map((page) => [page.name, { title: sections[page.name].title, lead: sections[page.name].lead }]),
      );
      return [
        language,
        {
          ...titles,
          frame: sections.frame,
          glossary: sections.glossary,
          matrix: sections.matrix,
          [name]: sections[name],
        },
      ];
    }),
  );
}

/** @param text web/site/learn/frame/text.ts, bundled */
export function learnPages(text) {
  const strings = readStrings();
  return PAGES.map(({ name, policy, styles = [] }) => ({
    file: `learn/${name}.html`,
    html: render(name, strings, text),
    script: `learn/${folderOf(name)}/main.ts`,
    styles: [
      "styles.css",
      "learn/frame/learn.css",
      ...styles.map((file) => `learn/${file}`),
      ...(readOr(null, folderOf(name), "styles.css") === null ? [] : [`learn/${folderOf(name)}/styles.css`]),
    ],
    strings: stringsOf(name, strings),
    policy,
  }));
}

function render(name, { [FIRST]: english, ...others }, { fillTemplate, toText, escaped }) {
  const parts = {
    name,
    title: escaped(toText(english.frame["document-title"], { title: english[name].title })),
    description: escaped(toText(english[name].lead).replace(/<[^>]*>|\$/g, "")),
    number: numberOf(name) === 0 ? "" : `<span class="number">${numberOf(name)}</span> `,
    contents: contents(name),
    languages: Object.entries({ [FIRST]: english, ...others })
      .map(
        ([code, { frame }]) =>
          `<button type="button" lang="${code}" aria-pressed="${code === FIRST}">${frame["own-name"]}</button>`,
      )
      .join(""),
    turn: turn(name),
    glossary: glossary(english.glossary),
    body: read(folderOf(name), "body.html").trim().replace("%lessons%", overview()),
  };
  return fillTemplate(
    read("frame/page.html").replace(
      /%(name|title|description|number|contents|languages|turn|glossary|body)%/g,
      (_, part) => parts[part],
    ),
    english,
    name,
  );
}

/** From 1; 0 for a page that is no lesson. */
function numberOf(name) {
  return LESSONS.findIndex((lesson) => lesson.name === name) + 1;
}

function contents(here) {
  return PAGES.map(
    ({ name }) =>
      `<li${numberOf(name) === 0 ? ' class="unnumbered"' : ""}><a data-page="${name}" href="${name}.html"${name === here ? ' aria-current="page"' : ""} data-t="${name}.title"></a></li>`,
  ).join("");
}

/** Every lesson with its lead, for the first page. */
function overview() {
  return LESSONS.map(
    ({ name }) =>
      `<li><a data-page="${name}" href="${name}.html" data-t="${name}.title"></a><p class="prose" data-t="${name}.lead"></p></li>`,
  ).join("");
}

/** To the page before and the page after. */
function turn(here) {
  const at = PAGES.findIndex(({ name }) => name === here);
  const link = (page, rel) =>
    page === undefined
      ? "<span></span>"
      : `<a rel="${rel}" data-page="${page.name}" href="${page.name}.html"><small data-t="frame.${rel}"></small> <span data-t="${page.name}.title"></span></a>`;
  return link(PAGES[at - 1], "prev") + link(PAGES[at + 1], "next");
}

/** An entry is the keys "word", "word-means" and "word-names" of the section glossary. */
function glossary(section) {
  return Object.keys(section)
    .filter((key) => `${key}-means` in section)
    .map(
      (key) =>
        `<div data-entry="${key}"><dt data-t="glossary.${key}"></dt><dd data-t="glossary.${key}-means"></dd><dd class="names" data-t="glossary.${key}-names"></dd></div>`,
    )
    .join("");
}
