// The engines side by side: the kernels alone, in GFLOP/s and in percent of the engine's best loop.
import { number, percent } from "./tables.mjs";
import { markdown } from "./text.mjs";
import { STAR } from "./words.mjs";

const FLAVOURS = ["simd", "relaxed-simd"];
// The shapes that engines are judged by.
const JUDGED = ["8×512×64", "1×1024×64"];
const NONE = "–";

const mark = ({ disturbed }) => (disturbed ? " *" : "");
const ofBestLoop = ({ gflops, nearbyPeak }) => percent(gflops / nearbyPeak);

/** 34.8 (71 %); with a star where other work disturbed it. */
function cell(figure) {
  const kernel = figure?.kernel;
  return kernel ? `${number(kernel.gflops)} (${ofBestLoop(kernel)})${mark(kernel)}` : NONE;
}

const figuresAt = ({ rows }, name, flavour) => rows?.find(({ shape }) => shape.name === name)?.figures[flavour];
const nameOf = ({ label, version }) => [label, version].filter(Boolean).join(" ");
const bestLoop = ({ peak }) => (peak ? `${number(peak.gflops)} (${peak.best.name})` : NONE);
const missingOf = ({ missing }) => missing.join("; ");

/** A line for each engine: what it chooses, both flavours at the shapes that engines are judged by, what is missing. */
export function enginesTable({ engines }) {
  const columns = FLAVOURS.flatMap((flavour) => JUDGED.map((shape) => ({ flavour, shape })));
  const head = [
    "GFLOP/s",
    "chooses",
    "best loop",
    ...columns.map(({ flavour, shape }) => `${flavour} ${shape}`),
    "missing",
  ];
  const body = engines.map((engine) => [
    nameOf(engine),
    engine.chosen ?? NONE,
    bestLoop(engine),
    ...columns.map(({ flavour, shape }) => cell(figuresAt(engine, shape, flavour))),
    missingOf(engine),
  ]);
  return [head, ...body];
}

const shapesOf = ({ engines }) => [
  ...new Set(engines.flatMap(({ rows }) => (rows ?? []).map(({ shape }) => shape.name))),
];
const flavoursOf = ({ rows = [] }) => FLAVOURS.filter((flavour) => rows.some(({ figures }) => figures[flavour]));

/** A line for each engine and flavour, a column for each shape. */
function byShape(run, write) {
  const shapes = shapesOf(run);
  const body = run.engines.flatMap((engine) =>
    flavoursOf(engine).map((flavour) => [
      nameOf(engine),
      engine.chosen === flavour ? `${flavour}, chosen` : flavour,
      ...shapes.map((shape) => write(figuresAt(engine, shape, flavour) ?? {})),
    ]),
  );
  return [["engine", "flavour", ...shapes], ...body];
}

const shapesTable = (run) => byShape(run, cell);

/** How many times as fast as the other build: the ratio of the medians, whose samples were taken in turns. */
export function ratioTable(run) {
  const write = ({ ratio, kernel }) => (ratio === undefined ? NONE : `${ratio.toFixed(3)}${mark(kernel)}`);
  return byShape(run, write);
}

const isCompared = ({ engines }) => engines.some(({ versions }) => versions?.length > 1);
const isDisturbed = ({ engines }) =>
  engines.some(({ rows = [] }) =>
    rows.some(({ figures }) => Object.values(figures).some((one) => one.kernel?.disturbed)),
  );

function compared(run) {
  const [version, before] = run.engines.find(({ versions }) => versions?.length > 1).versions;
  return [
    `### This build (heed ${version}) against the other (heed ${before})`,
    "Both builds ran in one process, and their samples were taken in turns. A figure is the ratio of the medians; " +
      "over 1 this build is faster.",
    markdown(ratioTable(run)),
  ];
}

/** Why a shape has no figure: one line for each engine, flavour and shape. */
function refusals({ engines }) {
  return engines.flatMap((engine) =>
    (engine.rows ?? []).flatMap(({ shape, figures }) =>
      Object.entries(figures)
        .filter(([, { refused }]) => refused)
        .map(([flavour, { refused }]) => `- ${nameOf(engine)}, ${flavour}, ${shape.name}: ${refused}`),
    ),
  );
}

/** Where, when and how. */
function whereOf({ machine, command }) {
  return `${machine.processor}, one thread, ${machine.date}. Command: \`${command}\`.`;
}

const LEGEND =
  "The kernels alone (a session's run). In brackets: percent of the engine's best loop, read with each sample.";

/** The whole report, without its title. */
export function enginesReport(run) {
  return [
    whereOf(run),
    [LEGEND, ...(isDisturbed(run) ? [STAR] : [])].join(" "),
    markdown(enginesTable(run)),
    "### Every shape",
    markdown(shapesTable(run)),
    ...refusals(run),
    ...(isCompared(run) ? compared(run) : []),
  ].join("\n\n");
}

/** For a page: the table, the legend, where it was measured. */
export function enginesBlock(run, link) {
  const notes = [LEGEND, ...(isDisturbed(run) ? [STAR] : []), whereOf(run), `[Every shape](${link}).`];
  return `${markdown(enginesTable(run))}\n\n${notes.join(" ")}`;
}
