// Tables as Markdown, padded so that they are also readable in a terminal.
import { gigabytesPerSecond, heedTable, memoryTable, number, peersTable, refusals, trainingTable } from "./tables.mjs";
import { nativeWords } from "./words.mjs";

/** @param {string[][]} table its first row is the head */
export function markdown(table) {
  const [head, ...body] = table;
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => row[column].length)));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const padded = (row) => row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c])));
  const rule = widths.map((width, c) => (c === 0 ? "-".repeat(width) : `${"-".repeat(Math.max(width - 1, 1))}:`));
  return [line(padded(head)), line(rule), ...body.map((row) => line(padded(row)))].join("\n");
}

/** Where, when and how: the lines above every table. */
export function heading(run) {
  const { machine, engine, command, peak } = run;
  const version = `heed ${run.heedVersion}${machine.commit ? ` (${machine.commit})` : ""}`;
  const where = `${machine.date}, ${machine.processor}, ${machine.cores} cores, one thread`;
  return [
    `${where}; ${engine}; ${version}. Command: \`${command}\`.`,
    "",
    `Peak of this engine, the fastest of its loops over registers and tiles: **${number(peak.gflops)} GFLOP/s** ` +
      `(${peak.best.name}); without relaxed_madd, as the flavour simd: ${number(peak.separate.gflops)} ` +
      `(${peak.separate.name}). The peak was read again beside every sample: ${number(peak.lowest)} at the lowest.`,
  ].join("\n");
}

function readLines(run) {
  return run.rows
    .filter(({ read }) => read)
    .map(
      ({ shape, read }) =>
        `A pure read of ${read.bytes / 2 ** 20} MB, as ${shape.name} reads: ${number(gigabytesPerSecond(read))} GB/s.`,
    );
}

export function heedReport(run) {
  const parts = [];
  for (const contender of run.rows.length ? run.contenders.filter(({ kind }) => kind === "heed") : []) {
    const { label, failed } = contender;
    parts.push(`### ${label}`, failed ? `It ${failed}` : markdown(heedTable(run, contender)));
  }
  if (run.memory.length) parts.push("### Memory", markdown(memoryTable(run)));
  if (run.training.length)
    parts.push(
      "### One training step of the lookup task: d = 64, 32 bags of nine tokens, forward, backward, Adam",
      markdown(trainingTable(run)),
    );
  return [...parts, ...readLines(run)].join("\n\n");
}

export function peersReport(run) {
  const others = run.contenders.filter(({ version }) => version).map(({ label, version }) => `${label} ${version}`);
  const notes = refusals(run).map((line) => `- ${line}`);
  return [
    "GFLOP/s, typed arrays in and out; higher is better. Every result was checked against double-precision " +
      "loops before it was timed.",
    markdown(peersTable(run)),
    nativeWords(run),
    `Versions: ${[...new Set(others)].join(", ")}.`,
    ...(notes.length ? [`No figure (–):\n\n${notes.join("\n")}`] : []),
  ]
    .filter(Boolean)
    .join("\n\n");
}
