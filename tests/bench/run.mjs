// One run of the benchmark. Every contender is measured at one shape before the next shape comes, so that all figures
// of a row are taken at about the same time.
import { tensorBytes } from "../../web/measure/shapes.mjs";

/**
 * "other" is an entry that runs natively or in several threads. It is shown, and not compared with.
 * @typedef {{ name: string, module: string, settings: object, kind: "heed" | "plain" | "peer" | "other" }} Entry
 */

export async function openEntry(host, entry) {
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

// A contender that gives no result for this long is stopped, so that the others' figures are not lost. Plain JavaScript
// takes two minutes for the longest shape.
const LONGEST_WAIT_MS = 5 * 60_000;

/** One contender at one shape: its figures, or why there are none. */
export async function measureEntry(entry, shape, budget) {
  const { name, host, failed } = entry;
  if (failed) return { refused: failed };
  let timer;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("gave no result in five minutes")), LONGEST_WAIT_MS);
  });
  const answer = host.call("measure", { name, shape, budget });
  answer.catch(() => {}); // it fails when the process is stopped below
  try {
    return await Promise.race([answer, tooLong]);
  } catch (error) {
    const reason = String(error.message).split("\n")[0];
    // a process that hangs or has ended measures no further shape
    entry.failed = `${reason} at ${shape.name}`;
    await host.stop();
    return { refused: reason };
  } finally {
    clearTimeout(timer);
  }
}

// Decoding reads k and v once.
const decodeBytes = ({ heads, keys, dim, cache }) => (cache === "float16" ? 2 : 4) * 2 * heads * keys * dim;
export const isDecode = (shape) => shape.queries < shape.keys;

/** For a row that decodes: also times a read of as many bytes, before the step and after it. The faster one counts. */
async function besideReads(row, host, budget, step) {
  if (!isDecode(row.shape)) return step();
  const bytes = decodeBytes(row.shape);
  const before = await host.call("read", { bytes, budget });
  await step();
  const after = await host.call("read", { bytes, budget });
  row.read = { bytes, ms: Math.min(before.ms, after.ms) };
}

// The shapes whose memory is reported: the longest, and those with the largest matrices.
const MEMORY_SHAPES = [
  "1×16384×64",
  "12×1024×64",
  "12×1024×64 keep weights",
  "12×1024×64 backward",
  "1×4096×64 backward",
];

/** Each in a fresh host: wasm memory never shrinks, so its size at the end is the most that was used. */
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

/** One step of training in each flavour, each in a fresh host. */
/** @param {Record<string, any>} plan */
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
 * Entries of the kinds heed and plain share the first host. Each other entry has a host of its own, which reads the
 * peak for itself. The run's peak is that of the first host.
 * @param {{ training?: string, entries: Entry[], shapes: import("../../web/measure/shapes.mjs").Shape[],
 *   budget: "normal" | "quick", startHost: (entry: Entry) => Promise<object>, log: (line: string) => void }} plan
 * `training`: the address of the package's entry for training. No training step is measured without it.
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
  await Promise.all(hosts.map((host) => host.stop()));
  const started = { ...plan, entries: entries.filter((_, index) => !opened[index].failed) };
  const memory = await measureMemory(started);
  const training = await measureTraining(started);
  return { peak: runPeak(survey, rows), contenders: opened.map(describe), rows, memory, training };
}

const describe = ({ name, kind, label, version, failed }) => ({
  name,
  kind,
  label,
  version,
  ...(failed && { failed }),
});

/** The highest reading is the run's peak. The lowest says how much other work disturbed the run. */
export function runPeak(survey, rows) {
  const nearby = rows.flatMap(({ figures }) =>
    Object.values(figures).flatMap((one) => [one, one.kernel, one.call].flatMap((time) => time?.nearbyPeak ?? [])),
  );
  return {
    ...survey,
    gflops: Math.max(survey.best.gflops, ...nearby),
    lowest: Math.min(survey.best.gflops, ...nearby),
  };
}
