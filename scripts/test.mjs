// npm test: set-up, build, and every test there is.
//
//   npm test                        all of it
//   npm test -- core lib            some suites: core, lib, train, setup, guard, pack, site
//
// All is compiled first, then two suites run at a time. A suite that fails does not stop the others; one that cannot run
// counts as failed. The last line sums it up.

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { build, buildCore } from "./build.mjs";
import { withCheckout } from "./setup/checkout.mjs";
import { setUp } from "./setup/main.mjs";
import { command, Refusal, say, seconds, step } from "./setup/report.mjs";
import { runBrowserTests } from "./testing/browser-tests.mjs";
import { builds, runCatch2 } from "./testing/catch2.mjs";
import { inLanes } from "./testing/lanes.mjs";
import { runNodeTests, testFiles } from "./testing/node-tests.mjs";
import { broken, held, suite, sum } from "./testing/result.mjs";

const kSuites = {
  core: { run: coreSuites },
  lib: { built: true, run: (context) => [nodeSuite("lib", "the package in node", context)] },
  train: { built: true, run: (context) => [nodeSuite("train", "heed/train", context)] },
  setup: { run: (context) => [nodeSuite("setup", "set-up and house rules", context)] },
  guard: { built: true, run: (context) => [nodeSuite("guard", "the kernels' code", context)] },
  pack: { built: true, run: (context) => [nodeSuite("pack", "the packed tarball", context)] },
  site: { built: true, browsers: true, run: siteSuites },
};

// ---- suites: each a name and what gives its result, and what is compiled before; `long` where it takes longest ---------

async function coreSuites({ env, lock }) {
  return (await builds()).map((one) => ({
    name: one.name,
    compile: one.run && ((tell) => buildCore(one.preset, ["heed_tests"], { env, lock, tests: true, tell })),
    run: async () =>
      one.run
        ? held(await runCatch2(one, env))
        : suite(one.name, { skipped: [`${one.name}: this node cannot run relaxed SIMD`] }),
  }));
}

function nodeSuite(folder, name, { env }) {
  return { name, run: async () => held(await runNodeTests(name, folder, env)) };
}

function siteSuites(context) {
  const inBrowsers = {
    name: "the pages in browsers",
    long: true,
    run: async () => held(await runBrowserTests("the pages in browsers", context.env)),
  };
  return testFiles("site").length
    ? [inBrowsers, nodeSuite("site", "the pages, driven from node", context)]
    : [inBrowsers];
}

// ---- the run ----------------------------------------------------------------------------------------------------------

async function runOne({ name, run }) {
  const since = performance.now();
  say(`${name}: running`);
  let result;
  try {
    result = await run();
  } catch (error) {
    result = broken(name, error instanceof Refusal ? error.message : error.stack);
  }
  const skipped = result.skipped.length ? `, ${result.skipped.length} not run` : "";
  say(`${name}: ${result.passed} passed, ${result.failed} failed${skipped} (${seconds(since)})`);
  for (const failure of result.failures) say(`\n${failure}\n`.replace(/^/gm, "    "));
  return result;
}

// The tests that were chosen; all when none was named.
export function chosen(words) {
  const unknown = words.filter((word) => !(word in kSuites));
  if (unknown.length)
    throw new Refusal(
      `There is no suite named ${unknown.join(" or ")}. The suites are: ${Object.keys(kSuites).join(", ")}.`,
    );
  return Object.entries(kSuites)
    .filter(([name]) => words.length === 0 || words.includes(name))
    .map(([, one]) => one);
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

// What cannot be compiled is told where its tests would have been.
async function compileFor(parts) {
  for (const part of parts.filter(({ compile }) => compile)) {
    try {
      await step(part.name, "compiling", part.compile);
    } catch (error) {
      part.run = () => Promise.reject(error);
    }
  }
}

// Compiling takes every core, a suite that runs one or little more: so they are compiled one by one, and then run two at a
// time, the pages in browsers beside all the others.
async function runAll(suites, context) {
  const failedBuild = suites.some(({ built }) => built) ? await buildForTests(context) : null;
  const parts = [];
  for (const one of suites) if (!(failedBuild && one.built)) parts.push(...(await one.run(context)));
  await compileFor(parts);
  const results = await inLanes(Math.min(2, availableParallelism()), parts, runOne);
  return failedBuild ? [failedBuild, ...results] : results;
}

// The closing lines: what was not run, then the sum, alone on its line.
export function closing(results) {
  const { passed, failed, skipped } = sum("all", results);
  const notRun = skipped.length ? [`not run (${skipped.length}):`, ...skipped.map((name) => `    ${name}`)] : [];
  return [...notRun, `heed: ${passed} passed, ${failed} failed`];
}

async function main() {
  const since = performance.now();
  const suites = chosen(process.argv.slice(2));
  let results;
  try {
    const { env } = await setUp({ tests: true, browsers: suites.some(({ browsers }) => browsers) });
    results = await withCheckout((lock) => runAll(suites, { env, lock }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`\nheed: ${error.message}\n`);
    results = [broken("set-up", error.message)];
  }
  say(`\nall of it took ${seconds(since)}`);
  for (const line of closing(results)) say(line);
  if (sum("all", results).failed) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await command(main);
