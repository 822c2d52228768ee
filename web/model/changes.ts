// What a run changes in heads: read and checked, by layer.
import type { Floats, Tensor } from "../lib/api/index.js";
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
import type { Cut, HeadChange, Patch, Run } from "./api.js";
import type { ModelFacts } from "./blueprint.js";

/** A change of a head's columns in the joined rows. */
type Change = (joined: Floats, columns: Columns) => void;

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
}

export interface GivenChanges {
  readonly heads?: Readonly<Record<string, HeadChange>> | undefined;
  readonly cut?: readonly Cut[] | undefined;
  readonly patch?: readonly Patch[] | undefined;
}

export function checkPlace(where: string, what: string, value: unknown, count: number): number {
  if (isPlace(value, count)) return value as number;
  throw fault("value", `${where}: ${what} must be from 0 to ${count - 1}; got ${kindOf(value)}.`);
}

/**
 * The changes of each layer that has any.
 *
 * @param tokens How many rows a head's output has; undefined where they differ from step to step.
 */
export function readChanges(
  where: string,
  { layers, heads, dim }: Pick<ModelFacts, "layers" | "heads" | "dim">,
  tokens: number | undefined,
  given: GivenChanges,
): Map<number, LayerChanges> {
  const all = new Map<number, LayerChanges>();
  const within = (what: string, value: unknown, count: number): number => checkPlace(where, what, value, count);
  const of = (what: string, layer: unknown): LayerChanges => {
    const number = within(what, layer, layers);
    const known = all.get(number) ?? { heads: [], cuts: [] };
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
  if (given.heads !== undefined) checkObject(where, "heads", given.heads, 'an object such as { "5.2": 0 }');
  for (const [key, value] of Object.entries(given.heads ?? {})) {
    const [layer, head] = readHeadName(where, key);
    const name = `heads["${cutText(key)}"]`;
    const change = changeOf(where, name, value, { tokens, dim });
    of(`the layer of ${name}`, layer).heads.push({
      head: within(`the head of ${name}`, head, heads),
      change,
    });
  }
  for (const [n, one] of listOf<Cut>(where, "cut", given.cut).entries()) {
    const name = `cut[${n}]`;
    checkNames(where, `part of ${name}`, one, ["layer", "head", "query", "key"]);
    if (one.head !== undefined) within(`${name}.head`, one.head, heads);
    for (const end of ["query", "key"] as const)
      if (one[end] !== undefined) within(`${name}.${end}`, one[end], tokens ?? 0);
    of(`${name}.layer`, one.layer).cuts.push({ ...one });
  }
  return all;
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

function changeOf(
  where: string,
  name: string,
  value: HeadChange,
  { tokens, dim }: { readonly tokens: number | undefined; readonly dim: number },
): Change {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw fault("value", `${where}: ${name} must be finite; got ${value}.`);
    return (joined, columns) =>
      eachRow(columns, (_, from, to) => {
        for (let at = from; at < to; at++) joined[at] = value === 0 ? 0 : joined[at]! * value;
      });
  }
  if (value === "mean") {
    if (tokens === undefined) {
      throw fault(
        "type",
        `${where}: ${name} cannot be "mean" here: a step reads a single token, which is its own mean. Give numbers.`,
      );
    }
    return (joined, columns) => {
      const mean = new Float64Array(columns.dim);
      eachRow(columns, (_, from) => mean.forEach((sum, at) => (mean[at] = sum + joined[from + at]! / columns.rows)));
      eachRow(columns, (_, from) => joined.set(mean, from));
    };
  }
  if (typeof value === "string")
    throw fault("type", `${where}: ${name} must be a number, "mean" or numbers; got ${kindOf(value)}.`);
  const { data, shape } = readTensor(where, name, value);
  const perToken = shape.length === 2 && tokens !== undefined;
  const needed = perToken ? [tokens, dim] : [dim];
  if (shape.length !== needed.length || needed.some((extent, axis) => extent !== shape[axis])) {
    const also = tokens === undefined ? "" : ` or [${tokens}, ${dim}]`;
    throw fault("shape", `${where}: ${name} must have the shape [${dim}]${also}; its shape is [${shape.join(", ")}].`);
  }
  const numbers = Float32Array.from(data);
  return (joined, columns) =>
    eachRow(columns, (row, from) =>
      joined.set(perToken ? numbers.subarray(row * dim, (row + 1) * dim) : numbers, from),
    );
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
