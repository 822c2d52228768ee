// npm test: set-up, build, and tests.
//
//   npm test                        what a change can break on this machine: the core natively, the package in Node,
//                                   all that runs without a browser, and each page once in Chromium
//   npm test -- all                 every test there is: other builds, engines, browsers and versions of Node too
//   npm test -- changed             of npm test, and of the pages' own tests, what the changed files reach;
//   npm test -- changed HEAD~1      those that changed since a commit
//   npm test -- core lib            some suites, whole: core, lib, train, layers, model, tokens, workers, fuzz, setup,
//                                   guard, pack, site, engines
//
// Everything is compiled first. Then the browsers run by themselves, and the other suites two at a time. A suite that
// fails does not stop the others, and a suite that cannot run counts as failed. The last line gives the totals.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, buildCore } from "./build.mjs";
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
// `packages`: the suites whose npm packages it uses.
const kSuites = {
  core: { quick: true, run: coreSuites },
  lib: { quick: true, built: true, run: (context) => [nodeSuite("lib", "the package in Node", context)] },
  train: { quick: true, built: true, run: (context) => [nodeSuite("train", "heed/train", context)] },
  layers: { quick: true, built: true, run: (context) => [nodeSuite("layers", "heed/layers", context)] },
  model: { quick: true, built: true, run: (context) => [nodeSuite("model", "heed/model", context)] },
  tokens: { built: true, packages: ["tokens"], run: (context) => [nodeSuite("tokens", "tokenizers", context)] },
  workers: { quick: true, built: true, run: (context) => [nodeSuite("workers", "heed/workers", context)] },
  fuzz: { quick: true, built: true, run: (context) => [nodeSuite("fuzz", "random calls", context)] },
  setup: {
    quick: true,
    packages: ["setup", "site"],
    run: (context) => [nodeSuite("setup", "set-up and house rules", context)],
  },
  guard: { quick: true, built: true, run: (context) => [nodeSuite("guard", "the kernels' code", context)] },
  pack: {
    built: true,
    browsers: true,
    packages: ["pack", "engines"],
    run: (context) => [nodeSuite("pack", "the packed tarball", context, { long: true })],
  },
  site: { quick: true, built: true, browsers: true, packages: ["site"], run: siteSuites },
  engines: { built: true, browsers: true, packages: ["site", "engines"], run: engineSuites },
};

// ---- suites ---------------------------------------------------------------------------------------------------------

// Each suite gives its parts: { name, run }, with `compile` where something must be compiled first, `long` where the
// part takes longest, and `alone` where it uses every processor by itself. `chosen` says what of a suite is to run:
// { quick } for the parts of npm test, { files } for some test files.

async function coreSuites({ env, lock, progress }, { quick }) {
  return (await builds())
    .filter(({ preset }) => !quick || preset === "native")
    .map((one) => ({
      name: one.name,
      compile: one.run && ((tell) => buildCore(one.preset, ["heed_tests"], { env, lock, tests: true, tell })),
      run: async () =>
        one.run
          ? runCatch2(one, { env, progress })
          : suite(one.name, { skipped: [`${one.name}: this version of Node cannot run relaxed SIMD`] }),
    }));
}

function nodeSuite(folder, name, context, more = {}, files = testFiles(folder)) {
  return { name, ...more, run: () => runNodeTests(name, files, context) };
}

const kTours = "each page, once";

// Tests that open a page once and ask for all that every page owes have the tag @tour. `pages` are the names with which
// their titles begin.
function tours(context, pages) {
  const words = ["--grep", pages ? `\\b(${pages.join("|")}): .*@tour` : "@tour", "--project=wide fonts"];
  return { name: kTours, alone: true, run: () => runPlaywright(kTours, context, words) };
}

function siteSuites(context, { quick }) {
  const inBrowsers = {
    name: "the pages in browsers",
    alone: true,
    run: () => runPlaywright("the pages in browsers", context),
  };
  const inNode = nodeSuite("site", "the pages in Node", context, { long: true });
  return [quick ? tours(context) : inBrowsers, inNode];
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

// The suites that were named, whole; all of them for "all", and the quick ones where no word was given.
export function chosen(words) {
  const [quick, all] = [words.length === 0, words.length === 1 && words[0] === "all"];
  const unknown = all ? [] : words.filter((word) => !(word in kSuites));
  if (unknown.length)
    throw new Refusal(
      `There is no suite named ${unknown.join(" or ")}. The suites are: ${Object.keys(kSuites).join(", ")}. ` +
        "Write all for every suite, changed for what the changed files reach, or nothing for the quick ones.",
    );
  return Object.entries(kSuites)
    .filter(([name, one]) => all || (quick ? one.quick : words.includes(name)))
    .map(([, one]) => ({ ...one, run: (context) => one.run(context, { quick }) }));
}

// What the changed files reach, as suites.
async function reached(commit) {
  // It reads imports by the compiler, which a fresh clone does not have yet.
  await preparePackages();
  const { changedFiles, reachOf } = await import("./testing/changed.mjs");
  const changed = await changedFiles(commit);
  say(`changed: ${changed.length} ${changed.length === 1 ? "file" : "files"}`);
  const { everything, core, suites, files, specs, pages } = reachOf(changed);
  if (everything) return chosen([]);
  const of = (name) => ({ ...kSuites[name], run: (context) => kSuites[name].run(context, { quick: true }) });
  const found = [...(core ? ["core"] : []), ...suites].filter((name) => kSuites[name]?.quick).map(of);
  const one = { built: true, packages: ["site", "pack"] };
  const single = files.map((file) => join(root, file));
  if (single.length)
    found.push({ ...one, run: (context) => [nodeSuite("", "single test files", context, {}, single)] });
  if (specs.length || pages.length)
    found.push({ ...one, browsers: true, run: (context) => browserParts(context, specs, pages) });
  return found;
}

function browserParts(context, specs, pages) {
  const name = "the pages' own tests";
  const own = { name, alone: true, run: () => runPlaywright(name, context, specs) };
  return [...(specs.length ? [own] : []), ...(pages.length ? [tours(context, pages)] : [])];
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

async function buildForTests(context) {
  try {
    await build({ ...context, tests: true });
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
  const failedBuild = suites.some(({ built }) => built) ? await buildForTests(context) : null;
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
