// Tests for node's own runner: every *.test.mjs of a folder.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/checkout.mjs";
import { follow } from "../setup/run.mjs";
import { broken, suite } from "./result.mjs";

const kTimeout = 15 * 60_000;

export function testFiles(folder) {
  const whole = join(root, "tests", folder);
  if (!existsSync(whole)) return [];
  return readdirSync(whole)
    .filter((name) => name.endsWith(".test.mjs"))
    .sort()
    .map((name) => join(whole, name));
}

export async function runNodeTests(name, folder, env) {
  const report = join(root, "build", "test-reports", `${folder}.json`);
  mkdirSync(join(root, "build", "test-reports"), { recursive: true });
  rmSync(report, { force: true });
  const { reason, tail } = await follow(
    process.execPath,
    [
      "--test",
      "--test-reporter",
      join(root, "scripts", "testing", "tally-reporter.mjs"),
      "--test-reporter-destination",
      report,
      "--test-reporter",
      "spec",
      "--test-reporter-destination",
      "stdout",
      ...testFiles(folder),
    ],
    { env, cwd: root, timeout: kTimeout },
  );
  let tally;
  try {
    tally = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return broken(name, `node's test runner ended early (${reason}). Its last lines were:\n${tail}`);
  }
  for (const file of tally.emptyFiles) {
    tally.failed++;
    tally.failures.push(`${name}: ${file} holds no test`);
  }
  return suite(name, { ...tally, skipped: tally.skipped.map((test) => `${name}: ${test}`) });
}
