// Matrices of several layers and heads, out of one array or of several.
import { ArrayReader, patternOf, type StoredArray } from "./arrays.js";
import { axesOf, inOrder, type Axes, type StackPlace } from "./axes.js";
import { MOST_CELLS, MOST_HEADS, MOST_LAYERS } from "./limits.js";
import { FileProblem, shapeText } from "./problem.js";

export interface Stack {
  /** “attention”, “layers.#.attn”. */
  readonly name: string;
  /** As a sentence calls its first array. */
  readonly title: string;
  readonly folder: string;
  readonly layers: number;
  readonly heads: number;
  readonly batch: number;
  readonly rows: number;
  readonly columns: number;
  readonly readers: readonly ArrayReader[];
  matrix(place: StackPlace): Promise<Float32Array<ArrayBuffer>>;
  /** The columns of one matrix. Those of queries, keys and values may differ from layer to layer. */
  width(place: StackPlace): number;
}

/** @param ofOneWidth whether all members must have the same number of columns */
export function stackOf(members: readonly StoredArray[], { ofOneWidth }: { readonly ofOneWidth: boolean }): Stack {
  const sorted = [...members].sort(inOrder);
  const { name, title, folder, shape } = sorted[0]!;
  const shared = (one: readonly number[]): string => String(ofOneWidth ? one : one.slice(0, -1));
  const other = sorted.find((member) => shared(member.shape) !== shared(shape));
  if (other !== undefined)
    throw new FileProblem("several-shapes", {
      name: title,
      shape: shapeText(shape),
      other: other.title,
      otherShape: shapeText(other.shape),
    });
  const axes = axesOf(title, shape, sorted);
  checkSize(title, shape, axes);
  const readers = sorted.map((array) => new ArrayReader(array));
  return {
    ...axes,
    name: members.length === 1 ? name : patternOf(name),
    title,
    folder,
    rows: shape.at(-2)!,
    columns: shape.at(-1)!,
    readers,
    matrix: (place) => {
      const { reader, indices } = axes.locate(place);
      return readers[reader]!.matrix(indices);
    },
    width: (place) => readers[axes.locate(place).reader]!.array.shape.at(-1)!,
  };
}

/** The same with rows and columns exchanged. */
export function transposed(stack: Stack): Stack {
  const { rows, columns } = stack;
  return {
    ...stack,
    rows: columns,
    columns: rows,
    matrix: async (place) => {
      const values = await stack.matrix(place);
      const exchanged = new Float32Array(values.length);
      for (let row = 0, at = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) exchanged[column * rows + row] = values[at++]!;
      return exchanged;
    },
  };
}

function checkSize(title: string, shape: readonly number[], { layers, heads }: Axes): void {
  const [rows, columns] = [shape.at(-2)!, shape.at(-1)!];
  const named = { name: title, shape: shapeText(shape) };
  if (shape.some((extent) => extent === 0))
    throw new FileProblem("no-numbers", named, 'model = AutoModel.from_pretrained(name, attn_implementation="eager")');
  checkCells(title, shape, rows * columns);
  if (layers > MOST_LAYERS || heads > MOST_HEADS)
    throw new FileProblem(
      "too-many-heads",
      { ...named, layers, heads, mostLayers: MOST_LAYERS, mostHeads: MOST_HEADS },
      "a = a[:24]",
    );
}

export function checkCells(title: string, shape: readonly number[], cells: number): void {
  if (cells <= MOST_CELLS) return;
  const given = { name: title, shape: shapeText(shape), most: Math.sqrt(MOST_CELLS) };
  throw new FileProblem("too-many-weights", given, "a, tokens = a[..., :4096, :4096], tokens[:4096]");
}
