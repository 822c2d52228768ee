// Tests of Playwright: every *.spec.mjs of tests/site, in this machine's own browsers.

import { createRequire } from "node:module";
import { kColours } from "../setup/run.mjs";
import { reportFile, runWithReport, suite } from "./results.mjs";

// Every test of a report of the reporter "json", with its whole title.
function* testsOf({ suites = [], specs = [] }, path = []) {
  for (const { title, tests } of specs)
    for (const test of tests) yield { ...test, title: [...path, title].join(" › ") };
  for (const inner of suites) yield* testsOf(inner, [...path, inner.title]);
}

const textOf = ({ stack, message = "" }) => (stack ?? message).replace(kColours, "");
const failureText = ({ title, results }) =>
  [title, ...results.flatMap(({ errors = [] }) => errors).map(textOf)].join("\n");

function skipText({ title, annotations }) {
  const why = annotations.find(({ description }) => description)?.description;
  return why ? `${title} (${why})` : title;
}

// A flaky test failed at least once, so it counts as failed.
export function tallyOf(name, report) {
  const { stats, errors } = report;
  const tests = [...testsOf(report)];
  return suite(name, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: tests.filter(({ status }) => status === "skipped").map((test) => `${name}: ${skipText(test)}`),
    failures: [
      ...tests.filter(({ status }) => status === "unexpected" || status === "flaky").map(failureText),
      ...errors.map(textOf),
    ],
  });
}

export function runPlaywright(name, env) {
  const file = "browsers.json";
  const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
  const command = [process.execPath, cli, "test", "-c", "tests/site", "--reporter=json,line"];
  const options = { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile(file) } };
  return runWithReport(name, file, command, options, (report) => tallyOf(name, JSON.parse(report)));
}
