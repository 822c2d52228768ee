// Builds the site into dist-site/: each page one file that opens over http from any folder and from disk. The pages of
// the documentation share files next to them, and two pages load the weights of the trained encoder from there.
//
//   dist/heed.js ─────────────────────────────────┐
//   web/site/pages/NAME/main.ts, the rooms ───────┼─ one classic script ─┐
//   web/site/styles.css, those of rooms, fonts ───┴─ one style ──────────┼─ dist-site/NAME.html or learn/NAME.html
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
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
import { fileOf, FRONT, LESSONS, numberOf, PAGES, partOf, ROAD } from "./site-pages.mjs";
import { render } from "./site-parts.mjs";
import { footer, hashOf, head, header, rootOf, serviceWorker } from "./site-shell.mjs";
import { textsLicence } from "./train-texts.mjs";
import { englishOfRooms, readStrings, sectionsOf, stringsOf } from "./site-texts.mjs";

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
  "learn/heed-embed.js": () => bundleScript("pages/embed/classic.ts"),
  "docs/packages.js": () => bundleScript("docs/page/packages.ts"),
  "docs/search-index.js": ({ searchIndex }) => searchIndex,
  "docs/docs.js": async () => (await offline("docs/docs.js")) + (await bundleScript("docs/page/main.ts")),
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

/** A page from disk can only make a worker from a blob. */
const IN_A_WORKER = "worker-src blob:; ";

const FRAME_STYLES = [
  "rooms/lesson/learn.css",
  "rooms/lesson/questions.css",
  "rooms/thumbnails/thumbnails.css",
  "rooms/lesson/picture.css",
  "rooms/machine/map.css",
];

const read = (file) => readFileSync(path.join(root, "web/site", file), "utf8");

/** What scripts hold besides CODE. */
const BUILT = ["dist/heed.js", "dist/external.js", "dist/workers.js", "build/saved-page.txt"];

/** What all scripts are made of, for a build of the whole site. Others, such as npm run dev, keep nothing. */
let codeHash;

/** From now on scripts are kept, and those that were kept are used. */
export function startKeeping() {
  codeHash = hashOf(JSON.stringify([hashOfFiles([...CODE.reads, ...BUILT], CODE.leaves), englishOfRooms()]));
}

/** What `make` gives, or what it gave in an earlier build of the same code. `by` is what else decides about it. */
const keep = (name, by, make) =>
  codeHash === undefined ? make() : keptText(name, hashOf(JSON.stringify([codeHash, ...by])), make);

/** A page of web/site/pages, as bundlePage takes it. */
export async function pageOf(page, strings = readStrings()) {
  const { name, kind, styles = [], worker } = page;
  const [own, build] = [partOf(name, "styles.css"), partOf(name, "build.mjs")];
  const frame = () => read("rooms/lesson/page.html").replace("%body%", () => read(`pages/${name}/body.html`).trim());
  return {
    ...page,
    file: fileOf(page),
    html: kind === "own" ? read(`pages/${name}/index.html`) : frame(),
    script: `pages/${name}/main.ts`,
    styles: [
      "styles.css",
      "shell/parts.css",
      ...(kind === "own" ? [] : FRAME_STYLES),
      ...styles,
      ...(numberOf(name) !== "" ? ["rooms/inspector/inspector.css", "rooms/export/export.css"] : []),
      ...(own === undefined ? [] : [own]),
    ],
    strings: stringsOf(page, strings),
    policy: worker ? IN_A_WORKER : undefined,
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
  const strings = readStrings();
  const pages = [...(await Promise.all(PAGES.map((page) => pageOf(page, strings)))), ...docs.pages];
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
 * A classic script: a page from disk may not load modules.
 * @param {string} entry
 * @param {{
 *   file?: string, strings?: object, programs?: { name: string, text: string }[], define?: Record<string, string>,
 *   core?: string
 * }} more `file` is the page, `core` the file that the script gets as "heed"
 */
function bundleScript(entry, { file, strings, programs = [], define = {}, core = PACKAGES.heed } = {}) {
  // Its worker may have other texts.
  const texts = [strings, WORKER_STRINGS[path.basename(path.dirname(entry))]];
  const make = () => bundle(entry, { strings, programs, define, core });
  return keep([entry, file, ...Object.values(define)].join(" "), [entry, texts, programs, define, core], make);
}

async function bundle(entry, { strings, programs, define, core }) {
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
      ...[workerText(entry), pagePicture(entry), trained, thumbnails(entry), pageStrings(strings)],
      ...[packageModules, programModules(programs)],
    ],
    loader: { ".txt": "text", ".safetensors": "binary" },
    tsconfigRaw: {},
    define: { __HEED_VERSION__: JSON.stringify(version), ...define },
  });
  if (codeHash !== undefined) checkInputs(entry, metafile);
  // This text would end a <script>. With a backslash it says the same within a string of JavaScript.
  return outputFiles[0].text.replaceAll("</script", "<\\/script");
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

/** Workers that put sentences together have the texts of all languages. */
const WORKER_STRINGS = { model: sectionsOf(["matrix", "files"]) };

/** A worker carries the wasm itself, or the page sends it. A classic script has no import.meta. */
const WORKER_CORES = {
  own: { core: PACKAGES.heed },
  sent: { core: path.join(root, "dist/external.js"), define: { "import.meta.url": '""' } },
};

/** "page:worker" is the text of the page's worker.ts, bundled as its script is. A page without one has no text. */
const workerText = (entry) => ({
  name: "worker-text",
  setup(build) {
    build.onResolve({ filter: /^page:worker$/ }, ({ path: name }) => ({ path: name, namespace: "worker-text" }));
    build.onLoad({ filter: /.*/, namespace: "worker-text" }, async () => {
      const name = path.basename(path.dirname(entry));
      const { worker } = PAGES.find((page) => page.name === name) ?? {};
      if (worker === undefined) return { contents: "", loader: "text" };
      const more = { strings: WORKER_STRINGS[name], ...WORKER_CORES[worker] };
      return { contents: await bundleScript(`pages/${name}/worker.ts`, more), loader: "text" };
    });
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

/** "page:picture" is what the page's thumbnail.ts draws. A page without one has undefined. */
const pagePicture = (entry) => ({
  name: "page-picture",
  setup(build) {
    build.onResolve({ filter: /^page:picture$/ }, ({ path: name }) => ({ path: name, namespace: "page-picture" }));
    build.onLoad({ filter: /.*/, namespace: "page-picture" }, () => {
      const name = path.basename(path.dirname(entry));
      const file = partOf(name, "thumbnail.ts");
      const { borrows = [] } = PAGES.find((page) => page.name === name) ?? {};
      const imports = borrows.map((one, at) => `import { draw as draw${at} } from "./${partOf(one, "thumbnail.ts")}";`);
      const contents = `${imports.join("\n")}
        ${file ? `export { draw as default } from "./${file}";` : "export default undefined;"}
        export const borrowed = { ${borrows.map((one, at) => `${JSON.stringify(one)}: draw${at}`).join(", ")} };`;
      return { contents, loader: "ts", resolveDir: path.join(root, "web/site") };
    });
  },
});

/** "site:thumbnails" has the picture of each lesson by its name, for the front door those of the short road. */
const thumbnails = (entry) => ({
  name: "thumbnails",
  setup(build) {
    build.onResolve({ filter: /^site:thumbnails$/ }, ({ path: name }) => ({ path: name, namespace: "thumbnails" }));
    build.onLoad({ filter: /.*/, namespace: "thumbnails" }, () => {
      const shown = path.basename(path.dirname(entry)) === FRONT ? ROAD : LESSONS;
      const drawn = shown.flatMap(({ name }) => partOf(name, "thumbnail.ts") ?? []);
      const imports = drawn.map((file, at) => `import { draw as draw${at} } from "./${file}";`);
      const pictures = drawn.map((file, at) => `${JSON.stringify(path.basename(path.dirname(file)))}: draw${at}`);
      const contents = `${imports.join("\n")}\nexport default { ${pictures.join(", ")} };`;
      return { contents, loader: "ts", resolveDir: path.join(root, "web/site") };
    });
  },
});

/** "page:strings" is the texts of a page in every language. A script without a page has the English ones of rooms. */
export function pageStrings(strings = englishOfRooms()) {
  return {
    name: "page-strings",
    setup(build) {
      build.onResolve({ filter: /^page:strings$/ }, ({ path: name }) => ({ path: name, namespace: "page-strings" }));
      build.onLoad({ filter: /.*/, namespace: "page-strings" }, () => ({
        contents: JSON.stringify(strings),
        loader: "json",
      }));
    },
  };
}

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

async function bundleStyle(files) {
  const { transform } = await import("esbuild");
  const text = files.map((file) => readFileSync(path.join(root, "web/site", file), "utf8")).join("\n");
  const { code } = await transform(text, { loader: "css", minify: true, target: PAGE_TARGETS });
  return code.trim();
}

/**
 * The script may run, wasm may be compiled, pictures and type come from the page itself, or from the files next to it.
 * Nothing may be fetched but the service worker, and it keeps the pages that are opened.
 */
function policy(script, style, { policy: workers = "worker-src; ", sharedFiles, weights }) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    workers.replace("worker-src", "worker-src 'self'").replace(/; $/, ""),
    `script-src ${sharedFiles || weights ? "'self' " : ""}${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${sharedFiles ? "'self'" : hash(style)}`,
    `img-src ${sharedFiles ? "'self' " : ""}data:`,
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** A page without its faces of type, which depend on the characters of all pages. */
export async function bundlePage(wanted, strings = readStrings()) {
  const parts = {
    head,
    header: () => header(wanted.file),
    footer: () => footer(wanted.weights),
    heads: () => read("rooms/heads/heads.html"),
    "what-if": () => read("rooms/what-if/what-if.html"),
    why: () => read("rooms/why/why.html"),
  };
  const rendered = render(
    wanted.name,
    wanted.html.replace(/%(head|header|footer|heads|what-if|why)%/g, (_, name) => parts[name]()),
    await importTypeScript("kit/texts/text.ts"),
    strings,
    wanted.map && (await mapWith(wanted.map, importTypeScript)),
  );
  return {
    ...wanted,
    template: withPreview(rendered, wanted.file, homeOf(manifest)).replaceAll(
      `href="${LICENCE_FILE}"`,
      `href="${rootOf(wanted.file)}${LICENCE_FILE}"`,
    ),
    script: (wanted.sharedFiles ? "" : await offline(wanted.file)) + (await bundleScript(wanted.script, wanted)),
    style: wanted.sharedFiles ? "" : await bundleStyle(wanted.styles),
    data: wanted.data && (await keep(`${wanted.file} data`, [wanted.madeOf], wanted.data)),
  };
}

/** What registers the service worker, in a script of this file. */
const offline = (file) => bundleScript("shell/offline.ts", { define: { __SITE_ROOT__: JSON.stringify(rootOf(file)) } });

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
  const whole = withVersions(template, page, files).replace(/%(csp|style|script|data)%/g, (_, part) => parts[part]);
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
