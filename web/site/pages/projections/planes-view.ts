// Words in a plane become queries and keys, by two matrices that the reader changes.
import type { Heed } from "heed";
import type { AttentionMatrix } from "heed/element";
import { seededRandom } from "heed/train";
import { inPlane, type Point } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { digits, onDrag } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import {
  asymmetry,
  cellButton,
  layerOf,
  openCells,
  rowsOf,
  showAsymmetry,
  showMatrix,
} from "../../rooms/lesson/index.js";
import { drawColumns, drawSplit, handleAt, PLACES, withColumn, type Handle } from "./split.js";
import { BANK, named, page, STEEP } from "./state.js";

/** A matrix has two rows and two columns. */
const PLANE = 2;

/** Ties the matrices to their fields, their arrows and their buttons. */
export function bindPlanes(): void {
  let dragged: Handle | undefined;
  byId("same").addEventListener("click", () => page.set({ wk: page.state.wq }));
  byId("other").addEventListener("click", () => {
    const draw = seededRandom(page.state.seed + 1);
    page.set({ seed: page.state.seed + 1, wk: page.state.wk.map(() => Math.round(20 * draw.uniform() - 10) / 10) });
  });
  for (const name of ["wq", "wk"] as const) {
    byId(name).addEventListener("matrix-edit", (event) => {
      event.preventDefault();
      const { row, column, value } = event.detail;
      page.set({ [name]: page.state[name].map((old, at) => (at === row * PLANE + column ? value : old)) });
    });
  }

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
}

const numbersOf = (rows: number[][]): { from: "numbers"; rows: number[][] } => ({ from: "numbers", rows });

export function drawPlanes(heed: Heed): void {
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
