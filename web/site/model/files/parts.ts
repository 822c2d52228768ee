// Which arrays of a file are attention, and how their axes are meant.
//
//   one array       [layers, heads, n, m]   [layers, batch, heads, n, m]   [heads, n, m]   [n, m]
//   one for each    layers.0 … layers.11, arr_0 … arr_11: [heads, n, m]   [batch, heads, n, m]   [n, m]
//   layer           layers.0.head.3: [n, m]
import { ArrayReader, type Contents, type StoredArray } from "./arrays.js";
import { MOST_CELLS, MOST_HEADS, MOST_LAYERS } from "./limits.js";
import { FileProblem, PYTHON, quoted, shapeText } from "./problem.js";

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
}

export interface StackPlace {
  readonly layer: number;
  readonly head: number;
  readonly text: number;
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
      found[roleOf(pattern)].push(stackOf(pattern, members));
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
  const needed = "This page needs attention weights of shape [layers, heads, n, n].";
  if (unread.length > 0) {
    const [sentence, python] = unread[0]!.why.split("\n") as [string, string];
    return new FileProblem(`${sentence} ${needed}`, python);
  }
  if (queries)
    return new FileProblem(
      `The file holds queries and keys, but no attention weights. ${needed} Add them: q and k alone leave open which ` +
        "mask, scale and positions the model has.",
      PYTHON.npz,
    );
  const names = arrays.slice(0, 6).map(({ name, shape }) => `${quoted(name)} ${shapeText(shape)}`);
  const came = names.length === 0 ? "no array of numbers" : `${names.join(", ")}${arrays.length > 6 ? ", …" : ""}`;
  return new FileProblem(`The file holds ${came}. ${needed}`, PYTHON.npz);
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** layers.10.attn → layers.#.attn */
function patternOf(name: string): string {
  return name.replace(/\d+/g, "#");
}

function numbersIn(name: string): number[] {
  return (name.match(/\d+/g) ?? []).map(Number);
}

/** Natural order: layers.10 comes after layers.2. */
function inOrder(a: StoredArray, b: StoredArray): number {
  const [left, right] = [numbersIn(a.name), numbersIn(b.name)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : left[at]! - right[at]!;
}

function stackOf(pattern: string, members: readonly StoredArray[]): Stack {
  const sorted = [...members].sort(inOrder);
  const { name, shape } = sorted[0]!;
  const other = sorted.find((member) => String(member.shape) !== String(shape));
  if (other !== undefined)
    throw new FileProblem(
      `${quoted(name)} has shape ${shapeText(shape)}, but ${quoted(other.name)} has ${shapeText(other.shape)}. ` +
        "All layers must have one shape. Pad them, or save them in files of their own.",
    );
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
  };
}

interface Axes {
  readonly layers: number;
  readonly batch: number;
  readonly heads: number;
  /** Which array holds a matrix, and at which indices of the axes before the last two. */
  readonly locate: (place: StackPlace) => { reader: number; indices: readonly number[] };
}

function axesOf(name: string, shape: readonly number[], members: readonly StoredArray[]): Axes {
  const count = members.length;
  const outer = shape.slice(0, -2);
  if (count === 1) {
    const [layers, batch, heads] =
      outer.length === 3 ? outer : outer.length === 2 ? [outer[0], 1, outer[1]] : [1, 1, outer[0] ?? 1];
    if (outer.length > 3) throw tooManyAxes(name, shape, "[layers, heads, n, n], or [layers, batch, heads, n, n]");
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
  if (outer.length > 2) throw tooManyAxes(name, shape, "[heads, n, n], or [batch, heads, n, n], for each layer");
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

function tooManyAxes(name: string, shape: readonly number[], needed: string): FileProblem {
  return new FileProblem(
    `${quoted(name)} has shape ${shapeText(shape)}. This page needs ${needed}. Choose one index of the other axes.`,
    "a = a[0]",
  );
}

function checkSize(name: string, shape: readonly number[], { layers, heads }: Axes): void {
  const cells = shape.at(-2)! * shape.at(-1)!;
  const title = `${quoted(name)} has shape ${shapeText(shape)}`;
  if (shape.some((extent) => extent === 0))
    throw new FileProblem(
      `${title}: it holds no numbers. Load the model with eager attention, since fused attention returns none.`,
      'model = AutoModel.from_pretrained(name, attn_implementation="eager")',
    );
  if (cells > MOST_CELLS)
    throw new FileProblem(
      `${title}. This page shows up to ${Math.sqrt(MOST_CELLS)} × ${Math.sqrt(MOST_CELLS)} weights for each head. ` +
        "Save a part of the text.",
      "a = a[..., :4096, :4096]",
    );
  if (layers > MOST_LAYERS || heads > MOST_HEADS)
    throw new FileProblem(
      `${title}, which makes ${layers} layers of ${heads} heads. This page shows up to ${MOST_LAYERS} layers of ` +
        `${MOST_HEADS} heads. Save a part of them.`,
      "a = a[:24]",
    );
}
