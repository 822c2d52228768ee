// How the axes of an array before its last two are meant.
//
//   one array       [layers, heads, n, m]   [layers, batch, heads, n, m]   [heads, n, m]   [n, m]
//   one for each    layers.0 … layers.11, arr_0 … arr_11: [heads, n, m]   [batch, heads, n, m]   [n, m]
//   layer           layers.0.head.3: [n, m]
import type { StoredArray } from "./arrays.js";
import { grouped } from "./grouped.js";
import { FileProblem, shapeText, told } from "./problem.js";

export interface StackPlace {
  readonly layer: number;
  readonly head: number;
  readonly text: number;
}

export interface Axes {
  readonly layers: number;
  readonly batch: number;
  readonly heads: number;
  /** Which array holds a matrix, and at which indices of the axes before the last two. */
  readonly locate: (place: StackPlace) => { reader: number; indices: readonly number[] };
}

export function axesOf(title: string, shape: readonly number[], members: readonly StoredArray[]): Axes {
  const count = members.length;
  const outer = shape.slice(0, -2);
  if (count === 1) {
    const [layers, batch, heads] =
      outer.length === 3 ? outer : outer.length === 2 ? [outer[0], 1, outer[1]] : [1, 1, outer[0] ?? 1];
    if (outer.length > 3) throw tooManyAxes(title, shape, "axes-all");
    const sizes = [layers!, batch!, heads!] as const;
    return {
      layers: sizes[0],
      batch: sizes[1],
      heads: sizes[2],
      locate: ({ layer, head, text }) => ({
        reader: 0,
        indices: [[], [head], [layer, head], [layer, text, head]][outer.length]!,
      }),
    };
  }
  if (outer.length > 2) throw tooManyAxes(title, shape, "axes-each");
  const heads = outer.length === 0 ? headsInNames(members) : 1;
  if (heads > 1)
    return {
      layers: count / heads,
      batch: 1,
      heads,
      locate: ({ layer, head }) => ({ reader: layer * heads + head, indices: [] }),
    };
  return {
    layers: count,
    batch: outer.length === 2 ? outer[0]! : 1,
    heads: outer.at(-1) ?? 1,
    locate: ({ layer, head, text }) => ({ reader: layer, indices: [[], [head], [text, head]][outer.length]! }),
  };
}

/** layers.0.heads.0 …: how many heads each layer has; 1 where names have one number, or where layers differ. */
function headsInNames(members: readonly StoredArray[]): number {
  const layers = grouped(members, ({ name }) => numbersIn(name).slice(0, -1).join());
  const counts = new Set(Array.from(layers.values(), ({ length }) => length));
  return layers.size > 1 && counts.size === 1 ? members.length / layers.size : 1;
}

function tooManyAxes(title: string, shape: readonly number[], needed: string): FileProblem {
  const given = { name: title, shape: shapeText(shape), needed: told(needed) };
  return new FileProblem("axes", given, "a = a[0]");
}

function numbersIn(name: string): number[] {
  return (name.match(/\d+/g) ?? []).map(Number);
}

/** Natural order: layers.10 comes after layers.2. */
export function inOrder(a: StoredArray, b: StoredArray): number {
  const [left, right] = [numbersIn(a.name), numbersIn(b.name)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : left[at]! - right[at]!;
}
