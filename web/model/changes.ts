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
  readHeadName,
  readTensor,
} from "../lib/read/index.js";
import type { Cut, HeadChange, Patch, RowChange, Run } from "./api.js";
import type { ModelFacts } from "./blueprint.js";

/** A change of some columns in rows, in place. */
type Change = (data: Floats) => void;

/** Which columns of how many: those of a head in the joined rows, or all. */
interface Columns {
  readonly width: number;
  readonly first: number;
  readonly dim: number;
}

export interface LayerChanges {
  /** Of the joined heads. */
  readonly heads: Change[];
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
  if (isPlace(value, count) || value === first) return value as number;
  throw fault("value", `${where}: ${what} must be from ${first} to ${count - 1}; got ${kindOf(value)}.`);
}

/** Reads a list of places, if there is one. */
export function readPlaces(
  where: string,
  name: string,
  list: unknown,
  count: number,
  first: 0 | -1 = 0,
): readonly number[] | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) throw fault("type", `${where}: ${name} must be an array; got ${kindOf(list)}.`);
  return list.map((one) => checkPlace(where, `each of ${name}`, one, count, first));
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
  const whole = { width: modelDim, first: 0, dim: modelDim };
  const columnsOf = (what: string, head: unknown): Columns => ({
    ...{ width: heads * dim, first: within(what, head, heads) * dim, dim },
  });
  for (const [n, one] of listOf<Patch>(where, "patch", given.patch).entries()) {
    const name = `patch[${n}]`;
    checkNames(where, `part of ${name}`, one, ["layer", "head", "from", "rows"]);
    const columns = columnsOf(`${name}.head`, one.head);
    of(`${name}.layer`, one.layer).heads.push(patchOf(where, name, one, tokens, columns));
  }
  for (const [key, value, name] of namedIn(where, "heads", given.heads, "5.2")) {
    const [layer, head] = readHeadName(where, key);
    const changes = of(`the layer of ${name}`, layer).heads;
    changes.push(changeOf(where, name, value, tokens, columnsOf(`the head of ${name}`, head)));
  }
  for (const [key, value, name] of namedIn(where, "feedForward", given.feedForward, "5")) {
    const layer = /^(0|[1-9]\d*)$/.test(key) ? Number(key) : key;
    of(`the layer of ${name}`, layer).feedForward.push(changeOf(where, name, value, tokens, whole));
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
    of(`${name}.layer`, one.layer, -1).rows.push(rowChangeOf(where, name, one, tokens, whole));
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
  if (!Array.isArray(value)) throw fault("type", `${where}: ${name} must be an array; got ${kindOf(value)}.`);
  for (const [n, one] of value.entries()) checkObject(where, `${name}[${n}]`, one);
  return value as One[];
}

function eachRow(
  data: Floats,
  { width, first, dim }: Columns,
  visit: (row: number, from: number, to: number) => void,
): void {
  for (let row = 0; row < data.length / width; row++) visit(row, row * width + first, row * width + first + dim);
}

function changeOf(
  where: string,
  name: string,
  value: HeadChange,
  tokens: number | undefined,
  columns: Columns,
): Change {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw fault("value", `${where}: ${name} must be finite; got ${value}.`);
    return (data) =>
      eachRow(data, columns, (_, from, to) => {
        for (let at = from; at < to; at++) data[at] = value === 0 ? 0 : data[at]! * value;
      });
  }
  const { width, dim } = columns;
  if (value === "mean") {
    if (tokens === undefined) {
      throw fault(
        "type",
        `${where}: ${name} cannot be "mean" here: a step reads a single token, which is its own mean. Give numbers.`,
      );
    }
    return (data) => {
      const mean = new Float64Array(dim);
      const rows = data.length / width;
      eachRow(data, columns, (_, from) => mean.forEach((sum, at) => (mean[at] = sum + data[from + at]! / rows)));
      eachRow(data, columns, (_, from) => data.set(mean, from));
    };
  }
  if (typeof value !== "object" || value === null) {
    throw fault(
      "type",
      `${where}: ${name} must be a number, "mean" or numbers; got ${kindOf(value)}. Write 0 to switch it off.`,
    );
  }
  const numbers = numbersOf(where, name, value, tokens, dim);
  return (data) => eachRow(data, columns, (row, from) => data.set(numbers(row), from));
}

/** Numbers for each token, or the same for all. */
function numbersOf(
  where: string,
  name: string,
  value: TensorInput,
  tokens: number | undefined,
  dim: number,
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

function rowChangeOf(
  where: string,
  name: string,
  one: RowChange,
  tokens: number | undefined,
  columns: Columns,
): Change {
  const { dim } = columns;
  const { layer, token, from, numbers, add } = one;
  // A generation reads other tokens in each step.
  const ofRun = tokens === undefined ? [] : ["token", "from"];
  checkNames(where, `part of ${name}`, one, ["layer", ...ofRun, "numbers", "add"]);
  const given = Object.entries({ from, numbers, add }).flatMap(([part, value]) => (value === undefined ? [] : part));
  if (given.length !== 1)
    throw fault("type", `${where}: ${name} must have one of from, numbers and add; got ${given.length} of them.`);
  let rows: (row: number) => Float32Array;
  let most = tokens!;
  if (from === undefined) {
    const each = token === undefined ? tokens : undefined;
    rows = numbersOf(where, `${name}.${given[0]!}`, (numbers ?? add)!, each, dim);
  } else {
    const kept = (from as Partial<Run> | null)?.layers?.[Math.max(0, layer)]?.stages;
    const tokensNeeded = token === undefined && tokens;
    const needed = { kept: "stages", layer: Math.max(0, layer), width: dim, tokens: tokensNeeded } as const;
    const data = rowsIn(where, name, from, layer < 0 ? kept?.input : kept?.output, needed);
    most = Math.min(most, data.length / dim);
    rows = (row) => data.subarray(row * dim, (row + 1) * dim);
  }
  if (token !== undefined) checkPlace(where, `${name}.token`, token, most);
  return (data) =>
    eachRow(data, columns, (row, at) => {
      if (token !== undefined && token !== row) return;
      const taken = rows(row);
      if (add === undefined) data.set(taken, at);
      else for (let c = 0; c < dim; c++) data[at + c]! += taken[c]!;
    });
}

/** What of another run's rows is needed; of so many tokens, or of any number. */
interface RowsNeeded {
  readonly kept: "joined" | "stages";
  readonly layer: number;
  readonly width: number;
  readonly tokens: number | false | undefined;
}

/** Checks rows of another run. */
function rowsIn(
  where: string,
  name: string,
  from: Run,
  source: Partial<Tensor> | undefined,
  { kept, layer, width, tokens }: RowsNeeded,
): Floats {
  const data = source?.data;
  if (!isTypedNumbers(data)) {
    throw fault(
      "type",
      `${where}: ${name}.from must be a run that kept "${kept}" of layer ${layer}; got ${kindOf(from)}.`,
    );
  }
  const count = data.length / width;
  if (source!.shape?.[1] !== width || !Number.isInteger(count))
    throw fault("value", `${where}: ${name}.from is a run of another model.`);
  if (tokens !== false && count !== tokens) {
    throw fault(
      "shape",
      `${where}: ${name}.from has ${count} tokens, and this text ${tokens}. ` +
        `Give texts with the same number of tokens, or name the tokens.`,
    );
  }
  return data;
}

function patchOf(
  where: string,
  name: string,
  { layer, from, rows }: Patch,
  tokens: number | undefined,
  columns: Columns,
): Change {
  const { width, first, dim } = columns;
  const source = (from as Partial<Run> | null | undefined)?.layers?.[layer]?.joined;
  const needed = { kept: "joined", layer, width, tokens: rows === undefined && tokens } as const;
  const data = rowsIn(where, name, from, source, needed);
  const taken = readPlaces(where, `${name}.rows`, rows, Math.min(data.length / width, tokens!));
  return (joined) => {
    eachRow(joined, columns, (row, at) => {
      if (taken === undefined || taken.includes(row))
        joined.set(data.subarray(row * width + first, row * width + first + dim), at);
    });
  };
}

/** Changes rows in place. */
export function changeRows(data: Floats, changes: readonly Change[]): void {
  for (const change of changes) change(data);
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
