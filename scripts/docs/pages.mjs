// The pages of the documentation, for build-site.mjs.
//
//   Markdown, examples, figures ── markdown.mjs ────────┐
//   build/types ── reference.mjs ── reference-page.mjs ──┼── docs/page/page.html ── dist-site/docs/*.html
//   web/site/docs/programs ── programs.mjs ─────────────┘
//   all of them ── search-index.mjs ── dist-site/docs/search-index.js
//
// The pages share files: docs/page has the code of packages.js and docs.js, and docs.css is their style.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fileOf, PAGES } from "../site-pages.mjs";
import { head } from "../site-shell.mjs";
import { withPlaces } from "./errors.mjs";
import { escaped } from "./highlight.mjs";
import { beside, renderMarkdown } from "./markdown.mjs";
import { makesWorkers, readPrograms } from "./programs.mjs";
import { ENTRIES, pageOf, readReference } from "./reference.mjs";
import { referencePage } from "./reference-page.mjs";
import { searchIndex } from "./search-index.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const DOCS = "web/site/docs";
const RESULTS = "tests/bench/results";
const EXAMPLES = "examples";
const read = (file) => readFileSync(path.join(root, file), "utf8");

/** Pages of Markdown: the name of the page, and its file where that is not NAME.md of the folder. */
const guide = (name, file = `${DOCS}/${name}.md`) => ({ name, file });

/**
 * A page has a `file`, or it is the page of an `entry` in the reference, or its `text` is made from a `folder`.
 * @typedef {{ name: string, file?: string, entry?: string, folder?: string, text?: () => string }} DocsPage
 */

/**
 * The groups of the sidebar, in reading order.
 * @type {{ title: string, pages: DocsPage[] }[]}
 */
const GROUPS = [
  {
    title: "Start",
    pages: [
      guide("index"),
      guide("first-layer"),
      guide("running"),
      guide("frameworks"),
      guide("testing"),
      guide("policies"),
    ],
  },
  {
    title: "Guides",
    pages: [
      ...["masks", "heads", "rotary", "gradients", "cache", "sessions", "workers", "training", "layers"],
      ...["own-model", "next-token", "element", "drawing", "take-it-with-you", "how-heed-works"],
    ].map((name) => guide(name)),
  },
  {
    title: "Coming from elsewhere",
    pages: [guide("from-pytorch"), guide("from-cpp"), guide("moving"), guide("compare")],
  },
  {
    title: "Reference",
    pages: [
      guide("api"),
      ...ENTRIES.map((entry) => ({ name: pageOf(entry).replace(".html", ""), entry })),
      guide("promise"),
    ],
  },
  {
    title: "More",
    pages: [
      { name: "examples", folder: EXAMPLES, text: examplesText },
      guide("accuracy"),
      guide("performance"),
      { name: "results", folder: RESULTS, text: resultsText },
      guide("errors"),
      guide("changes", "CHANGELOG.md"),
      guide("security", "SECURITY.md"),
    ],
  },
];

/** Which entry a source file of the package belongs to; guides link to these files. */
const SOURCES = { lib: "heed", layers: "heed/layers", train: "heed/train", rotary: "heed/rotary", model: "heed/model" };
const MORE_SOURCES = { gguf: "heed/gguf", workers: "heed/workers", element: "heed/element", show: "heed/element" };
const OF_PICTURES = { draw: "heed/draw", page: "heed/page" };

const GZIP_LIMIT = 70_000;

/** The files that every page needs; and the one that its programs need. */
const SHARED = ["docs/docs.css", "docs/docs.js", "docs/search-index.js"];
const PACKAGES = "docs/packages.js";
export const DOCS_STYLES = ["styles.css", "shell/parts.css", "docs/page/docs.css"];
export const picturesOfDocs = () =>
  readdirSync(path.join(root, DOCS, "pictures")).map((file) => `docs/pictures/${file}`);

/** Every file of Markdown in the folder has its place in the groups. */
function checkGroups() {
  const listed = new Set(GROUPS.flatMap(({ pages }) => pages.map(({ file }) => file)));
  const files = readdirSync(path.join(root, DOCS)).filter((file) => file.endsWith(".md"));
  const missing = files.filter((file) => !listed.has(`${DOCS}/${file}`));
  if (missing.length > 0)
    throw new Error(`docs: GROUPS of scripts/docs/pages.mjs does not name ${missing.join(", ")}.`);
}

/** All pages, { file, html, … } as build-site.mjs takes them, and the text of search-index.js. */
export function docsPages(reference = readReference()) {
  checkGroups();
  const flat = GROUPS.flatMap(({ pages }) => pages);
  const programs = readPrograms();
  const links = linksOf(flat, reference);
  const rendered = flat.map((page) => ({
    ...page,
    ...renderPage(page, { reference, programs, links }),
    file: `docs/${page.name}.html`,
  }));
  const shown = GROUPS.map(({ title, pages }) => ({
    title,
    pages: rendered.filter((one) => pages.some(({ name }) => name === one.name)),
  }));
  const template = read(`${DOCS}/page/page.html`).replace("%head%", () =>
    head().replace("%style%", '<link rel="stylesheet" href="docs.css">'),
  );
  const pages = rendered.map((page, at) => ({
    name: "docs",
    file: page.file,
    html: fill(template, page, shown, { before: rendered[at - 1], after: rendered[at + 1] }),
    script: "docs/page/own.ts",
    programs: page.programs,
    sharedFiles: [...SHARED, ...(page.programs.length > 0 ? [PACKAGES] : []), ...picturesIn(page.html)],
    makesWorkers: page.programs.some(({ text }) => makesWorkers(text)),
    gzipLimit: GZIP_LIMIT,
  }));
  return { pages, searchIndex: searchIndex(rendered) };
}

const picturesIn = (html) => Array.from(html.matchAll(/<img [^>]*src="([^"]+)"/g), ([, src]) => `docs/${src}`);

/** @param {DocsPage} page @param {Record<string, any>} from what readReference(), readPrograms() and linksOf() gave */
function renderPage({ name, file, entry, folder, text }, { reference, programs, links }) {
  if (entry !== undefined)
    return referencePage(
      reference.find((one) => one.entry === entry),
      programs,
      links,
    );
  if (folder !== undefined) return renderMarkdown(text(), `${folder}/README.md`, links);
  const page = renderMarkdown(read(file), file, links);
  return name === "errors" ? { ...page, html: withPlaces(page.html) } : page;
}

/** Every program of examples/ in one page. */
function examplesText() {
  const programs = readdirSync(path.join(root, EXAMPLES)).filter((file) => file.endsWith(".mjs"));
  const parts = programs.map((file) => `## ${file}\n\n\`\`\`js\n${read(`${EXAMPLES}/${file}`)}\`\`\`\n`);
  const lead = "Whole programs, from the folder examples/. A test runs each from the packed package.";
  return `# Examples\n\n${lead}\n\n${parts.join("\n")}`;
}

/** The last whole runs of the benchmark in one page. */
function resultsText() {
  const files = readdirSync(path.join(root, RESULTS)).filter((file) => file.endsWith(".md"));
  const parts = files.map((file) => read(`${RESULTS}/${file}`).replace(/^#/gm, "##"));
  return `# Every figure\n\nThe last whole runs of the benchmark.\n\n${parts.join("\n\n")}`;
}

/** How links are resolved: files of the repository become pages, names of the reference their places. */
function linksOf(pages, reference) {
  const places = new Map();
  for (const { entry, names } of reference)
    for (const { name, members } of names) {
      const address = `${pageOf(entry)}#${name}`;
      if (!places.has(name)) places.set(name, address);
      for (const member of members) places.set(`${name}.${member.name}`, `${address}.${member.name}`);
    }
  const pageOfFile = (file) => pages.find((page) => page.file === file)?.name;
  return {
    addressOf: (name) => places.get(name),
    resolve(from, href) {
      if (/^(https?:|#)/.test(href)) return href;
      const [target, hash] = href.split("#");
      const file = beside(from, target);
      const suffix = hash === undefined ? "" : `#${hash}`;
      const name = pageOfFile(file);
      if (name !== undefined) return `${name}.html${suffix}`;
      if (file.startsWith(`${RESULTS}/`)) return "results.html";
      if (file.startsWith(`${EXAMPLES}/`)) return `examples.html#${path.posix.basename(file).replace(/[^\w-]/g, "")}`;
      const [, ofSite] = /^web\/site\/pages\/([\w-]+)\/(?:index|body)\.html$/.exec(file) ?? [];
      if (ofSite !== undefined) return `../${fileOf(PAGES.find((page) => page.name === ofSite))}${suffix}`;
      const [, room] = /^web\/(\w+)\//.exec(file) ?? [];
      const entry = { ...SOURCES, ...MORE_SOURCES, ...OF_PICTURES }[room];
      if (entry !== undefined) return `${pageOf(entry)}${suffix}`;
      throw new Error(`docs: ${from} links to ${href}, which no page of the documentation holds.`);
    },
  };
}

function fill(template, page, groups, { before, after }) {
  const parts = {
    title: escaped(`heed: ${page.title}`),
    description: descriptionOf(page),
    contents: groups.map((group) => groupHtml(group, page)).join(""),
    body: page.html,
    "on-this-page": onThisPage(page.headings),
    turn: turnHtml(before, "prev", "Previous") + turnHtml(after, "next", "Next"),
    packages: page.programs.length > 0 ? '<script src="packages.js"></script>' : "",
  };
  return template.replace(/%(title|description|contents|body|on-this-page|turn|packages)%/g, (_, name) => parts[name]);
}

/** The first paragraph of a page, as plain text. */
function descriptionOf({ title, html }) {
  const [, first = ""] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  const text = first
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? escaped(`${title}: the documentation of heed.`) : text.replaceAll('"', "&quot;");
}

function groupHtml({ title, pages }, here) {
  const items = pages.map(({ file, title: name }) => {
    const current = file === here.file ? ' aria-current="page"' : "";
    return `<li><a href="${path.posix.basename(file)}"${current}>${escaped(name)}</a></li>`;
  });
  return `<h2>${title}</h2><ul>${items.join("")}</ul>`;
}

function onThisPage(headings) {
  const items = headings
    .filter(({ level }) => level <= 3)
    .map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escaped(text)}</a></li>`);
  return items.length < 2
    ? ""
    : `<nav class="on-this-page" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

function turnHtml(page, rel, word) {
  if (page === undefined) return "<span></span>";
  const name = `<span>${escaped(page.title)}</span>`;
  return `<a rel="${rel}" href="${path.posix.basename(page.file)}"><small>${word}</small> ${name}</a>`;
}
