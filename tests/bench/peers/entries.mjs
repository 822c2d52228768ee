// The other libraries as entries of a run.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NODE_ENTRIES, PAGE_ENTRIES, PINS } from "./pins.mjs";

const mapped = (entries, address) =>
  Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, address(name, file)]));

function wasmPeers(locate, modules, tfjs = {}) {
  const entry = (name, kind, file, library, settings) => ({
    name,
    kind,
    module: locate("tests/bench", `contenders/${file}`),
    settings: { modules, version: PINS[library], ...settings },
  });
  return {
    entry,
    list: [
      entry("ort-web", "peer", "onnxruntime.mjs", "onnxruntime-web", { threads: 1 }),
      entry("tfjs", "peer", "tfjs.mjs", "@tensorflow/tfjs-backend-wasm", tfjs),
      entry("jax", "peer", "jax.mjs", "@jax-js/jax", { alone: true }),
      { name: "plain", kind: "plain", module: locate("web/measure", "contenders/plain.mjs"), settings: {} },
      entry("ort-web-2", "other", "onnxruntime.mjs", "onnxruntime-web", { threads: 2 }),
    ],
  };
}

/** `folder` is where they are installed; `locate` gives the address of a file in a folder. */
export function nodePeers(folder, locate) {
  const address = (file) => pathToFileURL(join(folder, file)).href;
  const modules = mapped(NODE_ENTRIES, (name, file) => address(join(name, file)));
  const { entry, list } = wasmPeers(locate, modules);
  return [...list, entry("ort-node", "other", "onnxruntime.mjs", "onnxruntime-node", { native: true, threads: 1 })];
}

/** The same for pages, which the folder is served to as /peers/. LiteRT.js needs a page. */
export async function pagePeers(folder, locate) {
  for (const [file, contents] of Object.entries(BUNDLES)) await bundle(folder, file, contents);
  const modules = mapped(PAGE_ENTRIES, (_, file) => `/peers/${file}`);
  const tfjs = { wasmPaths: "/peers/@tensorflow/tfjs-backend-wasm/dist/" };
  const { entry, list } = wasmPeers(locate, modules, tfjs);
  const litert = (name, kind, threads) =>
    entry(name, kind, "litert.mjs", "@litertjs/core", { threads, wasm: "/peers/@litertjs/core/wasm/" });
  return [...list, litert("litert", "peer", 1), litert("litert-2", "other", 2)];
}

/** Their modules import one another by bare names, so a page needs them in one file. */
const BUNDLES = {
  "tfjs.mjs": 'export * from "@tensorflow/tfjs-core"; export * from "@tensorflow/tfjs-backend-wasm";',
  "litert.mjs": 'export * from "@litertjs/core"; export * as flatbuffers from "flatbuffers";',
};

async function bundle(folder, file, contents) {
  const outfile = join(folder, file);
  if (existsSync(outfile)) return;
  const { build } = await import("esbuild");
  await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: "esm",
    platform: "browser",
    outfile,
    logLevel: "error",
  });
}
