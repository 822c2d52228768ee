// Builds the entry heed/element: dist/element.js in one file, and dist/custom-elements.json.
// It stands alone: it holds no wasm.
//
// Usage: node scripts/build-element.mjs   (build-types.mjs writes its types)
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { SCRIPT } from "./build-lib.mjs";
import { writeManifest } from "./element-manifest.mjs";
import { unlessDone } from "./setup/stamp.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** The first engines with constructed style sheets (Chrome 73, Firefox 101, Safari 16.4) and Array.at (Chrome 92). */
export const PAGE_TARGETS = ["chrome92", "firefox101", "safari16.4"];

/** What the pages import by name: the core and workers as their users get them; the others from their source. */
export const PACKAGES = {
  heed: path.join(root, "dist/heed.js"),
  "heed/workers": path.join(root, "dist/workers.js"),
  "heed/element": path.join(root, "web/element/index.ts"),
  "heed/train": path.join(root, "web/train/index.ts"),
  "heed/layers": path.join(root, "web/layers/index.ts"),
  "heed/draw": path.join(root, "web/draw/index.ts"),
  "heed/page": path.join(root, "web/page/index.ts"),
  // what build-page.mjs made of the script of a saved page
  "heed:saved-page": path.join(root, "build/saved-page.txt"),
  "heed/rotary": path.join(root, "web/rotary/index.ts"),
  "heed/model": path.join(root, "web/model/index.ts"),
  "heed/gguf": path.join(root, "web/gguf/index.ts"),
};

/** All that scripts of pages are made of, but for the texts of pages and the programs of the documentation. */
export const CODE = {
  reads: ["scripts", "package.json", "package-lock.json", "web"],
  leaves: (file) => /\.(md|css|html|py|png|webp)$|\/texts\/.*\.json$|^web\/site\/docs\/programs\b/.test(file),
};

export async function buildElement() {
  const { build } = await import("esbuild");
  await build({
    ...SCRIPT,
    entryPoints: [path.join(root, "web/element/index.ts")],
    outfile: path.join(root, "dist/element.js"),
    target: PAGE_TARGETS,
  });
  writeManifest();
}

/** Runs the TypeScript compiler over a folder of web/ if code has changed. It throws an error with what that says. */
export async function checkTypes(folder) {
  await unlessDone(`types-${path.basename(folder)}`, { ...CODE, writes: [] }, () => compile(folder));
}

async function compile(folder) {
  const tsc = createRequire(path.join(root, "package.json")).resolve("typescript/bin/tsc");
  try {
    await promisify(execFile)(process.execPath, [tsc, "-p", path.join(root, folder)]);
  } catch (error) {
    throw new Error(`${folder} has type errors.\n${error.stdout}`, { cause: error });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildElement();
