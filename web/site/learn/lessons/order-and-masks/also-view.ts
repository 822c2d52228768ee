// A bias on the scores, heads that share keys and values, and biases of projections.
import type { AttentionMatrix } from "heed/element";
import type { Heed } from "heed";
import { byId, fillTable, openCells, showMatrix, tableRow, type Fields, type Page } from "../../frame/index.js";
import { BIASED, biased, groupedHeads, HEADS, projectionBias } from "./also.js";
import { amount } from "./order-view.js";
import { namesOf, WORDS } from "./words.js";

export function showBias(heed: Heed, slope: number): void {
  const names = namesOf(WORDS);
  const computation = biased(heed, slope);
  openCells("biased", computation, { biased: "weights" });
  showMatrix("biased", computation.kept.weights, { rows: names, columns: names });
}

/** The maps of the heads. */
const HEAD_IDS = Array.from({ length: HEADS }, (_, head) => `head-${head}`);

export function showGroups<F extends Fields>(page: Page<F>, heed: Heed, kvHeads: number): void {
  const { computation, kept } = groupedHeads(heed, kvHeads);
  const opened = HEAD_IDS.map((id, head) => [id, { matrix: "weights", head }] as const);
  openCells("grouped", computation, Object.fromEntries(opened));
  const names = namesOf(WORDS);
  document.querySelectorAll<AttentionMatrix>("#heads attention-matrix").forEach((map, head) => {
    page.fill(map.querySelector("[slot=caption]")!, "head", {
      head: head + 1,
      group: Math.floor((head * kvHeads) / HEADS) + 1,
    });
    map.rowLabels = map.columnLabels = names;
    map.matrix = computation.kept.weights;
  });
  page.fill(byId("grouped"), "grouped", { kept, all: groupedHeads(heed, HEADS).kept });
}

export function showProjectionBiases<F extends Fields>(page: Page<F>, heed: Heed): void {
  const rows = BIASED.map((which) => {
    const { weights, output } = projectionBias(heed, which);
    return tableRow(page.text(`bias-${which}`), amount(weights), amount(output));
  });
  fillTable("projection", rows);
}
