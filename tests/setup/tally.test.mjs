// How a test run counts: no run is green by accident.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/setup/checkout.mjs";
import { chosen, closing, suitesOf } from "../../scripts/test.mjs";
import { reachOf } from "../../scripts/testing/changed.mjs";
import { tallyOf as catch2Tally } from "../../scripts/testing/catch2.mjs";
import { runNodeTests } from "../../scripts/testing/node-tests.mjs";
import { eventIn, eventLine } from "../../scripts/testing/events.mjs";
import { eventOf as browserEvent } from "../../scripts/testing/playwright.mjs";
import { Progress } from "../../scripts/testing/progress.mjs";
import { tallyOf as junitTally } from "../../scripts/testing/engines.mjs";
import { broken, inLanes, reportFile, runWithEvents, runWithReport, suite } from "../../scripts/testing/results.mjs";

test("the last line gives the totals, the lines before it the slowest tests, what was not run and what failed", () => {
  const results = [
    suite("a", { passed: 3, failed: 1, failures: ["a.test.mjs: adds\n1 !== 2"], times: [[1500, "adds"]] }),
    suite("b", {
      passed: 4,
      skipped: ["b: in Firefox (there is none)"],
      times: [
        [20, "b"],
        [61_200, "trains"],
      ],
    }),
  ];
  assert.deepEqual(closing(results), [
    "the slowest tests:",
    "      61.2 s  trains",
    "       1.5 s  adds",
    "       0.0 s  b",
    "not run (1):",
    "    b: in Firefox (there is none)",
    "failed (1):",
    "    a.test.mjs: adds",
    "heed: 7 passed, 1 failed",
  ]);
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

test("a word that names no suite or test file is refused with the names of the suites", () => {
  assert.throws(
    () => chosen(["core", "cores"]),
    /^Error: There is no suite or test file named cores\. The suites are: core, lib, .*pack, site, engines\./,
  );
  assert.throws(
    () => chosen(["tests/lib/none.test.mjs"]),
    /^Error: There is no suite or test file named tests\/lib\/none/,
  );
  assert.equal(chosen(["lib"]).length, 1);
  assert.ok(chosen(["all"]).length > chosen([]).length && chosen([]).length >= 5);
});

const names = async (suites) => (await Promise.all(suites.map(({ run }) => run({})))).flat().map(({ name }) => name);

test("words choose test files with what their suites need, and the core's tests with a tag natively", async () => {
  const files = ["tests/lib/lse.test.mjs", "./tests/lib/arguments.test.mjs", "tests/site/docs.spec.mjs"];
  const found = chosen(files);
  assert.deepEqual(await names(found), ["files of lib", "files of site in browsers"]);
  assert.deepEqual(
    found.map(({ built, browsers }) => [built, browsers]),
    [
      ["package", undefined],
      ["site", true],
    ],
  );
  const native = ["core, native under sanitizers"];
  assert.deepEqual([await names(chosen(["core", "[status]"])), await names(chosen(["[status]"]))], [native, native]);
  assert.deepEqual((await names(chosen(["core"]))).length, 3);
});

test("a changed test of the core runs the core once", async () => {
  const found = await names(suitesOf(reachOf(["tests/core/masking_test.cpp"])));
  assert.deepEqual(found.sort(), ["core, native under sanitizers", "set-up and house rules"]);
});

test("a changed text reaches its page, an option of a call every package, and the core its tests too", () => {
  const text = reachOf(["web/site/pages/context/texts/de.json"]);
  assert.deepEqual([text.everything, text.suites, text.pages], [false, ["setup"], ["context"]]);
  assert.ok(text.specs.includes("tests/site/learn-context.spec.mjs"));
  assert.ok(text.files.includes("tests/site/texts.test.mjs") && !text.files.includes("tests/site/docs.test.mjs"));
  const option = reachOf(["web/lib/read/options.ts"]);
  for (const name of ["lib", "train", "layers", "model", "workers"]) assert.ok(option.suites.includes(name), name);
  assert.ok(!option.suites.includes("core") && option.pages.includes("play") && option.pages.includes("docs"));
  const kernel = reachOf(["src/kernels/softmax.cpp"]);
  assert.ok(kernel.pages.includes("play"));
  for (const name of ["core", "guard", ...option.suites]) assert.ok(kernel.suites.includes(name), name);
  assert.deepEqual(reachOf(["tests/lib/lse.test.mjs"]).files, ["tests/lib/lse.test.mjs"]);
  assert.ok(reachOf(["tests/lib/oracle.mjs"]).suites.includes("lib"));
  assert.ok(reachOf(["scripts/build-site.mjs"]).everything && reachOf(["package.json"]).everything);
  assert.deepEqual(reachOf(["LICENSE"]).suites, ["setup"]);
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

test("an event is found in its line, whatever its text holds, and no other line is one", () => {
  const event = { failed: "a \u2028 b", text: "1\n2\r\u2029" };
  const line = eventLine(event);
  assert.deepEqual(eventIn(line), event);
  assert.doesNotMatch(line.slice(0, -1), /[\r\n\u2028\u2029]/);
  assert.equal(eventIn("1 passed"), undefined);
  assert.equal(eventIn(line.slice(0, -5)), undefined);
});

// A program that prints these events, and then runs `more`.
const events = (list, more = "") => {
  const program = `process.stdout.write(${JSON.stringify(list.map(eventLine).join(""))}, () => { ${more} })`;
  const shown = [];
  const progress = new Progress({ write: (text) => shown.push(text) });
  return runWithEvents("a", [process.execPath, "-e", program], { progress }).then((result) => ({ result, shown }));
};

test("events are counted, and a failure is shown when it happens", async () => {
  const list = [
    { of: 3 },
    { passed: "one", ms: 5 },
    { failed: "two", text: "two\n1 !== 2", ms: 7 },
    { skipped: "three (why)" },
  ];
  const { result, shown } = await events([...list, { end: true }], "process.exitCode = 1");
  const times = [
    [5, "one"],
    [7, "two"],
  ];
  assert.deepEqual(
    result,
    suite("a", { passed: 1, failed: 1, skipped: ["a: three (why)"], failures: ["two\n1 !== 2"], times }),
  );
  assert.match(shown.join(""), /FAILED {2}two\n {4}1 !== 2/);
});

test("a program that ends before its last event, badly, or without a test is a failure", async () => {
  const early = (await events([{ passed: "one" }], "console.error('last words')")).result;
  assert.deepEqual([early.passed, early.failed], [1, 1]);
  assert.match(early.failures[0], /^a: it ended before its report was complete \(exit code 0\)[^]*last words$/);
  const badly = (await events([{ passed: "one" }, { end: true }], "process.exitCode = 3")).result;
  assert.deepEqual([badly.passed, badly.failed], [1, 1]);
  assert.match(badly.failures[0], /exit code 3/);
  assert.deepEqual((await events([{ end: true }])).result.failures, ["a: it ran no test"]);
});

test("the line of a run names suite, counts, test and time, again and again on a terminal", () => {
  const [written, terminal] = [[], []];
  let time = 0;
  const [progress, live] = [
    new Progress({ write: (text) => written.push(text) }, () => time),
    new Progress({ write: (text) => terminal.push(text), isTTY: true, columns: 60 }, () => time),
  ];
  for (const one of [progress, live]) {
    one.begin("lib");
    one.expect("lib", 3, " files");
    for (const seconds of [1, 2, 3, 65]) {
      time = seconds * 1000;
      one.done("lib", `test ${seconds}`, 1);
    }
    time = 0;
  }
  assert.deepEqual(written, ["    lib: 1 of 3 files · test 1 · 0:01\n", "    lib: 1 of 3 files · test 65 · 1:05\n"]);
  assert.equal(terminal.length, 4);
  assert.equal(terminal[3], "\r\x1b[Klib: 1 of 3 files · test 65 · 1:05");
  live.done("lib", "a name that is longer than the terminal is wide, and so cannot be shown whole", 2);
  assert.ok(terminal[4].length <= 60 + "\r\x1b[K".length && terminal[4].endsWith("0:00"));
});

test("Playwright's tests are counted by their outcome, and a flaky test counts as failed", () => {
  const event = (outcome, results = [], annotations = []) =>
    browserEvent(
      { titlePath: () => ["", "wide fonts", "page.spec.mjs", "opens"], outcome: () => outcome, annotations },
      results,
    );
  assert.deepEqual(event("expected", [{ duration: 5 }]), { passed: "page.spec.mjs › opens", ms: 5 });
  assert.deepEqual(event("skipped", [], [{ type: "skip", description: "there is none" }]), {
    skipped: "page.spec.mjs › opens (there is none)",
  });
  assert.equal(event("flaky").failed, "page.spec.mjs › opens");
  const { failed, text } = event("unexpected", [{ duration: 1, errors: [{ message: "\x1b[31mno\x1b[39m" }] }]);
  assert.deepEqual([failed, text], ["page.spec.mjs › opens", "page.spec.mjs › opens\nno"]);
});

test("node's tests are counted without their suites, and a file without tests is a failure", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-tally-"));
  const texts = {
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
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    const files = Object.keys(texts).map((name) => join(folder, name));
    const tally = await runNodeTests("tally", files, { env });
    assert.deepEqual([tally.passed, tally.failed], [2, 4]);
    assert.deepEqual(tally.skipped, ["tally: is skipped (for a reason)"]);
    const failures = tally.failures.join("\n");
    assert.match(failures, /some\.test\.mjs: a suite › fails within\n.*there/);
    assert.match(failures, /empty\.test\.mjs holds no test/);
    assert.match(failures, /crash\.test\.mjs[^]*at load/);
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
