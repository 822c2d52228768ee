// What is shown of a long text, of a deep model, and of a map: without a document.

/** How many tokens have a row, the chosen one among them. */
const ROWS = 20;

/** The tokens of the table. @param last the last one that is read */
export function rowsAround(at: number, last: number): number[] {
  const end = Math.min(last, Math.max(at, ROWS - 1));
  const first = Math.max(0, end - ROWS + 1);
  return Array.from({ length: end - first + 1 }, (_, row) => first + row);
}

/** A model of more layers shows so many at a time. */
export const LAYERS = 4;

/** The layers that are drawn: all of them, or four from this one on. Left out: the last four. */
export function layersFrom(first: number | undefined, layers: number): readonly [first: number, count: number] {
  const count = Math.min(LAYERS, layers);
  return [Math.min(first ?? layers, layers - count), count];
}

/**
 * Which token's row brings back most: before the first layer, after the last, and how many layers are done when it is
 * the last one's and stays so.
 */
export function wayThrough(back: ArrayLike<number>, count: number): { first: number; last: number; from: number } {
  const best = Array.from({ length: back.length / count }, (_, depth) => {
    const row = Array.from({ length: count }, (__, token) => back[depth * count + token]!);
    return row.indexOf(Math.max(...row));
  });
  const last = best.at(-1)!;
  let from = best.length - 1;
  while (from > 0 && best[from - 1] === last) from--;
  return { first: best[0]!, last, from };
}
