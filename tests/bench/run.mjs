// One run: opens hosts, goes through the shapes, and has every contender measured at one shape before the next one comes,
// so that all figures of a row are of one moment.
import { calmOf } from "./measure/sample.mjs";
import { modelDim, tensorBytes } from "./measure/shapes.mjs";

/** @typedef {{ name: string, module: string, settings: object, kind: "heed" | "plain" | "peer" | "native" }} Entry */

async function openEntry(host, entry) {
  try {
    return { ...entry, host, ...(await host.call("open", entry)) };
  } catch (error) {
    return {
      ...entry,
      label: entry.name,
      version: "",
      failed: `does not start: ${String(error.message).split("\n")[0]}`,
    };
  }
}

// A contender that is silent for so long hangs: it is given up, so that the others' figures are not lost. Plain JavaScript
// takes two minutes for the longest shape.
const SILENCE_MS = 5 * 60_000;

async function measureEntry(entry, shape, budget) {
  const { name, host, failed } = entry;
  if (failed) return { refused: failed };
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("gave no result in five minutes")), SILENCE_MS);
  });
  const answer = host.call("measure", { name, shape, budget });
  answer.catch(() => {}); // when it was silent and its process is stopped, this ends too
  try {
    return await Promise.race([answer, silence]);
  } catch (error) {
    const reason = String(error.message).split("\n")[0];
    // a process that hangs or ended measures no further shape
    entry.failed = `${reason} at ${shape.name}`;
    await host.stop();
    return { refused: reason };
  } finally {
    clearTimeout(timer);
  }
}

// Decoding reads k and v once.
const decodeBytes = ({ heads, keys, dim }) => 4 * 2 * heads * keys * dim;
export const isDecode = (shape) => shape.queries < shape.keys;

/** Where a row decodes: the time of a read as large as its step's, taken before and after; the fastest of all counts. */
async function besideReads(row, host, budget, step) {
  if (!isDecode(row.shape)) return step();
  const bytes = decodeBytes(row.shape);
  const before = await host.call("read", { bytes, budget });
  await step();
  const after = await host.call("read", { bytes, budget });
  row.read = { bytes, ms: Math.min(before.ms, after.ms, row.read?.ms ?? Infinity) };
}

// A figure less calm than this part of the run's highest peak is taken again when all shapes are done: by then the neighbours of
// a shared host may be quiet.
const CALM = 0.92;

/** Takes disturbed figures again; of each time the calmer one counts. */
async function revisit(rows, contenders, home, peak, { budget, log }) {
  if (budget === "quick") return;
  const isCalm = (time) => !time || calmOf(time) >= CALM * peak;
  for (const row of rows)
    for (const entry of contenders) {
      const figure = row.figures[entry.name];
      if (isCalm(figure.kernel) && isCalm(figure.call)) continue;
      log(`${row.shape.name}: ${entry.label}, again`);
      await besideReads(row, home, budget, async () => {
        const again = await measureEntry(entry, row.shape, budget);
        for (const name of ["kernel", "call"])
          if (again[name] && calmOf(again[name]) > calmOf(figure[name])) figure[name] = again[name];
      });
    }
}

// The longest shape, and the one with the largest matrices: what memory is told of.
const MEMORY_SHAPES = [
  "1×16384×64",
  "12×1024×64",
  "12×1024×64 keep weights",
  "12×1024×64 backward",
  "1×4096×64 backward",
];

/** A fresh host each: wasm memory never shrinks, so what it is at the end is the most it was. */
async function measureMemory({ startHost, entries, shapes, log }) {
  const rows = [];
  for (const shape of shapes.filter(({ name }) => MEMORY_SHAPES.includes(name)))
    for (const entry of entries.filter(({ kind }) => kind === "heed").slice(0, 1))
      for (const mode of ["kernel", "call"]) {
        log(`memory: ${shape.name}, ${mode}`);
        const host = await startHost(entry);
        await host.call("open", entry);
        rows.push({
          shape: shape.name,
          mode,
          tensors: tensorBytes(shape),
          ...(await host.call("memory", { name: entry.name, shape, mode })),
        });
        await host.stop();
      }
  return rows;
}

/** One step of training in each flavour, in a fresh host each. */
async function measureTraining({ startHost, entries, training, budget, log }) {
  const rows = [];
  for (const entry of training ? entries.filter(({ kind }) => kind === "heed") : []) {
    log(`a training step: ${entry.name}`);
    const host = await startHost(entry);
    rows.push(
      await host.call("trainStep", {
        heed: entry.settings.package,
        train: training,
        flavour: entry.settings.flavour,
        budget,
      }),
    );
    await host.stop();
  }
  return rows;
}

/**
 * @param {{ training?: string, entries: Entry[], shapes: import("./measure/shapes.mjs").Shape[], budget: "normal" | "quick",
 *   startHost: (entry: Entry) => Promise<object>, log: (line: string) => void }} plan
 * `training`: where the entry for training is; without it no training step is measured.
 * Entries of the kinds heed and plain share the first host, whose peak is the run's; each of the others has its own, and
 * reads the peak there to know whether it was disturbed.
 */
export async function runBench(plan) {
  const { entries, shapes, budget, startHost, log } = plan;
  const home = await startHost(entries[0]);
  const hosts = [home];
  const opened = [];
  for (const entry of entries) {
    const atHome = entry.kind === "heed" || entry.kind === "plain";
    const host = atHome ? home : await startHost(entry);
    if (!atHome) hosts.push(host);
    opened.push(await openEntry(host, entry));
  }
  log("the peak of this engine");
  const survey = await home.call("surveyPeak");
  for (const { host, failed } of opened) if (host !== home && !failed) await host.call("surveyPeak");
  const rows = [];
  for (const shape of shapes) {
    const row = { shape, figures: {} };
    await besideReads(row, home, budget, async () => {
      for (const entry of opened) {
        log(`${shape.name}: ${entry.label}`);
        row.figures[entry.name] = await measureEntry(entry, shape, budget);
      }
    });
    rows.push(row);
  }
  await revisit(rows, opened, home, runPeak(survey, rows).gflops, plan);
  // a neighbour may have slowed the first
  const peak = higherOf(survey, await home.call("surveyPeak").catch(() => survey));
  await Promise.all(hosts.map((host) => host.stop()));
  const memory = await measureMemory(plan);
  const training = await measureTraining(plan);
  return { peak: runPeak(peak, rows), contenders: opened.map(describe), rows, memory, training };
}

const describe = ({ name, kind, label, version, failed }) => ({
  name,
  kind,
  label,
  version,
  ...(failed && { failed }),
});

const higherOf = (a, b) => ({
  ...a,
  best: b.best.gflops > a.best.gflops ? b.best : a.best,
  separate: b.separate.gflops > a.separate.gflops ? b.separate : a.separate,
});

/** The highest reading of the run is its peak; the lowest says how much the machine was disturbed. */
function runPeak(peak, rows) {
  const nearby = rows.flatMap(({ figures }) =>
    Object.values(figures).flatMap(({ kernel, call }) => [kernel?.nearbyPeak, call?.nearbyPeak].filter(Boolean)),
  );
  return { ...peak, gflops: Math.max(peak.best.gflops, ...nearby), lowest: Math.min(peak.best.gflops, ...nearby) };
}

/** The sizes that a report names. */
export const sizeOf = (shape) =>
  shape.kind === "layer" ? `${shape.queries}×${modelDim(shape)}` : `${shape.heads}×${shape.keys}×${shape.dim}`;
