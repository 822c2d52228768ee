// Builds the entry heed/train: dist/train.js in one file. It holds no wasm.
//
// Usage: node scripts/build-train.mjs   (build-lib.mjs writes its types)
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
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
  const bytes = readFileSync(outfile);
  console.log(`build-train: train.js ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildTrain();
