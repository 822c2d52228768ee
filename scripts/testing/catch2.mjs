// The core's tests: one Catch2 program for each build. Each program runs in shards, on every processor.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "../setup/checkout.mjs";
import { relaxedSimdFlags } from "../setup/relaxed.mjs";
import { capture } from "../setup/run.mjs";
import { silent } from "./progress.mjs";
import { inLanes, reportFile, runWithReport, suite, sum } from "./results.mjs";

const kShards = 4;
const kCase = ":test-result: ";
const kAsan = [process.env.ASAN_OPTIONS, "print_legend=0"].filter(Boolean).join(":");

// ASan of gcc 12 and older fails at random where the kernel randomises addresses by more than 28 bits. setarch -R turns
// this off.
export async function withFixedAddresses() {
  const { code } = await capture("setarch", ["-R", "true"]);
  return code === 0 ? ["setarch", "-R"] : [];
}

// The builds of the tests, each with its preset, its name and the command that runs it (null where this machine
// cannot).
export async function builds() {
  const program = (preset, extension) => join(root, "build", preset, "tests", "core", `heed_tests${extension}`);
  const relaxed = relaxedSimdFlags();
  return [
    {
      preset: "native",
      name: "core, native under sanitizers",
      run: [...(await withFixedAddresses()), program("native", "")],
    },
    { preset: "wasm-simd", name: "core, wasm simd", run: [process.execPath, program("wasm-simd", ".cjs")] },
    {
      preset: "wasm-relaxed-simd",
      name: "core, wasm relaxed-simd",
      run: relaxed && [process.execPath, ...relaxed, program("wasm-relaxed-simd", ".cjs")],
    },
  ];
}

// Counts test cases. `cases` is from Catch2's reporter "automake": a line ":test-result: PASS name" for each case.
// `printed` is from its reporter "compact": a line for each assertion that failed or was skipped, then the totals.
export function tallyOf(name, cases, printed) {
  const lines = printed.split("\n").map((line) => line.replace(`${root}/`, ""));
  if (!lines.some((line) => line.startsWith("All tests passed") || line.startsWith("test cases: ")))
    throw new Error("The totals are missing.");
  const casesWith = (result) => {
    const start = `${kCase}${result} `;
    const found = cases.split("\n").filter((line) => line.startsWith(start));
    return found.map((line) => `${name}: ${line.slice(start.length)}`);
  };
  const failed = casesWith("FAIL");
  return suite(name, {
    passed: casesWith("PASS").length + casesWith("XFAIL").length,
    failed: failed.length,
    skipped: lines.filter((line) => line.includes(": skipped: ")).map((line) => `${name}: ${line}`),
    failures: failed.length ? [[...failed, ...lines].join("\n")] : [],
  });
}

// How many test cases the program holds; undefined where it does not say.
async function countOf(run, filter) {
  const [program, ...args] = run;
  const { code, stdout } = await capture(program, [...args, ...filter, "--list-tests", "--verbosity", "quiet"]);
  return code === 0 ? stdout.trim().split("\n").length : undefined;
}

// Runs the tests of one build, or those with one of these tags. Its reporter "automake" prints a line when a test case
// is over. A shard without a test would be a failure, so tests with a tag run in one.
export async function runCatch2({ preset, name, run }, { env, progress = silent, tags = [] }) {
  const filter = tags.length ? [tags.join(",")] : [];
  progress.expect(name, await countOf(run, filter));
  const count = tags.length ? 1 : kShards;
  const shard = (index) => {
    const file = `${preset}-${index}.txt`;
    const reporters = ["--reporter", "automake", "--reporter", `compact::out=${reportFile(file)}`];
    const shards = ["--shard-count", count, "--shard-index", index, "--colour-mode", "none"].map(String);
    const args = [...filter, ...shards, ...reporters];
    const cases = [];
    const onLine = (line) => {
      if (!line.startsWith(kCase)) return;
      cases.push(line);
      progress.done(name, line.slice(kCase.length + "PASS ".length));
    };
    const options = { env: { ...env, ASAN_OPTIONS: kAsan }, onLine };
    return runWithReport(name, file, [...run, ...args], options, (printed) => tallyOf(name, cases.join("\n"), printed));
  };
  const shards = Array.from({ length: count }, (_, index) => index);
  const result = sum(name, await inLanes(Math.min(kShards, availableParallelism()), shards, shard));
  for (const failure of result.failures) progress.failure(name, failure);
  return result;
}
