// The test run's own counting: nothing is green by accident.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/setup/checkout.mjs";
import { chosen, closing } from "../../scripts/test.mjs";
import { tallyOf as browserTally } from "../../scripts/testing/browser-tests.mjs";
import { tallyOf as catch2Tally } from "../../scripts/testing/catch2.mjs";
import { inLanes } from "../../scripts/testing/lanes.mjs";
import { broken, held, suite } from "../../scripts/testing/result.mjs";

test("the last line gives the sums, and what was not run is named before it", () => {
  const results = [
    suite("a", { passed: 3, failed: 1 }),
    suite("b", { passed: 4, skipped: ["b: in Firefox (there is none)"] }),
  ];
  assert.deepEqual(closing(results), ["not run (1):", "    b: in Firefox (there is none)", "heed: 7 passed, 1 failed"]);
  assert.deepEqual(closing([suite("a", { passed: 2 })]), ["heed: 2 passed, 0 failed"]);
});

test("a suite without tests, and one that could not run, are failures", () => {
  assert.equal(held(suite("empty")).failed, 1);
  assert.equal(held(suite("only skipped", { skipped: ["one"] })).failed, 1);
  assert.equal(held(suite("fine", { passed: 1 })).failed, 0);
  assert.equal(broken("x", "why").failed, 1);
});

test("a suite that does not exist is refused with the names of those that do", () => {
  assert.throws(
    () => chosen(["core", "cores"]),
    /^Error: There is no suite named cores\. The suites are: core, lib, .*setup, .*pack, site\.$/,
  );
  assert.ok(chosen([]).length >= 5);
  assert.equal(chosen(["lib"]).length, 1);
});

test("suites run so many at a time, the longest first, and their results keep their order", async () => {
  let [running, most] = [0, 0];
  const begun = [];
  const run = async ({ name, turns }) => {
    begun.push(name);
    most = Math.max(most, ++running);
    for (let turn = 0; turn < turns; turn++) await null;
    running--;
    return name;
  };
  const jobs = [
    { name: "a", turns: 9 },
    { name: "b", turns: 1 },
    { name: "c", turns: 40, long: true },
    { name: "d", turns: 3 },
  ];
  assert.deepEqual(await inLanes(2, jobs, run), ["a", "b", "c", "d"]);
  assert.deepEqual([begun, most], [["c", "a", "b", "d"], 2]);
  assert.deepEqual(await inLanes(1, jobs, run), ["a", "b", "c", "d"]);
  assert.deepEqual(await inLanes(2, [], run), []);
});

test("Catch2's report is counted by test case, with what failed and what was skipped", () => {
  const report = `<Catch2TestRun name="heed_tests">
    <TestCase name="rows &lt;sum&gt; to one" filename="${root}/tests/core/a.cpp" line="1"><OverallResult success="true" skips="0"/></TestCase>
    <TestCase name="fails" filename="${root}/tests/core/a.cpp" line="9">
      <Section name="inner" filename="${root}/tests/core/a.cpp" line="10">
      <Expression success="false" type="REQUIRE" filename="${root}/tests/core/a.cpp" line="12">
        <Original> a &lt; b </Original> <Expanded> 2 &lt; 1 </Expanded>
      </Expression></Section>
      <OverallResult success="false" skips="0"/></TestCase>
    <TestCase name="elsewhere" filename="x" line="20"><Skip filename="x" line="21"> only on 32 bits </Skip><OverallResult success="true" skips="1"/></TestCase>
    <OverallResults successes="1" failures="1" expectedFailures="0" skips="1"/>
    <OverallResultsCases successes="1" failures="1" expectedFailures="0" skips="1"/></Catch2TestRun>`;
  assert.deepEqual(
    catch2Tally("core", report),
    suite("core", {
      passed: 1,
      failed: 1,
      skipped: ["core: elsewhere (only on 32 bits)"],
      failures: ["core: fails\n    tests/core/a.cpp:12: a < b   with   2 < 1"],
    }),
  );
  assert.equal(catch2Tally("core", report.slice(0, -150)), null, "a report cut short is no report");
});

test("Playwright's report is counted by test; flaky is failed", () => {
  const one = (title, status, extra = {}) => ({ title, tests: [{ status, results: [], annotations: [], ...extra }] });
  const report = {
    errors: [],
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
  assert.deepEqual(tally.failures, ["page.spec.mjs › b\n", "page.spec.mjs › c\nno"]);
  assert.equal(browserTally("site", { suites: [], errors: [{ message: "no config" }] }).failed, 1);
});

test("node's tests are counted by test, suites and subtests apart, and a file without tests is seen", () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-tally-"));
  try {
    const files = {
      "some.test.mjs": `import test, { describe } from "node:test";
        test("passes", () => {}); test("is skipped", { skip: "for a reason" }, () => {}); test("fails", () => { throw new Error("because"); });
        describe("a suite", () => { test("passes within", () => {}); test("fails within", () => { throw new Error("there"); }); });`,
      "empty.test.mjs": "export {};",
      "crash.test.mjs": "throw new Error('at load');",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const report = join(folder, "report.json");
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    spawnSync(
      process.execPath,
      [
        "--test",
        "--test-reporter",
        join(root, "scripts/testing/tally-reporter.mjs"),
        "--test-reporter-destination",
        report,
        ...Object.keys(files).map((name) => join(folder, name)),
      ],
      { env, cwd: folder },
    );
    const tally = JSON.parse(readFileSync(report, "utf8"));
    assert.deepEqual([tally.passed, tally.failed], [2, 3]);
    assert.deepEqual(tally.skipped, ["is skipped (for a reason)"]);
    assert.equal(tally.emptyFiles.length, 1);
    assert.match(tally.failures.join("\n"), /some\.test\.mjs: a suite › fails within\n.*there/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
