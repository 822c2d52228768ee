// What changes in heads do to each layer: a mask of edges that are cut, and other numbers in the joined heads.
import type { Change } from "../../../rooms/what-if/index.js";
import { HEADS, type ChangedLayer, type Encoded } from "../../../rooms/trained/index.js";

/** @param second the pieces of the other text, the same number as here */
export function changesOf(
  changes: readonly Change[],
  count: number,
  second?: Encoded,
): (layer: number) => ChangedLayer {
  return (layer) => {
    const own = changes.filter((change) => change.layer === layer);
    const outputs = own.filter(({ kind }) => kind !== "cut");
    return {
      mask: maskOf(own, count),
      change:
        outputs.length === 0
          ? undefined
          : (joined) => changeHeads(joined, outputs, second?.layers[layer]?.kept.joined.data),
    };
  };
}

const headsOf = ({ head }: Change): readonly number[] =>
  head === undefined ? Array.from({ length: HEADS }, (_, at) => at) : [head];

/** `[heads, pieces, pieces]`, 0 where an edge is cut; undefined where none is. */
function maskOf(changes: readonly Change[], count: number): ChangedLayer["mask"] {
  const cuts = changes.filter(({ kind }) => kind === "cut");
  if (cuts.length === 0) return undefined;
  const data = new Uint8Array(HEADS * count * count).fill(1);
  for (const cut of cuts) for (const head of headsOf(cut)) data[(head * count + cut.query!) * count + cut.key!] = 0;
  return { data, shape: [HEADS, count, count] };
}

/** @param joined `[pieces, heads × dim]`, changed in place */
function changeHeads(
  { data, shape }: Parameters<NonNullable<ChangedLayer["change"]>>[0],
  changes: readonly Change[],
  second: ArrayLike<number> | undefined,
): void {
  const [rows, width] = shape as [number, number];
  const dim = width / HEADS;
  for (const change of changes)
    for (const head of headsOf(change))
      for (let column = head * dim; column < (head + 1) * dim; column++) {
        let mean = 0;
        for (let row = 0; row < rows; row++) mean += data[row * width + column]! / rows;
        for (let row = 0; row < rows; row++) {
          const at = row * width + column;
          data[at] = { off: 0, mean, other: second?.[at] ?? 0, cut: data[at]! }[change.kind];
        }
      }
}
