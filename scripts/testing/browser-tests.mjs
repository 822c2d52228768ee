// Tests for Playwright: every *.spec.mjs of tests/site, in the machine's own browsers.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../setup/checkout.mjs";
import { follow, kColours } from "../setup/run.mjs";
import { broken, suite } from "./result.mjs";

const kTimeout = 40 * 60_000;

// Every test of a report, as { title, status, errors }: status is expected, unexpected, flaky or skipped.
function* testsOf({ suites = [], specs = [] }, path = []) {
  for (const spec of specs) {
    for (const { status, results, annotations } of spec.tests) {
      const errors = results
        .flatMap((result) => result.errors ?? [])
        .map((error) => (error.stack ?? error.message ?? "").replace(kColours, ""));
      yield {
        title: [...path, spec.title].join(" › "),
        status,
        errors,
        why: annotations.find(({ description }) => description)?.description,
      };
    }
  }
  for (const inner of suites) yield* testsOf(inner, [...path, inner.title]);
}

export function tallyOf(name, report) {
  const tests = [...testsOf(report)];
  const having = (...statuses) => tests.filter(({ status }) => statuses.includes(status));
  // A flaky test failed once: nothing is retried into green.
  const failed = having("unexpected", "flaky");
  return suite(name, {
    passed: having("expected").length,
    failed: failed.length + (report.errors ?? []).length,
    skipped: having("skipped").map(({ title, why }) => `${name}: ${title}${why ? ` (${why})` : ""}`),
    failures: [
      ...failed.map(({ title, errors }) => `${title}\n${errors.join("\n")}`),
      ...(report.errors ?? []).map(({ message = "" }) => message.replace(kColours, "")),
    ],
  });
}

export async function runBrowserTests(name, env) {
  const report = join(root, "build", "test-reports", "browsers.json");
  mkdirSync(join(root, "build", "test-reports"), { recursive: true });
  rmSync(report, { force: true });
  const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
  const { reason, tail } = await follow(process.execPath, [cli, "test", "-c", "tests/site", "--reporter=json"], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    cwd: root,
    timeout: kTimeout,
  });
  try {
    return tallyOf(name, JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return broken(name, `Playwright ended early (${reason}). Its last lines were:\n${tail}`);
  }
}
