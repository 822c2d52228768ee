// Tests of Playwright: every *.spec.mjs of tests/site, in this machine's own browsers. The default export is the
// reporter that prints events.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { kColours } from "../setup/run.mjs";
import { eventLine } from "./events.mjs";
import { runWithEvents } from "./results.mjs";

/** Runs these spec files, all where none is named. @param {string[]} words further words for Playwright */
export function runPlaywright(name, { env, progress }, words = []) {
  const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
  const reporter = `--reporter=${fileURLToPath(import.meta.url)}`;
  return runWithEvents(name, [process.execPath, cli, "test", "-c", "tests/site", reporter, ...words], {
    env,
    progress,
  });
}

const textOf = ({ stack, message = "" }) => (stack ?? message).replace(kColours, "");

/** The event of a test that is over. A flaky test failed at least once, so it counts as failed. */
export function eventOf(test, results) {
  const [, , ...path] = test.titlePath(); // without the root and the project
  const name = path.join(" › ");
  const ms = results.reduce((total, { duration = 0 }) => total + duration, 0);
  const outcome = test.outcome();
  if (outcome === "expected") return { passed: name, ms };
  if (outcome === "skipped") {
    const why = test.annotations.find(({ description }) => description)?.description;
    return { skipped: why ? `${name} (${why})` : name };
  }
  return { failed: name, text: [name, ...results.flatMap(({ errors = [] }) => errors).map(textOf)].join("\n"), ms };
}

export default class Reporter {
  onBegin(_, suite) {
    process.stdout.write(eventLine({ of: suite.allTests().length }));
  }
  onTestEnd(test) {
    process.stdout.write(eventLine(eventOf(test, test.results)));
  }
  onError(error) {
    process.stdout.write(eventLine({ failed: "outside of the tests", text: textOf(error) }));
  }
  onStdErr(chunk) {
    process.stderr.write(chunk);
  }
  onEnd() {
    process.stdout.write(eventLine({ end: true }));
  }
}
