// The package's tests in other engines than this Node: Bun runs JavaScriptCore, Deno a V8 of its own, and newer
// versions of Node bring newer ones. Bun and Deno read node:test, and report in the format of JUnit.

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../setup/checkout.mjs";
import { versionIn } from "../setup/needs.mjs";
import { capture } from "../setup/run.mjs";
import { runNodeTests, testFiles } from "./node-tests.mjs";
import { silent } from "./progress.mjs";
import { kSilence, reportFile, runWithReport, suite, sum } from "./results.mjs";

// The program of each engine is in a package for this machine, installed by npm. No install script has to run. Node's
// packages are for Linux on x64.
const kEngines = {
  Bun: { folder: "@oven", program: "*/bin/bun", variable: "BUN" },
  Deno: { folder: "@deno", program: "*/deno", variable: "DENO" },
  "Node 22": { folder: "node22", program: "bin/node", variable: "NODE22" },
  "Node 24": { folder: "node24", program: "bin/node", variable: "NODE24" },
  "Node 26": { folder: "node26", program: "bin/node", variable: "NODE26" },
};

/** The words with which each engine runs a module that it reads from stdin. */
export const kFromStdin = {
  Bun: ["run", "-"],
  Deno: ["run", "--allow-all", "-"],
  "Node 22": ["--input-type=module", "-"],
  "Node 24": ["--input-type=module", "-"],
  "Node 26": ["--input-type=module", "-"],
};

// The programs of an engine that npm installed here: * is each folder.
function installed({ folder, program }) {
  const path = join(root, "tests", "engines", "node_modules", folder);
  if (!program.startsWith("*/")) return [join(path, program)];
  return listed(path).map((found) => join(path, found, program.slice("*/".length)));
}

// { program, version } of the engine that a variable such as BUN names, or of the one from npm. Null where it does not
// run.
export async function findEngine(name) {
  const chosen = process.env[kEngines[name].variable];
  for (const path of chosen ? [chosen] : installed(kEngines[name])) {
    const { code, stdout } = await capture(path, ["--version"]);
    if (code === 0) return { program: path, version: versionIn(stdout) };
  }
  return null;
}

export function whyNoEngine(name) {
  const { variable } = kEngines[name];
  const machine = `${process.platform} ${process.arch}`;
  return (
    `there is no ${name} that runs on this machine (${machine}); npm run setup installs npm's where there is one, ` +
    `or set ${variable} to such a program`
  );
}

function listed(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

// Node runs every file in a process of its own. `bun test` has one for all files, so it is started once for each.
function runsOf(name, program, files) {
  if (name === "Deno") {
    const words = ["test", "--allow-all", "--no-check", "--no-lock"];
    return [{ report: "deno.xml", command: (report) => [program, ...words, `--junit-path=${report}`, ...files] }];
  }
  const words = ["test", `--timeout=${kSilence}`, "--reporter=junit"];
  return files.map((file) => ({
    report: `bun-${basename(file, ".test.mjs")}.xml`,
    command: (report) => [program, ...words, `--reporter-outfile=${report}`, file],
  }));
}

// Runs the tests of these folders of tests/ in an engine.
export async function runInEngine(name, folders, context) {
  const engine = await findEngine(name);
  const title = `the package in ${name}`;
  if (!engine) return suite(title, { skipped: [`${title}: ${whyNoEngine(name)}`] });
  const files = folders.flatMap(testFiles);
  if (name.startsWith("Node")) return runNodeTests(title, files, { ...context, program: engine.program });
  return runWithJunit(title, runsOf(name, engine.program, files), context);
}

async function runWithJunit(title, runs, { env, progress = silent }) {
  const options = { env: { ...env, DENO_NO_UPDATE_CHECK: "1" } };
  const results = [];
  progress.expect(title, runs.length, runs.length > 1 ? " files" : " reports");
  for (const { report, command } of runs) {
    const words = command(reportFile(report));
    const result = await runWithReport(title, report, words, options, (text) => tallyOf(title, text));
    for (const failure of result.failures) progress.failure(title, failure);
    progress.done(title, basename(report, ".xml"));
    results.push(result);
  }
  return sum(title, results);
}

// ---- JUnit ----------------------------------------------------------------------------------------------------------

const kEntities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text) {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name ? (kEntities[name] ?? whole) : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
  );
}

const kCase = /<testcase ([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g;

export function tallyOf(name, report) {
  if (!report.includes("</testsuites>")) throw new Error("The report is not whole.");
  const result = suite(name);
  for (const [, attributes, inside = ""] of report.matchAll(kCase)) {
    const test = decoded(/\bname="([^"]*)"/.exec(attributes)[1]);
    const time = /\btime="([\d.]+)"/.exec(attributes);
    if (time) result.times.push([Number(time[1]) * 1000, test]);
    if (/<(failure|error)\b/.test(inside)) {
      result.failed++;
      result.failures.push(`${name}: ${test}\n${decoded(inside.replace(/<[^>]*>/g, "")).trim()}`);
    } else if (inside.includes("<skipped")) result.skipped.push(`${name}: ${test}`);
    else result.passed++;
  }
  return result;
}
