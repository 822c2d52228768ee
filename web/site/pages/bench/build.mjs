// The figures that the page shows before it has measured: those of the last benchmark in Chromium.
import { readFileSync } from "node:fs";

const results = (name) => readFileSync(new URL(`../../../../tests/bench/results/${name}.md`, import.meta.url), "utf8");
const [CHROMIUM, WORKERS] = ["chromium", "workers-chromium"].map(results);

/** What the data is made of. */
export const madeOf = CHROMIUM + WORKERS;

const SHAPES = ["1×16×64", "1×128×64", "8×512×64", "8×512×64 causal"];
const SPREAD = "12×1024×64";
const MS = { µs: 1e-3, ms: 1, s: 1e3 };

/** The first match, else the build ends: the results have another form. */
function found(text, pattern) {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`bench: the results have nothing like ${pattern}.`);
  return match;
}

/** The cells of a shape's row, in the first table that has it. */
function cellsOf(text, shape) {
  const row = text.split("\n").find((line) => line.startsWith(`| ${shape} `));
  if (row === undefined) throw new Error(`bench: the results have no row for ${shape}.`);
  return row.split("|").map((cell) => cell.trim());
}

function msOf(cell) {
  const [, number, unit] = found(cell, /^([\d.]+) (µs|ms|s)( \*)?$/);
  return Number(number) * MS[unit];
}

/** The rest of the text from a heading on. */
const from = (text, heading) => text.slice(found(text, new RegExp(`^### ${heading}$`, "m")).index);

function peaks() {
  const number = "([\\d.]+)";
  const best = found(CHROMIUM, new RegExp(`\\*\\*${number} GFLOP/s\\*\\* \\(([^)]*)\\)`));
  const separate = found(CHROMIUM, new RegExp(`flavour simd: ${number} \\(([^)]*)\\)`));
  return Object.fromEntries(
    Object.entries({ best, separate }).map(([name, [, gflops, loop]]) => [
      name,
      { gflops: Number(gflops), name: loop },
    ]),
  );
}

export function data() {
  const plainAt = cellsOf(CHROMIUM, "shape").indexOf("plain JavaScript");
  const gflopsOf = {
    "relaxed-simd": (shape) => cellsOf(from(CHROMIUM, "heed relaxed-simd"), shape)[3],
    simd: (shape) => cellsOf(from(CHROMIUM, "heed simd"), shape)[3],
    plain: (shape) => cellsOf(CHROMIUM, shape)[plainAt],
  };
  const figures = SHAPES.flatMap((shape) =>
    Object.entries(gflopsOf).map(([entry, read]) => ({
      shape,
      entry,
      gflops: Number(found(read(shape), /^[\d.]+$/)[0]),
    })),
  );
  const [, , plain, ...workers] = cellsOf(WORKERS, SPREAD);
  const spread = workers.slice(0, 2).map((ms, at) => ({ workers: at + 1, plain: msOf(plain), ms: msOf(ms) }));
  const [, date, machine, engine] = found(CHROMIUM, /^(\d{4}-\d\d-\d\d), (.*?), one thread; (.*?);/m);
  const [, engineOfWorkers, ofWorkers, day] = found(
    WORKERS,
    /^(Chromium [\d.]+), .*, (.*?, \d+ cores), (\d{4}-\d\d-\d\d)\./m,
  );
  return JSON.stringify({
    peak: peaks(),
    figures,
    spread,
    from: {
      figures: { date, machine, engine },
      spread: { date: day, machine: ofWorkers, engine: engineOfWorkers },
    },
  });
}
