// Builds the entries heed, heed/external and heed/forward into dist/: one self-contained file for each, and the wasm
// files.
//
//   build/wasm-simd/heed.{mjs,wasm} ─┐                       ┌─ dist/heed.js      both flavours inside
//   build/wasm-relaxed-simd/heed.… ──┼─ glue + stamped wasm ─┴─ dist/external.js  next to the two dist/*.wasm
//   web/lib/**/*.ts ─────────────────┘
//
//   build/wasm-simd/heed_forward.wasm, glue, web/lib/forward.ts ── dist/forward.js
//
// Usage: node scripts/build-lib.mjs [folder of the compiled core, default build] [output folder, default dist]
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { wordsOf } from "./calls.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const FLAVOURS = ["relaxed-simd", "simd"];
/** The engines of the floor: the first ones with SIMD. */
export const TARGETS = ["chrome91", "firefox89", "safari16.4", "node16.9"];
/**
 * How esbuild makes each script of the package.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const SCRIPT = {
  bundle: true,
  format: "esm",
  target: TARGETS,
  // Short names make an entry a seventh smaller.
  minify: true,
  // Node prints the line of an uncaught error, so lines are short.
  lineLimit: 400,
  legalComments: "none",
  logLevel: "warning",
};
/**
 * The same for the entries that hold the core's glue.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const BUNDLE = { ...SCRIPT, lineLimit: 960 };
const ENTRIES = { heed: "index.ts", external: "external.ts" };

export async function buildLib({ core = path.join(root, "build"), dist = path.join(root, "dist") } = {}) {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const wasm = Object.fromEntries(
    FLAVOURS.map((flavour) => {
      const compiler = `emscripten ${readCore(core, flavour, "emscripten-version.txt")}`;
      return [flavour, stamp(readCore(core, flavour, "heed.wasm"), `${flavour} ${version} ${compiler}`)];
    }),
  );
  const glue = await readGlue(core);
  mkdirSync(dist, { recursive: true });
  for (const flavour of FLAVOURS) writeFileSync(path.join(dist, `${flavour}.wasm`), wasm[flavour]);
  await bundle(dist, glue, wasm, version);
  await bundleForward(dist, glue, readCore(core, "simd", "heed_forward.wasm"), version);
  return report(dist);
}

function readCore(core, flavour, name) {
  const file = path.join(core, `wasm-${flavour}`, name);
  if (existsSync(file)) return readFileSync(file);
  throw new Error(`build-lib: ${path.relative(root, file)} is missing. Compile the core first: npm run build.`);
}

/** The glue as the package carries it. */
export async function readGlue(core) {
  return prepareGlue(sameGlue(core));
}

/** The package carries one glue for both flavours, so the glue of the two must be the same, byte for byte. */
function sameGlue(core) {
  const [relaxed, simd] = FLAVOURS.map((flavour) => readCore(core, flavour, "heed.mjs").toString());
  if (simd === relaxed) return simd;
  let at = 0;
  while (simd[at] === relaxed[at]) at++;
  throw new Error(
    `build-lib: the glue of the two flavours differs at character ${at}: ` +
      `…${simd.slice(at, at + 60)}… against …${relaxed.slice(at, at + 60)}…. ` +
      `Both must import and export the same names: link them with the same flags and exports.`,
  );
}

/** The glue is given compiled wasm, so it never fetches a file. These parts of its text only fetch. */
const FETCHING = [
  /^if \(ENVIRONMENT_IS_WEB [^]*?^\} else \{\}\n/m,
  /^var wasmBinaryFile;\n[^]*?(?=^function getWasmImports)/m,
  /^  wasmBinaryFile \?\?= [^]*?^  return exports;\n/m,
];

/**
 * Bundlers read the code for fetching: they would look for a file that is not there. So it is cut out. A classic script
 * may not hold import.meta, so import.meta.url becomes "". The glue asks whether it runs in a page, in a worker or in
 * Node for that fetching alone, so all answers become no. Deno takes 10 to 30 ms to answer whether there is a
 * `process`, because it then starts all that it has for Node's sake.
 */
async function prepareGlue(whole) {
  const { transform } = await import("esbuild");
  let glue = whole;
  for (const part of FETCHING) {
    if (!part.test(glue)) throw new Error(`build-lib: the glue has no ${part} to cut out. Look at how it fetches now.`);
    glue = glue.replace(part, "");
  }
  const define = {
    "import.meta.url": '""',
    "globalThis.window": "undefined",
    "globalThis.WorkerGlobalScope": "undefined",
    "globalThis.process": "undefined",
  };
  const { code } = await transform(glue, { define, legalComments: "none" });
  const left = /import\.meta|\brequire\(|\beval\(|new Function|process\.on\(/.exec(code);
  if (left)
    throw new Error(
      `build-lib: the glue holds "${left[0]}", which strict pages and bundlers trip over. Check the link flags.`,
    );
  return code;
}

/**
 * Ends the wasm with a custom section "heed". It says the flavour and the version, so load() knows what it was given,
 * and the compiler.
 */
function stamp(wasm, says) {
  const name = Buffer.from("heed");
  const text = Buffer.from(says);
  const size = 1 + name.length + text.length;
  if (size > 127) throw new Error("build-lib: the version is too long for a one-byte section size.");
  return Buffer.concat([wasm, Buffer.from([0, size, name.length]), name, text]);
}

async function bundle(dist, glue, wasm, version) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    ...BUNDLE,
    entryPoints: Object.fromEntries(
      Object.entries(ENTRIES).map(([name, entry]) => [name, path.join(root, "web/lib", entry)]),
    ),
    outdir: dist,
    write: false,
    define: {
      HEED_VERSION: JSON.stringify(version),
      HEED_WASM: JSON.stringify(WASM_PLACE),
      HEED_WORDS: JSON.stringify(wordsOf("calls.def")),
    },
    plugins: [gluePlugin(glue)],
  });
  for (const { path: file, text } of outputFiles) writeFileSync(file, carry(text, wasm));
  const page = readFileSync(path.join(dist, "heed.js"), "utf8");
  if (page.includes("import.meta"))
    throw new Error("build-lib: dist/heed.js holds import.meta, so it cannot be inlined into a page.");
}

/** heed/forward: the calls of the shorter list, and one flavour. */
async function bundleForward(dist, glue, wasm, version) {
  const { build } = await import("esbuild");
  const outfile = path.join(dist, "forward.js");
  await build({
    ...BUNDLE,
    lineLimit: 720,
    entryPoints: [path.join(root, "web/lib/forward.ts")],
    outfile,
    define: {
      HEED_VERSION: JSON.stringify(version),
      HEED_WASM: JSON.stringify(WASM_PLACE),
      HEED_WORDS: JSON.stringify(wordsOf("calls_forward.def")),
    },
    plugins: [gluePlugin(glue)],
  });
  writeFileSync(outfile, withWasm(readFileSync(outfile, "utf8"), textOf(wasm)));
}

/**
 * What stands for the wasm while esbuild works. Given the wasm itself, esbuild would break long texts at the line
 * limit.
 */
const WASM_PLACE = "<wasm>";

/** The bytes in a piece of carried wasm. Longer pieces leave the window of gzip. */
export const PIECE = 12_032;

/** Puts in the wasm of both flavours, a piece of each in turn; web/lib/load/carried.ts says why. */
function carry(code, wasm) {
  const pieces = [];
  for (let at = 0; FLAVOURS.some((flavour) => at < wasm[flavour].length); at += PIECE)
    pieces.push(...FLAVOURS.map((flavour) => textOf(wasm[flavour].subarray(at, at + PIECE))));
  return withWasm(code, pieces.join("~"));
}

/** Puts the text of the wasm, the value of a constant, on a line of its own, which Node prints for no error. */
function withWasm(code, text) {
  const place = `=${JSON.stringify(WASM_PLACE)}`;
  return code.replace(place, () => `=\n${JSON.stringify(text)}\n`);
}

/**
 * Bytes as printable characters. A byte below 89 is the character whose code is 35 higher. So are the last three, 253
 * to 255, which count as −3 to −1. Any other byte is "|" or "}", which stand for 92 or 184, and then the character of
 * the rest. "~" is between pieces.
 */
export function textOf(bytes) {
  let text = "";
  for (const byte of bytes) {
    const place = (byte + 3) % 256;
    if (place >= 92) text += place < 184 ? "|" : "}";
    text += String.fromCharCode(32 + (place % 92));
  }
  return text;
}

/** Puts the glue in place of the name "heed:glue", which web/lib/generated.d.ts declares. */
export function gluePlugin(glue) {
  return {
    name: "glue",
    setup(build) {
      build.onResolve({ filter: /^heed:glue$/ }, () => ({ path: "glue", namespace: "heed", sideEffects: false }));
      build.onLoad({ filter: /^glue$/, namespace: "heed" }, () => ({ contents: glue, loader: "js" }));
    },
  };
}

function report(dist) {
  const sizes = readdirSync(dist)
    .filter((file) => /\.(js|wasm)$/.test(file))
    .map((file) => {
      const bytes = readFileSync(path.join(dist, file));
      return { file, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
    });
  for (const { file, bytes, gzip } of sizes)
    console.log(`build-lib: ${file.padEnd(18)} ${bytes} bytes, ${gzip} gzipped`);
  return sizes;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [core, dist] = process.argv.slice(2).map((folder) => path.resolve(folder));
  await buildLib({ ...(core && { core }), ...(dist && { dist }) });
}
