// Lesson 3: two projections break the symmetry; shapes at each step; rows or columns; what regrouping saves.
import type { Heed, Tensor } from "heed";
import { random } from "heed/train";
import { digits, powerText } from "../../../../show/index.js";
import { linkTo } from "../../../state/index.js";
import {
  asymmetry,
  byId,
  changeDetector,
  counted,
  fillTable,
  grouped,
  integer,
  largestDifference,
  numbers,
  Page,
  POWERS_OF_TWO,
  rowsOf,
  showMatrix,
  tableRow,
  transposed,
} from "../../frame/index.js";
import { regroup, type Grouping } from "./regroup.js";

const WORDS = ["word-the", "word-bank", "word-is", "word-steep"] as const;
/** Four made-up tokens of three numbers. */
const X = [
  [0.2, -0.4, 0.1],
  [1.1, 0.6, -0.5],
  [-0.3, 0.8, 0.4],
  [0.7, 0.2, 1.2],
];
const MODEL = 3;
/** The state keeps so many columns of each matrix. d_k and d_v say how many of them are used. */
const WIDEST = 4;
const START_Q = [0.8, -0.5, 0.3, 0.6, 0.4, 0.9, -0.7, 0.2, -0.6, 0.3, 1, -0.4];
const START_K = [-0.2, 0.7, 0.5, -0.9, 1, 0.1, 0.4, 0.6, 0.3, -0.8, 0.2, 0.5];
const V = [0.5, -0.3, 0.9, 0.1, 0.2, 0.8, -0.6, 0.4, 0.7, 0.1, 0.3, -0.5];

const page = new Page({
  wq: numbers(START_Q, -9, 9),
  wk: numbers(START_K, -9, 9),
  dk: integer(2, 1, WIDEST),
  dv: integer(3, 1, WIDEST),
  tokens: integer(256, 4, 2048),
  seed: integer(1, 0, 9999),
});

page.bind("dk", { show: String });
page.bind("dv", { show: String });
page.bind("tokens", { mapping: POWERS_OF_TWO, show: String });
byId("same").addEventListener("click", () => page.set({ wk: page.state.wq }));
byId("other").addEventListener("click", () => {
  const draw = random(page.state.seed + 1);
  page.set({ seed: page.state.seed + 1, wk: page.state.wk.map(() => Math.round(20 * draw.uniform() - 10) / 10) });
});
for (const name of ["wq", "wk"] as const) {
  byId(name).addEventListener("matrix-edit", (event) => {
    event.preventDefault();
    const { row, column, value } = event.detail;
    page.set({ [name]: page.state[name].map((old, at) => (at === row * WIDEST + column ? value : old)) });
  });
}

void page.withCore((heed) => {
  page.onChange(() => drawLayer(heed));
  page.onChange(() => drawRegrouped(heed));
});

function columns(flat: readonly number[], count: number): number[][] {
  return Array.from({ length: MODEL }, (_, row) => flat.slice(row * WIDEST, row * WIDEST + count));
}

function drawLayer(heed: Heed): void {
  const { wq, wk, dk, dv } = page.state;
  const weights = { query: columns(wq, dk), key: columns(wk, dk), value: columns(V, dv) };
  const layer = heed.selfAttention(X, weights, { scale: "sqrt-dk", keep: ["q", "k", "v", "raw", "scores", "weights"] });
  const words = WORDS.map((word) => page.text(word));
  const labels = (rows: readonly string[], count: number): { rows: readonly string[]; columns: string[] } => ({
    rows,
    columns: counted(count),
  });
  showMatrix("x", { data: X.flat(), shape: [X.length, MODEL] }, labels(words, MODEL));
  showMatrix("wq", { data: weights.query.flat(), shape: [MODEL, dk] }, labels(counted(MODEL), dk));
  showMatrix("wk", { data: weights.key.flat(), shape: [MODEL, dk] }, labels(counted(MODEL), dk));
  showMatrix("scores", layer.raw, { rows: words, columns: words });
  byId("asymmetry").textContent = digits(asymmetry(layer.raw));
  page.say("said", { asymmetry: digits(asymmetry(layer.raw)) });
  const rows = (matrix: number[][]): { from: "numbers"; rows: number[][] } => ({ from: "numbers", rows: matrix });
  page.playground(
    linkTo("journey", {
      text: words.join(" "),
      dim: dk,
      valueDim: dv,
      x: rows(X),
      query: rows(weights.query),
      key: rows(weights.key),
      value: rows(weights.value),
    }),
  );
  drawShapes(layer, [MODEL, dk], [MODEL, dv]);
  drawTurned(heed, weights, layer);
}

type Kept = Record<"q" | "k" | "v" | "raw" | "scores" | "weights" | "output", Tensor>;

const times = (shape: readonly number[]): string => shape.join(" × ");

function drawShapes({ q, k, v, raw, scores, weights, output }: Kept, keyWeight: number[], valueWeight: number[]): void {
  const x = [X.length, MODEL];
  const turned = [...k.shape].reverse();
  const steps: [formula: string, operands: string, result: Tensor][] = [
    ["shape-q", `${times(x)} · ${times(keyWeight)}`, q],
    ["shape-k", `${times(x)} · ${times(keyWeight)}`, k],
    ["shape-v", `${times(x)} · ${times(valueWeight)}`, v],
    ["shape-s", `${times(q.shape)} · ${times(turned)}`, raw],
    ["shape-e", times(raw.shape), scores],
    ["shape-a", times(scores.shape), weights],
    ["shape-o", `${times(weights.shape)} · ${times(v.shape)}`, output],
  ];
  fillTable(
    "shapes",
    steps.map(([formula, operands, result]) => rowWithText(formula, operands, times(result.shape))),
  );
}

/** @param key the key of the text in the row's head */
function rowWithText(key: string, ...cells: string[]): HTMLTableRowElement {
  const row = tableRow("", ...cells);
  page.fill(row.cells[0]!, key);
  return row;
}

function drawTurned(heed: Heed, weights: Record<"query" | "key" | "value", number[][]>, layer: Kept): void {
  const turned = { query: transposed(weights.query), key: transposed(weights.key), value: transposed(weights.value) };
  const { k, raw } = heed.selfAttention(X, { ...turned, layout: "out-in" }, { scale: "none", keep: ["k", "raw"] });
  showMatrix(
    "wk-in-out",
    { data: weights.key.flat(), shape: [MODEL, weights.key[0]!.length] },
    { rows: counted(MODEL), columns: counted(weights.key[0]!.length) },
  );
  showMatrix(
    "wk-out-in",
    { data: turned.key.flat(), shape: [turned.key.length, MODEL] },
    { rows: counted(turned.key.length), columns: counted(MODEL) },
  );
  byId("turned-difference").textContent = digits(
    Math.max(largestDifference(rowsOf(k), rowsOf(layer.k)), largestDifference(rowsOf(raw), rowsOf(layer.raw))),
  );
  // i = 2 is “bank” and j = 4 is “steep”, counted from 1
  const scores = rowsOf(layer.raw);
  byId("entry-qk").textContent = digits(scores[1]![3]!);
  byId("entry-kq").textContent = digits(scores[3]![1]!);
}

const regroupingChanged = changeDetector();

function drawRegrouped(heed: Heed): void {
  const { tokens, seed } = page.state;
  if (!regroupingChanged(tokens, seed, page.language)) return;
  const { scoresFirst, valuesFirst, difference } = regroup(heed, tokens, seed);
  const row = (key: string, { multiplyAdds, held }: Grouping): HTMLTableRowElement =>
    rowWithText(key, grouped(multiplyAdds), grouped(held));
  fillTable("regrouped", [row("scores-first", scoresFirst), row("values-first", valuesFirst)]);
  byId("regroup-difference").textContent = powerText(difference);
  page.fill(byId("regroup-ratio"), "ratio", { ratio: digits(scoresFirst.multiplyAdds / valuesFirst.multiplyAdds, 2) });
}
