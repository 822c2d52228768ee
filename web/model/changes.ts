// What a run changes in heads, feed-forwards and rows: read and checked, by layer.
import type { Floats, Tensor, TensorInput } from "../lib/api/index.js";
import {
  checkNames,
  checkObject,
  cutText,
  fault,
  isPlace,
  isTypedNumbers,
  kindOf,
  listText,
  readHeadName,
  readTensor,
} from "../lib/read/index.js";
import type { Cut, HeadChange, Patch, RowChange, Run } from "./api.js";
import type { ModelFacts } from "./blueprint.js";

/** A change of some columns in rows: of a head's in the joined rows, or of all. */
type Change = (data: Floats, columns: Columns) => void;

/** Where a head's columns lie. */
interface Columns {
  readonly rows: number;
  readonly width: number;
  readonly first: number;
  readonly dim: number;
}

export interface LayerChanges {
  readonly heads: { readonly head: number; readonly change: Change }[];
  readonly cuts: Cut[];
  /** Of what the feed-forward adds. */
  readonly feedForward: Change[];
  /** Of what the layer gives. Layer −1 has these only. */
  readonly rows: Change[];
}

export interface GivenChanges {
  readonly heads?: Readonly<Record<string, HeadChange>> | undefined;
  readonly cut?: readonly Cut[] | undefined;
  readonly patch?: readonly Patch[] | undefined;
  readonly feedForward?: Readonly<Record<string, HeadChange>> | undefined;
  readonly rows?: readonly RowChange[] | undefined;
}

export function checkPlace(where: string, what: string, value: unknown, count: number, first: 0 | -1 = 0): number {
  if (Number.isInteger(value) && isPlace((value as number) - first, count - first)) return value as number;
  throw fault("value", `${where}: ${what} must be from ${first} to ${count - 1}; got ${kindOf(value)}.`);
}

/**
 * The changes of each layer that has any.
 *
 * @param tokens How many rows a head's output has; undefined where they differ from step to step.
 */
export function readChanges(
  where: string,
  { layers, heads, dim, modelDim }: Pick<ModelFacts, "layers" | "heads" | "dim" | "modelDim">,
  tokens: number | undefined,
  given: GivenChanges,
): Map<number, LayerChanges> {
  const all = new Map<number, LayerChanges>();
  const within = (what: string, value: unknown, count: number): number => checkPlace(where, what, value, count);
  const of = (what: string, layer: unknown, first: 0 | -1 = 0): LayerChanges => {
    const number = checkPlace(where, what, layer, layers, first);
    const known = all.get(number) ?? { heads: [], cuts: [], feedForward: [], rows: [] };
    all.set(number, known);
    return known;
  };
  for (const [n, one] of listOf<Patch>(where, "patch", given.patch).entries()) {
    const name = `patch[${n}]`;
    checkNames(where, `part of ${name}`, one, ["layer", "head", "from", "rows"]);
    const head = within(`${name}.head`, one.head, heads);
    of(`${name}.layer`, one.layer).heads.push({
      head,
      change: patchOf(where, name, one, { tokens, width: heads * dim }),
    });
  }
  for (const [key, value, name] of namedIn(where, "heads", given.heads, "5.2")) {
    const [layer, head] = readHeadName(where, key);
    const change = changeOf(where, name, value, { tokens, dim });
    of(`the layer of ${name}`, layer).heads.push({
      head: within(`the head of ${name}`, head, heads),
      change,
    });
  }
  for (const [key, value, name] of namedIn(where, "feedForward", given.feedForward, "5")) {
    const layer = /^(0|[1-9]\d*)$/.test(key) ? Number(key) : key;
    of(`the layer of ${name}`, layer).feedForward.push(changeOf(where, name, value, { tokens, dim: modelDim }));
  }
  for (const [n, one] of listOf<Cut>(where, "cut", given.cut).entries()) {
    const name = `cut[${n}]`;
    checkNames(where, `part of ${name}`, one, ["layer", "head", "query", "key"]);
    if (one.head !== undefined) within(`${name}.head`, one.head, heads);
    for (const end of ["query", "key"] as const)
      if (one[end] !== undefined) within(`${name}.${end}`, one[end], tokens ?? 0);
    of(`${name}.layer`, one.layer).cuts.push({ ...one });
  }
  for (const [n, one] of listOf<RowChange>(where, "rows", given.rows).entries()) {
    const name = `rows[${n}]`;
    of(`${name}.layer`, one.layer, -1).rows.push(rowChangeOf(where, name, one, { tokens, dim: modelDim }));
  }
  return all;
}

/** The entries of an object with changes, and how each is called in a sentence. */
function namedIn(
  where: string,
  option: string,
  given: Readonly<Record<string, HeadChange>> | undefined,
  such: string,
): [key: string, value: HeadChange, name: string][] {
  if (given !== undefined) checkObject(where, option, given, `an object such as { "${such}": 0 }`);
  return Object.entries(given ?? {}).map(([key, value]) => [key, value, `${option}["${cutText(key)}"]`]);
}

function listOf<One extends object>(where: string, name: string, value: unknown): readonly One[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw fault("type", `${where}: ${name} must be a list; got ${kindOf(value)}.`);
  for (const [n, one] of value.entries()) checkObject(where, `${name}[${n}]`, one);
  return value as One[];
}

function eachRow({ rows, width, first, dim }: Columns, visit: (row: number, from: number, to: number) => void): void {
  for (let row = 0; row < rows; row++) visit(row, row * width + first, row * width + first + dim);
}

/** How many rows are changed, and how many numbers each has. */
interface Extents {
  readonly tokens: number | undefined;
  readonly dim: number;
}

function changeOf(where: string, name: string, value: HeadChange, { tokens, dim }: Extents): Change {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw fault("value", `${where}: ${name} must be finite; got ${value}.`);
    return (data, columns) =>
      eachRow(columns, (_, from, to) => {
        for (let at = from; at < to; at++) data[at] = value === 0 ? 0 : data[at]! * value;
      });
  }
  if (value === "mean") {
    if (tokens === undefined) {
      throw fault(
        "type",
        `${where}: ${name} cannot be "mean" here: a step reads a single token, which is its own mean. Give numbers.`,
      );
    }
    return (data, columns) => {
      const mean = new Float64Array(columns.dim);
      eachRow(columns, (_, from) => mean.forEach((sum, at) => (mean[at] = sum + data[from + at]! / columns.rows)));
      eachRow(columns, (_, from) => data.set(mean, from));
    };
  }
  if (typeof value === "string")
    throw fault("type", `${where}: ${name} must be a number, "mean" or numbers; got ${kindOf(value)}.`);
  const numbers = numbersOf(where, name, value, { tokens, dim });
  return (data, columns) => eachRow(columns, (row, from) => data.set(numbers(row), from));
}

/** Numbers for each token, or the same for all. */
function numbersOf(
  where: string,
  name: string,
  value: TensorInput,
  { tokens, dim }: Extents,
): (row: number) => Float32Array {
  const { data, shape } = readTensor(where, name, value);
  const perToken = shape.length === 2 && tokens !== undefined;
  const needed = perToken ? [tokens, dim] : [dim];
  if (shape.length !== needed.length || needed.some((extent, axis) => extent !== shape[axis])) {
    const also = tokens === undefined ? "" : ` or [${tokens}, ${dim}]`;
    throw fault("shape", `${where}: ${name} must have the shape [${dim}]${also}; its shape is [${shape.join(", ")}].`);
  }
  const numbers = Float32Array.from(data);
  return (row) => (perToken ? numbers.subarray(row * dim, (row + 1) * dim) : numbers);
}

/** What a generation cannot have: it reads other tokens in each step. */
const OF_ONE_RUN = {
  token: "model.generate changes the rows of every token that it reads",
  from: "its rows belong to the tokens of one run. Give numbers",
};

function rowChangeOf(where: string, name: string, one: RowChange, { tokens, dim }: Extents): Change {
  const { layer, token, from, numbers, add } = one;
  const known = ["layer", "token", "from", "numbers", "add"];
  if (tokens === undefined)
    checkNames(where, `part of ${name}`, one, ["layer", "numbers", "add"], { hints: OF_ONE_RUN });
  else checkNames(where, `part of ${name}`, one, known);
  const given = Object.entries({ from, numbers, add }).flatMap(([part, value]) => (value === undefined ? [] : part));
  if (given.length !== 1) {
    const got = given.length === 0 ? "none of them" : listText(given);
    throw fault("type", `${where}: ${name} must have one of from, numbers and add; got ${got}.`);
  }
  if (token !== undefined) checkPlace(where, `${name}.token`, token, tokens!);
  const extents = { tokens: token === undefined ? tokens : undefined, dim };
  const source =
    from === undefined
      ? numbersOf(where, `${name}.${given[0]!}`, (numbers ?? add)!, extents)
      : rowsFrom(where, `${name}.from`, { layer, token, from }, { tokens, dim });
  return (data, columns) =>
    eachRow(columns, (row, at) => {
      if (token !== undefined && token !== row) return;
      const taken = source(row);
      if (add === undefined) data.set(taken, at);
      else for (let c = 0; c < dim; c++) data[at + c]! += taken[c]!;
    });
}

/** The rows that a layer of another run gave. */
function rowsFrom(
  where: string,
  name: string,
  { layer, token, from }: Pick<RowChange, "layer" | "token" | "from">,
  { tokens, dim }: Extents,
): (row: number) => Floats {
  const kept = (from as Partial<Run> | null | undefined)?.layers?.[Math.max(0, layer)]?.stages;
  const source: Partial<Tensor> | undefined = layer < 0 ? kept?.input : kept?.output;
  const data = source?.data;
  if (!isTypedNumbers(data)) {
    throw fault(
      "type",
      `${where}: ${name} must be a run that kept "stages" of layer ${Math.max(0, layer)}; got ${kindOf(from)}.`,
    );
  }
  const count = data.length / dim;
  if (source!.shape?.[1] !== dim || !Number.isInteger(count))
    throw fault("value", `${where}: ${name} is a run of another model.`);
  if (token === undefined ? count !== tokens : token >= count) {
    throw fault(
      "shape",
      `${where}: ${name} has ${count} tokens, and this text ${tokens}. ` +
        `Give texts of as many tokens, or name a token of both.`,
    );
  }
  return (row) => data.subarray(row * dim, (row + 1) * dim);
}

function patchOf(
  where: string,
  name: string,
  { layer, from, rows }: Patch,
  { tokens, width }: { readonly tokens: number | undefined; readonly width: number },
): Change {
  const source: Partial<Tensor> | undefined = (from as Partial<Run> | null | undefined)?.layers?.[layer]?.joined;
  const data = source?.data;
  if (!isTypedNumbers(data)) {
    throw fault(
      "type",
      `${where}: ${name}.from must be a run that kept "joined" of layer ${layer}; got ${kindOf(from)}.`,
    );
  }
  const count = data.length / width;
  if (source!.shape?.[1] !== width) throw fault("value", `${where}: ${name}.from is a run of another model.`);
  if (rows === undefined && count !== tokens) {
    throw fault(
      "shape",
      `${where}: ${name}.from has ${count} tokens, and this text ${tokens}. ` +
        `Give texts of as many tokens, or name rows.`,
    );
  }
  if (rows !== undefined && !Array.isArray(rows))
    throw fault("type", `${where}: ${name}.rows must be a list of rows; got ${kindOf(rows)}.`);
  const most = Math.min(count, tokens ?? count);
  const taken = rows === undefined ? undefined : new Set(rows);
  for (const row of taken ?? [])
    if (!isPlace(row, most))
      throw fault("value", `${where}: ${name}.rows must hold rows from 0 to ${most - 1}; got ${kindOf(row)}.`);
  return (joined, columns) => {
    eachRow(columns, (row, at) => {
      if (taken === undefined || taken.has(row))
        joined.set(data.subarray(row * width + columns.first, row * width + columns.first + columns.dim), at);
    });
  };
}

/** Changes the joined heads `[rows, heads × dim]` in place. */
export function changeHeads(joined: Floats, { heads }: LayerChanges, rows: number, dim: number): void {
  const width = joined.length / rows;
  for (const { head, change } of heads) change(joined, { rows, width, first: head * dim, dim });
}

/** Changes rows `[rows, columns]` in place. */
export function changeRows(data: Floats, changes: readonly Change[], columns: number): void {
  for (const change of changes) change(data, { rows: data.length / columns, width: columns, first: 0, dim: columns });
}

/** The mask that cuts edges, `[heads, tokens, tokens]`; undefined where none is cut. */
export function maskOf(
  { cuts }: LayerChanges,
  heads: number,
  tokens: number,
): { data: Uint8Array; shape: number[] } | undefined {
  if (cuts.length === 0) return undefined;
  const data = new Uint8Array(heads * tokens * tokens).fill(1);
  const range = (one: number | undefined, count: number): readonly [number, number] =>
    one === undefined ? [0, count] : [one, one + 1];
  for (const cut of cuts) {
    const [[h0, h1], [q0, q1], [k0, k1]] = [range(cut.head, heads), range(cut.query, tokens), range(cut.key, tokens)];
    for (let head = h0; head < h1; head++)
      for (let query = q0; query < q1; query++)
        data.fill(0, (head * tokens + query) * tokens + k0, (head * tokens + query) * tokens + k1);
  }
  return { data, shape: [heads, tokens, tokens] };
}
