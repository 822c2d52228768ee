// Builds the entry heed/page, in one file: dist/page.js. It carries a saved page with places for its own parts. So does
// web/notebook/heed.py, which is made of heed.source.py.
//
//   web/page/reader/main.ts, the element ─── one script, packed ─┐
//   web/page/reader/boot.js, page.css ───────────────────────────┼─ page.html, whose policy names the three
//
// Usage: node scripts/build-page.mjs   (build-types.mjs writes its types)
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { PACKAGES } from "./build-element.mjs";
import { buildEntry } from "./build-entries.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** The first engines that unpack (DecompressionStream with "deflate-raw"). */
const SAVED_TARGETS = ["chrome103", "firefox113", "safari16.4"];

const reader = (name) => path.join(root, "web/page/reader", name);
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The text of a saved page, with %language%, %title%, %noScript%, %words% and %data% where its own parts go. */
export async function savedPage() {
  const { build, transform } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [reader("main.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: SAVED_TARGETS,
    minify: true,
    // Packed with ASCII alone, its bytes are its characters.
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
    tsconfigRaw: {},
  });
  const script = outputFiles[0].text;
  const minified = async (name, loader) =>
    (await transform(readFileSync(reader(name), "utf8"), { loader, minify: true, target: SAVED_TARGETS })).code.trim();
  const [boot, style] = [await minified("boot.js", "js"), await minified("page.css", "css")];
  const policy = [
    "default-src 'none'",
    `script-src ${hash(boot)} ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  // Smaller blocks, each with a code of its own, are smaller in all.
  const program = deflateRawSync(script, { level: 9, memLevel: 7 }).toString("base64");
  const parts = { policy, style, boot, program };
  return readFileSync(reader("page.html"), "utf8").replace(/%(policy|style|boot|program)%/g, (_, name) => parts[name]);
}

/** The English texts of a saved page. */
async function englishWords() {
  const { build } = await import("esbuild");
  const entryPoints = [path.join(root, "web/page/words.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "esm", tsconfigRaw: {} });
  return (await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)).ENGLISH;
}

/** heed.py carries the saved page and its texts, so that it is one file. */
async function writeNotebook(page) {
  const folder = path.join(root, "web/notebook");
  const parts = { version, page, english: JSON.stringify(await englishWords()) };
  const source = readFileSync(path.join(folder, "heed.source.py"), "utf8");
  const text = source.replace(/%(version|page|english)%/g, (_, name) => parts[name]);
  writeFileSync(path.join(folder, "heed.py"), text);
}

export async function buildPage() {
  const text = await savedPage();
  mkdirSync(path.dirname(PACKAGES["heed:saved-page"]), { recursive: true });
  writeFileSync(PACKAGES["heed:saved-page"], text);
  await writeNotebook(text);
  await buildEntry("page", {
    define: { __HEED_VERSION__: JSON.stringify(version) },
    alias: { "heed:saved-page": PACKAGES["heed:saved-page"] },
  });
  console.log(`build-page: a saved page has ${text.length} bytes and its numbers`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildPage();
