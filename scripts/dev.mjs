// npm run dev: the site while you work on it. A page is built when it is asked for, and open pages load again after a
// change.
//
//   web/, examples/, CHANGELOG.md ─────── open pages load again
//   web/lib, web/workers ─────── dist/ ── open pages load again
//   src/, cmake/, CMake* ─ core ─ dist/ ── open pages load again
//
// The pages are those of the site. Each has one more script, which follows changes, and a policy that allows it. Types
// are not checked: the editor and the build do that. A change in scripts/ is seen after the next start.

import { readdirSync, statSync, watch } from "node:fs";
import { basename, extname, join, relative, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildFlavours, buildPackage } from "./build.mjs";
import { buildLib } from "./build-lib.mjs";
import { bundlePage, charactersIn, FILES, pageOf, wholePage } from "./build-site.mjs";
import { buildWorkers } from "./build-workers.mjs";
import { escaped } from "./docs/highlight.mjs";
import { docsPages } from "./docs/pages.mjs";
import { readReference } from "./docs/reference.mjs";
import { cutFonts } from "./fonts.mjs";
import { portWanted, serve, TYPES } from "./serve.mjs";
import { root, withCheckout } from "./setup/checkout.mjs";
import { setUp } from "./setup/main.mjs";
import { command, say, seconds } from "./setup/report.mjs";
import { fileOf, findPages, PAGES } from "./site-pages.mjs";

// Not the port of npm start, whose service worker would answer in place of this server.
const kFirstPort = 4273;
const kChanges = "/changes";
// No page is kept for offline use here: a service worker would answer with what it kept, so none is registered.
const kListener =
  `new EventSource("${kChanges}").onmessage = () => location.reload();` +
  "if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(Error());";

const kOfCore = /^(src|cmake|CMake\w+\.\w+)(\/|$)/;
const kOfPackage = /^web\/(lib|workers)(\/|$)/;
const kSource = /^[^.#].*\.[A-Za-z\d]+$/; // not the temporary file of an editor
const kOfPages = /^(web|examples|CHANGELOG\.md|SECURITY\.md)(\/|$)/;

// ---- pages ----------------------------------------------------------------------------------------------------------

let reference; // the types of the package, for the documentation
let faces = { of: "", cut: null };

// Cutting takes almost half a second, and few changes bring a new character.
function facesFor(page) {
  const characters = Array.from(new Set(charactersIn(page)))
    .sort()
    .join("");
  if (faces.of !== characters) faces = { of: characters, cut: cutFonts([characters]) };
  return faces.cut;
}

function factsOf(file) {
  findPages();
  const page = PAGES.find((one) => fileOf(one) === file);
  return page && pageOf(page);
}

async function textOfFile(file, docs) {
  if (file !== "docs/docs.css") return FILES[file](docs);
  const template = docs.pages.map(({ html }) => html).join("");
  return FILES[file](docs, await facesFor({ template, script: "" }));
}

// The text of a file of the site; undefined if the site has no such file.
async function textOf(file) {
  const docs = file.startsWith("docs/") ? docsPages((reference ??= readReference())) : undefined;
  if (Object.hasOwn(FILES, file)) return textOfFile(file, docs);
  const facts = docs === undefined ? await factsOf(file) : docs.pages.find((page) => page.file === file);
  if (facts === undefined) return undefined;
  const page = await bundlePage(facts);
  page.script += kListener;
  page.connect = ["'self'"];
  return wholePage(page, await facesFor(page)).text;
}

const problemPage = ({ message }) =>
  `<!doctype html><title>heed: not built</title><pre>${escaped(message)}</pre><script>${kListener}</script>`;

// ---- changes --------------------------------------------------------------------------------------------------------

// Calls `changed` with the path of what changes, from the root. Each folder has a watcher of its own: one for a whole
// tree loses the files that an editor replaces.
function watchAll(changed) {
  const watchers = new Map();
  const pathOf = (place) => relative(root, place).split(sep).join("/");
  const isSeen = (place) => [kOfPages, kOfCore].some((places) => places.test(pathOf(place)));
  const forget = (gone) => {
    for (const [folder, watcher] of watchers)
      if (folder === gone || folder.startsWith(gone + sep)) {
        watcher.close();
        watchers.delete(folder);
      }
  };
  const look = (folder) => {
    if (!watchers.has(folder))
      watchers.set(
        folder,
        watch(folder, (_, name) => hear(join(folder, name))),
      );
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && isSeen(join(folder, entry.name))) look(join(folder, entry.name));
  };
  const hear = (place) => {
    if (!isSeen(place)) return;
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory();
    if (!isFolder && !watchers.has(place) && !kSource.test(basename(place))) return;
    if (isFolder) look(place);
    else forget(place);
    changed(pathOf(place));
  };
  look(root);
  return () => forget(root);
}

// Gives a function that makes core and package again where a change asks for it. What fails stays old.
function remaker(compile) {
  const old = { core: false, package: false };
  return async (files) => {
    if (files.some((file) => kOfCore.test(file))) old.core = old.package = true;
    if (files.some((file) => kOfPackage.test(file))) old.package = true;
    if (old.core) await compile();
    old.core = false;
    if (!old.package) return;
    await buildLib();
    await buildWorkers();
    reference = undefined;
    old.package = false;
  };
}

// Collects for a moment, since an editor writes a file in several steps. Then calls work(files), one call at a time.
function collector(work) {
  const files = new Set();
  const workOff = async () => {
    while (files.size > 0) {
      await setTimeout(30);
      const now = Array.from(files);
      files.clear();
      await work(now);
    }
    working = undefined;
  };
  let working;
  return {
    add(file) {
      files.add(file);
      working ??= workOff();
    },
    done: () => working,
  };
}

// ---- server ---------------------------------------------------------------------------------------------------------

const send = (response, status, type) =>
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });

// Answers with a page, or with why it could not be built. `problem` is why core or package could not be made.
async function answer(file, response, problem) {
  const since = performance.now();
  try {
    if (problem) throw problem;
    const text = await textOf(file);
    if (text === undefined) return send(response, 404, TYPES[".txt"]).end("There is no such page.\n");
    send(response, 200, TYPES[extname(file)]).end(text);
    say(`${file} (${seconds(since)})`);
  } catch (error) {
    say(`\n${file}: ${error.message}\n`);
    send(response, 500, TYPES[".html"]).end(problemPage(error));
  }
}

/**
 * Serves the site until close() is called.
 * @param {{ port?: number, compile: () => Promise<void> }} options the first port to try, and what compiles the core
 */
export async function develop({ port = 0, compile }) {
  const open = new Set();
  const remake = remaker(compile);
  let problem;
  const changes = collector(async (files) => {
    say(`changed: ${files.join(", ")}`);
    problem = undefined;
    await remake(files).catch((error) => (problem = error));
    for (const page of open) page.write("data: changed\n\n");
  });
  const answers = (request, response) => {
    const file = request.url.slice(1).replace(/[?#].*/, "");
    if (`/${file}` !== kChanges) return void answer(file.replace(/(^|\/)$/, "$1index.html"), response, problem);
    send(response, 200, "text/event-stream").write(": open\n\n");
    open.add(response.on("close", () => open.delete(response)));
  };
  const stop = watchAll(changes.add);
  const { close, ...place } = await serve({}, { port, answers });
  return { ...place, close: async () => (stop(), await close(), await changes.done()) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    const { env } = await setUp();
    await withCheckout((lock) => buildPackage({ env, lock }));
    const compile = () => withCheckout((lock) => buildFlavours({ env, lock }));
    const { url } = await develop({ port: portWanted(process.env.PORT, kFirstPort), compile });
    say(`\nheed is at ${url}/   (Ctrl+C ends it)`);
  });
}
