// How a test run counts: no run is green by accident.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/setup/checkout.mjs";
import { chosen, closing } from "../../scripts/test.mjs";
import { tallyOf as catch2Tally } from "../../scripts/testing/catch2.mjs";
import { runNodeTests } from "../../scripts/testing/node-tests.mjs";
import { tallyOf as browserTally } from "../../scripts/testing/playwright.mjs";
import { tallyOf as junitTally } from "../../scripts/testing/engines.mjs";
import { broken, inLanes, reportFile, runWithReport, suite } from "../../scripts/testing/results.mjs";

test("the last line gives the totals, and the lines before it name what was not run", () => {
  const results = [
    suite("a", { passed: 3, failed: 1 }),
    suite("b", { passed: 4, skipped: ["b: in Firefox (there is none)"] }),
  ];
  assert.deepEqual(closing(results), ["not run (1):", "    b: in Firefox (there is none)", "heed: 7 passed, 1 failed"]);
  assert.deepEqual(closing([suite("a", { passed: 2 })]), ["heed: 2 passed, 0 failed"]);
});

// Runs a program of node that may write its report to process.argv[1]. A report is an object with counts.
const reported = (program) => {
  const file = "tally-test.json";
  const command = [process.execPath, "-e", program, reportFile(file)];
  return runWithReport("a", file, command, {}, (text) => suite("a", JSON.parse(text)));
};
const writing = (counts) => `require("fs").writeFileSync(process.argv[1], ${JSON.stringify(JSON.stringify(counts))});`;

test("a suite without tests, and a suite that ends early, are failures", async () => {
  assert.deepEqual(await reported(writing({ passed: 1 })), suite("a", { passed: 1 }));
  const none = await reported(writing({ skipped: ["one"] }));
  assert.deepEqual([none.passed, none.failed, none.skipped], [0, 1, ["one"]]);
  assert.deepEqual(none.failures, ["a: it ran no test"]);
  const early = await reported(`console.log("last words"); process.exit(0)`);
  assert.equal(early.failed, 1);
  assert.match(early.failures[0], /^a: it ended before its report was complete \(exit code 0\)[^]*last words$/);
  assert.equal((await reported(`require("fs").writeFileSync(process.argv[1], '{ "passed": 1')`)).failed, 1);
  const late = await reported(`${writing({ passed: 1 })} process.kill(process.pid, "SIGKILL")`);
  assert.deepEqual([late.passed, late.failed], [1, 1]);
  assert.match(late.failures[0], /SIGKILL/);
  assert.equal((await reported(`${writing({ failed: 2 })} process.exit(1)`)).failed, 2);
  assert.equal(broken("x", "why").failed, 1);
});

test("a suite that does not exist is refused with the names of those that do", () => {
  assert.throws(
    () => chosen(["core", "cores"]),
    /^Error: There is no suite named cores\. The suites are: core, lib, .*setup, .*pack, site, engines\.$/,
  );
  assert.ok(chosen([]).length >= 5);
  assert.equal(chosen(["lib"]).length, 1);
});

test("two lanes run two suites at a time after those that run alone, and results keep their order", async () => {
  let [running, most] = [0, 0];
  const begun = [];
  const run = async ({ name, turns }) => {
    begun.push(name);
    most = Math.max(most, ++running);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    running--;
    return name;
  };
  const jobs = [
    { name: "a", turns: 9 },
    { name: "b", turns: 1 },
    { name: "c", turns: 40, long: true },
    { name: "d", turns: 3 },
    { name: "e", turns: 5, alone: true },
  ];
  const besideE = [];
  const watched = async (job) => {
    if (job.alone) besideE.push(running);
    return run(job).finally(() => job.alone && besideE.push(running));
  };
  assert.deepEqual(await inLanes(2, jobs, watched), ["a", "b", "c", "d", "e"]);
  assert.deepEqual([begun, most, besideE], [["e", "c", "a", "b", "d"], 2, [0, 0]]);
  assert.deepEqual(await inLanes(1, jobs, run), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(await inLanes(2, [], run), []);
});

test("Catch2's report is counted by test case, with what failed and what was skipped", () => {
  const cases = ":test-result: PASS rows <sum> to one\n:test-result: FAIL fails\n:test-result: SKIP elsewhere\n";
  const printed =
    `${root}/tests/core/a.cpp:12: failed: a < b for: 2 < 1\n` +
    `${root}/tests/core/a.cpp:21: skipped: 'only on 32 bits'\n` +
    "test cases: 3 | 1 passed | 1 failed | 1 skipped\nassertions: 2 | 1 passed | 1 failed";
  const { failures, ...tally } = catch2Tally("core", cases, printed);
  assert.deepEqual([tally.passed, tally.failed], [1, 1]);
  assert.deepEqual(tally.skipped, ["core: tests/core/a.cpp:21: skipped: 'only on 32 bits'"]);
  assert.match(failures.join("\n"), /^core: fails\ntests\/core\/a\.cpp:12: failed: a < b for: 2 < 1\n/);
  const all = catch2Tally("core", ":test-result: PASS a\n", "All tests passed (1 assertion in 1 test case)\n");
  assert.deepEqual(all, suite("core", { passed: 1 }));
  assert.throws(() => catch2Tally("core", cases, printed.slice(0, 100)), /totals/, "it ended before its totals");
});

test("Playwright's report is counted by test, and a flaky test counts as failed", () => {
  const one = (title, status, extra = {}) => ({ title, tests: [{ status, results: [], annotations: [], ...extra }] });
  const report = {
    errors: [],
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        title: "page.spec.mjs",
        suites: [
          {
            title: "Firefox",
            specs: [one("opens", "skipped", { annotations: [{ type: "skip", description: "there is none" }] })],
          },
        ],
        specs: [
          one("a", "expected"),
          one("b", "flaky"),
          one("c", "unexpected", { results: [{ errors: [{ message: "\x1b[31mno\x1b[39m" }] }] }),
        ],
      },
    ],
  };
  const tally = browserTally("site", report);
  assert.deepEqual([tally.passed, tally.failed], [1, 2]);
  assert.deepEqual(tally.skipped, ["site: page.spec.mjs › Firefox › opens (there is none)"]);
  assert.deepEqual(tally.failures, ["page.spec.mjs › b", "page.spec.mjs › c\nno"]);
  const none = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  assert.equal(browserTally("site", { stats: none, suites: [], errors: [{ message: "no config" }] }).failed, 1);
});

test("node's tests are counted without their suites, and a file without tests is a failure", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-tally-"));
  const files = {
    "some.test.mjs": `import test, { describe } from "node:test";
      test("passes", () => {});
      test("is skipped", { skip: "for a reason" }, () => {});
      test("fails", () => { throw new Error("because"); });
      describe("a suite", () => {
        test("passes within", () => {});
        test("fails within", () => { throw new Error("there"); });
      });`,
    "empty.test.mjs": "export {};",
    "crash.test.mjs": "throw new Error('at load');",
  };
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    const tally = await runNodeTests("tally", folder, env);
    assert.deepEqual([tally.passed, tally.failed], [2, 4]);
    assert.deepEqual(tally.skipped, ["tally: is skipped (for a reason)"]);
    const failures = tally.failures.join("\n");
    assert.match(failures, /some\.test\.mjs: a suite › fails within\n.*there/);
    assert.match(failures, /empty\.test\.mjs holds no test/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("JUnit's report is counted by test, and one that is cut short is refused", () => {
  const report = `<testsuites><testsuite name="a.test.mjs">
    <testcase name="one &lt;b&gt;" classname="" />
    <testcase name="two" classname=""><failure message="no">1 !== 2</failure></testcase>
    <testcase name="three"><skipped/></testcase>
    <testcase name="four">
    </testcase></testsuite></testsuites>`;
  const { passed, failed, skipped, failures } = junitTally("Bun", report);
  assert.deepEqual([passed, failed, skipped], [2, 1, ["Bun: three"]]);
  assert.deepEqual(failures, ["Bun: two\n1 !== 2"]);
  assert.throws(() => junitTally("Bun", report.slice(0, 100)), /not whole/);
});

test("a program that prints nothing any more is stopped, and counts as a failure that says so", async () => {
  const command = [process.execPath, "-e", "console.log('so far'); setInterval(() => {}, 1000)"];
  const { failed, failures } = await runWithReport("a", "tally-test.json", command, { silence: 2000 }, JSON.parse);
  assert.equal(failed, 1);
  assert.match(failures[0], /stopped after 2 s without a word\)\. Its last lines were:\nso far$/);
});
