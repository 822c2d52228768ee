// Builds the command line into dist/command.js: `npx heed show FILE`. It reads what the viewer reads, and carries the
// library that reads tokenizers. It imports the entries of the package that save a page and open a model.
//
// Usage: node scripts/build-command.mjs   (after build-page.mjs)
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkTypes, PACKAGES } from "./build-element.mjs";
import { BUNDLE } from "./build-lib.mjs";
import { pageStrings } from "./build-site.mjs";
import { sectionsOf } from "./site-texts.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const SECTIONS = ["matrix", "files", "bytes", "heads", "export", "saved", "numbers"];

/** The texts of the command, and of the page of the viewer the one that says where numbers come from. */
function strings() {
  const all = /** @type {{ en: object }} */ (sectionsOf([...SECTIONS, "model"]));
  for (const texts of Object.values(all)) texts.model = { origin: texts.model.origin };
  return all;
}

/** The entries of the package that the command imports; all but heed/page only when it shows a model. */
const BESIDE = ["heed", "heed/model", "heed/gguf", "heed/page"];
/** @type {import("esbuild").Plugin} */
const entries = {
  name: "entries",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${BESIDE.join("|")})$`) }, ({ path: name }) => ({
      path: `./${path.posix.basename(name)}.js`,
      external: true,
      sideEffects: false,
    }));
  },
};

/** The library that reads tokenizers, and its licence, which goes where it goes. */
function licence() {
  const folder = path.join(root, "node_modules/@huggingface/tokenizers");
  const { name, version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const text = readFileSync(path.join(folder, "LICENSE"), "utf8");
  return `/*\nThis file carries the npm package ${name} ${version} by Hugging Face, made smaller.\n\n${text}*/`;
}

export async function buildCommand() {
  const { build } = await import("esbuild");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  await checkTypes("web/command");
  const outfile = path.join(root, "dist/command.js");
  await build({
    ...BUNDLE,
    entryPoints: [path.join(root, "web/command/main.ts")],
    outfile,
    platform: "node",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    footer: { js: licence() },
    alias: Object.fromEntries(Object.entries(PACKAGES).filter(([name]) => !BESIDE.includes(name))),
    plugins: [entries, pageStrings(strings())],
    define: { __HEED_VERSION__: JSON.stringify(version) },
    tsconfigRaw: {},
  });
  chmodSync(outfile, 0o755);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildCommand();
