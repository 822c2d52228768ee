// The result of a suite: { name, passed, failed, skipped, failures, times }.
//   skipped   a line for each test that was not run, with the reason
//   failures  a text for each test that failed, or for what stopped the suite
//   times     [milliseconds, name] of each test that says how long it took

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/checkout.mjs";
import { follow } from "../setup/run.mjs";
import { eventIn } from "./events.mjs";
import { silent } from "./progress.mjs";

/** How long a suite may print nothing before it is stopped. A slow machine is no reason to stop one that goes on. */
export const kSilence = 15 * 60_000;

export function suite(name, { passed = 0, failed = 0, skipped = [], failures = [], times = [] } = {}) {
  return { name, passed, failed, skipped, failures, times };
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
    times: parts.flatMap((part) => part.times),
  });
}

const kTail = 25; // lines of a program's output that are shown where it ends early

// What a program printed last, without the lines that carry events.
function endedEarly(name, when, reason, tail) {
  return broken(name, `it ended ${when} (${reason}). Its last lines were:\n${tail}`);
}

// A result in which at least one test ran, and which fails where its program did.
function judged(name, result, { code, reason }, tail) {
  if (result.passed + result.failed === 0) return sum(name, [result, broken(name, "it ran no test")]);
  if (code === 0 || result.failed > 0) return result;
  return sum(name, [result, endedEarly(name, "badly although no test failed", reason, tail)]);
}

// Runs [program, ...args], whose reporter prints events (events.mjs), and counts them. `progress` is told of each.
export async function runWithEvents(name, [program, ...args], { progress = silent, ...options }) {
  const result = suite(name);
  const tail = [];
  let whole = false;
  const onLine = (line) => {
    const event = eventIn(line);
    if (event === undefined) {
      tail.push(line);
      if (tail.length > kTail) tail.shift();
    } else if (event.end) whole = true;
    else if (event.of !== undefined) progress.expect(name, event.of, event.unit);
    else count(result, event, progress);
  };
  const ended = await follow(program, args, { cwd: root, silence: kSilence, ...options, onLine });
  if (whole) return judged(name, result, ended, tail.join("\n"));
  return sum(name, [result, endedEarly(name, "before its report was complete", ended.reason, tail.join("\n"))]);
}

function count(result, { passed, failed, skipped, text, ms, done }, progress) {
  const test = passed ?? failed ?? skipped;
  if (passed !== undefined) result.passed++;
  else if (skipped !== undefined) result.skipped.push(`${result.name}: ${skipped}`);
  else {
    result.failed++;
    result.failures.push(text);
    progress.failure(result.name, text);
  }
  if (ms !== undefined) result.times.push([ms, test]);
  progress.done(result.name, test, done);
}

// Runs [program, ...args] and reads the report that it writes to reportFile(file). `read(report, tail)` gives the
// result, or throws where the report is incomplete. `tail` is the end of what the program printed.
export async function runWithReport(name, file, command, options, read) {
  const [program, ...args] = command;
  const path = reportFile(file);
  rmSync(path, { force: true });
  const { tail, ...ended } = await follow(program, args, { cwd: root, silence: kSilence, ...options });
  let result;
  try {
    result = read(readFileSync(path, "utf8"), tail);
  } catch {
    return endedEarly(name, "before its report was complete", ended.reason, tail);
  }
  return judged(name, result, ended, tail);
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
