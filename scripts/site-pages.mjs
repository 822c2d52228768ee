// The pages of the site. A page is a folder of web/site/pages, and the build finds it there:
//
//   page.json            its facts, see below
//   body.html            a page in the frame of the lessons; a page with a frame of its own has index.html
//   main.ts              its script. Each file of it imports the styles and the texts that it needs of rooms, such as
//                        "./heads.css" and "./texts/en.json", and the page gets them
//   texts/LANGUAGE.json  its texts
//   styles.css  worker.ts  questions.ts  thumbnail.ts  build.mjs   what it needs of these
//
// The facts in page.json:
//
//   kind       "lesson"; "framed", which is a page in the frame of the lessons; or "own", which has its own frame
//   order      its place among the lessons and framed pages, and so the number of a lesson
//   minutes    how long a lesson takes
//   needs      the lessons that a lesson builds on: those of the short road name only lessons of the short road
//   deepens    the lesson of the short road that a deeper lesson hangs at and comes after; "needs" has its others
//   shows      the texts of each lesson that it shows: by default ["title"], and none on a page with its own frame
//   borrows    the deeper lessons that %borrowed% tells in short, each with its picture
//   map        the parts of the machine that the small map of a lesson lights, see site-maps.mjs
//   file       where a page with its own frame is in the site
//   header     its place among the links of the header, if it is one of them
//   worker     long work runs in a worker, made of the text of worker.ts. Its core is "sent": the page sends its
//              compiled wasm, or "own": the worker alone carries the wasm
//   preview    the selector of the figure that previews.mjs shows where the page is sent on; a lesson's is its picture
//   gzipLimit  the compressed bytes that it may have, where they are more than those of other pages
//   weights    "needed" by the page or "offered" by it: the trained encoder's, in scripts next to it
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const SITE = path.join(root, "web/site");
const folder = path.join(SITE, "pages");

/** What a JSON file holds. What is wrong with it is said with its path, line and column. */
export function readJson(file) {
  const text = readFileSync(file, "utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    const { transformSync } = createRequire(import.meta.url)("esbuild"); // JSON.parse has no lines
    transformSync(text, { loader: "json", sourcefile: path.relative(root, file), logLevel: "silent" });
    throw error;
  }
}

/** The facts of every page, with its name. Pages with an order come first, in that order. */
export function readPages(from = folder) {
  const names = readdirSync(from).filter((name) => existsSync(path.join(from, name, "page.json")));
  const pages = names.map((name) => ({
    name,
    ...readJson(path.join(from, name, "page.json")),
  }));
  const place = ({ order = Infinity }) => order;
  return pages.sort((a, b) => (place(a) === place(b) ? (a.name < b.name ? -1 : 1) : place(a) - place(b)));
}

export let PAGES = [];

/** All lessons: each of the short road, followed by those that deepen it. */
export let LESSONS = [];

/** The lessons of the short road. */
export let ROAD = [];

/** All pages in the frame of the lessons, in the order of "Previous" and "Next". */
export let FRAMED = [];

/** Reads the facts of all pages, again after a change. */
export function findPages() {
  PAGES = readPages();
  LESSONS = PAGES.filter(({ kind }) => kind === "lesson");
  ROAD = LESSONS.filter(({ deepens }) => deepens === undefined);
  FRAMED = PAGES.filter(({ kind }) => kind !== "own");
}
findPages();

/** The lessons that deepen a lesson of the short road. */
export function deeperThan(name) {
  return LESSONS.filter(({ deepens }) => deepens === name);
}

/** The number of a lesson: "4" on the short road, "4b" for the second that deepens it. Of other pages it is "". */
export function numberOf(name) {
  const { deepens = name } = LESSONS.find((lesson) => lesson.name === name) ?? {};
  const place = ROAD.findIndex((lesson) => lesson.name === deepens) + 1;
  if (place === 0 || deepens === name) return place === 0 ? "" : String(place);
  return place + "abcdefgh"[deeperThan(deepens).findIndex((lesson) => lesson.name === name)];
}

/** Where a page is in the site. */
export function fileOf({ name, kind, file }) {
  return kind === "own" ? file : `learn/${name}.html`;
}

/** A file of a page's folder, as a path from web/site; undefined where it is not there. */
export function partOf(name, part) {
  return existsSync(path.join(folder, name, part)) ? `pages/${name}/${part}` : undefined;
}
