// Keeps a run as JSON, as Markdown, and as the table in the README.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { heading, heedReport, peersReport } from "./text.mjs";

export function writeJson(file, run) {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(resolve(file), `${JSON.stringify(run, undefined, 1)}\n`);
}

const BEGIN = "<!-- bench:begin -->",
  END = "<!-- bench:end -->";

/** Replaces the text between the markers. A text without markers stays as it is. */
export function betweenMarkers(text, table) {
  const from = text.indexOf(BEGIN),
    to = text.indexOf(END);
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from + BEGIN.length)}\n${table}\n${text.slice(to)}`;
}

/** Writes tests/bench/results/ENGINE.json and .md. The README's table shows Node's run. */
export function writeResults(root, engine, run) {
  const folder = join(root, "tests/bench/results");
  writeJson(join(folder, `${engine}.json`), run);
  const parts = [heading(run), "## Side by side", peersReport(run), "## heed alone", heedReport(run)];
  writeFileSync(join(folder, `${engine}.md`), `# Benchmark: ${run.engine}\n\n${parts.join("\n\n")}\n`);
  const readme = join(root, "README.md");
  if (engine !== "node" || !existsSync(readme)) return;
  const text = readFileSync(readme, "utf8");
  const table = betweenMarkers(text, `${heading(run)}\n\n${peersReport(run)}`);
  if (table !== text) writeFileSync(readme, table);
}
