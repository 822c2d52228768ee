// Builds the entry heed/workers: dist/workers.js, and the program of its workers, dist/worker.js. The entry holds that
// program as text, and imports dist/heed.js, so the wasm is carried once.
//
//   web/workers/program.ts, glue ── dist/worker.js ─┐
//   web/workers/*.ts ───────────────────────────────┴─ dist/workers.js
//
// Usage: node scripts/build-workers.mjs   (after build-lib.mjs; build-types.mjs writes the types)
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { gluePlugin, readGlue, SCRIPT } from "./build-lib.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

export async function buildWorkers({ core = path.join(root, "build"), dist = path.join(root, "dist") } = {}) {
  const { build } = await import("esbuild");
  const glue = gluePlugin(await readGlue(core));
  await build({
    ...SCRIPT,
    entryPoints: [path.join(root, "web/workers/program.ts")],
    outfile: path.join(dist, "worker.js"),
    format: "iife",
    plugins: [glue],
  });
  const program = readFileSync(path.join(dist, "worker.js"), "utf8");
  await build({
    ...SCRIPT,
    entryPoints: [path.join(root, "web/workers/index.ts")],
    outfile: path.join(dist, "workers.js"),
    plugins: [glue, entryPlugin(program)],
  });
  for (const file of ["worker.js", "workers.js"]) {
    const bytes = readFileSync(path.join(dist, file));
    console.log(`build-workers: ${file} ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
  }
}

/** Puts the program in place of the name "heed:worker", and leaves the default entry outside. */
function entryPlugin(program) {
  return {
    name: "workers-entry",
    setup(build) {
      build.onResolve({ filter: /lib\/index\.js$/ }, () => ({ path: "./heed.js", external: true }));
      build.onResolve({ filter: /^heed:worker$/ }, () => ({ path: "program", namespace: "heed-worker" }));
      build.onLoad({ filter: /^program$/, namespace: "heed-worker" }, () => ({ contents: program, loader: "text" }));
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWorkers();
