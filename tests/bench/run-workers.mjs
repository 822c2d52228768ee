// heed/workers with one worker, two, and so on, beside the plain call, and beside onnxruntime-web on as many threads.
// All of them run in one host, and take their samples in turns.
import { measureEntry, openEntry, runPeak } from "./run.mjs";
import { SHAPES } from "../../web/measure/shapes.mjs";

const PROBE = SHAPES.find(({ name }) => name === "1×128×64");

/** The contenders by name. */
function entriesOf({ place, folder, flavour, workers }) {
  const heed = { package: place.locate(folder, "heed.js"), flavour };
  const pool = { package: place.locate(folder, "workers.js"), flavour };
  const entry = (name, where, file, settings) => ({
    name,
    module: place.locate(where, `contenders/${file}.mjs`),
    settings,
  });
  const counts = Array.from({ length: workers }, (_, at) => at + 1);
  return [
    entry("here", "web/measure", "heed", heed),
    ...counts.map((count) => entry(nameOf(count), "web/measure", "heed-workers", { ...pool, workers: count })),
    entry("shared", "web/measure", "heed-workers", { ...pool, workers, shared: true }),
    entry("alone", "tests/bench", "busy", { ...heed, workers: 1 }),
    entry("busy", "tests/bench", "busy", { ...heed, workers }),
  ];
}

export const nameOf = (count) => `workers-${count}`;

/** onnxruntime-web on some threads. It is tried in a host of its own first: it might not start, or never answer. */
async function onnxruntime(place, workers, log) {
  const found = (await place.peers()).find(({ name }) => name === "ort-web");
  const entry = { ...found, name: "onnxruntime", settings: { ...found.settings, threads: workers } };
  log(`onnxruntime-web, ${workers} threads`);
  const host = await place.startHost();
  try {
    const opened = await openEntry(host, entry);
    const { refused } = await measureEntry(opened, PROBE, "quick");
    return { entry, failed: opened.failed ?? refused };
  } finally {
    await host.stop();
  }
}

/** Who is measured at a shape: only kept matrices are worth shared memory, and only heed has gradients. */
function namesAt({ keep, backward }, opened) {
  const isWanted = ({ name }) => (name !== "shared" || keep) && (name !== "onnxruntime" || !backward);
  return opened.filter((entry) => !entry.failed && isWanted(entry)).map(({ name }) => name);
}

/** How long each way of calling heed holds the thread. */
async function blocksAt(host, shape, names, figures) {
  const blocks = {};
  for (const name of names.filter((one) => one === "here" || one === "shared" || one.startsWith("workers-")))
    if (!figures[name].refused) blocks[name] = (await host.call("longestBlock", { name, shape })).ms;
  return blocks;
}

async function measureShape(host, shape, opened, budget) {
  const names = namesAt(shape, opened);
  const figures = await host.call("measureCalls", { names, shape, budget });
  return { shape, figures, blocks: await blocksAt(host, shape, names, figures) };
}

const versionOf = ({ name, label, version, failed }) => ({ name, label, version, ...(failed && { failed }) });

/**
 * Measures in a place of hosts/engines.mjs. `folder` is the name of the folder with the package. Without a `flavour` it
 * is the one that the package chooses, with the engine's flags for relaxed SIMD.
 */
export async function runWorkers({ place, folder, flavour, workers, shapes, budget, log }) {
  const rival = await onnxruntime(place, workers, log);
  const host = await place.startHost();
  try {
    const { chosen } = await host.call("flavours", { package: place.locate(folder, "heed.js") });
    const entries = entriesOf({ place, folder, flavour: flavour ?? chosen, workers });
    const opened = [];
    for (const entry of [...entries, ...(rival.failed ? [] : [rival.entry])]) opened.push(await openEntry(host, entry));
    if (rival.failed) opened.push({ ...rival.entry, label: "onnxruntime-web", failed: rival.failed });
    log("the peak of this engine");
    const survey = await host.call("surveyPeak");
    const rows = [];
    for (const shape of shapes) {
      log(shape.name);
      rows.push(await measureShape(host, shape, opened, budget));
    }
    const peak = runPeak(survey, rows);
    return { flavour: flavour ?? chosen, workers, peak, contenders: opened.map(versionOf), rows };
  } finally {
    await host.stop();
  }
}
