// npm test: set-up, build, and tests.
//
//   npm test                        what a change can break on this machine: the core natively, the package in Node,
//                                   all that runs without a browser, and each page once in Chromium
//   npm test -- all                 every test there is: other builds, engines, browsers and versions of Node too
//   npm test -- changed             of npm test, and of the pages' own tests, what the changed files reach;
//   npm test -- changed HEAD~1      those that changed since a commit
//   npm test -- core lib            some suites, whole: core, lib, train, layers, model, tokens, workers, fuzz, setup,
//                                   guard, pack, site, engines
//   npm test -- tests/lib/lse.test.mjs tests/site/play-files.spec.mjs    some test files
//   npm test -- core "[status]"     the core's tests with a tag, natively
//
// Everything is compiled first. Then the browsers run by themselves, and the other suites two at a time. A suite that
// fails does not stop the others, and a suite that cannot run counts as failed. The last line gives the totals.

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, buildCore, buildPackage } from "./build.mjs";
import { root, withCheckout } from "./setup/checkout.mjs";
import { setUp } from "./setup/main.mjs";
import { preparePackages } from "./setup/npm.mjs";
import { command, Refusal, say, seconds, step } from "./setup/report.mjs";
import { builds, runCatch2 } from "./testing/catch2.mjs";
import { runInEngine } from "./testing/engines.mjs";
import { runNodeTests, testFiles } from "./testing/node-tests.mjs";
import { runPlaywright } from "./testing/playwright.mjs";
import { Progress } from "./testing/progress.mjs";
import { broken, inLanes, suite, sum } from "./testing/results.mjs";

// `run` gives the parts of a suite. Of a suite that is `quick`, npm test runs the parts for which `quick` is not false.
// `built`: what it reads, "package" for dist/ or "site" for dist-site/ too. `packages`: the suites whose npm packages
// it uses.
const kSuites = {
  core: { quick: true, run: coreSuites },
  lib: { quick: true, built: "package", run: (context) => [nodeSuite("lib", "the package in Node", context)] },
  train: { quick: true, built: "package", run: (context) => [nodeSuite("train", "heed/train", context)] },
  layers: { quick: true, built: "package", run: (context) => [nodeSuite("layers", "heed/layers", context)] },
  model: { quick: true, built: "package", run: (context) => [nodeSuite("model", "heed/model", context)] },
  tokens: { built: "package", packages: ["tokens"], run: (context) => [nodeSuite("tokens", "tokenizers", context)] },
  workers: { quick: true, built: "package", run: (context) => [nodeSuite("workers", "heed/workers", context)] },
  fuzz: { quick: true, built: "package", run: (context) => [nodeSuite("fuzz", "random calls", context)] },
  setup: {
    quick: true,
    packages: ["setup", "site"],
    run: (context) => [nodeSuite("setup", "set-up and house rules", context)],
  },
  guard: { quick: true, built: "package", run: (context) => [nodeSuite("guard", "the kernels' code", context)] },
  pack: {
    built: "site",
    browsers: true,
    packages: ["pack", "engines"],
    run: (context) => [nodeSuite("pack", "the packed tarball", context, { long: true })],
  },
  site: { quick: true, built: "site", browsers: true, packages: ["site"], run: siteSuites },
  engines: { built: "site", browsers: true, packages: ["site", "engines"], run: engineSuites },
};

// ---- suites ---------------------------------------------------------------------------------------------------------

// Each suite gives its parts: { name, run }, with `compile` where something must be compiled first, `long` where the
// part takes longest, and `alone` where it uses every processor by itself. `chosen` says what of a suite is to run:
// { quick } for the parts of npm test, { tags } for the core's tests with one of these.

async function coreSuites({ env, lock, progress }, { quick, tags }) {
  return (await builds())
    .filter(({ preset }) => !quick || preset === "native")
    .map((one) => ({
      name: one.name,
      compile: one.run && ((tell) => buildCore(one.preset, ["heed_tests"], { env, lock, tests: true, tell })),
      run: async () =>
        one.run
          ? runCatch2(one, { env, progress, tags })
          : suite(one.name, { skipped: [`${one.name}: this version of Node cannot run relaxed SIMD`] }),
    }));
}

function nodeSuite(folder, name, context, more = {}, files = testFiles(folder)) {
  return { name, ...more, run: () => runNodeTests(name, files, context) };
}

/** @param {string[]} [words] spec files, and other words for Playwright */
function inBrowsers(name, context, words) {
  return { name, alone: true, run: () => runPlaywright(name, context, words) };
}

// Tests that open a page once and ask for all that every page owes have the tag @tour. `pages` are the names with which
// their titles begin.
function tours(context, pages) {
  const words = ["--grep", pages ? `\\b(${pages.join("|")}): .*@tour` : "@tour", "--project=wide fonts"];
  return inBrowsers("each page, once", context, words);
}

function siteSuites(context, { quick }) {
  const inNode = nodeSuite("site", "the pages in Node", context, { long: true });
  return [quick ? tours(context) : inBrowsers("the pages in browsers", context), inNode];
}

function engineSuites(context) {
  const kFolders = ["lib", "train", "layers", "model", "workers"];
  const inEngine = (engine) => ({
    name: `the package in ${engine}`,
    long: true,
    run: () => runInEngine(engine, kFolders, context),
  });
  return [
    nodeSuite("engines", "bits, element and pages in each engine", context, { long: true }),
    inEngine("Bun"),
    inEngine("Deno"),
    inEngine("Node 24"),
  ];
}

// ---- what the words choose ------------------------------------------------------------------------------------------

const suiteOf = (name, choice) => ({ ...kSuites[name], run: (context) => kSuites[name].run(context, choice) });

const folderOf = (file) => file.split("/")[1];
const isTest = (file) =>
  /^tests\/\w+\/[^/]+\.(test|spec)\.mjs$/.test(file) && folderOf(file) in kSuites && existsSync(join(root, file));

// Some test files, as parts of their suites. @param {string[]} files paths from the root
function single(files) {
  return Array.from(new Set(files.map(folderOf)), (folder) => {
    const own = files.filter((file) => folderOf(file) === folder);
    const specs = own.filter((file) => file.endsWith(".spec.mjs"));
    const tests = own.filter((file) => file.endsWith(".test.mjs")).map((file) => join(root, file));
    const run = (context) => [
      ...(tests.length ? [nodeSuite(folder, `files of ${folder}`, context, {}, tests)] : []),
      ...(specs.length ? [inBrowsers(`files of ${folder} in browsers`, context, specs)] : []),
    ];
    return { ...kSuites[folder], run };
  });
}

// The suites and test files that were named; all suites for "all", and the quick ones where no word was given.
export function chosen(words) {
  if (words.length === 0)
    return Object.keys(kSuites).flatMap((name) => (kSuites[name].quick ? suiteOf(name, { quick: true }) : []));
  if (words.length === 1 && words[0] === "all") return Object.keys(kSuites).map((name) => suiteOf(name, {}));
  const tags = words.filter((word) => word.startsWith("["));
  const paths = words.map((word) => relative(root, resolve(root, word)));
  const unknown = words.filter((word, i) => !(word in kSuites || tags.includes(word) || isTest(paths[i])));
  if (unknown.length)
    throw new Refusal(
      `There is no suite or test file named ${unknown.join(" or ")}. ` +
        `The suites are: ${Object.keys(kSuites).join(", ")}. ` +
        "Write all for every suite, changed for what the changed files reach, or nothing for the quick ones.",
    );
  const names = Object.keys(kSuites).filter((name) => words.includes(name) || (name === "core" && tags.length));
  const choice = (name) => (name === "core" && tags.length ? { quick: true, tags } : {});
  return [...names.map((name) => suiteOf(name, choice(name))), ...single(paths.filter(isTest))];
}

// What was found to be reached, as suites.
export function suitesOf({ everything, suites, files, specs, pages }) {
  if (everything) return chosen([]);
  const quick = suites.filter((name) => kSuites[name]?.quick);
  const found = [
    ...quick.map((name) => suiteOf(name, { quick: true })),
    ...single([...files, ...specs].filter(isTest)),
  ];
  return pages.length ? [...found, { ...kSuites.site, run: (context) => [tours(context, pages)] }] : found;
}

// What the changed files reach, as suites.
async function reached(commit) {
  // It reads imports by the compiler, which a fresh clone does not have yet.
  await preparePackages();
  const { changedFiles, reachOf } = await import("./testing/changed.mjs");
  const changed = await changedFiles(commit);
  say(`changed: ${changed.length} ${changed.length === 1 ? "file" : "files"}`);
  return suitesOf(reachOf(changed));
}

// ---- the run --------------------------------------------------------------------------------------------------------

async function runOne({ name, run }, progress) {
  const since = performance.now();
  progress.say(`${name}: running`);
  progress.begin(name);
  let result;
  try {
    result = await run();
  } catch (error) {
    result = broken(name, error instanceof Refusal ? error.message : error.stack);
    progress.failure(name, result.failures[0]);
  }
  progress.end(name);
  const skipped = result.skipped.length ? `, ${result.skipped.length} not run` : "";
  progress.say(`${name}: ${result.passed} passed, ${result.failed} failed${skipped} (${seconds(since)})`);
  return result;
}

async function buildForTests(needed, context) {
  try {
    await (needed === "site" ? build : buildPackage)({ ...context, tests: true });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`\n${error.message}\n`);
    return broken("build", error.message);
  }
}

// A part that cannot be compiled fails when its turn comes.
async function compileFor(parts) {
  for (const part of parts.filter(({ compile }) => compile)) {
    try {
      await step(part.name, "compiling", part.compile);
    } catch (error) {
      part.run = () => Promise.reject(error);
    }
  }
}

// Compiling uses every processor, as the pages in browsers do, and the other suites use one. So parts are compiled one
// after another, then the browsers have the machine to themselves, and the other parts run two at a time.
async function runAll(suites, context) {
  const needed = ["site", "package"].find((what) => suites.some(({ built }) => built === what));
  const failedBuild = needed ? await buildForTests(needed, context) : null;
  const parts = [];
  for (const one of suites) if (!(failedBuild && one.built)) parts.push(...(await one.run(context)));
  await compileFor(parts);
  const run = (part) => runOne(part, context.progress);
  const results = await inLanes(Math.min(2, availableParallelism()), parts, run);
  return failedBuild ? [failedBuild, ...results] : results;
}

const kSlowest = 10;

// The closing lines: the slowest tests, those that were not run, what failed, then the totals, alone on their line.
// CI reads that line.
export function closing(results) {
  const { passed, failed, skipped, failures, times } = sum("all", results);
  const under = (title, lines) => (lines.length ? [title, ...lines.map((line) => `    ${line}`)] : []);
  const slowest = times.sort(([a], [b]) => b - a).slice(0, kSlowest);
  return [
    ...under(
      "the slowest tests:",
      slowest.map(([ms, name]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`),
    ),
    ...under(`not run (${skipped.length}):`, skipped),
    ...under(
      `failed (${failed}):`,
      failures.map((text) => text.split("\n")[0]),
    ),
    `heed: ${passed} passed, ${failed} failed`,
  ];
}

async function main() {
  const since = performance.now();
  const [first, ...more] = process.argv.slice(2);
  const suites = first === "changed" ? await reached(...more) : chosen(process.argv.slice(2));
  let results;
  try {
    const { env } = await setUp({
      tests: true,
      browsers: suites.some((one) => one.browsers),
      suites: suites.flatMap(({ packages = [] }) => packages),
    });
    results = await withCheckout((lock) => runAll(suites, { env, lock, progress: new Progress() }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`\nheed: ${error.message}\n`);
    results = [broken("set-up", error.message)];
  }
  say(`\neverything took ${seconds(since)}`);
  for (const line of closing(results)) say(line);
  if (sum("all", results).failed) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await command(main);
