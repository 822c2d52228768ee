// The benchmark of heed/workers: its flags, its turns, and its report of invented figures. No test depends on speed.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as busy from "../bench/contenders/busy.mjs";
import * as heed from "../../web/measure/contenders/heed.mjs";
import * as heedWorkers from "../../web/measure/contenders/heed-workers.mjs";
import { commandOf, readFlags } from "../bench/flags.mjs";
import { longestBlock } from "../../web/measure/blocks.mjs";
import { createHost } from "../../web/measure/host.mjs";
import { timesOf } from "../../web/measure/sample.mjs";
import { SHAPES, WORKERS_SHAPES } from "../../web/measure/shapes.mjs";
import { betweenMarkers, writeWorkers } from "../bench/report/files.mjs";
import { shortTable } from "../bench/report/tables.mjs";
import { workersReport, workersTable } from "../bench/report/workers.mjs";

const shape = (name) => SHAPES.find((one) => one.name === name);
const built = (file) => new URL(`../../dist/${file}`, import.meta.url).href;

test("--workers takes a number, runs in any engine, and is a run of its own", () => {
  assert.equal(readFlags(["--workers", "2"]).workers, 2);
  assert.equal(readFlags([]).workers, undefined);
  assert.equal(commandOf(readFlags(["--workers", "3", "--browser"])), "npm run bench -- --engine chromium --workers 3");
  for (const [words, sentence] of [
    [["--workers", "1"], /--workers must be an integer from 2 to 64; got 1/],
    [["--workers", "2.5"], /an integer from 2 to 64; got 2\.5/],
    [["--workers", "many"], /got many/],
    [["--workers", "65"], /got 65/],
    [["--workers", "2", "--peers"], /--workers is a run of its own/],
    [["--workers", "2", "--engines"], /--workers is a run of its own/],
    [["--workers", "2", "--against", "heed.js"], /--workers is a run of its own/],
  ])
    assert.throws(() => readFlags(words), sentence, words.join(" "));
});

test("the shapes that workers are judged by are there", () => {
  assert.equal(WORKERS_SHAPES.length, 9);
  for (const one of WORKERS_SHAPES) assert.ok(one);
});

/** A host with the contenders of this benchmark. It closes them after the test, however that ends. */
async function openHost(t, entries) {
  const host = createHost((name) => ({ heed, "heed-workers": heedWorkers, busy })[name]);
  for (const entry of entries) await host.open(entry);
  t.after(() => Promise.all(entries.map(({ name }) => host.close({ name }))));
  return host;
}

test("workers, the busy cores and the plain call take their turns, and each result is checked", async (t) => {
  const pool = { package: built("workers.js"), flavour: "simd", workers: 2 };
  const here = { package: built("heed.js"), flavour: "simd" };
  const host = await openHost(t, [
    { name: "here", module: "heed", settings: here },
    { name: "workers-2", module: "heed-workers", settings: pool },
    { name: "shared", module: "heed-workers", settings: { ...pool, shared: true } },
    { name: "none", module: "heed-workers", settings: { ...pool, workers: 0 } },
    { name: "busy", module: "busy", settings: { ...here, workers: 2 } },
  ]);
  const names = ["here", "workers-2", "shared", "none", "busy"];
  const sizes = { heads: 2, queries: 512, keys: 512, dim: 64 };
  for (const name of ["8×512×64 keep weights", "layer 512×512, 8 heads", "8×512×64 backward"]) {
    const given = { ...shape(name), ...sizes };
    const figures = await host.measureCalls({ names, shape: given, budget: "quick" });
    assert.deepEqual(figures.none, { refused: "workers: 0 was asked for." }, "a call on this thread is not timed");
    for (const one of ["here", "workers-2", "shared", "busy"]) assert.ok(figures[one].ms > 0, `${one}, ${name}`);
  }
  assert.ok((await host.longestBlock({ name: "workers-2", shape: { ...shape("8×512×64"), ...sizes } })).ms >= 0);
});

test("a contender with a wrong result has no figure, and the others have theirs", async () => {
  const contender = (number) => ({
    prepare: (_, { v }) => ({ call: async () => ({ output: v.map((x) => x + number) }), dispose() {} }),
  });
  const one = { ...shape("1×16×64"), queries: 1, keys: 1 }; // the output of a single key is v
  const host = createHost((name) => ({ open: () => contender(name === "right" ? 0 : 1) }));
  for (const name of ["right", "wrong"]) await host.open({ name, module: name });
  const figures = await host.measureCalls({ names: ["wrong", "right"], shape: one, budget: "quick" });
  assert.deepEqual(figures.wrong, { refused: "wrong by 1.0" });
  assert.ok(figures.right.ms >= 0 && figures.right.gflops > 0);
});

test("a call that is computed elsewhere tells its own time", async () => {
  const [time] = await timesOf([async () => ({ ms: 250 })], { ms: 5 });
  assert.equal(time.ms, 250);
});

test("the longest block is the time in which nobody else has the thread", async () => {
  const hold = () => {
    for (const start = performance.now(); performance.now() - start < 120;);
  };
  assert.ok((await longestBlock(hold)) > 60);
});

// A run of invented figures on two workers. onnxruntime-web failed at one shape, and other work disturbed a figure.
function inventedRun() {
  const time = (ms, more) => ({ ms, nearbyPeak: 50, ...more });
  const figures = (more) => ({
    here: time(80),
    "workers-1": time(84),
    "workers-2": time(50),
    alone: time(80),
    busy: time(100),
    onnxruntime: time(90),
    ...more,
  });
  const blocks = { here: 81, "workers-1": 4, "workers-2": 5 };
  const kept = { ...figures({ "workers-2": time(64, { disturbed: true }) }), shared: time(40) };
  return {
    command: "npm run bench -- --workers 2",
    engine: "Node 1",
    flavour: "simd",
    workers: 2,
    machine: { processor: "P", cores: 2, date: "2000-01-01" },
    contenders: [
      { name: "here", label: "heed simd", version: "9" },
      { name: "onnxruntime", label: "onnxruntime-web, 2 threads", version: "8" },
    ],
    rows: [
      { shape: shape("12×1024×64"), figures: figures(), blocks },
      { shape: shape("12×1024×64 keep weights"), figures: kept, blocks: { ...blocks, shared: 6 } },
      { shape: shape("1×4096×64"), figures: figures({ onnxruntime: { refused: "no memory" } }), blocks },
    ],
  };
}

test("a line has the times, the ratios to the plain call, to the ceiling and to the rival, and the blocks", () => {
  const [head, ...lines] = workersTable(inventedRun());
  assert.deepEqual(head.slice(0, 7), ["shape", "plain call", "1 worker", "2 workers", "× plain", "C", "of C"]);
  assert.deepEqual(
    lines.map((line) => line.slice(1).join(" | ")),
    [
      "80.0 ms | 84.0 ms | 50.0 ms | 1.60× | 1.60× | 1.00 | 90.0 ms | 1.80× | 81.0 ms | 5.0 ms",
      "80.0 ms | 84.0 ms | 64.0 ms * | 1.25× | 1.60× | 0.78 | 90.0 ms | 1.41× | 81.0 ms | 5.0 ms",
      "80.0 ms | 84.0 ms | 40.0 ms | 2.00× | 1.60× | 1.25 | 90.0 ms | 2.25× | 81.0 ms | 6.0 ms",
      "80.0 ms | 84.0 ms | 50.0 ms | 1.60× | 1.60× | 1.00 | – | – | 81.0 ms | 5.0 ms",
    ],
  );
  assert.equal(lines[2][0], "12×1024×64 keep weights, shared results");
});

test("the report says where, how, and why a figure is missing", () => {
  const report = workersReport(inventedRun());
  assert.match(report, /^Node 1, flavour simd, heed 9, onnxruntime-web 8, P, 2 cores, 2000-01-01\./);
  assert.match(report, /\\\* Other work disturbed the figure\./);
  assert.match(report, /- onnxruntime-web, 2 threads, 1×4096×64: no memory/);
  const failed = inventedRun();
  failed.contenders[1].failed = "does not start: no threads";
  assert.match(workersReport(failed), /- onnxruntime-web, 2 threads: does not start: no threads/);
});

test("a whole run is kept as files, and the page of speed has the tables of Node and of Chromium", () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-bench-"));
  const page = join(folder, "web/site/docs/performance.md");
  try {
    mkdirSync(join(folder, "web/site/docs"), { recursive: true });
    const place = (engine) => `<!-- workers-${engine}:begin -->\n<!-- workers-${engine}:end -->\n`;
    writeFileSync(page, `a\n${place("node")}b\n${place("chromium")}c\n`);
    writeWorkers(folder, "chromium", { ...inventedRun(), engine: "Chromium 2" });
    writeWorkers(folder, "bun", { ...inventedRun(), engine: "Bun 3" });
    writeWorkers(folder, "node", inventedRun());
    assert.match(readFileSync(page, "utf8"), /^a\n[^]+Node 1, [^]+\* Other work [^]+\nb\n[^]+Chromium 2, [^]+\nc\n$/);
    assert.doesNotMatch(readFileSync(page, "utf8"), /Bun/);
    const text = readFileSync(join(folder, "tests/bench/results/workers-bun.md"), "utf8");
    assert.match(text, /^# Benchmark: heed\/workers in Bun 3\n/);
    assert.equal(JSON.parse(readFileSync(join(folder, "build/bench/workers-bun.json"))).workers, 2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the page of speed has the markers of the workers' tables", () => {
  const text = readFileSync(fileURLToPath(new URL("../../web/site/docs/performance.md", import.meta.url)), "utf8");
  for (const engine of ["node", "chromium"])
    assert.notEqual(betweenMarkers(text, "new", `workers-${engine}`), text, engine);
});

test("the README's table has two threads of heed beside two threads of onnxruntime-web, from one run", () => {
  const contenders = [
    { name: "simd", kind: "heed", label: "heed simd" },
    { name: "ort-web", kind: "peer", label: "onnxruntime-web" },
    { name: "ort-web-2", kind: "other", label: "onnxruntime-web, 2 threads" },
    { name: "heed-workers-2", kind: "other", label: "heed/workers, 2 workers" },
  ];
  const call = (gflops) => ({ call: { gflops } });
  const figures = {
    simd: call(40),
    "ort-web": call(20),
    "ort-web-2": { refused: "no memory" },
    "heed-workers-2": call(70),
  };
  const run = { contenders, rows: [{ shape: shape("8×512×64"), figures }] };
  assert.deepEqual(shortTable(run), [
    [
      "GFLOP/s",
      "heed simd",
      "fastest of one others",
      "heed ÷ fastest (simd)",
      "heed/workers, 2 workers",
      "onnxruntime-web, 2 threads",
    ],
    ["8×512×64", "40.0", "20.0 (onnxruntime-web)", "2.00×", "70.0", "–"],
  ]);
});
