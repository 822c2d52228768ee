// The benchmark refuses to time wrong results, and a whole run ends in a report. No test here depends on speed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openWith } from "../../web/measure/contenders/heed.mjs";
import * as plain from "../../web/measure/contenders/plain.mjs";
import { createHost } from "../../web/measure/host.mjs";
import { inputsFor } from "../../web/measure/inputs.mjs";
import { expectedRows, largestError } from "../../web/measure/oracle.mjs";
import { timeOf } from "../../web/measure/sample.mjs";
import { flops, isQuick, OPTION_ROWS, plainOf, SHAPES } from "../../web/measure/shapes.mjs";
import { median, quantile, spread } from "../../web/measure/statistics.mjs";
import { openTorch } from "../bench/contenders/training.mjs";
import { betweenMarkers } from "../bench/report/files.mjs";
import { optionsTable } from "../bench/report/options.mjs";
import { heedTable } from "../bench/report/tables.mjs";
import { markdown } from "../bench/report/text.mjs";

const shape = (name) => SHAPES.find((one) => one.name === name);

test("the shapes that speed is judged by are there", () => {
  for (const name of [
    "1×16×64",
    "1×128×64",
    "8×512×64",
    "12×1024×64",
    "1×4096×64",
    "1×16384×64",
    "1×1024×32",
    "1×1024×50",
    "1×1024×128",
  ]) {
    assert.ok(shape(name) && shape(`${name} causal`), name);
    assert.equal(plainOf(shape(`${name} causal`)), shape(name));
    assert.equal(flops(shape(`${name} causal`)) * 2, flops(shape(name)));
  }
  assert.equal(flops(shape("8×512×64")), 4 * 8 * 512 * 512 * 64);
  for (const name of ["8×512×64", "12×1024×64", "1×4096×64"])
    assert.equal(flops(shape(`${name} backward`)), 2.5 * flops(shape(name)), name);
  assert.equal(plainOf(shape("12×1024×64 causal backward")), shape("12×1024×64 backward"));
  assert.ok(SHAPES.filter(isQuick).length >= 8);
});

test("a contender with a wrong result is refused and not timed", async () => {
  const honest = await plain.open();
  const wrong = {
    ...honest,
    prepare: (...given) => ({ ...honest.prepare(...given), call: () => spoilt(honest.prepare(...given).call()) }),
  };
  const spoilt = ({ output }) => ({ output: output.map((x, i) => (i === output.length - 1 ? x + 1e-3 : x)) });
  const host = createHost((name) => ({ open: () => (name === "honest" ? honest : wrong) }));
  for (const name of ["honest", "wrong"]) await host.open({ name, module: name });
  const measure = (name) => host.measure({ name, shape: shape("1×16×64"), budget: "quick" });
  assert.ok((await measure("honest")).call.ms > 0);
  assert.deepEqual(await measure("wrong"), { refused: "wrong by 0.0010" });
});

test("plain JavaScript agrees with the double-precision rows in every kind of shape", async () => {
  const { prepare } = await plain.open();
  for (const name of ["1×16×64", "1×128×64 causal", "1×128×64 keep weights", "1×1→4096×64"]) {
    const inputs = inputsFor(shape(name));
    assert.ok(largestError(expectedRows(shape(name), inputs), prepare(shape(name), inputs).call()) < 1e-6, name);
  }
});

test("gradients are checked in double precision: dq by rows, dk and dv by their sums", async () => {
  const small = { ...shape("8×512×64 backward"), heads: 2, queries: 40, keys: 40, dim: 8 };
  const { load } = await import("../../dist/heed.js");
  const heed = await openWith(load, "simd");
  for (const causal of [false, true]) {
    const inputs = inputsFor({ ...small, causal });
    const expected = expectedRows({ ...small, causal }, inputs);
    const found = heed.prepare({ ...small, causal }, inputs).call();
    assert.ok(largestError(expected, found) < 1e-5);
    for (const name of ["dq", "dk", "dv"]) {
      const spoilt = { ...found, [name]: found[name].map((x) => x + 0.01) };
      assert.ok(largestError(expected, spoilt) > 1e-4, name);
      assert.equal(largestError(expected, { ...found, [name]: found[name].map(() => NaN) }), Infinity, name);
    }
  }
});

/** A row of an option in small, so that all of its rows are checked. */
const inSmall = (row) =>
  row.shapes.map((one) => ({ ...one, heads: Math.min(one.heads, 16), queries: 24, keys: 24, dim: 8 }));
const inWindow = { window: { left: 5, right: 0 } };

test("options are checked in double precision, and a call without the option is found out", async () => {
  const { load } = await import("../../dist/heed.js");
  const heed = await openWith(load, "simd");
  for (const row of OPTION_ROWS) {
    const [without, given] = inSmall(row);
    const option = given.options?.window ? { ...given, options: inWindow } : given;
    const expected = expectedRows(option, inputsFor(option));
    const prepared = heed.prepare(option, inputsFor(option));
    if (row.how === "kernel") prepared.kernel();
    assert.ok(largestError(expected, row.how === "kernel" ? prepared.result() : prepared.call()) < 1e-5, option.name);
    prepared.dispose();
    if (!option.options || option.options.keep) continue; // nothing but lse is new, or the numbers are stored otherwise
    assert.ok(largestError(expected, heed.prepare(without, inputsFor(without)).call()) > 1e-3, option.name);
  }
});

test("the work of a window is that of the pairs which it shows, and its row says whether the bounds are met", () => {
  const [row] = OPTION_ROWS;
  const [without, windowed] = row.shapes;
  const pairs = 16384 * 256 - (255 * 256) / 2;
  assert.equal(flops(windowed), 4 * pairs * 64);
  const table = (plainMs, ms, gflops) => {
    const option = { ms, ratio: ms / plainMs, gflops, nearbyPeak: 10 };
    const figures = { simd: { plain: { ms: plainMs }, option } };
    return optionsTable({ flavours: ["simd"], rows: [{ ...row, figures }] })[1].at(-1);
  };
  assert.equal(table(3000, 100, 7), "30.0× as fast, 70 % of peak");
  assert.match(table(3000, 130, 7), /misses the bound$/);
  assert.match(table(3000, 100, 6), /misses the bound$/);
  assert.equal(flops(without), 4 * 16384 ** 2 * 64);
});

test("quantiles do not depend on the order of the samples", () => {
  assert.equal(median([5, 1, 3]), 3);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(quantile([1, 2, 3, 4, 5], 0.25), 2);
  assert.equal(spread([10, 10, 10]), 0);
});

// A peak that reads each number of the list once, and then the last one again and again.
function peakReading(numbers) {
  const left = [...numbers];
  return { read: () => (left.length > 1 ? left.shift() : left[0]), highest: () => 10, left };
}

test("samples beside a high peak count, also where they are the slower ones", async (t) => {
  const peak = peakReading([...Array(20).fill(8.9), 9.1]);
  let clock = 0;
  t.mock.method(performance, "now", () => clock);
  const call = () => {
    clock += peak.left.length > 1 ? 1 : 3; // slow from the first high reading on
  };
  const time = await timeOf(call, { ms: 200 }, peak);
  assert.ok(time.ms >= 3, `${time.ms}`);
  assert.deepEqual([time.nearbyPeak, time.disturbed], [9.1, undefined]);
});

test("a figure has the middle half of its samples, round its median", async () => {
  const { ms, quartiles, spread: part } = await timeOf(() => {}, { ms: 20 });
  assert.ok(quartiles[0] <= ms && ms <= quartiles[1]);
  assert.ok(Math.abs((quartiles[1] - quartiles[0]) / ms - part) < 1e-9);
});

test("where too few samples stand beside a high peak, all of them count and the figure is disturbed", async () => {
  const time = await timeOf(() => {}, { ms: 20 }, peakReading([10, 10, 10, 8.9]));
  assert.ok(time.disturbed && time.samples > 2);
  assert.equal(time.nearbyPeak, 8.9);
  assert.equal((await timeOf(() => {}, { ms: 20 })).disturbed, undefined, "without a peak every sample counts");
});

test("the report marks a disturbed figure", () => {
  const figure = { ms: 1, gflops: 9, nearbyPeak: 10, error: 0 };
  const figures = { simd: { kernel: { ...figure, disturbed: true }, call: figure } };
  const run = { peak: { gflops: 10, separate: { gflops: 8 } }, rows: [{ shape: shape("8×512×64"), figures }] };
  assert.equal(heedTable(run, { name: "simd" })[1].at(-1), "disturbed");
});

test("a report replaces the text between the markers and nothing else", () => {
  const text = "a\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nb\n";
  assert.equal(betweenMarkers(text, "new"), "a\n<!-- bench:begin -->\nnew\n<!-- bench:end -->\nb\n");
  assert.equal(betweenMarkers("none here", "new"), "none here");
  assert.equal(
    markdown([
      ["a", "b"],
      ["cc", "1"],
    ]),
    "| a  | b |\n| -- | -: |\n| cc | 1 |",
  );
});

test("a run of the training step ends in a report of both flavours", () => {
  const script = fileURLToPath(new URL("../../scripts/bench.mjs", import.meta.url));
  const text = execFileSync(process.execPath, [script, "--quick", "--filter", "training step"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  assert.match(text, /### One training step[^\n]+\n\n\| flavour [^]+\n\| relaxed-simd [^\n]+\n\| simd /);
});

/** A python3 that has PyTorch, it says, whose BLAS is called by the two variables. */
const FAKE_PYTHON = `#!${process.execPath}
const { OPENBLAS_CORETYPE, OPENBLAS_L2_SIZE } = process.env;
console.log(JSON.stringify({ version: "1", blas: \`\${OPENBLAS_CORETYPE}, \${OPENBLAS_L2_SIZE}\` }));
if (process.argv[2] !== "-c") process.stdin.resume();
`;

test("PyTorch is timed without the kernel and the cache that the environment names for OpenBLAS", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "heed-bench-"));
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, "python3"), FAKE_PYTHON, { mode: 0o755 });
  const PATH = [folder, before.PATH].join(delimiter);
  Object.assign(process.env, { PATH, OPENBLAS_CORETYPE: "Haswell", OPENBLAS_L2_SIZE: "512" });
  const torch = await openTorch({}, 1);
  torch.close();
  assert.equal(torch.name, "PyTorch 1 (undefined, undefined), 1 thread");
});

test("a run of one shape ends in a report of both flavours, with the peak beside each figure", () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-bench-"));
  try {
    const json = join(folder, "run.json");
    const script = fileURLToPath(new URL("../../scripts/bench.mjs", import.meta.url));
    const text = execFileSync(process.execPath, [script, "--quick", "--filter", "1x16x64", "--json", json], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    assert.match(text, /Peak of this engine[^\n]+GFLOP\/s/);
    assert.match(text, /### heed relaxed-simd\n[^]*\n\| 1×16×64 [^]*### heed simd\n/);
    const run = JSON.parse(readFileSync(json, "utf8"));
    assert.equal(run.command, 'npm run bench -- --quick --filter "1x16x64"');
    for (const name of ["relaxed-simd", "simd"]) {
      const { kernel, call } = run.rows[0].figures[name];
      for (const figure of [kernel, call]) assert.ok(figure.gflops > 0 && figure.error < 2e-6 && figure.nearbyPeak > 0);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
