// The same weights stored in × out and out × in: two layouts, one result.
import type { Heed } from "heed";
import { byId } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import {
  cellButton,
  counted,
  largestDifference,
  rowsOf,
  showMatrix,
  transposed,
  type LayerComputation,
} from "../../rooms/lesson/index.js";
import { BANK, STEEP } from "./state.js";

export type Weights = Record<"queryWeight" | "keyWeight" | "valueWeight", number[][]>;
export type Kept = LayerComputation["kept"];

/** A layer whose weights are in × out. */
interface InOut {
  readonly x: number[][];
  readonly weights: Weights;
  readonly layer: Kept;
}

export function showLayouts(heed: Heed, { x, weights, layer }: InOut): void {
  const { queryWeight, keyWeight, valueWeight } = weights;
  const outIn = {
    queryWeight: transposed(queryWeight),
    keyWeight: transposed(keyWeight),
    valueWeight: transposed(valueWeight),
  };
  const { k, raw } = heed.selfAttention(x, { ...outIn, layout: "out-in", scale: "none", keep: ["k", "raw"] });
  showMatrix(
    "wk-in-out",
    { data: keyWeight.flat(), shape: [keyWeight.length, keyWeight[0]!.length] },
    { rows: counted(keyWeight.length), columns: counted(keyWeight[0]!.length) },
  );
  showMatrix(
    "wk-out-in",
    { data: outIn.keyWeight.flat(), shape: [outIn.keyWeight.length, keyWeight.length] },
    { rows: counted(outIn.keyWeight.length), columns: counted(keyWeight.length) },
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
