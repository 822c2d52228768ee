// Keeps a run: its tables as Markdown in tests/bench/results, in the README and on the page of speed; and all that it
// measured as JSON in build/bench.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { chart } from "./chart.mjs";
import { enginesBlock, enginesReport } from "./engines.mjs";
import { optionsReport } from "./options.mjs";
import { shortTable } from "./tables.mjs";
import { heading, heedReport, markdown, peersReport } from "./text.mjs";
import { bestOfPeers, liteRtWords, namesOfPeers, nativeWords, STAR, threadsWords } from "./words.mjs";
import { trainingReport } from "./training.mjs";
import { workersBlock, workersReport } from "./workers.mjs";

export function writeJson(file, run) {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(resolve(file), `${JSON.stringify(run, undefined, 1)}\n`);
}

/** Writes build/bench/NAME.json with the whole run, and tests/bench/results/NAME.md with its tables. */
function keep(root, name, run, text) {
  writeJson(join(root, `build/bench/${name}.json`), run);
  const file = join(root, `tests/bench/results/${name}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}

const CHART = "tests/bench/results/speed.svg";
const README = "README.md";
const SPEED_PAGE = "web/site/docs/performance.md";
const HOW = `${SPEED_PAGE}#how-the-others-were-run`;

/** Replaces the text between the markers of this name. A text without them stays as it is. */
export function betweenMarkers(text, table, name = "bench") {
  const begin = `<!-- ${name}:begin -->`;
  const from = text.indexOf(begin),
    to = text.indexOf(`<!-- ${name}:end -->`);
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`;
}

/** The same in a file, if it is there. */
function writeBetweenMarkers(file, table, name) {
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  const changed = betweenMarkers(text, table, name);
  if (changed !== text) writeFileSync(file, changed);
}

/** Keeps a run as ENGINE. The README's table and chart show Node's run; LiteRT.js runs in pages alone. */
export function writeResults(root, engine, run) {
  const parts = [heading(run), "## Side by side", peersReport(run), "## heed alone", heedReport(run)];
  keep(root, engine, run, `# Benchmark: ${run.engine}\n\n${parts.join("\n\n")}`);
  if (engine === "chromium") writeBetweenMarkers(join(root, SPEED_PAGE), liteRtWords(run), "litert");
  if (engine !== "node") return;
  writeFileSync(join(root, CHART), chart(run));
  writeBetweenMarkers(join(root, README), readmeBlock(run), "bench");
  writeBetweenMarkers(join(root, SPEED_PAGE), nativeWords(run), "native");
}

/** The README's chart and table, where they come from, and what they say of native onnxruntime. */
export function readmeBlock(run) {
  const { machine } = run;
  const table = shortTable(run);
  const best = bestOfPeers(run);
  const where = [
    `Typed arrays in and out, one thread unless another number is named, ${run.engine}, ${machine.processor}, ` +
      `${machine.date}; higher is better.`,
    `${best.charAt(0).toUpperCase()}${best.slice(1)}: ${namesOfPeers(run)}, [each run as here](${HOW}).`,
    ...(table.flat().some((cell) => cell.includes("*")) ? [STAR] : []),
    `\`${run.command}\`; [the whole table](tests/bench/results/node.md).`,
  ].join(" ");
  return [`![The table below as bars](${CHART})`, markdown(table), where, nativeWords(run)]
    .filter(Boolean)
    .join("\n\n");
}

/** Keeps a run as engines, and writes the engines' table on the page of speed. */
export function writeEngines(root, run) {
  keep(root, "engines", run, `# Benchmark: the engines\n\n${enginesReport(run)}`);
  writeBetweenMarkers(join(root, SPEED_PAGE), enginesBlock(run, "../../../tests/bench/results/engines.md"), "engines");
}

/** Keeps a run as options-ENGINE, and writes Node's table on the page of speed. */
export function writeOptions(root, engine, run) {
  keep(root, `options-${engine}`, run, `# Benchmark: what options cost in ${run.engine}\n\n${optionsReport(run)}`);
  if (engine === "node") writeBetweenMarkers(join(root, SPEED_PAGE), optionsReport(run), "options");
}

/** Keeps a run as workers-ENGINE, and writes the table of Node or Chromium on the page of speed. */
export function writeWorkers(root, engine, run) {
  keep(root, `workers-${engine}`, run, `# Benchmark: heed/workers in ${run.engine}\n\n${workersReport(run)}`);
  writeBetweenMarkers(join(root, SPEED_PAGE), workersBlock(run), `workers-${engine}`);
  writeBetweenMarkers(join(root, SPEED_PAGE), threadsWords(run), `threads-${engine}`);
}

/** Keeps a run of training, and writes its tables on the page of speed. */
export function writeTraining(root, run) {
  keep(root, "training", run, `# Benchmark: training a language model\n\n${trainingReport(run)}`);
  writeBetweenMarkers(join(root, SPEED_PAGE), trainingReport(run), "training");
}
