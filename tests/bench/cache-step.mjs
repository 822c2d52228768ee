// Steps of heed.cache with a single row, at 20 to 40 tokens: nearly all of their time is a cost of the call. Compares
// builds in turns, in one process. Prints medians in microseconds, and the least of all in brackets: of steps one after
// the other, and of steps after a read of 8 MB, as a model reads its weights between them.
//
// Usage: node tests/bench/cache-step.mjs [seconds] [folder of a build …, default dist]
import path from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "../../web/measure/statistics.mjs";

const llama = { heads: 9, kvHeads: 3, dim: 64, rotary: { pairs: "halves", base: 10000 } };
const CASES = {
  "GPT-2 small": { cache: { heads: 12, dim: 64 }, keep: [] },
  "GPT-2 small, weights kept": { cache: { heads: 12, dim: 64 }, keep: ["weights"] },
  "SmolLM-135M": { cache: llama, keep: [] },
  "SmolLM-135M, weights kept": { cache: llama, keep: ["weights"] },
};
const [from, to] = [20, 40];

const [seconds = "4", ...folders] = process.argv.slice(2);
const builds = await Promise.all(
  (folders.length ? folders : ["dist"]).map(async (folder) => {
    const { load } = await import(pathToFileURL(path.resolve(folder, "heed.js")).href);
    return { folder, heed: await load() };
  }),
);

const rowsOf = (heads, count, dim) => ({
  data: Float32Array.from({ length: heads * count * dim }, (_, at) => Math.sin(at * at)),
  shape: [heads, count, dim],
});

const other = new Float32Array(2 ** 21);

/** Reads memory that is no part of a step, so that caches of the processor hold nothing of one. */
function readOther() {
  let sum = 0;
  for (let at = 0; at < other.length; at += 4) sum += other[at];
  return sum;
}

/** The times of steps, each a token further. A model has a cache for each layer, so twelve caches take turns. */
function* stepsOf({ heed, times }, { cache: options, keep, apart }) {
  const { heads, kvHeads = heads, dim } = options;
  const caches = Array.from({ length: 12 }, () => heed.cache({ ...options, capacity: to }));
  const given = (count) => [rowsOf(heads, count, dim), rowsOf(kvHeads, count, dim), rowsOf(kvHeads, count, dim)];
  const first = given(from);
  const row = given(1);
  for (;;) {
    for (const one of caches) {
      one.truncate(0);
      one.step(...first);
    }
    for (let tokens = from; tokens < to; tokens++)
      for (const one of caches) {
        if (apart && readOther() !== 0) throw new Error("The memory has changed.");
        const since = performance.now();
        one.step(...row, { keep });
        times.push(1000 * (performance.now() - since));
      }
    yield;
  }
}

const cases = Object.entries(CASES).flatMap(([name, one]) => [
  { name, one, apart: false },
  { name: `${name}, weights read between`, one, apart: true },
]);
for (const { name, one, apart } of cases) {
  const runs = builds
    .map((build) => ({ ...build, times: [] }))
    .map((run) => ({ ...run, steps: stepsOf(run, { ...one, apart }) }));
  const next = () => runs.forEach(({ steps }) => steps.next());
  for (let warm = 0; warm < (apart ? 2 : 20); warm++) next();
  for (const { times } of runs) times.length = 0;
  for (const until = performance.now() + 1000 * Number(seconds); performance.now() < until;) next();
  const figures = runs.map(
    ({ folder, times }) =>
      `${folder} ${median(times).toFixed(1)} (${times.reduce((a, b) => Math.min(a, b)).toFixed(1)})`,
  );
  console.log(`${name}: ${figures.join(" · ")}`);
}
