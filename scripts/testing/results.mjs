// The result of a suite: { name, passed, failed, skipped, failures }.
//   skipped   a line for each test that was not run, with the reason
//   failures  a text for each test that failed, or for what stopped the suite

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/checkout.mjs";
import { follow } from "../setup/run.mjs";

/** How long a suite may print nothing before it is stopped. A slow machine is no reason to stop one that goes on. */
export const kSilence = 15 * 60_000;

export function suite(name, { passed = 0, failed = 0, skipped = [], failures = [] } = {}) {
  return { name, passed, failed, skipped, failures };
}

// A suite that could not run counts as one failure.
export function broken(name, why) {
  return suite(name, { failed: 1, failures: [`${name}: ${why}`] });
}

export function sum(name, parts) {
  return suite(name, {
    passed: parts.reduce((total, part) => total + part.passed, 0),
    failed: parts.reduce((total, part) => total + part.failed, 0),
    skipped: parts.flatMap((part) => part.skipped),
    failures: parts.flatMap((part) => part.failures),
  });
}

// Runs [program, ...args] and reads the report that it writes to reportFile(file). `read(report, tail)` gives the
// result, or throws where the report is incomplete. `tail` is the end of what the program printed.
export async function runWithReport(name, file, command, options, read) {
  const [program, ...args] = command;
  const path = reportFile(file);
  rmSync(path, { force: true });
  const { code, reason, tail } = await follow(program, args, { cwd: root, silence: kSilence, ...options });
  const stopped = (when) => broken(name, `it ended ${when} (${reason}). Its last lines were:\n${tail}`);
  let result;
  try {
    result = read(readFileSync(path, "utf8"), tail);
  } catch {
    return stopped("before its report was complete");
  }
  if (result.passed + result.failed === 0) return sum(name, [result, broken(name, "it ran no test")]);
  return code !== 0 && result.failed === 0 ? sum(name, [result, stopped("badly although no test failed")]) : result;
}

export function reportFile(file) {
  const folder = join(root, "build", "test-reports");
  mkdirSync(folder, { recursive: true });
  return join(folder, file);
}

// Runs run(job) for every job: those that are `alone` first, one after another, and then the others, `lanes` of them at
// a time. Of those, jobs that are `long` start first. Results keep the jobs' order.
export async function inLanes(lanes, jobs, run) {
  const results = Array(jobs.length);
  const [alone, beside] = [[], []];
  for (const entry of jobs.entries()) (entry[1].alone ? alone : beside).push(entry);
  const waiting = beside.sort(([, a], [, b]) => Number(b.long ?? false) - Number(a.long ?? false));
  for (const [at, job] of alone) results[at] = await run(job);
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
