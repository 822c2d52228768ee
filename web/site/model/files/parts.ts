// Which arrays of a file are attention, and which are queries, keys and values.
import { ArrayReader, type Contents, type StoredArray } from "./arrays.js";
import { axesOf, inOrder, type Axes, type StackPlace } from "./axes.js";
import { grouped } from "./grouped.js";
import { MOST_CELLS, MOST_HEADS, MOST_LAYERS } from "./limits.js";
import { FileProblem, PYTHON, quoted, shapeText, told } from "./problem.js";

/** Matrices of several layers and heads. */
export interface Stack {
  /** “attention”, “layers.#.attn”. */
  readonly name: string;
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

type Role = "attention" | "queries" | "keys" | "values";

const ROLES: readonly (readonly [Role, RegExp])[] = [
  ["queries", /^(q|quer(y|ies))$/i],
  ["keys", /^(k|keys?)$/i],
  ["values", /^(v|values?)$/i],
];
const NAMED_ATTENTION = /att(e)?n|weights|^arr_#$|^layers?\.#$|^#$|^$/i;

/** The last word of a name without its numbers says what an array is. */
export function roleOf(pattern: string): Role {
  const word = pattern
    .split(/[./_-]/)
    .filter((part) => part !== "#" && part !== "" && !/^(layers?|heads?|l|h)#?$/i.test(part))
    .at(-1);
  return ROLES.find(([, names]) => names.test((word ?? "").replace("#", "")))?.[0] ?? "attention";
}

export interface Stacks {
  readonly attention: readonly Stack[];
  readonly queries: readonly Stack[];
  readonly keys: readonly Stack[];
  readonly values: readonly Stack[];
}

/** Throws if nothing in the file is attention. */
export function stacksOf({ arrays, unread }: Contents): Stacks {
  const groups = grouped(
    arrays.filter(({ shape }) => shape.length >= 2),
    ({ name }) => patternOf(name),
  );
  const found: Record<Role, Stack[]> = { attention: [], queries: [], keys: [], values: [] };
  const problems: FileProblem[] = [];
  for (const [pattern, members] of groups) {
    try {
      const role = roleOf(pattern);
      found[role].push(stackOf(pattern, members, role));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problems.push(error);
    }
  }
  const named = found.attention.filter(({ name }) => NAMED_ATTENTION.test(name));
  const attention = named.length > 0 ? named : found.attention;
  if (attention.length === 0) throw problems[0] ?? nothingFound(arrays, unread, found.queries.length > 0);
  return { ...found, attention };
}

function nothingFound(arrays: Contents["arrays"], unread: Contents["unread"], queries: boolean): FileProblem {
  const first = unread[0];
  if (first !== undefined)
    return new FileProblem("nothing-needed", { sentence: told(first.why, first.given) }, first.python);
  if (queries) return new FileProblem("only-vectors", {}, PYTHON.npz);
  if (arrays.length === 0) return new FileProblem("no-array", {}, PYTHON.npz);
  const names = arrays.slice(0, 6).map(({ name, shape }) => `${quoted(name)} ${shapeText(shape)}`);
  return new FileProblem("other-arrays", { names: names.join(", ") + (arrays.length > 6 ? ", …" : "") }, PYTHON.npz);
}

/** layers.10.attn → layers.#.attn */
function patternOf(name: string): string {
  return name.replace(/\d+/g, "#");
}

function stackOf(pattern: string, members: readonly StoredArray[], role: Role): Stack {
  const sorted = [...members].sort(inOrder);
  const { name, shape } = sorted[0]!;
  const shared = (one: readonly number[]): string => String(role === "attention" ? one : one.slice(0, -1));
  const other = sorted.find((member) => shared(member.shape) !== shared(shape));
  if (other !== undefined)
    throw new FileProblem("several-shapes", {
      name: quoted(name),
      shape: shapeText(shape),
      other: quoted(other.name),
      otherShape: shapeText(other.shape),
    });
  const axes = axesOf(name, shape, sorted);
  const [rows, columns] = [shape.at(-2)!, shape.at(-1)!];
  checkSize(name, shape, axes);
  const readers = sorted.map((array) => new ArrayReader(array));
  return {
    ...axes,
    name: pattern,
    rows,
    columns,
    readers,
    matrix: (place) => {
      const { reader, indices } = axes.locate(place);
      return readers[reader]!.matrix(indices);
    },
    width: (place) => readers[axes.locate(place).reader]!.array.shape.at(-1)!,
  };
}

function checkSize(name: string, shape: readonly number[], { layers, heads }: Axes): void {
  const cells = shape.at(-2)! * shape.at(-1)!;
  const named = { name: quoted(name), shape: shapeText(shape) };
  if (shape.some((extent) => extent === 0))
    throw new FileProblem("no-numbers", named, 'model = AutoModel.from_pretrained(name, attn_implementation="eager")');
  if (cells > MOST_CELLS)
    throw new FileProblem("too-many-weights", { ...named, most: Math.sqrt(MOST_CELLS) }, "a = a[..., :4096, :4096]");
  if (layers > MOST_LAYERS || heads > MOST_HEADS)
    throw new FileProblem(
      "too-many-heads",
      { ...named, layers, heads, mostLayers: MOST_LAYERS, mostHeads: MOST_HEADS },
      "a = a[:24]",
    );
}
