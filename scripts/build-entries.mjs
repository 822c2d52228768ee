// Builds the entries that hold no wasm, each in one file: dist/train.js, dist/layers.js, dist/rotary.js, dist/model.js,
// dist/gguf.js and dist/draw.js.
//
// Usage: node scripts/build-entries.mjs   (build-types.mjs writes their types)
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { SCRIPT, TARGETS } from "./build-lib.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/**
 * heed/draw may be all that a page loads of heed: it has longer lines, and nothing in place of what Firefox has only
 * from 90 on, the private fields of classes.
 */
const SMALL = { lineLimit: 720, target: TARGETS.map((one) => one.replace("firefox89", "firefox90")) };

/**
 * Builds one entry.
 * @param {string} name @param {import("esbuild").BuildOptions} [more]
 */
export async function buildEntry(name, more = {}) {
  const { build } = await import("esbuild");
  const outfile = path.join(root, `dist/${name}.js`);
  await build({
    ...SCRIPT,
    entryPoints: [path.join(root, `web/${name}/index.ts`)],
    outfile,
    ...(name === "draw" && SMALL),
    ...more,
  });
  const bytes = readFileSync(outfile);
  console.log(`build-entries: ${name}.js ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const name of ["train", "layers", "rotary", "model", "gguf", "draw"]) await buildEntry(name);
