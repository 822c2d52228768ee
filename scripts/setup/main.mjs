// Set-up: installs or finds everything that a build or a test run needs. A second run takes a fraction of a second.
//
//   npm run setup                 what `npm test` needs
//   npm run setup -- --build      what `npm start` and `npm run build` need: nothing that only tests need
//   eval "$(npm run -s setup -- --env)"   for cmake by hand: the environment that its presets need

import { fileURLToPath } from "node:url";
import { browsers as browsersHere, missingBrowsers } from "./browsers.mjs";
import { buildTools, missingBuildTools, missingCompilerCache } from "./build-tools.mjs";
import { prepareCatch2 } from "./catch2.mjs";
import { prepareEmscripten } from "./emscripten.mjs";
import { compareVersions, oldest } from "./needs.mjs";
import { requirePrograms } from "./host.mjs";
import { preparePackages, suitesWithPackages } from "./npm.mjs";
import { prepareOnnx } from "./onnx.mjs";
import { missingNumpy } from "./python.mjs";
import { command, Refusal, reportTo, say, seconds } from "./report.mjs";
import { prepareData } from "./data.mjs";

function requireNode() {
  if (compareVersions(process.versions.node, oldest.node) >= 0) return;
  throw new Refusal(`heed needs Node ${oldest.node} or newer, and this is ${process.versions.node}.`);
}

// All missing programs together, so that one command installs them.
async function missingPrograms(browsers) {
  const { required, optional } = browsers ? missingBrowsers() : { required: [], optional: [] };
  const forTests = browsers ? [...optional, ...(await missingNumpy()), ...missingCompilerCache()] : [];
  return { required: [...(await missingBuildTools()), ...required], optional: forTests };
}

/** @param {Record<string, any>} found what setUp() found */
function summary({ emscripten, tools, catch2, browsers }) {
  return [
    `Emscripten ${emscripten.version} ${emscripten.from}`,
    `CMake ${tools.cmake} with ${tools.generator}`,
    catch2 === undefined ? "" : "Catch2",
    browsers ? ["Chromium", browsers.firefox && "Firefox", browsers.webkit && "WebKit"].filter(Boolean).join(", ") : "",
  ]
    .filter(Boolean)
    .join(", ");
}

// { emscripten, tools, catch2?, browsers?, env }: env is the whole environment for the programs of a build or test.
// `suites` names the suites whose packages are installed too.
export async function setUp({ tests = false, browsers = false, suites = [] } = {}) {
  const since = performance.now();
  requireNode();
  await requirePrograms(() => missingPrograms(browsers));
  /** @type {Record<string, any>} */
  const found = { tools: await buildTools() };
  if (browsers) found.browsers = browsersHere();
  await preparePackages(suites);
  await prepareData();
  found.emscripten = await prepareEmscripten();
  if (tests) found.catch2 = await prepareCatch2();
  if (tests) await prepareOnnx();
  found.env = environment(found);
  say(`set-up: ready in ${seconds(since)}: ${summary(found)}`);
  return found;
}

/** @param {Record<string, any>} found */
function additions({ emscripten, tools, catch2, browsers }) {
  return {
    ...emscripten.env,
    CMAKE_GENERATOR: tools.generator,
    ...tools.env,
    ...(catch2 && { HEED_CATCH2_DIR: catch2 }),
    ...(browsers?.chromium && { CHROMIUM: browsers.chromium, HEADLESS_CHROMIUM: browsers.headlessChromium }),
    ...(browsers?.firefox && { FIREFOX: browsers.firefox }),
  };
}

const environment = (found) => ({ ...process.env, ...additions(found) });

function shellLines(found) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return Object.entries(additions(found))
    .map(([name, value]) => `export ${name}=${quoted(value)}\n`)
    .join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    const wanted = process.argv.slice(2);
    const unknown = wanted.find((word) => !["--build", "--env"].includes(word));
    if (unknown) throw new Refusal(`Set-up takes --build and --env, not ${unknown}.`);
    if (wanted.includes("--env")) reportTo(process.stderr);
    const all = !wanted.includes("--build");
    const browsers = all && !wanted.includes("--env");
    const found = await setUp({ tests: all, browsers, suites: all ? suitesWithPackages() : [] });
    if (wanted.includes("--env")) process.stdout.write(shellLines(found));
  });
}
