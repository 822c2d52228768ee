// The mask that a file has beside an attention.
import { mayAttend } from "../../../show/index.js";
import { countOf, type MaskArray } from "./arrays.js";
import type { StackPlace } from "./axes.js";
import { MOST_CELLS } from "./limits.js";
import type { Stack } from "./stack.js";

type Sizes = Pick<Stack, "layers" | "batch" | "heads" | "rows" | "columns">;

/** Whether it can be broadcast to these heads. */
export function isFitting({ shape }: MaskArray, stack: Sizes): boolean {
  if ((countOf(shape) ?? Infinity) > MOST_CELLS) return false;
  try {
    seenIn([], shape, stack);
    return true;
  } catch {
    return false;
  }
}

/**
 * One matrix of it, row after row: 1 = may attend.
 *
 * @param isTurned whether rows and columns of the stack are exchanged
 */
export async function maskOfHead(
  mask: MaskArray,
  stack: Sizes,
  place: StackPlace,
  isTurned: boolean,
): Promise<Uint8Array> {
  const { rows, columns } = stack;
  const sees = seenIn(await valuesOf(mask), mask.shape, isTurned ? { ...stack, rows: columns, columns: rows } : stack);
  const head = (place.layer * stack.batch + place.text) * stack.heads + place.head;
  return Uint8Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    return Number(isTurned ? sees(head, column, row) : sees(head, row, column));
  });
}

function seenIn(
  data: ArrayLike<number>,
  shape: readonly number[],
  { layers, batch, heads, rows, columns }: Sizes,
): ReturnType<typeof mayAttend> {
  const of = { shape: [layers, batch, heads, rows, columns], textAxis: -1, along: "rows" } as const;
  return mayAttend({ cells: { data, shape } }, of);
}

/** 0 or 1 for each value, in C order. */
async function valuesOf({ shape, fortran, bytes }: MaskArray): Promise<Uint8Array> {
  const read = await bytes.read(0, bytes.size);
  const count = countOf(shape)!;
  const size = read.length / count;
  const at = (index: number): number =>
    Number(read.subarray(index * size, (index + 1) * size).some((byte) => byte !== 0));
  if (!fortran) return Uint8Array.from({ length: count }, (_, index) => at(index));
  return Uint8Array.from({ length: count }, (_, index) => {
    let [place, rest, stride] = [0, index, count];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      stride /= shape[axis]!;
      place += (rest % shape[axis]!) * stride;
      rest = Math.floor(rest / shape[axis]!);
    }
    return at(place);
  });
}
