// The sentence in order and shuffled, and what that does to the context vectors.
import type { Heed } from "heed";
import { digits, powerText } from "../../../../show/index.js";
import { byId, counted, openCells, showMatrix, type Fields, type Page } from "../../frame/index.js";
import type { Kind } from "./positions.js";
import { contextOf, movedBy, orderOf, twinsApart } from "./shuffle.js";
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
  byId("moved").textContent = amount(moved);
  byId("twins").textContent = amount(twins);
  const key = seed === 0 ? "not-shuffled" : moved < ROUNDING ? "same-rows" : "other-rows";
  page.fill(byId("order-verdict"), key, { places: page.text(kind) });
  page.fill(byId("places-verdict"), seed === 0 ? "places-not-shuffled" : "places-verdict", {
    places: page.text(kind),
    moved: amount(moved),
    twins: amount(twins),
  });
}

export function amount(value: number): string {
  if (value === 0) return "0";
  return value < ROUNDING ? powerText(value, 0) : digits(value, 2);
}
