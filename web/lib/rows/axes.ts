// What follows from the axes of a row: extents, the shape that the caller sees, and the window that a cut leaves.
import { isHeads, type Axes, type Row, type Sizes } from "./row.js";
import { windowOf, type Range, type Window } from "./windows.js";

/** A part of a call: a range for each size that is cut. */
export type Cut = Readonly<Record<string, Range>>;

/** The axes of a tensor in a call with these sizes. */
function axesIn({ plain, outIn, without, optional }: Row, sizes: Sizes): Axes {
  if (outIn !== undefined) return sizes.outIn ? outIn : plain;
  return without !== undefined && sizes[optional] === 0 ? without : plain;
}

function productOf(words: readonly (string | number)[], sizes: Sizes): number {
  let product = 1;
  for (const word of words) product *= typeof word === "number" ? word : sizes[word]!;
  return product;
}

/** How many numbers a tensor has, where its shape follows from the sizes. */
export function countIn(row: Row, sizes: Sizes): number {
  return productOf(axesIn(row, sizes).words, sizes);
}

/** The extents of a tensor whose shape follows from the sizes, without its first axes. */
export function extentsOf(row: Row, sizes: Sizes, from = 0): number[] {
  const { axes } = axesIn(row, sizes);
  const extents: number[] = [];
  for (let at = from; at < axes.length; at++) extents.push(productOf(axes[at]!, sizes));
  return extents;
}

/**
 * The shape that the caller sees of a result.
 *
 * @param unseen How many of the axes of batch and heads the caller does not have: none, the batch, or both.
 */
export function shapeSeen(row: Row, sizes: Sizes, unseen: number): number[] {
  return extentsOf(row, sizes, unseen > 1 && !isHeads(row.plain.axes[1]!) ? 1 : unseen);
}

/**
 * The window of a tensor that a cut leaves. Axes along which a tensor is repeated are not cut.
 *
 * @param own The shape of a tensor that has its own.
 */
export function windowIn(row: Row, sizes: Sizes, cut: Cut, own: readonly number[] = []): Window {
  const { words } = axesIn(row, sizes);
  const extents = row.hasOwnShape ? own : words.map((word) => productOf([word], sizes));
  const left = words.length - extents.length;
  return windowOf(
    extents,
    extents.map((extent, axis) => (extent === 1 ? undefined : cut[words[left + axis]!])),
  );
}

/** The sizes of the part that a cut leaves. */
export function sizesIn(sizes: Sizes, cut: Cut): Sizes {
  const part: Record<string, number> = { ...sizes };
  for (const word in cut) part[word] = cut[word]![1] - cut[word]![0];
  return part;
}
