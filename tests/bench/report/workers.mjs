// heed/workers beside the plain call, as tables.
import { nameOf } from "../run-workers.mjs";
import { duration } from "./tables.mjs";
import { markdown } from "./text.mjs";
import { STAR, threadsWords } from "./words.mjs";

const NONE = "–";

const isTimed = (figure) => figure?.ms > 0;
const mark = ({ disturbed }) => (disturbed ? " *" : "");
const time = (figure) => (isTimed(figure) ? duration(figure.ms) + mark(figure) : NONE);
const times = (value) => (Number.isFinite(value) ? `${value.toFixed(2)}×` : NONE);
const block = (ms) => (ms === undefined ? NONE : `${ms.toFixed(1)} ms`);

/** How many times as fast `one` is as `other`; NaN where one of them has no figure. */
const ratioOf = (other, one) => (isTimed(other) && isTimed(one) ? other.ms / one.ms : NaN);

/**
 * The ceiling: how many calls the busy workers compute in the time in which one worker alone computes one. Twice where
 * two cores do not disturb one another.
 */
const ceilingOf = ({ alone, busy }, workers) => workers * ratioOf(alone, busy);

/** One line for each shape; for kept matrices a second one, with the results in shared memory. */
function linesOf({ rows, workers }) {
  return rows.flatMap(({ shape, figures, blocks }) => {
    const ceiling = ceilingOf(figures, workers);
    const line = (name, most) => {
      const speedUp = ratioOf(figures.here, figures[most]);
      return {
        name,
        figures,
        pool: figures[most],
        speedUp,
        ceiling,
        ofCeiling: speedUp / ceiling,
        rival: ratioOf(figures.onnxruntime, figures[most]),
        blocks: [blocks.here, blocks[most]],
      };
    };
    const lines = [line(shape.name, nameOf(workers))];
    return figures.shared ? [...lines, line(`${shape.name}, shared results`, "shared")] : lines;
  });
}

export function workersTable(run) {
  const { workers } = run;
  const several = `${workers} workers`;
  const fewer = Array.from({ length: workers - 1 }, (_, at) => at + 1);
  const head = [
    "shape",
    "plain call",
    ...fewer.map((count) => (count === 1 ? "1 worker" : `${count} workers`)),
    several,
    "× plain",
    "C",
    "of C",
    `onnxruntime-web, ${workers} threads`,
    "× onnxruntime-web",
    "longest block, plain",
    `longest block, ${several}`,
  ];
  const body = linesOf(run).map(({ name, figures, pool, speedUp, ceiling, ofCeiling, rival, blocks }) => [
    name,
    time(figures.here),
    ...fewer.map((count) => time(figures[nameOf(count)])),
    time(pool),
    times(speedUp),
    times(ceiling),
    Number.isFinite(ofCeiling) ? ofCeiling.toFixed(2) : NONE,
    time(figures.onnxruntime),
    times(rival),
    ...blocks.map(block),
  ]);
  return [head, ...body];
}

/** Why there is no figure: contenders that did not start, and those that failed at a shape. */
function refusals({ contenders, rows }) {
  const labels = Object.fromEntries(contenders.map(({ name, label }) => [name, label]));
  return [
    ...contenders.filter(({ failed }) => failed).map(({ label, failed }) => `- ${label}: ${failed}`),
    ...rows.flatMap(({ shape, figures }) =>
      Object.entries(figures)
        .filter(([, { refused }]) => refused)
        .map(([name, { refused }]) => `- ${labels[name]}, ${shape.name}: ${refused}`),
    ),
  ];
}

const LEGEND =
  "All samples of a line were taken in turns; a figure is their median. C is the ceiling: what the busy cores were " +
  "worth at that time, one worker alone against all of them, each with the whole plain call. The longest block is " +
  "how long a call held the calling thread, the median of five calls.";

const isDisturbed = ({ rows }) => rows.some(({ figures }) => Object.values(figures).some((one) => one.disturbed));
const starOf = (run) => (isDisturbed(run) ? ` ${STAR}` : "");

function whereOf({ engine, flavour, contenders, machine, command }) {
  const versions = contenders.filter(({ name }) => name === "here" || name === "onnxruntime");
  const named = versions.map(({ name, version }) => `${name === "here" ? "heed" : "onnxruntime-web"} ${version}`);
  return (
    `${engine}, flavour ${flavour}, ${named.join(", ")}, ${machine.processor}, ${machine.cores} cores, ` +
    `${machine.date}. Command: \`${command}\`.`
  );
}

/** The whole report, without its title. */
export function workersReport(run) {
  const missing = refusals(run);
  return [
    whereOf(run),
    LEGEND + starOf(run),
    markdown(workersTable(run)),
    threadsWords(run),
    ...(missing.length ? [`No figure (–):\n\n${missing.join("\n")}`] : []),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The table for the page of speed, which explains its columns. */
export const workersBlock = (run) => `${markdown(workersTable(run))}\n\n${whereOf(run)}${starOf(run)}`;
