// The texts of the site. A section is a file per language in the folder `texts` of a page or a room, and has its name;
// a folder within `texts` is a section of its own name. So a language is a file in each of these folders. A script that
// speaks imports the texts of the first language, and its page gets them in all.
import { readdirSync } from "node:fs";
import path from "node:path";
import { PAGES, readJson, SITE } from "./site-pages.mjs";

/** The language that the pages are built in. */
export const FIRST = "en";

/** The folder of each section, by its name. */
function sectionFolders() {
  const files = readdirSync(SITE, { recursive: true }).map((file) => file.split(path.sep).join("/"));
  const folders = files.filter((file) => file.endsWith(`/${FIRST}.json`)).map((file) => path.posix.dirname(file));
  const texts = folders.filter((folder) => /(^|\/)texts(\/[^/]+)?$/.test(folder));
  return new Map(texts.sort().map((folder) => [nameOf(folder), path.join(SITE, folder)]));
}

const nameOf = (folder) => path.posix.basename(folder.replace(/\/texts$/, ""));

/** The section of a file of texts, which a script imports in the first language. */
export const sectionOf = (file) => nameOf(path.posix.dirname(file));

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

/**
 * The texts that a page needs: its own, those of the sections that its script imports, and the names of the pages that
 * it links to.
 */
export function stringsOf(page, sections, all = readStrings()) {
  const { name, kind, borrows = [], shows = kind === "own" ? [] : ["title"] } = page;
  const keys = ["to-here", ...shows];
  const of = (other) => (borrows.includes(other) ? [...keys, "in-short"] : keys);
  const named = PAGES.filter((one) => one.header !== undefined || one.kind === "own" || shows.length > 0);
  return Object.fromEntries(
    Object.entries(all).map(([language, texts]) => [
      language,
      {
        ...Object.fromEntries(named.map((one) => [one.name, chosen(texts[one.name], of(one.name))])),
        ...chosen(texts, ["frame", ...sections, name]),
      },
    ]),
  );
}
