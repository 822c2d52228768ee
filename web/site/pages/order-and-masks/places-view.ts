// A kind of positions as a picture, and where places with the same word look.
import type { Heed, Tensor } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import {
  attentionOf,
  counted,
  layerOf,
  openCells,
  percent,
  showMatrix,
  type Computation,
  type Page,
} from "../../rooms/lesson/index.js";
import { drawClocks } from "./clocks.js";
import type { TableMoment } from "./learned-table.js";
import { PLACES, rotated, sinusoidal, type Kind } from "./positions.js";
import { DIM } from "./words.js";

export function showPlaces<F extends Fields>(page: Page<F>, heed: Heed, kind: Kind, learned: TableMoment): void {
  const labels = { rows: counted(PLACES), columns: counted(PLACES) };
  byId("nothing").hidden = kind !== "none";
  byId("table").hidden = kind === "rotary" || kind === "none";
  byId("clock-figure").hidden = kind !== "rotary";
  byId("learning").hidden = kind !== "learned";
  page.fill(byId("kind-text"), `${kind}-text`);
  page.fill(byId("learned-so-far"), "learned-so-far", {
    step: learned.step,
    share: percent(learned.before),
  });
  if (kind === "rotary") drawClocks(byId<SVGSVGElement>("clocks"));
  else if (kind !== "none") showMatrix("table", tableOf(kind, learned), { rows: labels.rows, columns: counted(DIM) });
  const looks = byId("looks") as HTMLElementTagNameMap["attention-matrix"];
  // Each row is darkest at its largest weight. Where all weights are equal, none of them is large.
  looks.perRow = kind !== "none";
  looks.domain = kind === "none" ? [0, 1] : undefined;
  const computation = looksOf(heed, kind, learned);
  openCells("looks", computation, { looks: "weights", ...(kind === "learned" && { table: "x" }) });
  showMatrix("looks", computation.kept["weights"]!, labels);
}

function tableOf(kind: Kind, learned: TableMoment): Tensor {
  const data = kind === "learned" ? learned.table : new Float32Array(PLACES * DIM);
  if (kind === "sinusoidal") data.set(sinusoidal().flat());
  return { data, shape: [PLACES, DIM] };
}

/** The weights where the same word is at every place, so only the places count. */
function looksOf(heed: Heed, kind: Kind, learned: TableMoment): Computation {
  const tokens = counted(PLACES);
  if (kind === "learned") return layerOf(heed, { tokens, x: tableOf(kind, learned), weights: learned.projections });
  const same = Array.from({ length: PLACES }, () => Array.from({ length: DIM }, () => 1));
  const rows = kind === "sinusoidal" ? sinusoidal() : kind === "rotary" ? same.map(rotated) : same;
  return attentionOf(heed, { tokens, q: rows, k: rows, v: rows });
}
