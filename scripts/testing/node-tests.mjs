// Tests of node:test: every *.test.mjs of a folder in tests/. The default export is the reporter that prints events.

import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../setup/checkout.mjs";
import { eventLine } from "./events.mjs";
import { runWithEvents } from "./results.mjs";

export function testFiles(folder) {
  const path = resolve(root, "tests", folder);
  const names = existsSync(path) ? readdirSync(path) : [];
  const tests = names.filter((name) => name.endsWith(".test.mjs")).sort();
  return tests.map((name) => join(path, name));
}

// Runs these files in this Node, or in `program`, another one.
export function runNodeTests(name, files, { env, progress, program = process.execPath }) {
  const reporter = [`--test-reporter=${fileURLToPath(import.meta.url)}`, "--test-reporter-destination=stdout"];
  progress?.expect(name, files.length, " files");
  return runWithEvents(name, [program, "--test", ...reporter, ...files], { env, progress });
}

function failureText({ name, file, details }, path, printed) {
  const error = details.error?.cause ?? details.error;
  const text = error?.stack ?? error?.message ?? String(error);
  // A file that fails outside its tests has said why on stderr.
  const whole = printed === undefined ? text : `${text}\n${printed}`;
  return `${relative(process.cwd(), file ?? "")}: ${[...path, relative(process.cwd(), name)].join(" › ")}\n${whole}`;
}

// An event for each test. A suite fails because a test in it fails, and that test is counted. `printed` is what the
// file wrote to stderr.
function eventOf(type, data, around, printed) {
  const { nesting, file, name, details } = data;
  const why = data.skip ?? data.todo;
  const test = [...around, name].join(" › ");
  // Node reports a file as a test of its own where the file holds no test, or fails outside its tests.
  const isFile = nesting === 0 && file !== undefined && name.endsWith(".mjs");
  if (type === "test:fail")
    return details.error?.failureType === "subtestsFailed"
      ? undefined
      : { failed: test, text: failureText(data, around, isFile ? printed : undefined), ms: details.duration_ms };
  if (isFile) return { failed: test, text: `${name} holds no test` };
  if (why !== undefined) return { skipped: typeof why === "string" ? `${test} (${why})` : test };
  return details.type === "suite" ? undefined : { passed: test, ms: details.duration_ms };
}

export default async function* report(events) {
  const names = []; // of the suites and tests around the one that is reported
  const files = new Set();
  const printed = new Map(); // what each file wrote to stderr
  for await (const { type, data } of events) {
    if (type === "test:stderr") {
      printed.set(data.file, (printed.get(data.file) ?? "") + data.message);
      yield data.message;
    }
    if (type === "test:start") names.splice(data.nesting, names.length, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const event = eventOf(type, data, names.slice(0, data.nesting), printed.get(data.file));
    files.add(data.file);
    if (event) yield eventLine({ ...event, done: files.size });
  }
  yield eventLine({ end: true });
}
