// Builds the site into dist-site/: each page one file that opens over http from any folder and from disk. The pages of
// the documentation share files next to them, and two pages load the weights of the trained encoder from there.
//
//   dist/heed.js ─────────────────────────────────┐
//   web/site/pages/NAME/main.ts, the rooms ───────┼─ one classic script ─┐
//   web/site/styles.css, styles imported, fonts ──┴─ one style ──────────┼─ dist-site/NAME.html or learn/NAME.html
//   web/site/pages/NAME/body.html or index.html ──────────────────────────┘  whose policy names both
//   site-pages.mjs ─── finds the pages by their folders       site-texts.mjs ─── their texts in every language
//   site-parts.mjs ─── what is made of the facts of all pages site-shell.mjs ─── header, footer, service worker
//   scripts/fonts.mjs ─── the faces of type, cut to the characters in use, and dist-site/font-licence.txt
//   worker.ts of a page ─── likewise, as text inside its script, but with dist/external.js: the page gives it the wasm
//   web/site/docs/, build/types ── the documentation, with its programs and its search (docs/) ─── dist-site/docs/
//   docs/page/main.ts, packages.ts ─── docs.js and packages.js there, for all of its pages
//
// Usage: node scripts/build-site.mjs   (after build-lib.mjs and build-entries.mjs)
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { buildElement, checkTypes, CODE, PACKAGES, PAGE_TARGETS } from "./build-element.mjs";
import { DOCS_STYLES, docsPages, picturesOfDocs } from "./docs/pages.mjs";
import { packageModules, programModules } from "./docs/programs.mjs";
import { oneHead, trainedHeads, trainedShares } from "./encoder-heads.mjs";
import { trainedRows } from "./encoder-rows.mjs";
import { WEIGHTS_FILES, weightsLicence, weightsScript } from "./encoder-weights.mjs";
import { cutFonts, fontLicence, fontsFor } from "./fonts.mjs";
import { homeOf, withPreview } from "./previews.mjs";
import { hashOf as hashOfFiles, keptText } from "./setup/stamp.mjs";
import { mapWith } from "./site-maps.mjs";
import { fileOf, PAGES, partOf } from "./site-pages.mjs";
import { fill, render } from "./site-parts.mjs";
import { footer, hashOf, head, header, rootOf, serviceWorker } from "./site-shell.mjs";
import { textsLicence } from "./train-texts.mjs";
import { FIRST, readStrings, sectionOf, sectionsOf, stringsOf } from "./site-texts.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const GZIP_LIMIT = 340_000;
/** A lesson also carries a whole saved page, for its figures. */
const LESSON_GZIP_LIMIT = 393 * 1024;
/** How many compressed bytes its faces of type may add to a page. */
const FONTS_GZIP_LIMIT = 95_000;
const LICENCE_FILE = "font-licence.txt";

/**
 * The files of the site that are not pages. Each is made with what docsPages() gave, and the style of the documentation
 * with the faces of cutFonts(), too.
 * @type {Record<string, (docs?: any, faces?: any) => string | Buffer | Promise<string>>}
 */
export const FILES = {
  [LICENCE_FILE]: fontLicence,
  "encoder-licence.txt": weightsLicence,
  // The viewer offers it to notebooks.
  "heed.py": () => readFileSync(path.join(root, "web/notebook/heed.py"), "utf8"),
  "train-licence.txt": textsLicence,
  // The script that other pages load to show a widget. It is a classic script, so it also runs from disk.
  "learn/heed-embed.js": () => scriptOf("pages/embed/classic.ts"),
  "docs/packages.js": () => scriptOf("docs/page/packages.ts"),
  "docs/search-index.js": ({ searchIndex }) => searchIndex,
  "docs/docs.js": async () => (await offline("docs/docs.js")) + (await scriptOf("docs/page/main.ts")),
  "docs/docs.css": docsStyle,
  ...Object.fromEntries(WEIGHTS_FILES.map((file) => [file, () => keep(file, [], () => weightsScript(file))])),
  ...Object.fromEntries(picturesOfDocs().map((file) => [file, () => readFileSync(path.join(root, "web/site", file))])),
};

/** The style of the pages of the documentation, with the faces that they use. */
async function docsStyle({ pages }, faces) {
  const style = await bundleStyle(DOCS_STYLES);
  return `/*\n${fontLicence()}*/\n${style}${fontsFor(pages.map(({ html }) => html).join("") + style, faces)}`;
}

const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const { version } = manifest;

const site = path.join(root, "web/site");

/** What scripts hold besides CODE. */
const BUILT = ["dist/heed.js", "dist/external.js", "dist/workers.js", "build/saved-page.txt"];

/** What all scripts are made of, for a build of the whole site. Others, such as npm run dev, keep nothing. */
let codeHash;

/** From now on scripts are kept, and those that were kept are used. */
export function startKeeping() {
  codeHash = hashOfFiles([...CODE.reads, ...BUILT], CODE.leaves);
}

/** What `make` gives, or what it gave in an earlier build of the same code. `by` is what else decides about it. */
const keep = (name, by, make) =>
  codeHash === undefined ? make() : keptText(name, hashOf(JSON.stringify([codeHash, ...by])), make);

/** A page of web/site/pages, as bundlePage takes it. */
export async function pageOf(page) {
  const { name, kind } = page;
  const build = partOf(name, "build.mjs");
  return {
    ...page,
    file: fileOf(page),
    template: kind === "own" ? `pages/${name}/index.html` : "rooms/lesson/page.html",
    script: `pages/${name}/main.ts`,
    ...(build === undefined ? {} : await import(pathToFileURL(path.join(root, "web/site", build)).href)),
  };
}

export async function buildSite({ out = path.join(root, "dist-site") } = {}) {
  if (!existsSync(path.join(root, "dist/heed.js")))
    throw new Error("build-site: dist/heed.js is missing. Build the package first: npm run build.");
  await buildElement();
  startKeeping();
  // The compiler that checks takes a processor of its own.
  const [written] = await Promise.all([writeSite(out), checkTypes("web/site")]);
  return written;
}

/** @param {string} out */
async function writeSite(out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const docs = docsPages();
  const pages = [...(await Promise.all(PAGES.map((page) => pageOf(page)))), ...docs.pages];
  const written = await writePages(pages, out, docs);
  const files = [...pages, ...Object.keys(FILES).map((file) => ({ file }))];
  const all = await Promise.all(
    files.map(async ({ file, weights, sharedFiles = weights === "needed" ? WEIGHTS_FILES : undefined }) => {
      const text = readFileSync(path.join(out, file));
      return { file, sharedFiles, text, compressed: await gzipSize(`sent ${file}`, text) };
    }),
  );
  writeFileSync(path.join(out, "service-worker.js"), await serviceWorker(root, all, PAGE_TARGETS));
  return written;
}

const gzipSize = async (name, text, options) =>
  Number(await keep(`${name} gzip`, [hashOf(text)], () => String(gzipSync(text, options).length)));

/** Builds the pages of these names alone, without checking their types. */
export async function buildPages(names, out) {
  const wanted = PAGES.filter(({ name }) => names.includes(name));
  return writePages(await Promise.all(wanted.map((page) => pageOf(page))), out);
}

/** With the documentation, the files that are not pages are written, too. */
async function writePages(pages, out, docs) {
  const bundled = [];
  const strings = readStrings();
  for (const page of pages) bundled.push(await bundlePage(page, strings));
  const faces = await cutFonts(bundled.map(charactersIn));
  const files = docs === undefined ? {} : await filesOf(docs, faces);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
    writeFileSync(path.join(out, file), text);
  }
  return Promise.all(bundled.map((page) => writePage(page, faces, files, out)));
}

async function filesOf(docs, faces) {
  const files = {};
  for (const [file, make] of Object.entries(FILES)) files[file] = await make(docs, faces);
  return files;
}

/**
 * A classic script: a page from disk may not load modules. With it come the styles that its files import.
 * @param {string} entry
 * @param {{
 *   texts?: (sections: string[]) => object, programs?: { name: string, text: string }[], worker?: string,
 *   pictures?: string[], define?: Record<string, string>, core?: string, as?: string
 * }} more `texts` gives the texts of sections, `worker` is the text of page:worker, `pictures` names the lessons of
 *   site:thumbnails, `core` is the file that the script gets as "heed", `as` a name for what is kept
 */
async function bundleScript(entry, { texts = inEnglish, as, ...more } = {}) {
  const { programs = [], worker = "", pictures = [], define = {}, core = PACKAGES.heed } = more;
  const by = [entry, programs, hashOf(worker), pictures, define, core];
  const make = async () => JSON.stringify(await bundle(entry, { programs, worker, pictures, define, core }));
  const { code, styles, sections } = JSON.parse(await keep([entry, as].join(" "), by, make));
  const script = code.includes(TEXTS) ? code.replace(TEXTS, await literalOf(texts(sections))) : code;
  // This text would end a <script>. With a backslash it says the same within a string of JavaScript.
  return { script: script.replaceAll("</script", "<\\/script"), styles };
}

const scriptOf = async (entry, more) => (await bundleScript(entry, more)).script;

/** The placeholder for the texts of a bundle, so that a text may change without the code. */
const TEXTS = "__HEED_TEXTS__";

const inEnglish = (sections) => ({ [FIRST]: sectionsOf(sections)[FIRST] });

/** A value as short JavaScript. It is put in by a function: a text may hold "$&". */
async function literalOf(value) {
  const { transform } = await import("esbuild");
  const { code } = await transform(`x=${JSON.stringify(value)}`, {
    minify: true,
    charset: "utf8",
    target: PAGE_TARGETS,
  });
  return () => code.slice("x=".length).replace(/;\s*$/, "");
}

async function bundle(entry, { programs, worker, pictures, define, core }) {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: [path.join(root, "web/site", entry)],
    bundle: true,
    write: false,
    format: "iife",
    target: PAGE_TARGETS,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    // The element defines itself at import. The build fails if it is missing.
    logOverride: { "ignored-bare-import": "error" },
    alias: { ...PACKAGES, heed: core },
    plugins: [
      ...[module("page:worker", () => ({ contents: worker, loader: "text" })), pagePicture(entry), trained],
      ...[thumbnails(pictures), stringsAs(`export default ${TEXTS}`, "js"), packageModules, programModules(programs)],
    ],
    loader: { ".txt": "text", ".safetensors": "binary" },
    tsconfigRaw: {},
    define: { __HEED_VERSION__: JSON.stringify(version), ...define },
  });
  if (codeHash !== undefined) checkInputs(entry, metafile);
  const brought = broughtBy(`web/site/${entry}`, metafile);
  return {
    code: outputFiles[0].text,
    styles: brought.filter((file) => file.endsWith(".css")),
    sections: brought.filter((file) => file.endsWith(".json")).map(sectionOf),
  };
}

/**
 * The styles and texts that the files of a bundle import, in the order of the imports. Files without any bytes in the
 * bundle do not count.
 */
function broughtBy(entry, { inputs, outputs }) {
  const [{ inputs: held }] = Object.values(outputs);
  const [seen, found] = [new Set(), new Set()];
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path: name } of inputs[file]?.imports ?? [])
      if (!name.startsWith(STYLE_OR_TEXT)) visit(name);
      else if (held[file]?.bytesInOutput > 0) found.add(name.slice(STYLE_OR_TEXT.length));
  };
  visit(entry);
  return Array.from(found);
}

/** A script may hold nothing that its key leaves out: it would be kept when that changes. */
function checkInputs(entry, { inputs }) {
  const isKnown = (file) =>
    BUILT.includes(file) || /(^|\/)node_modules\//.test(file) || (file.startsWith("web/") && !CODE.leaves(file));
  const isMade = (file) => /^[\w-]+:/.test(file);
  const unknown = Object.keys(inputs).filter((file) => !isMade(file) && !isKnown(file));
  if (unknown.length > 0)
    throw new Error(
      `build-site: ${entry} holds ${unknown.join(", ")}. Add it to CODE or BUILT, the key of what is kept.`,
    );
}

/** A worker carries the wasm itself, or the page sends it. A classic script has no import.meta. */
const WORKER_CORES = {
  own: { core: PACKAGES.heed },
  sent: { core: path.join(root, "dist/external.js"), define: { "import.meta.url": '""' } },
};

/** "page:worker": the text of the page's worker.ts, bundled as its script is, with its texts in all languages. */
const workerOf = ({ name, worker }) =>
  worker === undefined
    ? ""
    : scriptOf(`pages/${name}/worker.ts`, { texts: (sections) => sectionsOf(sections), ...WORKER_CORES[worker] });

/** A module that the build makes, by its name. */
const module = (name, load) => ({
  name,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: "made" }));
    build.onLoad({ filter: new RegExp(`^${name}$`), namespace: "made" }, load);
  },
});

/** "trained:animal" is what the trained encoder's heads hold for a sentence; "trained:animal/qk" leaves the values out.
 * "trained:animal/1/3/qk" has only head L1 H3, "trained:cat/shares" the weights of all. "trained:rows" is a part of its
 * table, "trained:weights" names the scripts that hold it all. */
const trained = {
  name: "trained",
  setup(build) {
    build.onResolve({ filter: /^trained:/ }, ({ path: name }) => ({ path: name, namespace: "trained" }));
    build.onLoad({ filter: /.*/, namespace: "trained" }, async ({ path: name }) => {
      if (name === "trained:rows") return { contents: JSON.stringify(await trainedRows()), loader: "json" };
      if (name === "trained:weights") return { contents: JSON.stringify(await weightsFacts()), loader: "json" };
      const [sentence, ...parts] = name.replace("trained:", "").split("/");
      if (parts[0] === "shares") return { contents: JSON.stringify((await trainedShares())[sentence]), loader: "json" };
      const whole = (await trainedHeads())[sentence];
      const heads = parts.length > 1 ? oneHead(whole, Number(parts[0]), Number(parts[1])) : whole;
      const kept = parts.at(-1) === "qk" ? { ...heads, layers: heads.layers.map(({ q, k }) => ({ q, k })) } : heads;
      return { contents: JSON.stringify(kept), loader: "json" };
    });
  },
};

/** The address of each script that the page loads, as it was built with the page, and its bytes. */
const weightsFacts = () =>
  Promise.all(
    WEIGHTS_FILES.map(async (file) => {
      const text = await FILES[file]();
      return { file: `${file}?${hashOf(text)}`, bytes: Buffer.byteLength(text) };
    }),
  );

/** A module of the site's pictures. */
const drawing = (contents) => ({ contents, loader: "ts", resolveDir: path.join(root, "web/site") });

/** "page:picture" is what the page's thumbnail.ts draws. A page without one has undefined. */
const pagePicture = (entry) =>
  module("page:picture", () => {
    const name = path.basename(path.dirname(entry));
    const file = partOf(name, "thumbnail.ts");
    const { borrows = [] } = PAGES.find((page) => page.name === name) ?? {};
    const imports = borrows.map((one, at) => `import { draw as draw${at} } from "./${partOf(one, "thumbnail.ts")}";`);
    return drawing(`${imports.join("\n")}
      ${file ? `export { draw as default } from "./${file}";` : "export default undefined;"}
      export const borrowed = { ${borrows.map((one, at) => `${JSON.stringify(one)}: draw${at}`).join(", ")} };`);
  });

/** "site:thumbnails" has the pictures of these lessons by their names. */
const thumbnails = (names) =>
  module("site:thumbnails", () => {
    const drawn = names.filter((name) => partOf(name, "thumbnail.ts") !== undefined);
    const imports = drawn.map((name, at) => `import { draw as draw${at} } from "./${partOf(name, "thumbnail.ts")}";`);
    const pictures = drawn.map((name, at) => `${JSON.stringify(name)}: draw${at}`);
    return drawing(`${imports.join("\n")}\nexport default { ${pictures.join(", ")} };`);
  });

/** The lessons whose pictures a page asks for. */
const picturesIn = (html) =>
  Array.from(new Set(Array.from(html.matchAll(/data-thumbnail="([\w-]+)"/g), ([, name]) => name)));

/** What a script imports for its page, and not for itself: styles, and texts by those of the first language. */
const STYLE_OR_TEXT = "styles-and-texts:";

/** "page:strings" is texts in every language. Styles and texts that files import stay out of the bundle. */
const stringsAs = (contents, loader) => ({
  name: "strings",
  setup(build) {
    module("page:strings", () => ({ contents, loader })).setup(build);
    build.onResolve({ filter: new RegExp(`\\.css$|/${FIRST}\\.json$`) }, ({ path: name, kind, resolveDir }) => {
      const file = path.relative(site, path.join(resolveDir, name)).replaceAll("\\", "/");
      const isStyleOrText = kind === "import-statement" && (file.endsWith(".css") || file.includes("/texts/"));
      return isStyleOrText ? { path: file, namespace: "styles-and-texts" } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: "styles-and-texts" }, () => ({ contents: "export {};", loader: "js" }));
  },
});

/** The same for Node, with these texts. */
export const pageStrings = (strings = { [FIRST]: readStrings()[FIRST] }) => stringsAs(JSON.stringify(strings), "json");

/** A module of the pages, for use in the build: what renders a text or draws a map there does so here. */
async function importTypeScript(file) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "web/site", file)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    alias: PACKAGES,
    plugins: [pageStrings()],
    tsconfigRaw: {},
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** Styles in this order, each with what it imports. */
async function bundleStyle(files) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    stdin: { contents: files.map((file) => `@import "./${file}";`).join("\n"), resolveDir: site, loader: "css" },
    bundle: true,
    write: false,
    minify: true,
    target: PAGE_TARGETS,
  });
  return outputFiles[0].text.trim();
}

/**
 * The script may run, wasm may be compiled, pictures and type come from the page itself, or from the files next to it.
 * Nothing may be fetched but the service worker, and it keeps the pages that are opened. A page from disk can only make
 * a worker from a blob.
 */
function policy(script, style, { worker, makesWorkers = worker !== undefined, sharedFiles, weights, connect }) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const self = "'self'";
  const lists = {
    "default-src": ["'none'"],
    "connect-src": connect,
    "worker-src": [self, makesWorkers && "blob:"],
    "script-src": [(sharedFiles || weights) && self, hash(script), "'wasm-unsafe-eval'"],
    "style-src": [sharedFiles ? self : hash(style)],
    "img-src": [sharedFiles && self, "data:"],
    "font-src": ["data:"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  };
  const given = Object.entries(lists).filter(([, places]) => places !== undefined);
  return given.map(([name, places]) => [name, ...places.filter(Boolean)].join(" ")).join("; ");
}

/** The parts of a page that are put in last, once the faces of type are cut. */
const LAST = ["csp", "style", "script", "data"];

/** What a page asks for by name: parts of the frame, and NAME.html of a room. NAME.css is next to a template. */
function partsOf({ name, file, weights, template }) {
  const styles = [];
  const read = (html) => {
    const style = html.replace(/html$/, "css");
    if (existsSync(path.join(site, style))) styles.push(style);
    return fill(readFileSync(path.join(site, html), "utf8"), parts);
  };
  const rooms = readdirSync(path.join(site, "rooms")).map((room) => [room, () => read(`rooms/${room}/${room}.html`)]);
  const parts = {
    ...Object.fromEntries([...rooms, ...LAST.map((part) => [part, `%${part}%`])]),
    page: () => read(template),
    head: () => fill(head(), { ...parts, style: "<style>%style%</style>" }),
    header: () => header(file),
    footer: () => footer(weights),
    body: () => read(`pages/${name}/body.html`).trim(),
  };
  return { parts, styles };
}

/** Every page has these, below those of its templates and scripts. Its own come last. */
const BASE_STYLES = ["styles.css", "shell/parts.css"];

/** A page without its faces of type, which depend on the characters of all pages. */
export async function bundlePage(wanted, strings = readStrings()) {
  const map = wanted.map && (await mapWith(wanted.map, importTypeScript));
  const { parts, styles } = partsOf(wanted);
  const html = wanted.html ?? "%page%";
  const rendered = render(wanted.name, html, await importTypeScript("kit/texts/text.ts"), strings, { map, parts });
  const { script, styles: imported } = await bundleScript(wanted.script, {
    ...{ as: wanted.file, programs: wanted.programs, pictures: picturesIn(rendered), worker: await workerOf(wanted) },
    texts: (sections) => stringsOf(wanted, sections, strings),
  });
  return {
    ...wanted,
    template: withPreview(rendered, wanted.file, homeOf(manifest)).replaceAll(
      `href="${LICENCE_FILE}"`,
      `href="${rootOf(wanted.file)}${LICENCE_FILE}"`,
    ),
    script: (wanted.sharedFiles ? "" : await offline(wanted.file)) + script,
    style: wanted.sharedFiles
      ? ""
      : await bundleStyle([...BASE_STYLES, ...styles, ...imported, partOf(wanted.name, "styles.css")].filter(Boolean)),
    data: wanted.data && (await keep(`${wanted.file} data`, [wanted.madeOf], wanted.data)),
  };
}

/** What registers the service worker, in a script of this file. */
const offline = (file) => scriptOf("shell/offline.ts", { define: { __SITE_ROOT__: JSON.stringify(rootOf(file)) } });

/** What a page takes characters from. */
export const charactersIn = ({ template, script }) => template + script;

/** The whole text of a page that bundlePage() made, and the rules of its faces, unless a shared file has them. */
export function wholePage(page, faces, files = {}) {
  const { template, script, style, data, licence, sharedFiles } = page;
  const fonts = sharedFiles ? "" : fontsFor(template + script + style, faces);
  const parts = { csp: policy(script, style + fonts, page), style: style + fonts, script, data };
  const licences = [sharedFiles ? undefined : fontLicence(), licence?.()]
    .filter(Boolean)
    .map((text) => `<!--\n${text}-->\n`);
  const whole = fill(withVersions(template, page, files), parts);
  return { text: whole + licences.join(""), fonts };
}

/** A page asks for its shared files as they were built with it: "docs.js?0123456789abcdef". */
function withVersions(template, { file, sharedFiles = [] }, files) {
  const built = sharedFiles.filter((name) => name in files);
  return built.reduce((text, name) => {
    const address = path.posix.relative(path.posix.dirname(file), name);
    return text.replaceAll(`="${address}"`, `="${address}?${hashOf(files[name])}"`);
  }, template);
}

async function writePage(page, faces, files, out) {
  const { file: name } = page;
  const file = path.join(out, name);
  const { text, fonts } = wholePage(page, faces, files);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const gzip = await gzipSize(name, text, { level: 9 });
  const fontsGzip = await gzipSize(`${name} type`, fonts, { level: 9 });
  const size = `${Buffer.byteLength(text)} bytes, ${gzip} gzipped, ${fontsGzip} of them fonts`;
  console.log(`build-site: ${path.relative(root, file)} ${size}`);
  const { gzipLimit = page.kind === "lesson" ? LESSON_GZIP_LIMIT : GZIP_LIMIT } = page;
  if (gzip > gzipLimit)
    throw new Error(`build-site: ${name} is over its ${gzipLimit} bytes gzipped. See what the script carries.`);
  if (fontsGzip > FONTS_GZIP_LIMIT)
    throw new Error(
      `build-site: the fonts of ${name} are over ${FONTS_GZIP_LIMIT} bytes gzipped. See which characters it holds.`,
    );
  return { file, gzip };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildSite();
