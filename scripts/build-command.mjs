// Builds the command line into dist/command.js, one file: `npx heed show FILE`. It reads what the viewer reads.
//
// Usage: node scripts/build-command.mjs   (after build-page.mjs)
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkTypes, PACKAGES } from "./build-element.mjs";
import { SCRIPT } from "./build-lib.mjs";
import { pageStrings } from "./build-site.mjs";
import { sectionsOf } from "./site-texts.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const SECTIONS = ["matrix", "files", "heads", "export", "saved", "numbers"];

/** The texts of the command, and of the page of the viewer the one that says where numbers come from. */
function strings() {
  const all = /** @type {{ en: object }} */ (sectionsOf([...SECTIONS, "model"]));
  for (const texts of Object.values(all)) texts.model = { origin: texts.model.origin };
  return all;
}

export async function buildCommand() {
  const { build } = await import("esbuild");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  await checkTypes("web/command");
  const outfile = path.join(root, "dist/command.js");
  await build({
    ...SCRIPT,
    entryPoints: [path.join(root, "web/command/main.ts")],
    outfile,
    platform: "node",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    alias: PACKAGES,
    plugins: [pageStrings(strings())],
    define: { __HEED_VERSION__: JSON.stringify(version) },
    tsconfigRaw: {},
  });
  chmodSync(outfile, 0o755);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildCommand();
