// Builds the entry heed/train: dist/train.js in one file, and its types in dist/types/train/. It holds no wasm.
//
// Usage: node scripts/build-train.mjs   (after build-lib.mjs, which empties dist/types)
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { checkTypes } from "./build-element.mjs";
import { TARGETS } from "./build-lib.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

export async function buildTrain() {
  const { build } = await import("esbuild");
  const outfile = path.join(root, "dist/train.js");
  await build({
    entryPoints: [path.join(root, "web/train/index.ts")],
    outfile,
    bundle: true,
    format: "esm",
    target: TARGETS,
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    legalComments: "none",
    logLevel: "warning",
  });
  emitTypes(path.join(root, "build/train-types"), path.join(root, "dist/types/train"));
  const bytes = readFileSync(outfile);
  console.log(`build-train: train.js ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}

/** The compiler writes train/, and the parts of lib/ that it reads. The types of lib lie in dist/types already. */
function emitTypes(emitted, types) {
  rmSync(emitted, { recursive: true, force: true });
  checkTypes("web/train", ["--outDir", emitted]);
  rmSync(types, { recursive: true, force: true });
  mkdirSync(types, { recursive: true });
  for (const file of readdirSync(path.join(emitted, "train"))) {
    const text = readFileSync(path.join(emitted, "train", file), "utf8");
    writeFileSync(path.join(types, file), text.replaceAll('"../lib/', '"../'));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildTrain();
