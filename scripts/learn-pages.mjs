// The texts of all pages, and the pages that are made of several parts: the front door and the lessons. A lesson is
// web/site/learn/frame/page.html with the body.html of lessons/NAME or pages/NAME in it. Pages are built with the texts
// of web/site/texts/strings/en.json. A page's script holds the texts of all languages.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const learn = path.join(root, "web/site/learn");

/** The language that the pages are built in. Every other file of strings/ is one more language. */
const FIRST = "en";

/** Long work runs in a worker. A page from disk can only make a worker from a blob. */
const IN_A_WORKER = "worker-src blob:; ";

/** The policy and styles of the lessons that train or measure. */
const TRAINS = { policy: IN_A_WORKER, styles: ["training/training.css"] };

/** The styles of the lessons with the whole formula, and of those that also draw vectors in a plane. */
const FORMULA = { styles: ["frame/steps-figure.css"] };
const DRAWS = { styles: ["frame/steps-figure.css", "frame/plane.css"] };

/** The lessons in reading order. Each has a folder with body.html, main.ts and perhaps styles.css.
 * `minutes` is how long it takes, `needs` names the lessons that it builds on.
 * `styles` are further style sheets, shared with other lessons. */
export const LESSONS = [
  { name: "look-up", minutes: 5, needs: [], ...FORMULA },
  { name: "without-weights", minutes: 10, needs: ["look-up"], ...DRAWS },
  { name: "projections", minutes: 10, needs: ["without-weights"], ...DRAWS },
  { name: "one-query", minutes: 10, needs: ["projections"], ...DRAWS },
  { name: "learned", minutes: 10, needs: ["one-query"], ...TRAINS },
  { name: "why-root-dk", minutes: 10, needs: ["one-query"] },
  { name: "train-it-twice", minutes: 5, needs: ["learned", "why-root-dk"], ...TRAINS },
  {
    name: "context",
    minutes: 10,
    needs: ["one-query"],
    ...TRAINS,
    styles: ["training/training.css", "frame/plane.css"],
  },
  { name: "several-heads", minutes: 15, needs: ["projections", "learned"], ...TRAINS },
  { name: "order-and-masks", minutes: 15, needs: ["one-query", "context"], styles: ["training/training.css"] },
  { name: "two-layers", minutes: 15, needs: ["context", "several-heads"], ...TRAINS },
  { name: "under-the-hood", minutes: 15, needs: ["one-query"], ...TRAINS },
];

/** The lessons whose computed numbers are all cells of matrices. The others also open numbers such as medians. */
const CELLS_ONLY = ["look-up", "one-query", "learned", "context"];

/** The pages before and after the lessons. They have no number. */
const BEFORE = [{ name: "index", styles: ["../thumbnails/thumbnails.css"] }];
const AFTER = [{ name: "teach" }, { name: "worksheet" }, { name: "questions" }, { name: "embed" }];

/** The front door: index.html of the site. */
const FRONT = "front";

/** The sections of rooms that several pages use. */
export const ROOMS = ["inspector", "export", "numbers", "link"];

/** All pages of the lessons, in the order of "Previous" and "Next". */
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
  const languages = readdirSync(path.join(learn, "../texts/strings")).map((file) => path.parse(file).name);
  const ordered = [FIRST, ...languages.filter((language) => language !== FIRST).sort()];
  return Object.fromEntries(
    ordered.map((language) => [language, JSON.parse(read("../texts/strings", `${language}.json`))]),
  );
}

/** The texts that a page needs: its own, those of frame, glossary and matrices, and title and lead of every page. */
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
          ...(name === FRONT ? {} : { glossary: sections.glossary }),
          matrix: sections.matrix,
          link: sections.link,
          ...(opensCells(name) ? { inspector: sections.inspector } : {}),
          ...(opensCells(name) && !CELLS_ONLY.includes(name) ? { figures: sections.figures } : {}),
          [name]: sections[name],
        },
      ];
    }),
  );
}

/** Whether the inspector opens the numbers of a page: those of every lesson. */
export function opensCells(name) {
  return numberOf(name) > 0;
}

/** The texts of a page that shows no lessons. @param sections those that it needs beside its own */
export function textsOf(name, sections) {
  return sectionsOf(["frame", "matrix", name, ...sections]);
}

/** Some sections in every language. */
export function sectionsOf(names) {
  const languages = Object.entries(readStrings());
  return Object.fromEntries(languages.map(([language, all]) => [language, chosen(all, names)]));
}

function chosen(sections, names) {
  return Object.fromEntries(names.map((name) => [name, sections[name]]));
}

/** The texts of a script without a page: those of the rooms that it may use. */
export function englishOfRooms() {
  return { [FIRST]: chosen(readStrings()[FIRST], ROOMS) };
}

/** The front door and all pages of the lessons. */
export function learnPages() {
  const strings = readStrings();
  return [frontPage(strings), ...lessonPages(strings)];
}

function frontPage(strings) {
  return {
    name: FRONT,
    file: "index.html",
    html: read("../front/index.html"),
    script: "front/main.ts",
    styles: ["styles.css", "thumbnails/thumbnails.css", "front/front.css"],
    strings: stringsOf(FRONT, strings),
  };
}

function lessonPages(strings) {
  return PAGES.map(({ name, policy, styles = [] }) => ({
    name,
    file: `learn/${name}.html`,
    html: read("frame/page.html").replace("%body%", () => read(folderOf(name), "body.html").trim()),
    script: `learn/${folderOf(name)}/main.ts`,
    styles: [
      "styles.css",
      "learn/frame/learn.css",
      "learn/frame/questions.css",
      ...styles.map((file) => `learn/${file}`),
      ...(opensCells(name) ? ["inspector/inspector.css"] : []),
      ...(readOr(null, folderOf(name), "styles.css") === null ? [] : [`learn/${folderOf(name)}/styles.css`]),
    ],
    strings: stringsOf(name, strings),
    policy,
  }));
}

/** A page's template with its parts, and with the texts of the first language. The last is web/site/texts/text.ts. */
export function render(name, template, { fillTemplate, toText, escaped }) {
  const strings = readStrings();
  const english = strings[FIRST];
  const parts = {
    name: () => name,
    title: () => escaped(toText(english.frame["document-title"], { title: toText(english[name].title) })),
    description: () => escaped(toText(english[name].lead).replace(/<[^>]*>|\$/g, "")),
    begin: () => begin(name),
    lessons: () => (name === FRONT ? filmstrip() : overview()),
    questions: () => questions(name),
    number: () => (numberOf(name) === 0 ? "" : `<span class="number">${numberOf(name)}</span> `),
    contents: () => contents(name),
    languages: () => languageButtons(strings),
    turn: () => turn(name),
    glossary: () => glossary(english.glossary),
  };
  const known = new RegExp(`%(${Object.keys(parts).join("|")})%`, "g");
  return fillTemplate(
    template.replace(known, (_, part) => parts[part]()),
    english,
    name,
  );
}

function languageButtons(strings) {
  return Object.entries(strings)
    .map(
      ([code, { frame }]) =>
        `<button type="button" lang="${code}" aria-pressed="${code === FIRST}">${frame["own-name"]}</button>`,
    )
    .join("");
}

/** How a lesson begins: its goal, its minutes, what it builds on, and where it meets the course's sentence. */
function begin(name) {
  const lesson = LESSONS.find((one) => one.name === name);
  if (lesson === undefined) return "";
  const item = (key, text) => `<div><dt data-t="frame.${key}"></dt>${text}</div>`;
  const needs = lesson.needs.map((other) => linkTo(other)).join(", ");
  return `<div class="opening">
<dl class="begin">
${item("goal", '<dd data-t="goal"></dd>')}
${item("minutes", `<dd data-minutes="${lesson.minutes}"></dd>`)}
${item("builds-on", needs === "" ? '<dd data-t="frame.nothing"></dd>' : `<dd>${needs}</dd>`)}
${item("thread", '<dd data-t="thread"></dd>')}
</dl>${opensCells(name) ? '\n<p class="opens-hint" data-t="frame.opens"></p>' : ""}
</div>`;
}

/** How a lesson ends. frame/questions.ts fills it. */
function questions(name) {
  if (numberOf(name) === 0) return "";
  return `<section class="questions" aria-labelledby="questions-title">
<h2 id="questions-title" data-t="frame.questions"></h2>
<p class="prose" data-t="frame.questions-text"></p>
<div id="questions"></div>
</section>`;
}

function linkTo(name) {
  return `<a data-page="${name}" href="${name}.html" data-t="${name}.title"></a>`;
}

/** The number of a lesson, from 1. A page that is no lesson has 0. */
function numberOf(name) {
  return LESSONS.findIndex((lesson) => lesson.name === name) + 1;
}

function contents(here) {
  return PAGES.map(({ name }) => {
    const unnumbered = numberOf(name) === 0 ? ' class="unnumbered"' : "";
    const current = name === here ? ' aria-current="page"' : "";
    return `<li${unnumbered}><a data-page="${name}" href="${name}.html"${current} data-t="${name}.title"></a></li>`;
  }).join("");
}

/** Every lesson with its picture, a sentence, its minutes and what it builds on, for the page "index". */
function overview() {
  return LESSONS.map(({ name, minutes, needs }, at) => {
    const first = at === 0 ? ' <b class="start" data-t="start-here"></b>' : "";
    const links = needs.map(linkTo);
    const before = links.length === 0 ? "" : `<span data-t="frame.builds-on"></span> ${links.join(", ")}`;
    const time = `<span class="minutes" data-minutes="${minutes}"></span>`;
    return `<li data-lesson="${name}"><span class="thumb" data-thumbnail="${name}"></span><div>
<h2><span class="number">${at + 1}</span> ${linkTo(name)}</h2>${first}
<p class="prose" data-t="index.${name}"></p>
<p class="facts-of">${time} ${before} <b class="done" hidden></b> <span class="answers" hidden></span></p></div></li>`;
  }).join("");
}

/** Every lesson as a small picture with its title, for the front door. */
function filmstrip() {
  return LESSONS.map(({ name, minutes }, at) => {
    const number = `<span class="number">${at + 1}</span>`;
    const title = `<span class="name">${number} <span data-t="${name}.title"></span></span>`;
    const picture = `<span data-thumbnail="${name}"></span>`;
    const time = `<span class="minutes" data-minutes="${minutes}"></span>`;
    return `<li><a data-page="${name}" href="learn/${name}.html">${picture}${title}${time}</a></li>`;
  }).join("");
}

/** Links to the previous and the next page. */
function turn(here) {
  const at = PAGES.findIndex(({ name }) => name === here);
  const link = (page, rel) => {
    if (page === undefined) return "<span></span>";
    const { name } = page;
    const texts = `<small data-t="frame.${rel}"></small> <span data-t="${name}.title"></span>`;
    return `<a rel="${rel}" data-page="${name}" href="${name}.html">${texts}</a>`;
  };
  return link(PAGES[at - 1], "prev") + link(PAGES[at + 1], "next");
}

/** An entry has three keys in the section glossary: "word", "word-means" and "word-names". */
function glossary(section) {
  const words = Object.keys(section).filter((key) => `${key}-means` in section);
  return words
    .map((key) => {
      const word = `<dt data-t="glossary.${key}"></dt><dd data-t="glossary.${key}-means"></dd>`;
      return `<div data-entry="${key}">${word}<dd class="names" data-t="glossary.${key}-names"></dd></div>`;
    })
    .join("");
}
