// The option `axes`: whether heads are before rows, as heed computes, or after them.
import type { TypedNumbers } from "../api/index.js";
import { fault } from "./fault.js";
import { lengthOf, viewOf } from "./nested.js";
import { cutText, kindOf } from "./sentences.js";
import type { ReadTensor } from "./tensor.js";

/** Whether the caller's tensors have their heads after their rows. */
export function readAxes(where: string, options: unknown): boolean {
  const axes = (options as { axes?: unknown } | null | undefined)?.axes;
  if (axes === undefined || axes === "heads-rows") return false;
  if (axes === "rows-heads") return true;
  throw fault(
    "type",
    `${where}: axes must be "heads-rows", [batch, heads, rows, dim], or "rows-heads", [batch, rows, heads, dim]; ` +
      `got ${kindOf(axes)}.`,
  );
}

/** A shape with the axes of heads and of rows exchanged. */
export function withHeadsBehind(shape: readonly number[]): readonly number[] {
  if (shape.length < 3) return shape;
  const [heads, rows, columns] = shape.slice(-3) as [number, number, number];
  return [...shape.slice(0, -3), rows, heads, columns];
}

/** The same numbers with the axes of rows and of heads exchanged. A tensor without heads stays as it is. */
export function swapHeads<Given extends ReadTensor>({ data, shape }: Given): Given {
  const rank = shape.length;
  if (rank < 3) return { data, shape } as Given;
  const [first, second, columns] = shape.slice(-3) as [number, number, number];
  const swapped = viewOf(data, 0, lengthOf(data)).slice();
  for (let start = 0; start < swapped.length; start += first * second * columns)
    for (let i = 0; i < first; i++)
      for (let j = 0; j < second; j++) {
        const [from, to] = [start + (i * second + j) * columns, start + (j * first + i) * columns];
        for (let c = 0; c < columns; c++) swapped[to + c] = data[from + c]!;
      }
  return { data: swapped as TypedNumbers, shape: withHeadsBehind(shape) } as unknown as Given;
}

/** Reads the name of a head, "layer.head". */
export function readHeadName(where: string, name: string): readonly [number, number] {
  const [, layer, head] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(name) ?? [];
  if (head !== undefined) return [Number(layer), Number(head)];
  throw fault("type", `${where}: heads takes names "layer.head", such as "5.2"; got "${cutText(name)}".`);
}
