// The lesson: words split into queries and keys; shapes at each step; rows or columns; what regrouping saves.
import type { Heed, Tensor } from "heed";
import type { AttentionMatrix } from "heed/element";
import { random } from "heed/train";
import { inPlane, type Named, type Point } from "../../kit/charts/index.js";
import { byId, grouped, integer, numbers } from "../../kit/index.js";
import { digits, onDrag, powerText } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import {
  askQuestions,
  asymmetry,
  cellButton,
  changeDetector,
  counted,
  fillTable,
  largestDifference,
  layerOf,
  openCells,
  Page,
  POWERS_OF_TWO,
  rowsOf,
  showAsymmetry,
  showMatrix,
  showSteps,
  tableRow,
  transposed,
  type LayerComputation,
} from "../../rooms/lesson/index.js";
import { drawFit } from "./fit.js";
import { questionsOf } from "./questions.js";
import { regroup, type Grouping } from "./regroup.js";
import { drawColumns, drawSplit, handleAt, PLACES, withColumn, type Handle } from "./split.js";

const WORDS = ["word-the", "word-bank", "word-is", "word-steep"] as const;
const BANK = 1;
const STEEP = 3;
/** Four made-up tokens of three numbers. */
const X = [
  [0.2, -0.4, 0.1],
  [1.1, 0.6, -0.5],
  [-0.3, 0.8, 0.4],
  [0.7, 0.2, 1.2],
];
const MODEL = 3;
/** Each matrix of the shapes has so many columns. Its slider says how many of them are used. */
const WIDEST = 4;
/** In the plane, a matrix has two rows and two columns. */
const PLANE = 2;
const WIDE_Q = [0.8, -0.5, 0.3, 0.6, 0.4, 0.9, -0.7, 0.2, -0.6, 0.3, 1, -0.4];
const WIDE_K = [-0.2, 0.7, 0.5, -0.9, 1, 0.1, 0.4, 0.6, 0.3, -0.8, 0.2, 0.5];
const V = [0.5, -0.3, 0.9, 0.1, 0.2, 0.8, -0.6, 0.4, 0.7, 0.1, 0.3, -0.5];

const page = new Page({
  // With these, “steep” looks for “bank”, and “bank” does not look back.
  wq: numbers([0.1, 0.8, 1.2, -1.2], -9, 9),
  wk: numbers([1.2, -0.8, -0.1, -0.4], -9, 9),
  row: integer(STEEP, 0, WORDS.length - 1),
  dq: integer(2, 1, WIDEST),
  dk: integer(2, 1, WIDEST),
  dv: integer(3, 1, WIDEST),
  tokens: integer(256, 4, 2048),
  seed: integer(1, 0, 9999),
});

page.bind("dq", { show: String });
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
    page.set({ [name]: page.state[name].map((old, at) => (at === row * PLANE + column ? value : old)) });
  });
}

let dragged: Handle | undefined;
onDrag(byId<SVGSVGElement>("columns"), {
  begin: ({ x, y }) => (dragged = handleAt(page.state, [x, -y])) !== undefined,
  move({ x, y }) {
    const { matrix, column } = dragged!;
    page.set({ [matrix]: withColumn(page.state[matrix], column, inPlane({ x, y: -y })) });
  },
});

for (const id of ["x", "scores"]) {
  for (const type of ["matrix-focus", "matrix-hover"] as const) {
    byId(id).addEventListener(type, ({ detail }) => {
      if (detail !== null && detail.row !== page.state.row) page.set({ row: detail.row });
    });
  }
}

showSteps(page, {
  query: "#x, #wq",
  key: "#x, #wk",
  scores: "#scores",
  scaled: "#shapes tr:nth-child(5)",
  weights: "#shapes tr:nth-child(6)",
  value: "#shapes tr:nth-child(3)",
  output: "#shapes tr:nth-child(7)",
});
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  page.onChange(() => drawPlanes(heed));
  page.onChange(() => drawLayer(heed));
  page.onChange(() => drawRegrouped(heed));
});

function columns(flat: readonly number[], count: number): number[][] {
  return Array.from({ length: MODEL }, (_, row) => flat.slice(row * WIDEST, row * WIDEST + count));
}

const named = (): Named[] => PLACES.map((at, word) => ({ name: page.text(WORDS[word]!), at }));
const numbersOf = (rows: number[][]): { from: "numbers"; rows: number[][] } => ({ from: "numbers", rows });

function drawPlanes(heed: Heed): void {
  const { wq, wk, row } = page.state;
  const square = (flat: readonly number[]): number[][] => [flat.slice(0, PLANE), flat.slice(PLANE)];
  const weights = { queryWeight: square(wq), keyWeight: square(wk), valueWeight: square([1, 0, 0, 1]) };
  const words = named();
  const names = words.map(({ name }) => name);
  const layer = layerOf(heed, { tokens: names, x: PLACES, weights, options: { scale: "none" } });
  const { q, k, raw } = layer.kept;
  openCells("planes", layer, { x: "x", wq: "query", wk: "key", scores: "raw" });
  const axes = [page.text("frame.axis-thing"), page.text("frame.axis-state")] as const;
  showMatrix("x", { data: PLACES.flat(), shape: [PLACES.length, PLANE] }, { rows: names, columns: axes });
  showMatrix("wq", { data: wq, shape: [PLANE, PLANE] }, { rows: axes, columns: ["Q1", "Q2"] });
  showMatrix("wk", { data: wk, shape: [PLANE, PLANE] }, { rows: axes, columns: ["K1", "K2"] });
  showMatrix("scores", raw, { rows: names, columns: names });
  for (const id of ["x", "scores"]) (byId(id) as AttentionMatrix).row = row;
  drawColumns(byId<SVGSVGElement>("columns"), { words, axes, weights: page.state, chosen: row });
  drawSplit(byId<SVGSVGElement>("split"), words, rowsOf(q) as unknown as Point[], rowsOf(k) as unknown as Point[], row);
  const score = (of: number, key: number): HTMLElement =>
    cellButton(digits(rowsOf(raw)[of]![key]!), "planes", { matrix: "raw", row: of, column: key });
  byId("steep-bank").replaceChildren(score(STEEP, BANK));
  byId("bank-steep").replaceChildren(score(BANK, STEEP));
  showAsymmetry("asymmetry", layer, "raw");
  page.say("said", { asymmetry: digits(asymmetry(raw)) });
  page.playground(
    linkTo("journey", {
      text: names.join(" "),
      width: PLANE,
      dim: PLANE,
      valueDim: PLANE,
      x: numbersOf(PLACES.map((place) => [...place])),
      query: numbersOf(weights.queryWeight),
      key: numbersOf(weights.keyWeight),
      value: numbersOf(weights.valueWeight),
    }),
  );
}

function drawLayer(heed: Heed): void {
  const { dq, dk, dv } = page.state;
  const weights = { queryWeight: columns(WIDE_Q, dq), keyWeight: columns(WIDE_K, dk), valueWeight: columns(V, dv) };
  const tokens = X.length;
  const value = { name: "V", rows: tokens, columns: dv };
  drawFit(
    byId<SVGSVGElement>("fit-scores"),
    { name: "Q", rows: tokens, columns: dq },
    { name: "Kᵀ", rows: dk, columns: tokens },
    "S",
  );
  drawFit(byId<SVGSVGElement>("fit-output"), { name: "A", rows: tokens, columns: tokens }, value, "O");
  const layer = computed(heed, weights);
  byId("refused").hidden = layer !== undefined;
  byId("shapes").hidden = layer === undefined;
  if (layer === undefined) return;
  openCells("shapes", layer, { "wk-in-out": "key" });
  drawShapes(layer.kept, [MODEL, dk], [MODEL, dv]);
  drawTurned(heed, weights, layer.kept);
}

type Weights = Record<"queryWeight" | "keyWeight" | "valueWeight", number[][]>;

/** The layer, or undefined where queries and keys do not fit. Then the page shows what the core says. */
function computed(heed: Heed, weights: Weights): LayerComputation | undefined {
  try {
    const tokens = named().map(({ name }) => name);
    return layerOf(heed, { tokens, x: X, weights, options: { scale: "sqrt-dk" } });
  } catch (error) {
    const { dq, dk } = page.state;
    page.fill(byId("refused"), "refused", { query: dq, key: dk, sentence: (error as Error).message });
    return undefined;
  }
}

type Kept = LayerComputation["kept"];

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

function drawTurned(heed: Heed, weights: Weights, layer: Kept): void {
  const { queryWeight, keyWeight, valueWeight } = weights;
  const turned = {
    queryWeight: transposed(queryWeight),
    keyWeight: transposed(keyWeight),
    valueWeight: transposed(valueWeight),
  };
  const { k, raw } = heed.selfAttention(X, { ...turned, layout: "out-in" }, { scale: "none", keep: ["k", "raw"] });
  showMatrix(
    "wk-in-out",
    { data: keyWeight.flat(), shape: [MODEL, keyWeight[0]!.length] },
    { rows: counted(MODEL), columns: counted(keyWeight[0]!.length) },
  );
  showMatrix(
    "wk-out-in",
    { data: turned.keyWeight.flat(), shape: [turned.keyWeight.length, MODEL] },
    { rows: counted(turned.keyWeight.length), columns: counted(MODEL) },
  );
  byId("turned-difference").textContent = digits(
    Math.max(largestDifference(rowsOf(k), rowsOf(layer.k)), largestDifference(rowsOf(raw), rowsOf(layer.raw))),
  );
  // counted from 1, i = 2 is “bank” and j = 4 is “steep”
  const scores = rowsOf(layer.raw);
  const entry = (row: number, column: number): HTMLElement =>
    cellButton(digits(scores[row]![column]!), "shapes", { matrix: "raw", row, column });
  byId("entry-qk").replaceChildren(entry(BANK, STEEP));
  byId("entry-kq").replaceChildren(entry(STEEP, BANK));
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
