// Builds everything that ships: the core in both flavours, the package in dist/, the site in dist-site/.
//
//   npm run build            core → package → site, after set-up
//
// CMake and ninja decide which parts of the core are out of date. Package and site are made where a file has changed
// that they are made of, or one of their own. A changed text only rebuilds its page: types are not checked again,
// and scripts that hold nothing of it are kept in build/kept.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, withCheckout } from "./setup/checkout.mjs";
import { setUp } from "./setup/main.mjs";
import { command, seldom, step } from "./setup/report.mjs";
import { must } from "./setup/run.mjs";
import { unlessDone } from "./setup/stamp.mjs";

export const flavours = ["simd", "relaxed-simd"];

// ---- CMake ----------------------------------------------------------------------------------------------------------

// What a build folder was configured with. CMake cannot change compiler or generator in place, so any difference starts
// afresh.
function toolchainOf(preset, env) {
  const said = [
    "EMSCRIPTEN_ROOT",
    "CMAKE_GENERATOR",
    "HEED_CATCH2_DIR",
    "CXX",
    "CXXFLAGS",
    "LDFLAGS",
    "CMAKE_CXX_COMPILER_LAUNCHER",
  ];
  const relevant = said.filter((name) => preset !== "native" || name !== "EMSCRIPTEN_ROOT");
  const presets = createHash("sha256")
    .update(readFileSync(join(root, "CMakePresets.json")))
    .digest("hex");
  return [root, presets, ...relevant.map((name) => `${name}=${env[name] ?? ""}`)].join("\n");
}

// A folder that was configured with tests also works for a build without tests. The reverse does not work: Catch2 is
// missing there.
function configured(folder, preset, env, tests) {
  const stamp = join(folder, "heed-toolchain.txt");
  if (!existsSync(stamp)) return { stamp, current: false };
  const { HEED_CATCH2_DIR, ...rest } = env;
  const known = readFileSync(stamp, "utf8");
  const withoutCatch2 = (text) => text.replace(/^HEED_CATCH2_DIR=.*$/m, "");
  const current = tests
    ? known === toolchainOf(preset, env) + "\ntests"
    : withoutCatch2(known).replace(/\ntests$/, "") === withoutCatch2(toolchainOf(preset, rest));
  return { stamp, current };
}

/**
 * Compiles the targets of one preset. `tests` asks for the tests to be among what can be built.
 * @param {string} preset @param {string[]} targets
 * @param {{ env: NodeJS.ProcessEnv, lock?: number, tests?: boolean, tell?: (line: string) => void }} options
 */
export async function buildCore(preset, targets, { env, lock, tests = false, tell = () => {} }) {
  const folder = join(root, "build", preset);
  const { stamp, current } = configured(folder, preset, env, tests);
  if (!current) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    tell(`configuring ${preset}`);
    await must(
      `Configuring the core (${preset})`,
      "cmake",
      ["--preset", preset, ...(tests ? ["-DHEED_TESTS=ON"] : [])],
      { env, cwd: root, lock },
    );
    writeFileSync(stamp, toolchainOf(preset, env) + (tests ? "\ntests" : ""));
  }
  const tellSometimes = seldom(tell);
  await must(`Compiling the core (${preset})`, "cmake", ["--build", folder, "--target", ...targets, "--parallel"], {
    env,
    cwd: root,
    lock,
    onLine: (line) =>
      /Building|Linking/.test(line) && tellSometimes(line.replace(/Building CXX object (?:.*\.dir\/)?(.*?)\.o$/, "$1")),
  });
}

// ---- package and site -----------------------------------------------------------------------------------------------

async function buildBy(script, { env, lock, tell }) {
  await must(`scripts/${script}`, process.execPath, [join(root, "scripts", script)], {
    env,
    cwd: root,
    lock,
    onLine: tell,
  });
}

// Builds both flavours of the core. It is called inside withCheckout. options: { env, lock, tests }.
export async function buildFlavours(options) {
  await step("core", "compiling to WebAssembly", async (tell) => {
    for (const flavour of flavours) await buildCore(`wasm-${flavour}`, ["heed", "heed_forward"], { ...options, tell });
  });
}

const kTools = ["scripts", "package.json", "package-lock.json"];
const kCore = flavours.flatMap((flavour) =>
  ["heed.wasm", "heed_forward.wasm", "heed.mjs", "emscripten-version.txt"].map(
    (file) => `build/wasm-${flavour}/${file}`,
  ),
);
const kPackage = {
  reads: [...kTools, ...kCore, "src/calls.def", "src/calls_forward.def", "web", "tests/bench/results"],
  writes: ["dist", "build/types"],
  // The site makes these, and the package holds nothing of the pages.
  leaves: (file) => /^web\/(site|command)\b|^dist\/(command|element)\.js|^dist\/custom-elements/.test(file),
};
const kSite = {
  reads: [
    ...kTools,
    "web",
    "examples",
    "CHANGELOG.md",
    "SECURITY.md",
    "README.md",
    "dist",
    "build/types",
    "tests/bench/results",
  ],
  writes: ["dist-site"],
};

/** A step of the build that is left out where nothing has changed. */
async function buildStep(name, start, files, scripts, options) {
  await step(name, start, async (tell) => {
    const isDone = await unlessDone(name, files, async () => {
      for (const script of scripts) await buildBy(script, { ...options, tell });
    });
    return isDone ? "done" : "nothing has changed";
  });
}

// Builds core and package, inside withCheckout, with the same options.
export async function buildPackage(options) {
  await buildFlavours(options);
  const scripts = [
    "calls.mjs",
    "build-types.mjs",
    "build-lib.mjs",
    "build-entries.mjs",
    "build-page.mjs",
    "build-workers.mjs",
    "docs/errors.mjs",
    "docs/promise.mjs",
    "docs/families.mjs",
  ];
  await buildStep("package", "into dist/", kPackage, scripts, options);
}

// Builds core, package and site, inside withCheckout, with the same options.
export async function build(options) {
  await buildPackage(options);
  await buildStep("site", "into dist-site/", kSite, ["build-command.mjs", "build-site.mjs"], options);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    const { env } = await setUp();
    await withCheckout((lock) => build({ env, lock }));
  });
}
