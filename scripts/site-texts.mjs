// The texts of the site. A section is a file per language in the folder `texts` of a page or a room, and has its name;
// a folder within `texts` is a section of its own name. So a language is a file in each of these folders.
import { readdirSync } from "node:fs";
import path from "node:path";
import { FRONT, numberOf, PAGES, readJson, SITE } from "./site-pages.mjs";

/** The language that the pages are built in. */
export const FIRST = "en";

/** The sections of rooms that a script without a page may use. */
const ROOMS = ["inspector", "export", "saved", "matrix", "numbers", "link"];

/** The folder of each section, by its name. */
function sectionFolders() {
  const files = readdirSync(SITE, { recursive: true }).map((file) => file.split(path.sep).join("/"));
  const folders = files.filter((file) => file.endsWith(`/${FIRST}.json`)).map((file) => path.posix.dirname(file));
  const texts = folders.filter((folder) => /(^|\/)texts(\/[^/]+)?$/.test(folder));
  const nameOf = (folder) => path.posix.basename(folder.replace(/\/texts$/, ""));
  return new Map(texts.sort().map((folder) => [nameOf(folder), path.join(SITE, folder)]));
}

const languagesIn = (folder) => readdirSync(folder).flatMap((file) => /^(\w[\w-]*)\.json$/.exec(file)?.[1] ?? []);

/** language → section → key → text, the first language first. */
export function readStrings() {
  const folders = Array.from(sectionFolders());
  const found = Array.from(new Set(folders.flatMap(([, folder]) => languagesIn(folder)))).sort();
  const read = (folder, language) => readJson(path.join(folder, `${language}.json`));
  const all = (language) => Object.fromEntries(folders.map(([name, folder]) => [name, read(folder, language)]));
  return Object.fromEntries([FIRST, ...found.filter((one) => one !== FIRST)].map((one) => [one, all(one)]));
}

/** Some sections in every language. */
export function sectionsOf(names, all = readStrings()) {
  return Object.fromEntries(Object.entries(all).map(([language, sections]) => [language, chosen(sections, names)]));
}

const chosen = (from, names) => Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));

/** The texts of a script without a page: those of the rooms that it may use. */
export function englishOfRooms() {
  return { [FIRST]: chosen(readStrings()[FIRST], ROOMS) };
}

/** What a page shows of every lesson besides its title. */
const MORE = { index: ["sentence"], worksheet: ["goal"] };

/** The texts that a page needs: its own, those that every page has, and the names of the pages that it links to. */
export function stringsOf(page, all = readStrings()) {
  const listsLessons = page.kind !== "own" || page.name === FRONT;
  const keys = ["to-here", ...(listsLessons ? ["title"] : []), ...(MORE[page.name] ?? [])];
  const of = (name) => (page.borrows?.includes(name) ? [...keys, "in-short"] : keys);
  const named = ({ header, kind }) => header !== undefined || kind === "own" || listsLessons;
  return Object.fromEntries(
    Object.entries(all).map(([language, sections]) => [
      language,
      {
        ...Object.fromEntries(PAGES.filter(named).map(({ name }) => [name, chosen(sections[name], of(name))])),
        ...chosen(sections, ["frame", "matrix", ...sectionsFor(page), page.name]),
      },
    ]),
  );
}

function sectionsFor({ name, kind, texts = [] }) {
  if (kind === "own") return texts;
  return ["link", "glossary", ...(numberOf(name) !== "" ? ["inspector", "figures", "export", "saved"] : []), ...texts];
}
