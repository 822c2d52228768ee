// `npm run bench`: chooses shapes, contenders and engines by the flags, runs, and prints the report.
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import v8 from "node:v8";
import { commandOf, readFlags, USAGE } from "./flags.mjs";
import { ENGINES, openEngine } from "./hosts/engines.mjs";
import { describeMachine } from "./hosts/machine.mjs";
import {
  ENGINE_SHAPES,
  isQuick,
  OPTION_ROWS,
  PEERS_SHAPES,
  SHAPES,
  WORKERS_SHAPES,
} from "../../web/measure/shapes.mjs";
import { installPeers } from "./peers/install.mjs";
import { enginesReport } from "./report/engines.mjs";
import { writeEngines, writeJson, writeOptions, writeResults, writeTraining, writeWorkers } from "./report/files.mjs";
import { optionsReport } from "./report/options.mjs";
import { heading, heedReport, peersReport } from "./report/text.mjs";
import { trainingReport } from "./report/training.mjs";
import { workersReport } from "./report/workers.mjs";
import { runBench } from "./run.mjs";
import { runKernels } from "./run-kernels.mjs";
import { runOptions } from "./run-options.mjs";
import { runTrain } from "./run-train.mjs";
import { runWorkers } from "./run-workers.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = resolve(HERE, "../..");

const TRAINING = "training step";
const hasTraining = ({ filter }) => !filter || TRAINING.includes(filter);

/** The shapes of `among` that the flags choose. With none an error names them all, and `more`: other names. */
function shapesFor({ quick, filter }, among, more = []) {
  const wanted = filter?.replace(/(\d)x(?=\d)/g, "$1×");
  const shapes = among.filter((shape) => (!quick || isQuick(shape)) && (!wanted || shape.name.includes(wanted)));
  if (shapes.length || more.some((name) => name.includes(filter))) return shapes;
  const names = [...among.map(({ name }) => name), ...more];
  throw new Error(`No shape's name holds "${filter}". The names are: ${names.join("; ")}.`);
}

const foldersOf = (flags) => ({
  "tests/bench": HERE,
  "web/measure": join(ROOT, "web/measure"),
  package: dirname(flags.package),
  ...(flags.against && { against: dirname(flags.against) }),
  ...((flags.peers || flags.workers) && { peers: installPeers(progress) }),
});

/** heed in one flavour, of the build in the folder of that name. */
const heedEntry = (place, folder, file) => (flavour) => ({
  name: flavour,
  kind: "heed",
  module: place.locate("web/measure", "contenders/heed.mjs"),
  settings: { flavour, package: place.locate(folder, basename(file)) },
});

/** The peers have one thread or two, so heed on two workers is measured as well. */
const twoWorkers = (place) => ({
  name: "heed-workers-2",
  kind: "other",
  module: place.locate("web/measure", "contenders/heed-workers.mjs"),
  settings: { package: place.locate("package", "workers.js"), workers: 2 },
});

/** Says on the terminal what is being measured. Each line replaces the one before. */
function progress(line) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
  else console.error(line);
}

const budgetOf = ({ quick }) => (quick ? "quick" : "normal");
const headOf = (flags) => ({ command: commandOf(flags), machine: describeMachine() });
/** Only a whole run is kept: files and tables come from one run of all shapes and flavours. */
const isWhole = ({ quick, filter, flavour }) => !quick && !filter && !flavour;

/** All contenders in one engine. */
async function runOne(flags) {
  const shapes = shapesFor(flags, flags.peers ? PEERS_SHAPES : SHAPES, [TRAINING]);
  const place = await openEngine(flags.engine, foldersOf(flags));
  try {
    const entries = flags.flavours.map(heedEntry(place, "package", flags.package));
    if (flags.peers) entries.push(...(await place.peers()), twoWorkers(place));
    const measured = await runBench({
      startHost: place.startHost,
      entries,
      training: hasTraining(flags) ? place.locate("package", "train.js") : undefined,
      shapes,
      budget: budgetOf(flags),
      log: progress,
    });
    const heedVersion = measured.contenders.find(({ kind, version }) => kind === "heed" && version)?.version;
    return { ...headOf(flags), engine: `${place.label} ${place.version}`, heedVersion, ...measured };
  } finally {
    await place.stop();
  }
}

/** heed's kernels in one engine. An engine that cannot be measured is listed with its reason. */
async function kernelsIn(name, flags, shapes) {
  const log = (line) => progress(`${ENGINES[name].label}: ${line}`);
  let place;
  try {
    place = await openEngine(name, foldersOf(flags));
    const measured = await runKernels({
      place,
      entry: heedEntry(place, "package", flags.package),
      against: flags.against && heedEntry(place, "against", flags.against),
      flavours: flags.flavours,
      shapes,
      budget: budgetOf(flags),
      log,
    });
    return { name, label: place.label, version: place.version, ...measured };
  } catch (error) {
    return { name, label: ENGINES[name].label, missing: [String(error.message).split("\n")[0]] };
  } finally {
    await place?.stop();
  }
}

/** heed's kernels in one engine or in all of them, one after another. */
async function runEngines(flags) {
  const shapes = shapesFor(flags, flags.engines ? ENGINE_SHAPES : SHAPES);
  const engines = [];
  for (const name of flags.engines ? Object.keys(ENGINES) : [flags.engine])
    engines.push(await kernelsIn(name, flags, shapes));
  if (engines.every((one) => !("rows" in one))) throw new Error(engines.flatMap(({ missing }) => missing).join("\n"));
  return { ...headOf(flags), engines };
}

/** heed/workers in one engine. */
async function runSpread(flags) {
  const shapes = shapesFor(flags, WORKERS_SHAPES);
  const place = await openEngine(flags.engine, foldersOf(flags));
  try {
    const { flavour, workers } = flags;
    const plan = { place, folder: "package", flavour, workers, shapes, budget: budgetOf(flags), log: progress };
    return { ...headOf(flags), engine: `${place.label} ${place.version}`, ...(await runWorkers(plan)) };
  } finally {
    await place.stop();
  }
}

/** What options cost, in one engine. */
async function runCosts(flags) {
  const wanted = shapesFor(
    { ...flags, quick: false },
    OPTION_ROWS.map(({ shapes: [, shape] }) => shape),
  );
  const rows = OPTION_ROWS.filter(({ shapes: [, shape] }) => wanted.includes(shape));
  const place = await openEngine(flags.engine, foldersOf(flags));
  try {
    const entries = flags.flavours.map(heedEntry(place, "package", flags.package));
    const measured = await runOptions({ place, entries, rows, budget: budgetOf(flags), log: progress });
    return { ...headOf(flags), engine: `${place.label} ${place.version}`, ...measured };
  } finally {
    await place.stop();
  }
}

/** Steps of training a language model, in this Node. */
async function runSteps(flags) {
  v8.setFlagsFromString("--experimental-wasm-relaxed-simd");
  const run = await runTrain(
    { flavours: flags.flavours, folder: dirname(flags.package) },
    { quick: flags.quick, progress },
  );
  const { node, v8: engine } = process.versions;
  return { ...headOf(flags), engine: `Node ${node} (V8 ${engine})`, ...run };
}

function reportSteps(flags, run) {
  console.log(trainingReport(run));
  if (isWhole(flags)) writeTraining(ROOT, run);
}

function reportCosts(flags, run) {
  console.log(optionsReport(run));
  if (isWhole(flags)) writeOptions(ROOT, flags.engine, run);
}

function reportSpread(flags, run) {
  console.log(workersReport(run));
  if (isWhole(flags)) writeWorkers(ROOT, flags.engine, run);
}

function reportOne(flags, run) {
  console.log(
    [heading(run), heedReport(run), ...(flags.peers ? ["### Side by side", peersReport(run)] : [])].join("\n\n"),
  );
  if (flags.peers && isWhole(flags)) writeResults(ROOT, flags.engine, run);
}

function reportEngines(flags, run) {
  console.log(enginesReport(run));
  if (flags.engines && isWhole(flags)) writeEngines(ROOT, run);
}

/** What the flags ask for: how it is measured, and how it is shown. @param {Record<string, any>} flags */
function modeOf({ engines, against, workers, options, train }) {
  if (train) return { measure: runSteps, report: reportSteps };
  if (options) return { measure: runCosts, report: reportCosts };
  if (workers) return { measure: runSpread, report: reportSpread };
  if (engines || against) return { measure: runEngines, report: reportEngines };
  return { measure: runOne, report: reportOne };
}

export async function main(words) {
  const flags = readFlags(words);
  if (flags.help) return console.log(USAGE);
  for (const file of [flags.package, flags.against].filter(Boolean))
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const { measure, report } = modeOf(flags);
  const run = await measure(flags);
  progress("");
  report(flags, run);
  if (flags.json) writeJson(flags.json, run);
}
