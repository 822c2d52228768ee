// The peers as entries of a run.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NODE_ENTRIES, PAGE_ENTRIES, PINS } from "./pins.mjs";

const mapped = (entries, address) =>
  Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, address(name, file)]));

function wasmPeers(locate, modules, more) {
  const entry = (name, kind, file, library, settings) => ({
    name,
    kind,
    module: locate(file),
    settings: { modules, version: PINS[library] ?? "", ...settings },
  });
  return {
    entry,
    list: [
      entry("ort-web", "peer", "onnxruntime.mjs", "onnxruntime-web", { threads: 1 }),
      entry("tfjs", "peer", "tfjs.mjs", "@tensorflow/tfjs-backend-wasm", more.tfjs),
      entry("jax", "peer", "jax.mjs", "@jax-js/jax", { alone: true }),
      entry("ruvector", "peer", "ruvector.mjs", "@ruvector/attention-wasm", more.ruvector),
      entry("plain", "plain", "plain.mjs"),
      entry("ort-web-2", "context", "onnxruntime.mjs", "onnxruntime-web", { threads: 2 }),
    ],
  };
}

/** `folder`: where they are installed; `locate`: the address of a contender's file. */
export function nodePeers(folder, locate) {
  const modules = mapped(NODE_ENTRIES, (name, file) => pathToFileURL(join(folder, name, file)).href);
  const ruvector = { wasm: readFileSync(join(folder, "@ruvector/attention-wasm/ruvector_attention_wasm_bg.wasm")) };
  const { entry, list } = wasmPeers(locate, modules, { ruvector });
  return [...list, entry("ort-node", "context", "onnxruntime.mjs", "onnxruntime-node", { native: true, threads: 1 })];
}

/** For pages that get the folder under /peers/. */
export async function pagePeers(folder, locate) {
  await bundleTfjs(folder);
  const modules = mapped(PAGE_ENTRIES, (_, file) => `/peers/${file}`);
  const tfjs = { wasmPaths: "/peers/@tensorflow/tfjs-backend-wasm/dist/" };
  const ruvector = { wasm: "/peers/@ruvector/attention-wasm/ruvector_attention_wasm_bg.wasm" };
  return wasmPeers(locate, modules, { tfjs, ruvector }).list;
}

/** Its modules name one another as only a bundler understands; core and backend must be of one piece. */
async function bundleTfjs(folder) {
  const outfile = join(folder, "tfjs.mjs");
  if (existsSync(outfile)) return;
  const { build } = await import("esbuild");
  const contents = 'export * from "@tensorflow/tfjs-core"; export * from "@tensorflow/tfjs-backend-wasm";';
  await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: "esm",
    platform: "browser",
    outfile,
    logLevel: "error",
  });
}
