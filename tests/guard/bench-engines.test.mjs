// The benchmark in six engines: its flags, its ceiling, two builds in turns, and the report. No test depends on speed.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as plain from "../../web/measure/contenders/plain.mjs";
import { commandOf, readFlags } from "../bench/flags.mjs";
import { ENGINES } from "../bench/hosts/engines.mjs";
import { createHost } from "../../web/measure/host.mjs";
import { ceilingOf } from "../../web/measure/peak.mjs";
import { watchRise } from "../../web/measure/rise.mjs";
import { timesOf } from "../../web/measure/sample.mjs";
import { ENGINE_SHAPES, SHAPES } from "../../web/measure/shapes.mjs";
import { enginesReport, enginesTable, ratioTable } from "../bench/report/engines.mjs";
import { betweenMarkers, writeEngines } from "../bench/report/files.mjs";

test("markers of another name stay as they are", () => {
  const text = "<!-- bench:begin -->\n<!-- bench:end -->\n<!-- engines:begin -->\nold\n<!-- engines:end -->\n";
  assert.equal(betweenMarkers(text, "new", "engines"), text.replace("old", "new"));
});

test("one flag names the engine, Node without it, and --browser is a short word for Chromium", () => {
  assert.deepEqual(Object.keys(ENGINES), ["node", "chromium", "bun", "deno", "firefox", "webkit"]);
  for (const name of Object.keys(ENGINES)) assert.equal(readFlags(["--engine", name]).engine, name);
  assert.equal(readFlags([]).engine, "node");
  assert.equal(readFlags(["--browser"]).engine, "chromium");
  assert.equal(readFlags(["--engine", "bun", "--peers"]).peers, true);
  assert.deepEqual(readFlags([]).flavours, ["relaxed-simd", "simd"]);
  assert.deepEqual(readFlags(["--flavour", "simd"]).flavours, ["simd"]);
});

test("flags that do not go together are refused in a sentence", () => {
  for (const [words, sentence] of [
    [["--engine", "opera"], /--engine must be node, chromium, [^;]+; got opera/],
    [["--flavour", "fast"], /--flavour must be simd or relaxed-simd; got fast/],
    [["--browser", "--engine", "bun"], /--browser means --engine chromium/],
    [["--engines", "--engine", "bun"], /--engines measures in every engine/],
    [["--engines", "--peers"], /leave out --peers/],
    [["--against", "heed.js", "--peers"], /leave out --peers/],
  ])
    assert.throws(() => readFlags(words), sentence, words.join(" "));
});

test("the command of a run has its flags, and no names of files", () => {
  const words = ["--browser", "--quick", "--against", "other/heed.js", "--json", "run.json"];
  assert.equal(commandOf(readFlags(words)), "npm run bench -- --engine chromium --quick --against FILE");
  assert.equal(commandOf(readFlags(["--engines"])), "npm run bench -- --engines");
  assert.equal(commandOf(readFlags([])), "npm run bench");
});

test("the ceiling is the best of the fused and unfused loops and of the tiles", () => {
  const loop = (name, fused, gflops) => ({ name, fused, gflops });
  const survey = [loop("multiply, add", false, 34), loop("tile", false, 61), loop("madd", true, 59)];
  assert.deepEqual(ceilingOf(survey), { best: survey[1], separate: survey[1] });
  survey.push(loop("tile, madd", true, 63));
  assert.deepEqual(ceilingOf(survey), { best: survey[3], separate: survey[1] });
  assert.deepEqual(ceilingOf(survey.slice(0, 1)), { best: survey[0], separate: survey[0] }, "without relaxed SIMD");
});

test("a loop that rises late is watched until it stops rising", () => {
  const sinceRise = watchRise();
  assert.deepEqual([sinceRise(13, 5), sinceRise(13.1, 40), sinceRise(30, 60), sinceRise(30.2, 90)], [0, 35, 0, 30]);
});

test("calls that are compared take turns, and each gets its own time", async () => {
  const order = [];
  const waiting = (name, ms) => () => {
    order.push(name);
    const start = performance.now();
    while (performance.now() - start < ms);
  };
  const [a, b] = await timesOf([waiting("a", 6), waiting("b", 12)], { ms: 10 });
  assert.ok(a.ms >= 6 && b.ms >= 12 && a.samples === b.samples);
  assert.deepEqual([a.repeats, b.repeats], [1, 1]);
  assert.match(order.join("").slice(-2 * a.samples), /^(abba)+(ab)?$/);
});

test("the kernels of two builds are checked before they are timed", async () => {
  const honest = await plain.open();
  const withKernel = (change) => (given, inputs) => {
    const prepared = honest.prepare(given, inputs);
    let latest;
    return { kernel: () => (latest = change(prepared.call())), result: () => latest, dispose() {} };
  };
  const spoilt = ({ output }) => ({ output: output.map((x) => x + 1e-3) });
  const host = createHost((name) => ({
    open: () => ({ prepare: withKernel(name === "wrong" ? spoilt : (result) => result) }),
  }));
  for (const name of ["new", "old", "wrong"]) await host.open({ name, module: name });
  const measure = (names) =>
    host.measureKernels({ names, shape: SHAPES.find(({ name }) => name === "1×16×64"), budget: "quick" });
  const figures = await measure(["new", "old"]);
  assert.equal(figures.length, 2);
  for (const { gflops, error } of figures) assert.ok(gflops > 0 && error < 1e-6);
  await assert.rejects(measure(["new", "wrong"]), /wrong by/);
});

// A run of invented figures: one engine with both flavours, one with simd alone, one that is missing.
function inventedRun() {
  const figure = (gflops, more) => ({ gflops, nearbyPeak: 50, ms: 1, ...more });
  const row = (name, figures) => ({ shape: { name }, figures });
  const peak = { gflops: 52, best: { name: "tile 3×3" } };
  const rows = [
    row("8×512×64", {
      simd: { kernel: figure(30), against: figure(20), ratio: 1.5 },
      "relaxed-simd": { kernel: figure(40, { disturbed: true }), against: figure(41), ratio: 0.976 },
    }),
    row("1×1024×64", {
      simd: { kernel: figure(31), against: figure(31), ratio: 1 },
      "relaxed-simd": { refused: "no" },
    }),
  ];
  const alone = [row("8×512×64", { simd: { kernel: figure(25) } })];
  const engine = (label, more) => ({ label, version: "1.2", missing: [], peak, ...more });
  return {
    command: "npm run bench -- --engines",
    machine: { processor: "P", date: "2000-01-01" },
    engines: [
      engine("Both", { chosen: "relaxed-simd", versions: ["2", "1"], rows }),
      engine("One", { chosen: "simd", versions: ["2"], rows: alone, missing: ["it does not run relaxed-simd"] }),
      { label: "None", missing: ["None cannot be measured: there is no None."] },
    ],
  };
}

test("the engines' table has each flavour in percent of the best loop, and what is missing", () => {
  assert.ok(ENGINE_SHAPES.length === 6 && enginesTable(inventedRun())[0].length === 8);
  assert.deepEqual(enginesTable(inventedRun()).slice(1), [
    ["Both 1.2", "relaxed-simd", "52.0 (tile 3×3)", "30.0 (60 %)", "31.0 (62 %)", "40.0 (80 %) *", "–", ""],
    ["One 1.2", "simd", "52.0 (tile 3×3)", "25.0 (50 %)", "–", "–", "–", "it does not run relaxed-simd"],
    ["None", "–", "–", "–", "–", "–", "–", "None cannot be measured: there is no None."],
  ]);
});

test("the report compares two builds in ratios of their medians, in every engine and flavour", () => {
  assert.deepEqual(ratioTable(inventedRun()), [
    ["engine", "flavour", "8×512×64", "1×1024×64"],
    ["Both 1.2", "simd", "1.500", "1.000"],
    ["Both 1.2", "relaxed-simd, chosen", "0.976 *", "–"],
    ["One 1.2", "simd, chosen", "–", "–"],
  ]);
  const report = enginesReport(inventedRun());
  assert.match(report, /### This build \(heed 2\) against the other \(heed 1\)/);
  assert.match(report, /- Both 1\.2, relaxed-simd, 1×1024×64: no/);
  const alone = inventedRun();
  for (const engine of alone.engines) delete engine.versions;
  assert.doesNotMatch(enginesReport(alone), /against/);
});

test("a whole run of the engines is kept as files, and on the page of speed", () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-bench-"));
  const page = join(folder, "web/site/docs/performance.md");
  try {
    mkdirSync(join(folder, "web/site/docs"), { recursive: true });
    writeFileSync(page, "a\n<!-- engines:begin -->\n<!-- engines:end -->\nb\n");
    writeEngines(folder, inventedRun());
    const text = readFileSync(page, "utf8");
    assert.match(text, /^a\n[^]+\| Both 1\.2 [^]+\(\.\.\/\.\.\/\.\.\/tests\/bench\/results\/engines\.md\)[^]+\nb\n$/);
    assert.match(readFileSync(join(folder, "tests/bench/results/engines.md"), "utf8"), /^# Benchmark: the engines\n/);
    assert.equal(JSON.parse(readFileSync(join(folder, "build/bench/engines.json"))).engines.length, 3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the page of speed has the markers of the engines' table", () => {
  const text = readFileSync(fileURLToPath(new URL("../../web/site/docs/performance.md", import.meta.url)), "utf8");
  assert.notEqual(betweenMarkers(text, "new", "engines"), text);
});
