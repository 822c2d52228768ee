// Builds the site into dist-site/: each page one file that opens over http from any folder and from disk.
//
//   dist/heed.js ────────────────────────────┐
//   web/site/*.ts, web/element/, web/train/ ─┼─ one classic script ─┐
//   web/site/styles.css, fonts ──────────────┴─ one style ──────────┼─ dist-site/play.html, its policy names both
//   web/site/play/index.html ───────────────────────────────────────┘
//   learn-pages.mjs ─── the texts of each page in every language
//   scripts/fonts.mjs ─── the faces of type, cut to the characters in use, and dist-site/font-licence.txt
//   scripts/site-shell.mjs ─── header and footer of all; dist-site/service-worker.js, which keeps them for offline use
//   web/site/model/ ─── likewise, with a worker as text inside its script ─── dist-site/model.html
//   web/site/encoder/ ─── likewise, with a block of trained weights (encoder-weights.mjs) ─── dist-site/encoder.html
//   web/site/bench/ ─── likewise, with a worker as text inside its script ─── dist-site/bench.html
//   web/site/learn/ ─── likewise, a page per lesson with its texts (learn-pages.mjs) ─── dist-site/learn/
//   web/site/docs/, dist/types ─── the documentation, with its programs and its search (docs/) ─── dist-site/docs/
//
// Usage: node scripts/build-site.mjs   (after build-lib.mjs and build-entries.mjs)
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { buildElement, checkTypes, PACKAGES, PAGE_TARGETS } from "./build-element.mjs";
import { chapter } from "./chapter.mjs";
import { docsPages } from "./docs/pages.mjs";
import { oneHead, trainedHeads } from "./encoder-heads.mjs";
import { weightsLicence, weightsText } from "./encoder-weights.mjs";
import { cutFonts, fontLicence, fontsFor } from "./fonts.mjs";
import { englishOfRooms, learnPages, render, ROOMS, sectionsOf, textsOf } from "./learn-pages.mjs";
import { footer, header, rootOf, serviceWorker } from "./site-shell.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const GZIP_LIMIT = 360_000;
/** What its faces may add to a page. */
const FONTS_GZIP_LIMIT = 95_000;
const LICENCE_FILE = "font-licence.txt";
const WEIGHTS_LICENCE_FILE = "encoder-licence.txt";
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** Each page: its folder in web/site, its file, its styles, and the sections of texts that it needs beside its own.
 * learn-pages.mjs has the others. */
const PAGES = [
  {
    name: "play",
    file: "play.html",
    styles: [
      "styles.css",
      "play/play.css",
      "play/steps.css",
      "play/follow.css",
      "play/below-steps.css",
      "play/gradients.css",
      "inspector/inspector.css",
      "export/export.css",
    ],
    sections: ROOMS,
  },
  // Files are read in a worker. A page from disk has no worker but one made of a blob.
  {
    name: "model",
    file: "model.html",
    styles: ["styles.css", "heads/heads.css", "model/styles.css", "inspector/inspector.css", "export/export.css"],
    sections: ["heads", "files", "inspector", "export"],
    policy: "worker-src blob:; ",
  },
  // It may have 7 MB, nearly all of it weights.
  {
    name: "encoder",
    file: "encoder.html",
    styles: ["styles.css", "heads/heads.css", "encoder/styles.css", "inspector/inspector.css", "export/export.css"],
    sections: ["heads", "inspector", "export"],
    data: weightsText,
    licence: weightsLicence,
    sizeLimit: 7_010_000,
  },
  // Measuring is a worker's work, and a page from disk has no worker but one made of a blob.
  {
    name: "bench",
    file: "bench.html",
    styles: ["styles.css", "bench/styles.css"],
    sections: [],
    policy: "worker-src blob:; ",
  },
].map(({ sections, ...page }) => ({
  ...page,
  html: readFileSync(path.join(root, `web/site/${page.name}/index.html`), "utf8"),
  script: `${page.name}/main.ts`,
  strings: textsOf(page.name, sections),
}));

export async function buildSite({ out = path.join(root, "dist-site") } = {}) {
  if (!existsSync(path.join(root, "dist/heed.js")))
    throw new Error("build-site: dist/heed.js is missing. Build the package first: npm run build.");
  await buildElement();
  checkTypes("web/site");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const pages = [...PAGES, ...learnPages(), ...docsPages()];
  const files = pages.map(({ file }) => file);
  const texts = await importTypeScript("texts/text.ts");
  const bundled = [];
  for (const page of pages) bundled.push(await bundlePage(page, files, texts));
  const faces = await cutFonts(bundled.map(({ template, script }) => template + script));
  const written = bundled.map((page) => writePage(page, faces, out));
  writeFileSync(path.join(out, LICENCE_FILE), fontLicence());
  // The script that other pages load to show a widget. It is a classic script, so it also runs from disk.
  writeFileSync(path.join(out, "learn/heed-embed.js"), await bundleScript("learn/pages/embed/classic.ts"));
  writeFileSync(path.join(out, WEIGHTS_LICENCE_FILE), weightsLicence());
  const kept = [...files, "learn/heed-embed.js", LICENCE_FILE, WEIGHTS_LICENCE_FILE].map((file) => ({
    file,
    text: readFileSync(path.join(out, file), "utf8"),
  }));
  writeFileSync(path.join(out, "service-worker.js"), await serviceWorker(root, kept, PAGE_TARGETS));
  return written;
}

/**
 * A classic script: a page from disk may not load modules.
 * @param {string} entry
 * @param {{ strings?: object, plugins?: import("esbuild").Plugin[], define?: Record<string, string> }} more
 */
async function bundleScript(entry, { strings, plugins = [], define = {} } = {}) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
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
    alias: PACKAGES,
    plugins: [workerText(entry), trained, chapterText, pageStrings(strings), ...plugins],
    tsconfigRaw: {},
    define: { __HEED_VERSION__: JSON.stringify(version), ...define },
  });
  // Within <script> this would end it; within a string of JavaScript it says the same.
  return outputFiles[0].text.replaceAll("</script", "<\\/script");
}

/** Workers that put sentences together have the texts of all languages. */
const WORKER_STRINGS = { "model:worker": sectionsOf(["matrix", "files"]) };

/** "bench:worker" is the text of web/site/bench/worker.ts, bundled as a page's script is. "learn:worker" is that of the
 * lesson whose main.ts is `entry`; a lesson without a worker has no text. */
const workerText = (entry) => ({
  name: "worker-text",
  setup(build) {
    build.onResolve({ filter: /^\w+:worker$/ }, ({ path: name }) => ({ path: name, namespace: "worker-text" }));
    build.onLoad({ filter: /.*/, namespace: "worker-text" }, async ({ path: name }) => {
      const folder = name === "learn:worker" ? path.dirname(entry) : name.replace(":worker", "");
      const file = `${folder}/worker.ts`;
      const isThere = existsSync(path.join(root, "web/site", file));
      const contents = isThere ? await bundleScript(file, { strings: WORKER_STRINGS[name] }) : "";
      return { contents, loader: "text" };
    });
  },
});

/** "trained:animal" is what the trained encoder's heads hold for a sentence; "trained:animal/qk" leaves the values out.
 * "trained:animal/1/3/qk" has only head L1 H3. */
const trained = {
  name: "trained",
  setup(build) {
    build.onResolve({ filter: /^trained:/ }, ({ path: name }) => ({ path: name, namespace: "trained" }));
    build.onLoad({ filter: /.*/, namespace: "trained" }, async ({ path: name }) => {
      const [sentence, ...parts] = name.replace("trained:", "").split("/");
      const whole = (await trainedHeads())[sentence];
      const heads = parts.length > 1 ? oneHead(whole, Number(parts[0]), Number(parts[1])) : whole;
      const kept = parts.at(-1) === "qk" ? { ...heads, layers: heads.layers.map(({ q, k }) => ({ q, k })) } : heads;
      return { contents: JSON.stringify(kept), loader: "json" };
    });
  },
};

/** "encoder:chapter" is a long text. */
const chapterText = {
  name: "chapter",
  setup(build) {
    build.onResolve({ filter: /^encoder:chapter$/ }, ({ path: name }) => ({ path: name, namespace: "chapter" }));
    build.onLoad({ filter: /.*/, namespace: "chapter" }, () => ({ contents: chapter(), loader: "text" }));
  },
};

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

/** A module of the pages, for use in the build: what renders a text there renders it here. */
async function importTypeScript(file) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "web/site", file)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
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
 * The script may run, wasm may be compiled, pictures and type come from the page itself. Nothing may be fetched but the
 * one worker beside the page, which keeps the site.
 */
function policy(script, style, workers = "worker-src; ") {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    workers.replace("worker-src", "worker-src 'self'").replace(/; $/, ""),
    `script-src ${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** A page but for its faces of type, which depend on the characters of all pages. */
async function bundlePage(wanted, files, texts) {
  const parts = {
    header: () => header(wanted.file, files),
    footer,
    heads: () => readFileSync(path.join(root, "web/site/heads/heads.html"), "utf8"),
  };
  return {
    ...wanted,
    template: render(
      wanted.name,
      wanted.html.replace(/%(header|footer|heads)%/g, (_, name) => parts[name]()),
      texts,
    ).replaceAll(`href="${LICENCE_FILE}"`, `href="${rootOf(wanted.file)}${LICENCE_FILE}"`),
    script:
      (await bundleScript("shell/offline.ts", { define: { __SITE_ROOT__: JSON.stringify(rootOf(wanted.file)) } })) +
      (await bundleScript(wanted.script, wanted)),
    style: await bundleStyle(wanted.styles),
  };
}

function writePage(page, faces, out) {
  const { file: name, template, script, style, policy: workers, data, licence, sizeLimit } = page;
  const file = path.join(out, name);
  const fonts = fontsFor(template + script + style, faces);
  const parts = { csp: policy(script, style + fonts, workers), style: style + fonts, script, data: data?.() };
  const licences = [fontLicence(), licence?.()].filter(Boolean).map((text) => `<!--\n${text}-->\n`);
  const text = template.replace(/%(csp|style|script|data)%/g, (_, part) => parts[part]) + licences.join("");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const [gzip, fontsGzip] = [text, fonts].map((one) => gzipSync(one, { level: 9 }).length);
  const size = `${Buffer.byteLength(text)} bytes, ${gzip} gzipped, of it ${fontsGzip} type`;
  console.log(`build-site: ${path.relative(root, file)} ${size}`);
  if (sizeLimit !== undefined && Buffer.byteLength(text) > sizeLimit)
    throw new Error(`build-site: ${name} is over its ${sizeLimit} bytes.`);
  const { gzipLimit = GZIP_LIMIT } = page;
  if (sizeLimit === undefined && gzip > gzipLimit)
    throw new Error(`build-site: ${name} is over its ${gzipLimit} bytes gzipped. See what the script carries.`);
  if (fontsGzip > FONTS_GZIP_LIMIT)
    throw new Error(
      `build-site: the type of ${name} is over ${FONTS_GZIP_LIMIT} bytes gzipped. See which characters it holds.`,
    );
  return { file, gzip };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildSite();
