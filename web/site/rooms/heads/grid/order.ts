// Which heads the grid shows, row after row.
import type { HeadPlace, HeadSource } from "../source.js";
import type { Look } from "../look.js";

export interface GridOrder {
  readonly rows: readonly (readonly HeadPlace[])[];
  /** Each row is a layer. */
  readonly byLayer: boolean;
}

/** The most rows where heads are sorted by a statistic. */
const MOST_ROWS = 200;

/** @param across how many heads have room beside one another */
export function orderOf(opened: HeadSource, { sort, layers }: Look, across: number): GridOrder {
  const [first, last] = shownLayers(opened, layers);
  const { heads } = opened.facts;
  const rows = Array.from({ length: last - first + 1 }, (_, row) =>
    Array.from({ length: heads }, (_, head) => ({ layer: first + row, head })),
  );
  if (sort === "layer") return { rows, byLayer: true };
  const all = rows.flat();
  // Heads without a value come last, in their own order.
  const values = new Map(all.map((place) => [place, opened.statisticsOf(place)?.values[sort] ?? NaN]));
  const size = (place: HeadPlace): number => (Number.isNaN(values.get(place)) ? -Infinity : values.get(place)!);
  const sorted = all.sort((a, b) => (size(a) === size(b) ? 0 : size(b) - size(a)));
  const columns = Math.max(1, Math.min(sorted.length, Math.max(across, Math.ceil(sorted.length / MOST_ROWS))));
  return {
    rows: Array.from({ length: Math.ceil(sorted.length / columns) }, (_, row) =>
      sorted.slice(row * columns, (row + 1) * columns),
    ),
    byLayer: false,
  };
}

export function shownLayers({ facts }: HeadSource, layers: Look["layers"]): readonly [number, number] {
  const last = facts.layers - 1;
  return layers === undefined ? [0, last] : [Math.min(layers[0], last), Math.min(layers[1], last)];
}
