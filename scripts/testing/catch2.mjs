// The core's tests: one Catch2 program per build, run in shards on every processor.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { root } from "../setup/checkout.mjs";
import { relaxedSimdFlags } from "../setup/relaxed.mjs";
import { capture, follow } from "../setup/run.mjs";
import { inLanes } from "./lanes.mjs";
import { broken, suite, sum } from "./result.mjs";

const kShards = 4;
const kComplaints = 10; // failed assertions worth printing, per test; all of them are in the report
const kAsan = [process.env.ASAN_OPTIONS, "print_legend=0"].filter(Boolean).join(":");
const kTimeout = 15 * 60_000;

// ASan of gcc 12 and older dies at random where the kernel randomises addresses by more than 28 bits; setarch -R stops that.
async function steady() {
  const { code } = await capture("setarch", ["-R", "true"]);
  return code === 0 ? ["setarch", "-R"] : [];
}

// Each build of the tests: its preset, the words for it, and the command that runs it (null: this machine cannot).
export async function builds() {
  const program = (preset, extension) => join(root, "build", preset, "tests", "core", `heed_tests${extension}`);
  const relaxed = relaxedSimdFlags();
  return [
    { preset: "native", name: "core, native under sanitizers", run: [...(await steady()), program("native", "")] },
    { preset: "wasm-simd", name: "core, wasm simd", run: [process.execPath, program("wasm-simd", ".cjs")] },
    {
      preset: "wasm-relaxed-simd",
      name: "core, wasm relaxed-simd",
      run: relaxed && [process.execPath, ...relaxed, program("wasm-relaxed-simd", ".cjs")],
    },
  ];
}

const kEntities = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const decoded = (text) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => kEntities[name]);
const flat = (xml) =>
  decoded(xml.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();

// What went wrong in one test case, each with its place.
function complaintsIn(xml) {
  const wrong =
    /<(Expression success="false"|Exception|FatalErrorCondition|Failure)[^>]*? filename="([^"]*)" line="(\d+)"[^>]*>([\s\S]*?)<\/(?:Expression|Exception|FatalErrorCondition|Failure)>/g;
  return [...xml.matchAll(wrong)].slice(0, kComplaints).map(([, , file, line, text]) => {
    const [, original, expanded] =
      /<Original>([\s\S]*?)<\/Original>\s*<Expanded>([\s\S]*?)<\/Expanded>/.exec(text) ?? [];
    return `${relative(root, file)}:${line}: ${original ? `${flat(original)}   with   ${flat(expanded)}` : flat(text)}`;
  });
}

// The tally of Catch2's XML report; null when the program did not live to finish one.
export function tallyOf(name, report) {
  const totals = /<OverallResultsCases successes="(\d+)" failures="(\d+)" expectedFailures="(\d+)"/.exec(report);
  if (!totals) return null;
  const [successes, failures, expected] = totals.slice(1).map(Number);
  const cases = [
    ...report.matchAll(/<TestCase name="([^"]*)"([\s\S]*?)<OverallResult success="(true|false)" skips="(\d+)"/g),
  ].map(([, title, body, success, skips]) => ({
    title: `${name}: ${decoded(title)}`,
    body,
    success: success === "true",
    skips: Number(skips),
  }));
  const why = (body) => flat(/<Skip [^>]*>([\s\S]*?)<\/Skip>/.exec(body)?.[1] ?? "");
  return suite(name, {
    passed: successes + expected,
    failed: failures,
    skipped: cases
      .filter(({ success, skips }) => success && skips > 0)
      .map(({ title, body }) => `${title} (${why(body)})`),
    failures: cases
      .filter(({ success }) => !success)
      .map(({ title, body }) => [title, ...complaintsIn(body)].join("\n    ")),
  });
}

async function runShard({ preset, name, run }, index, env) {
  const folder = join(root, "build", "test-reports");
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${preset}-${index}.xml`);
  rmSync(report, { force: true });
  const [program, ...args] = [
    ...run,
    "--shard-count",
    `${kShards}`,
    "--shard-index",
    `${index}`,
    "--allow-running-no-tests",
    "--reporter",
    `xml::out=${report}`,
    "--reporter",
    "compact",
    "--colour-mode",
    "none",
  ];
  const { code, reason, tail } = await follow(program, args, {
    env: { ...env, ASAN_OPTIONS: kAsan },
    cwd: root,
    timeout: kTimeout,
    keep: 100,
  });
  let text = "";
  try {
    text = readFileSync(report, "utf8");
  } catch {
    /* it ended before its first word, which tallyOf reports as no tally */
  }
  const tally = tallyOf(name, text);
  if (!tally)
    return broken(name, `shard ${index} of ${kShards} ended early (${reason}). Its last lines were:\n${tail}`);
  if (code !== 0 && tally.failed === 0)
    return sum(name, [tally, broken(name, `shard ${index} ended with ${reason} after its last test:\n${tail}`)]);
  return tally;
}

// Runs one build's tests.
export async function runCatch2(build, env) {
  const shards = Array.from({ length: kShards }, (_, index) => ({ index }));
  return sum(
    build.name,
    await inLanes(Math.min(kShards, availableParallelism()), shards, ({ index }) => runShard(build, index, env)),
  );
}
