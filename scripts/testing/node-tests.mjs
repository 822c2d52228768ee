// Tests of node:test: every *.test.mjs of a folder in tests/. The default export is the reporter that counts them.

import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../setup/checkout.mjs";
import { reportFile, runWithReport, suite } from "./results.mjs";

export function testFiles(folder) {
  const path = resolve(root, "tests", folder);
  const names = existsSync(path) ? readdirSync(path) : [];
  const tests = names.filter((name) => name.endsWith(".test.mjs")).sort();
  return tests.map((name) => join(path, name));
}

export function runNodeTests(name, folder, env) {
  const file = `${basename(folder)}.json`;
  const reporters = Object.entries({ [fileURLToPath(import.meta.url)]: reportFile(file), spec: "stdout" });
  const args = reporters.flatMap(([reporter, to]) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${to}`,
  ]);
  const command = [process.execPath, "--test", ...args, ...testFiles(folder)];
  return runWithReport(name, file, command, { env }, (report) => {
    const { skipped, ...counts } = JSON.parse(report);
    return suite(name, { ...counts, skipped: skipped.map((test) => `${name}: ${test}`) });
  });
}

function failureText({ name, file, details }, path) {
  const error = details.error?.cause ?? details.error;
  const text = error?.stack ?? error?.message ?? String(error);
  return `${relative(process.cwd(), file ?? "")}: ${[...path, name].join(" › ")}\n${text}`;
}

// Writes one line of JSON at the end: { passed, failed, skipped, failures }.
export default async function* tally(events) {
  const result = { passed: 0, failed: 0, skipped: [], failures: [] };
  const names = []; // of the suites and tests around the one that is reported
  for await (const { type, data } of events) {
    if (type === "test:start") names.splice(data.nesting, names.length, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const around = names.slice(0, data.nesting);
    const why = data.skip ?? data.todo;
    // Node reports a file as a test of its own where the file holds no test, or fails outside its tests.
    const isFile = data.nesting === 0 && data.file !== undefined && data.name.endsWith(".mjs");
    if (type === "test:fail") {
      // A suite fails because a test in it fails, and that test is counted.
      if (data.details.error?.failureType === "subtestsFailed") continue;
      result.failed++;
      result.failures.push(failureText(data, around));
    } else if (isFile) {
      result.failed++;
      result.failures.push(`${data.name} holds no test`);
    } else if (why !== undefined) {
      result.skipped.push([...around, data.name].join(" › ") + (typeof why === "string" ? ` (${why})` : ""));
    } else if (data.details.type !== "suite") result.passed++;
  }
  yield JSON.stringify(result) + "\n";
}
