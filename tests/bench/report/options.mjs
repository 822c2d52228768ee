// What options cost, as a table.
import { duration, percent } from "./tables.mjs";
import { markdown } from "./text.mjs";

const times = (value) => `${value.toFixed(value < 10 ? 3 : 1)}×`;

function boundOf({ most, faster, ofPeak }) {
  if (faster) return `${faster}× as fast, ${percent(ofPeak)} of peak`;
  return most ? `at most ${times(most)}` : "";
}

function isWithin({ most, faster, ofPeak }, { option }) {
  if (faster) return 1 / option.ratio >= faster && option.gflops / option.nearbyPeak >= ofPeak;
  return !most || option.ratio <= most;
}

/** "1.021×", or "46.1× as fast, 71 % of peak" where few of the pairs are visible. */
function costOf(row, { option }) {
  if (!row.faster) return times(option.ratio);
  const part = option.disturbed ? "" : `, ${percent(option.gflops / option.nearbyPeak)} of peak`;
  return `${times(1 / option.ratio)} as fast${part}`;
}

function cellsOf(row, figure) {
  if (figure.refused) return ["–", "–", figure.refused];
  const misses = isWithin(row, figure) ? "" : ", misses the bound";
  const disturbed = figure.plain.disturbed || figure.option.disturbed ? " *" : "";
  return [duration(figure.plain.ms), duration(figure.option.ms), costOf(row, figure) + misses + disturbed];
}

export function optionsTable({ flavours, rows }) {
  const head = ["option", "shape", "bound", ...flavours.flatMap((name) => [`${name}, plain`, "with it", "cost"])];
  const body = rows.map((row) => {
    const through = row.how === "call" ? ", arrays in and out" : "";
    const figures = flavours.flatMap((name) => cellsOf(row, row.figures[name]));
    return [row.label, row.shapes[0].name + through, boundOf(row), ...figures];
  });
  return [head, ...body];
}

const LEGEND =
  "Each option was measured in turns with the same call without it. A figure is a median; the cost is the median of " +
  "the ratios within each turn, in Node of the processor's time. Results were checked in double precision before. " +
  "Percent of peak: of the engine's best loop, read with each sample, on the pairs that the window shows. " +
  "\\* Other work disturbed the figure.";

export function optionsReport(run) {
  const { engine, version, machine, command } = run;
  const when = `${machine.processor}, one thread, ${machine.date}`;
  const where = `${engine}, heed ${version}, ${when}. Command: \`${command}\`.`;
  return [markdown(optionsTable(run)), where, LEGEND].join("\n\n");
}
