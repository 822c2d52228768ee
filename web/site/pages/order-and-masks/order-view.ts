// The sentence in order and shuffled, and what that does to the context vectors.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { digits, powerText } from "../../../show/index.js";
import {
  counted,
  differenceFigure,
  fillFigure,
  openCells,
  openFigures,
  showMatrix,
  type AttentionComputation,
  type Page,
} from "../../rooms/lesson/index.js";
import type { Kind } from "./positions.js";
import { contextOf, movedBy, orderOf, twinsApart, type Apart } from "./shuffle.js";
import { DIM } from "./words.js";

/** Differences below this are rounding: float32 has about seven digits. */
const ROUNDING = 1e-5;

export interface OrderShown {
  readonly seed: number;
  readonly kind: Kind;
  readonly table: Float32Array;
}

export function showOrder<F extends Fields>(page: Page<F>, heed: Heed, { seed, kind, table }: OrderShown): void {
  const order = orderOf(seed);
  const [before, after] = [contextOf(heed, orderOf(0), kind, table), contextOf(heed, order, kind, table)];
  openCells("ordered", before, { ordered: "output" });
  openCells("shuffled", after, { shuffled: "output" });
  const [inOrder, shuffled] = [before.kept.output, after.kept.output];
  const columns = counted(DIM);
  showMatrix("ordered", inOrder, { rows: before.tokens, columns });
  showMatrix("shuffled", shuffled, { rows: after.tokens, columns });
  const [moved, twins] = [movedBy(inOrder, shuffled, order), twinsApart(inOrder)];
  letOpen(page, "moved", moved, [before, after]);
  letOpen(page, "twins", twins, [before, before]);
  const key = seed === 0 ? "not-shuffled" : moved.value < ROUNDING ? "same-rows" : "other-rows";
  page.fill(byId("order-verdict"), key, { places: page.text(kind) });
  page.fill(byId("places-verdict"), seed === 0 ? "places-not-shuffled" : "places-verdict", {
    places: page.text(kind),
    moved: amount(moved.value),
    twins: amount(twins.value),
  });
}

/** @param computations of the one row and of the other */
function letOpen<F extends Fields>(
  page: Page<F>,
  id: "moved" | "twins",
  { value, rows, column }: Apart,
  computations: readonly [AttentionComputation, AttentionComputation],
): void {
  openFigures(id, () =>
    differenceFigure(
      { location: page.text("title"), title: page.text(id) },
      computations.map((computation, at) => {
        const cell = { matrix: "output", head: 0, row: rows[at]!, column } as const;
        const output = computation.kept.output;
        const name = `${computation.tokens[cell.row]} (${cell.row + 1}), ${column + 1}`;
        return { name, value: output.data[cell.row * DIM + column]!, cell: () => [computation, cell] };
      }),
    ),
  );
  fillFigure(byId(id), amount(value), id);
}

export function amount(value: number): string {
  if (value === 0) return "0";
  return value < ROUNDING ? powerText(value, 0) : digits(value, 2);
}
