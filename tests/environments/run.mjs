// npm run environments: installs the packed tarball in every environment of environments.mjs, runs a program there, and
// writes what it found into the guides. It needs an npm registry, so it is no part of npm test.
//
//   npm run environments                    all of them
//   npm run environments -- vue svelte      those whose app has one of these names
import { readFileSync, writeFileSync } from "node:fs";
import { preparePackages } from "../../scripts/setup/npm.mjs";
import { findEngine } from "../../scripts/testing/engines.mjs";
import { App, browserName, closeBrowser, jupyterVersion } from "./app.mjs";
import { ENVIRONMENTS, EXTERNAL, RECIPES } from "./environments.mjs";
import { guideOf, GUIDES, readResults, RESULTS } from "./guide.mjs";

const PARTS = { environments: ENVIRONMENTS, external: EXTERNAL, recipes: RECIPES };

const since = () => {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
};

/** Everything that is tried in one app, which is installed once. */
async function tryApp(name, results) {
  const app = new App(name);
  let failed = 0;
  try {
    const installing = since();
    await app.install();
    const installed = installing();
    for (const [part, environments] of Object.entries(PARTS)) {
      for (const one of environments.filter((each) => each.app === name)) {
        const running = since();
        try {
          await one.run(app);
          const seconds = Math.round(installed + running());
          results[part][one.name] = { versions: await versionsOf(one, app), seconds };
          console.log(`${part}: ${one.name}: ${one.step ? "needs a step" : "works"} (${seconds} s)`);
        } catch (error) {
          failed++;
          console.log(`${part}: ${one.name}: FAILED\n${error.message.replace(/^/gm, "    ")}`);
        }
      }
    }
  } finally {
    app.remove();
  }
  return failed;
}

/** @param {import("./environments.mjs").Environment} environment @param {App} app */
async function versionsOf({ packages, engine, version }, app) {
  if (version !== undefined) return version();
  if (engine === "Node") return `Node ${process.versions.node}`;
  if (engine === "Jupyter Notebook") return `Jupyter Notebook ${await jupyterVersion()}, ${await browserName()}`;
  if (engine !== undefined) return `${engine} ${(await findEngine(engine)).version}`;
  if (packages === undefined) return browserName();
  return packages.map((name) => `${name.replace(/-.*est$/, "")} ${app.version(name)}`).join(", ");
}

const words = process.argv.slice(2);
const names = [
  ...new Set(
    Object.values(PARTS)
      .flat()
      .map(({ app }) => app),
  ),
];
const unknown = words.filter((word) => !names.includes(word));
if (unknown.length) throw new Error(`There is no app named ${unknown.join(", ")}; there are ${names.join(", ")}.`);

await preparePackages(["engines"]);
const results = readResults();
let failed = 0;
try {
  for (const name of names.filter((one) => words.length === 0 || words.includes(one)))
    failed += await tryApp(name, results);
} finally {
  const browser = await browserName();
  await closeBrowser();
  results.ran = { date: new Date().toISOString().slice(0, 10), node: process.versions.node, browser };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
if (failed === 0) for (const file of GUIDES) writeFileSync(file, guideOf(readFileSync(file, "utf8"), results));
console.log(failed ? `${failed} failed` : "all ran");
if (failed) process.exitCode = 1;
