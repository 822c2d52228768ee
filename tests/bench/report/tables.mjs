// A run as tables: rows of cells of text, for the terminal and the README.
import { flops, plainOf, SHAPES } from "../../../web/measure/shapes.mjs";
import { isDecode } from "../run.mjs";
import { bestOfPeers } from "./words.mjs";

const number = (x) => (x >= 99.95 ? x.toFixed(0) : x.toFixed(1));
const percent = (part) => `${Math.round(100 * part)} %`;
const ratio = (x) => `${x.toFixed(2)}×`;

/** 3.4 µs, 12.5 ms, 1.69 s */
export function duration(ms) {
  const [value, unit] = ms < 1 ? [ms * 1000, "µs"] : ms < 1000 ? [ms, "ms"] : [ms / 1000, "s"];
  return `${value.toPrecision(3).replace(/e\+\d+$/, "")} ${unit}`;
}

const figuresOf = (run, shape, name) => run.rows.find((row) => row.shape.name === shape?.name)?.figures[name];

/** What a causal, keeping or decoding row is compared with. */
function remark(run, row, name) {
  const figures = row.figures[name];
  if (!figures?.kernel) return "";
  if (row.read) return `${percent(row.read.ms / figures.kernel.ms)} of a pure read`;
  const full = figuresOf(run, plainOf(row.shape), name)?.kernel;
  if (row.shape.backward && !row.shape.causal) return remarkOfBackward(run, row, name);
  if (!full || (!row.shape.causal && !row.shape.keep)) return "";
  return row.shape.causal
    ? `${ratio(full.ms / figures.kernel.ms)} faster than full`
    : `${ratio(figures.kernel.ms / full.ms)} the time`;
}

function remarkOfBackward(run, { shape, figures }, name) {
  const forward = figuresOf(
    run,
    SHAPES.find((one) => one.name === shape.name.replace(" backward", "")),
    name,
  )?.kernel;
  return forward ? `${ratio(figures[name].kernel.ms / forward.ms)} the time of forward` : "";
}

/**
 * heed alone, one table for each flavour: kernel (a session) and call (arrays in and out). Figures are compared with
 * the run's highest peak, and with the peak beside their samples, since the clock of a shared host changes. The flavour
 * simd has no fused multiply-add, so it is also compared with the best loop without it.
 */
export function heedTable(run, { name }) {
  const separate = name === "simd";
  const head = [
    "shape",
    "kernel",
    "GFLOP/s",
    "of peak",
    "of peak beside it",
    ...(separate ? ["of peak without madd"] : []),
    "arrays in, out",
    "GFLOP/s",
    "largest error",
    "",
  ];
  const body = run.rows.map((row) => {
    const { kernel, call, refused } = row.figures[name];
    if (refused) return [row.shape.name, refused, ...head.slice(2).map(() => "")];
    const disturbed = kernel.disturbed || call.disturbed ? "disturbed" : "";
    const notes = [remark(run, row, name), disturbed].filter(Boolean).join(", ");
    return [
      row.shape.name,
      duration(kernel.ms),
      number(kernel.gflops),
      percent(kernel.gflops / run.peak.gflops),
      percent(kernel.gflops / kernel.nearbyPeak),
      ...(separate ? [percent(kernel.gflops / run.peak.separate.gflops)] : []),
      duration(call.ms),
      number(call.gflops),
      kernel.error.toExponential(1),
      notes,
    ];
  });
  return [head, ...body];
}

export function memoryTable(run) {
  const megabytes = (bytes) => `${number(bytes / 2 ** 20)} MB`;
  const through = (shape, mode) =>
    mode === "kernel" ? "session" : shape.endsWith("backward") ? "attentionBackward()" : "attention()";
  return [
    ["shape", "through", "wasm memory", "tensors alone", "beyond them"],
    ...run.memory.map(({ shape, mode, bytes, tensors }) => [
      shape,
      through(shape, mode),
      megabytes(bytes),
      megabytes(tensors),
      bytes < tensors ? "–" : megabytes(bytes - tensors),
    ]),
  ];
}

export function trainingTable(run) {
  const cell = ({ ms, spread }) => `${duration(ms)} ± ${percent(spread / 2)}`;
  return [
    ["flavour", "step", "of it forward", "of it backward"],
    ...run.training.map(({ flavour, step, forward, backward }) => [flavour, cell(step), cell(forward), cell(backward)]),
  ];
}

/** The fastest of the wasm contenders that are not heed, at one row. */
export function bestPeer(run, row) {
  return run.contenders
    .filter(({ kind }) => kind === "peer")
    .map(({ name }) => row.figures[name].call?.gflops ?? 0)
    .reduce((best, gflops) => Math.max(best, gflops), 0);
}

// Only heed is asked for gradients.
const sideBySide = (run) => run.rows.filter(({ shape }) => !shape.backward);

/** All contenders, arrays in and out, in GFLOP/s. The last columns compare heed with the best wasm peer. */
export function peersTable(run) {
  const heeds = run.contenders.filter(({ kind }) => kind === "heed");
  const others = run.contenders.filter(({ kind }) => kind !== "heed");
  const head = [
    "shape",
    ...[...heeds, ...others].map(({ label }) => label),
    ...heeds.map(({ name }) => `${name} ÷ best wasm peer`),
  ];
  const body = sideBySide(run).map((row) => {
    const cells = [...heeds, ...others].map(({ name }) => {
      const { call } = row.figures[name];
      return call ? number(call.gflops) : "–";
    });
    const best = bestPeer(run, row);
    const ratios = heeds.map(({ name }) =>
      best && row.figures[name].call ? ratio(row.figures[name].call.gflops / best) : "–",
    );
    return [row.shape.name, ...cells, ...ratios];
  });
  return [head, ...body];
}

/** What the README shows: few shapes, heed's two flavours, and the best of the other wasm libraries. */
const SHORT_LIST = ["8×512×64", "12×1024×64", "1×4096×64", "12×1024×64 causal", "layer 512×512, 8 heads"];

/** What is shown beside it, as far as the run has it: two threads of heed, and of the fastest peer that has threads. */
const ON_TWO_THREADS = ["heed-workers-2", "ort-web-2"];

/**
 * A line for each shape of the short list: { shape, heed, peer, two }, where `two` has those on two threads. Each of
 * them is { name, gflops, disturbed }.
 */
export function shortList(run) {
  const rows = run.rows.filter(({ shape }) => SHORT_LIST.includes(shape.name));
  const gflopsOf = (row, { name }) => row.figures[name].call?.gflops ?? 0;
  const figureOf = (row, one, name) => ({
    name,
    gflops: gflopsOf(row, one),
    disturbed: row.figures[one.name].call?.disturbed === true,
  });
  const of = (wanted) => run.contenders.filter(({ kind }) => kind === wanted);
  const onTwo = ON_TWO_THREADS.flatMap((name) => run.contenders.filter((one) => one.name === name));
  return rows.map((row) => {
    const best = of("peer").reduce((one, other) => (gflopsOf(row, other) > gflopsOf(row, one) ? other : one));
    return {
      shape: row.shape.name,
      heed: of("heed").map((heed) => figureOf(row, heed, heed.name)),
      peer: figureOf(row, best, best.label),
      two: onTwo.map((one) => figureOf(row, one, one.label)),
    };
  });
}

const starred = ({ gflops, disturbed }) => number(gflops) + (disturbed ? " *" : "");

export function shortTable(run) {
  const lines = shortList(run);
  const head = [
    "GFLOP/s",
    ...lines[0].heed.map(({ name }) => `heed ${name}`),
    bestOfPeers(run),
    `heed ÷ fastest (${lines[0].heed.map(({ name }) => name).join(", ")})`,
    ...lines[0].two.map(({ name }) => name),
  ];
  const body = lines.map(({ shape, heed, peer, two }) => [
    shape,
    ...heed.map(starred),
    `${starred(peer)} (${peer.name})`,
    heed.map(({ gflops }) => ratio(gflops / peer.gflops)).join(", "),
    ...two.map((one) => (one.gflops ? starred(one) : "–")),
  ]);
  return [head, ...body];
}

/** Why contenders have no figure at some shapes: one line for each contender and reason. */
export function refusals(run) {
  return run.contenders.flatMap(({ name, label }) => {
    const byReason = new Map();
    for (const { shape, figures } of sideBySide(run)) {
      const reason = figures[name].refused;
      if (reason) byReason.set(reason, [...(byReason.get(reason) ?? []), shape.name]);
    }
    return [...byReason].map(([reason, shapes]) => {
      const where = shapes.length === sideBySide(run).length ? "every shape" : shapes.join(", ");
      return `${label}, ${where}: ${reason}`;
    });
  });
}

export const gigabytesPerSecond = ({ bytes, ms }) => bytes / ms / 1e6;
export { flops, isDecode, number, percent, SHAPES };
