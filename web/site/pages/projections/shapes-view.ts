// The shapes of all matrices of a layer, step by step, and whether they fit together.
import type { Heed, Tensor } from "heed";
import { byId } from "../../kit/index.js";
import { fillTable, layerOf, openCells, type LayerComputation } from "../../rooms/lesson/index.js";
import { drawFit } from "./fit.js";
import { showLayouts, type Kept, type Weights } from "./layouts-view.js";
import { named, page, WIDEST } from "./state.js";
import { rowWithText } from "./text-row.js";

/** Four made-up tokens of three numbers. */
const X = [
  [0.2, -0.4, 0.1],
  [1.1, 0.6, -0.5],
  [-0.3, 0.8, 0.4],
  [0.7, 0.2, 1.2],
];
const MODEL = 3;
const WIDE_Q = [0.8, -0.5, 0.3, 0.6, 0.4, 0.9, -0.7, 0.2, -0.6, 0.3, 1, -0.4];
const WIDE_K = [-0.2, 0.7, 0.5, -0.9, 1, 0.1, 0.4, 0.6, 0.3, -0.8, 0.2, 0.5];
const V = [0.5, -0.3, 0.9, 0.1, 0.2, 0.8, -0.6, 0.4, 0.7, 0.1, 0.3, -0.5];

function columns(flat: readonly number[], count: number): number[][] {
  return Array.from({ length: MODEL }, (_, row) => flat.slice(row * WIDEST, row * WIDEST + count));
}

export function drawShapes(heed: Heed): void {
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
  showShapes(layer.kept, [MODEL, dk], [MODEL, dv]);
  showLayouts(heed, { x: X, weights, layer: layer.kept });
}

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

const times = (shape: readonly number[]): string => shape.join(" × ");

function showShapes({ q, k, v, raw, scores, weights, output }: Kept, keyWeight: number[], valueWeight: number[]): void {
  const x = [X.length, MODEL];
  const transposed = [...k.shape].reverse();
  const steps: [formula: string, operands: string, result: Tensor][] = [
    ["shape-q", `${times(x)} · ${times(keyWeight)}`, q],
    ["shape-k", `${times(x)} · ${times(keyWeight)}`, k],
    ["shape-v", `${times(x)} · ${times(valueWeight)}`, v],
    ["shape-s", `${times(q.shape)} · ${times(transposed)}`, raw],
    ["shape-e", times(raw.shape), scores],
    ["shape-a", times(scores.shape), weights],
    ["shape-o", `${times(weights.shape)} · ${times(v.shape)}`, output],
  ];
  fillTable(
    "shapes",
    steps.map(([formula, operands, result]) => rowWithText(formula, operands, times(result.shape))),
  );
}
