// Builds the types of the package: a file of declarations for each entry, beside its script in dist/.
//
//   web/**/*.ts ── tsc ── build/types/ ─┬─ rollup ── dist/*.d.ts
//                                       └─ the reference of the documentation (docs/reference.mjs)
//
// The file of an entry holds the types that the entry needs from other rooms. It imports the types of another entry
// from that entry's file, so a Tensor of heed/layers is the Tensor of heed.
//
// Usage: node scripts/build-types.mjs
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const declared = path.join(root, "build/types");

/** Where web/ declares an entry, if that is not the index of the folder of its name. */
const SOURCES = {
  heed: "lib/index",
  external: "lib/external",
  forward: "lib/forward",
  worker: "workers/program",
  "wasm-module": "lib/wasm-module",
};
const sourceOf = (name) => `${SOURCES[name] ?? `${name}/index`}.d.ts`;

/** What tsc declares of an entry, such as "heed/train": a file in build/types. */
export const declarationOf = (entry) => path.join(declared, sourceOf(entry.replace(/^heed\//, "")));

/** Whether a node of a syntax tree is from a file of build/types. */
export const isDeclaredHere = (node) =>
  path.relative(declared, node.getSourceFile().fileName).startsWith("..") === false;

/** The names in dist/ of the files of types that package.json names. */
function namesOf() {
  const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const files = Object.values(exports).flatMap(({ types = [] }) => types);
  return [...new Set(files)].map((file) => path.basename(file, ".d.ts"));
}

function compile() {
  rmSync(declared, { recursive: true, force: true });
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  try {
    execFileSync(process.execPath, [tsc, "-p", path.join(root, "web"), "--outDir", declared], { stdio: "pipe" });
  } catch (error) {
    throw new Error(`build-types: web/ has type errors.\n${error.stdout}`, { cause: error });
  }
}

/** Leaves the imports of other entries in place. Other rooms know heed by its api. */
function entriesPlugin(name, names) {
  const entries = new Map(names.map((one) => [sourceOf(one), one]));
  for (const part of ["api/index", "surface"]) entries.set(`lib/${part}.d.ts`, "heed");
  return {
    name: "entries",
    resolveId(source, importer) {
      if (!importer || !source.startsWith(".")) return null;
      const file = path.resolve(path.dirname(importer), source).replace(/\.js$/, ".d.ts");
      const entry = entries.get(path.relative(declared, file));
      return entry === undefined || entry === name ? null : { id: `./${entry}.js`, external: true };
    },
  };
}

/**
 * Puts `/// <reference>` first, because it counts nowhere else. The plugin turns import("react") into an import at the
 * top, which is an error without React. It becomes import("react") again, and @ts-ignore covers that.
 */
function tidy(code) {
  const references = new Set(code.match(/^\/\/\/ <reference .*\n/gm));
  let text = code.replace(/^\/\/\/ <reference .*\n/gm, "");
  for (const [line, local, module] of code.matchAll(/^import \* as (\w+) from '(.+)';\n/gm))
    text = text.replace(line, "").replace(new RegExp(`\\b${local}\\.`, "g"), `import("${module}").`);
  return [...references, text.trimStart()].join("");
}

export async function buildTypes({ dist = path.join(root, "dist") } = {}) {
  const [{ rollup }, { dts }] = await Promise.all([import("rollup"), import("rollup-plugin-dts")]);
  compile();
  mkdirSync(dist, { recursive: true });
  const names = namesOf();
  for (const name of names) {
    const bundle = await rollup({
      input: path.join(declared, sourceOf(name)),
      // frameworks, which need not be installed
      external: /^[^./]/,
      plugins: [entriesPlugin(name, names), dts()],
      onLog: (_, { code, message }) => {
        if (code !== "EMPTY_BUNDLE") throw new Error(`build-types: ${name}: ${message}`);
      },
    });
    const { output } = await bundle.generate({ format: "es" });
    writeFileSync(path.join(dist, `${name}.d.ts`), tidy(output[0].code));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildTypes();
