// What a score is made of: each earlier head, feed-forward and embedding wrote into the rows that a head reads, and so
// into its query and its key. Every norm on the way is frozen: its mean is taken of each part, and its factor of this
// run's rows. So the parts add up.
import type { Floats } from "../lib/api/index.js";
import { checkNames, checkObject, tensorOf } from "../lib/read/index.js";
import { linear } from "../layers/index.js";
import { rotate } from "../rotary/index.js";
import type { Run, ScorePart, ScoreParts, ScorePartsOptions } from "./api.js";
import { checkPlace } from "./changes.js";
import { checkBegin, checkKept, putInto, stageRow, type Written } from "./kept.js";
import { project, type Engine } from "./layers.js";
import type { Matrix } from "./loaded.js";
import { normalised, type Norm } from "./norm.js";
import { checkTypes, headsFirst } from "./run.js";

/** Some columns of a projection, `[dim, inputs]`, and their bias. */
interface Columns {
  readonly weight: Float32Array;
  readonly bias: Float32Array | undefined;
}

export function scoreParts(where: string, engine: Engine, run: Run, options: ScorePartsOptions): ScoreParts {
  checkObject(where, "options", options, "an object { layer, head, query, key }");
  checkNames(where, "option", options, ["layer", "head", "query", "key", "types"]);
  const { facts } = engine.plan;
  const { layer, head, query, key } = options;
  checkPlace(where, "layer", layer, facts.layers);
  checkPlace(where, "head", head, facts.heads);
  checkKept(where, engine, run, {
    said: `"joined" and "stages" of layers 0 to ${layer}`,
    layers: Array.from(engine.loaded.layers.keys()).slice(0, layer + 1),
    stages: ["input", "feedForward"],
    joined: layer,
  });
  if (options.types !== undefined) checkTypes(where, engine, run.ids, options.types);
  checkPlace(where, "query", query, run.ids.length);
  checkPlace(where, "key", key, run.ids.length);
  const kvHead = Math.floor((head * facts.kvHeads) / facts.heads);
  const tokens = [query, key];
  const read = writtenInto(where, engine, run, { layer, tokens, types: options.types });
  const [q, k] = (["q", "k"] as const).map((side, at) => {
    const to = { layer, side, head: at === 0 ? head : kvHead, token: tokens[at]!, tokens: run.ids.length };
    return projected(engine, read[at]!, to);
  }) as [Written[], Written[]];
  const { layers, distances } = engine.loaded;
  const { scale } = layers[layer]!;
  const pairs = new Float32Array(q.length * k.length);
  for (let a = 0; a < q.length; a++)
    for (let b = 0; b < k.length; b++) pairs[a * k.length + b] = dot(q[a]!.row, k[b]!.row) * scale;
  const flat = (parts: readonly Written[]): Floats => Float32Array.from(parts.flatMap(({ row }) => Array.from(row)));
  return {
    parts: q.map(({ part }) => part),
    query: tensorOf(flat(q), [q.length, facts.dim]),
    key: tensorOf(flat(k), [k.length, facts.dim]),
    pairs: tensorOf(pairs, [q.length, k.length]),
    score: scoreOf(engine, run, { layer, head, kvHead, query, key }),
    distance: distances ? distances.table.rows([distances.bucket(key - query)]).data[head]! : 0,
  };
}

/** For each of the tokens, the parts of its row as a layer takes it. */
function writtenInto(
  where: string,
  engine: Engine,
  run: Run,
  {
    layer,
    tokens,
    types,
  }: { readonly layer: number; readonly tokens: readonly number[]; readonly types: readonly number[] | undefined },
): Written[][] {
  const { loaded } = engine;
  const all = tokens.map((token) => {
    checkBegin(where, engine, run, token, types);
    return [...embedded(engine, run.ids, token, types), ...putInto(engine, run, -1, token, types)];
  });
  for (let number = 0; number < layer; number++) {
    const { attentionNorms, feedForwardNorms, output } = loaded.layers[number]!;
    const { joined } = run.layers[number]!;
    const constant: ScorePart = { kind: "bias", layer: number, head: undefined };
    const heads = headsThrough(engine, number, joined!.data, tokens);
    for (const [at, parts] of all.entries()) {
      const added = heads[at]!;
      if (output.bias) addTo(added, constant, output.bias.data);
      freeze(added, attentionNorms.within, constant);
      parts.push(...added);
      freeze(parts, attentionNorms.behind, constant);
      // What the feed-forward adds was kept after a norm within the sum.
      const token = tokens[at]!;
      const row = Float64Array.from(stageRow(engine, run, "feedForward", number, token));
      parts.push({ part: { kind: "feedForward", layer: number, head: undefined }, row });
      freeze(parts, feedForwardNorms.behind, constant);
      parts.push(...putInto(engine, run, number, token));
    }
  }
  return all;
}

/** The rows of the tables for a token, its position and its type. */
export function tableRows(
  { plan, loaded }: Engine,
  ids: readonly number[],
  token: number,
  types?: readonly number[],
): Written[] {
  const written: Written[] = [];
  const add = (kind: ScorePart["kind"], row: Float32Array): void =>
    void written.push({ part: { kind, layer: undefined, head: undefined }, row: Float64Array.from(row) });
  const { tableFactor = 1 } = plan;
  add(
    "token",
    loaded.table.rows([ids[token]!]).data.map((one) => one * tableFactor),
  );
  if (loaded.positions) add("position", loaded.positions.table.rows([loaded.positions.rows(ids)[token]!]).data);
  if (loaded.types) add("type", loaded.types.rows([types?.[token] ?? 0]).data);
  return written;
}

/** What stands for the token and its place before the first layer. */
function embedded(engine: Engine, ids: readonly number[], token: number, types?: readonly number[]): Written[] {
  const { plan, loaded } = engine;
  const written = tableRows(engine, ids, token, types);
  const constant: ScorePart = { kind: "bias", layer: undefined, head: undefined };
  freeze(written, loaded.embeddingNorm, constant);
  return loaded.widening ? through(written, columnsOf(loaded.widening, 0, plan.facts.modelDim), constant) : written;
}

/** What each head of a layer adds to the rows of these tokens: one product, in whose rows the other heads are zeros. */
function headsThrough(
  { heed, plan, loaded }: Engine,
  layer: number,
  joined: Float32Array,
  tokens: readonly number[],
): Written[][] {
  const { heads, dim, modelDim } = plan.facts;
  const width = heads * dim;
  const x = new Float32Array(tokens.length * heads * width);
  for (const [at, token] of tokens.entries())
    for (let head = 0; head < heads; head++) {
      const from = token * width + head * dim;
      x.set(joined.subarray(from, from + dim), (at * heads + head) * width + head * dim);
    }
  const { weight } = loaded.layers[layer]!.output;
  const { data } = linear(heed, { data: x, shape: [tokens.length * heads, width] }, { weight });
  return tokens.map((_, at) =>
    Array.from({ length: heads }, (__, head) => {
      const from = (at * heads + head) * modelDim;
      return { part: { kind: "head", layer, head }, row: Float64Array.from(data.subarray(from, from + modelDim)) };
    }),
  );
}

/** The parts in the query or key of a head, turned by its position. */
function projected(
  engine: Engine,
  read: Written[],
  to: {
    readonly layer: number;
    readonly side: "q" | "k";
    readonly head: number;
    readonly token: number;
    readonly tokens: number;
  },
): Written[] {
  const { plan, loaded } = engine;
  const { dim } = plan.facts;
  const { attentionNorms, projections, queryNorm, keyNorm, turning } = loaded.layers[to.layer]!;
  const constant: ScorePart = { kind: "bias", layer: to.layer, head: undefined };
  freeze(read, attentionNorms.before, constant);
  const isQuery = to.side === "q";
  const parts = through(read, columnsOf(projections[isQuery ? 0 : 1], to.head * dim, dim), constant);
  freeze(parts, isQuery ? queryNorm : keyNorm, constant);
  const rotary = turning?.at(to.tokens);
  if (rotary === undefined) return parts;
  return parts.map(({ part, row }) => {
    const { data } = rotate(tensorOf(Float32Array.from(row), [1, dim]), rotary, [to.token]);
    return { part, row: Float64Array.from(data) };
  });
}

/** How many rows of a matrix are taken out of wasm memory at once. */
export const BLOCK = 64;

export function columnsOf({ weight, bias }: Matrix, first: number, dim: number): Columns {
  const rows = (from: number, count: number): Float32Array =>
    weight.rows(Array.from({ length: count }, (_, row) => from + row)).data;
  const part = bias?.data.subarray(first, first + dim);
  if (weight.layout === "out-in") return { weight: rows(first, dim), bias: part };
  const [inputs, outputs] = weight.shape;
  const transposed = new Float32Array(dim * inputs);
  for (let from = 0; from < inputs; from += BLOCK) {
    const count = Math.min(BLOCK, inputs - from);
    const data = rows(from, count);
    for (let c = 0; c < dim; c++)
      for (let at = 0; at < count; at++) transposed[c * inputs + from + at] = data[at * outputs + first + c]!;
  }
  return { weight: transposed, bias: part };
}

/** Each part through a matrix. Its bias goes to the constants. */
function through(parts: readonly Written[], { weight, bias }: Columns, constant: ScorePart): Written[] {
  const behind = parts.map(({ part, row }) => ({
    part,
    row: Float64Array.from({ length: weight.length / row.length }, (_, c) =>
      dot(row, weight.subarray(c * row.length, (c + 1) * row.length)),
    ),
  }));
  if (bias) addTo(behind, constant, bias);
  return behind;
}

/** Takes each part through a norm, if there is one, with the factor of their sum. Its bias goes to the constants. */
function freeze(parts: Written[], norm: Norm | undefined, constant: ScorePart): void {
  if (norm === undefined) return;
  const { gain, bias } = norm;
  const factor = factorOf(norm, sumOf(parts));
  for (const { row } of parts) {
    const own = averageOf(norm, row);
    for (let at = 0; at < gain.length; at++) row[at] = (row[at]! - own) * factor * gain[at]!;
  }
  if (bias) addTo(parts, constant, bias);
}

/** What a norm subtracts. */
export function averageOf({ gain, mean }: Norm, row: ArrayLike<number>): number {
  let sum = 0;
  if (mean) for (let at = 0; at < row.length; at++) sum += row[at]!;
  return sum / gain.length;
}

/** What a norm multiplies this row by, before its gain. */
export function factorOf(norm: Norm, row: ArrayLike<number>): number {
  const middle = averageOf(norm, row);
  let squares = 0;
  for (let at = 0; at < row.length; at++) squares += (row[at]! - middle) ** 2;
  return 1 / Math.sqrt(squares / row.length + norm.epsilon);
}

/** Adds numbers to a part, which may be new. */
function addTo(parts: Written[], part: ScorePart, numbers: ArrayLike<number>): void {
  let found = parts.find((one) => one.part === part);
  if (found === undefined) parts.push((found = { part, row: new Float64Array(numbers.length) }));
  for (let at = 0; at < numbers.length; at++) found.row[at]! += numbers[at]!;
}

export function sumOf(parts: readonly Written[]): Float64Array {
  const total = new Float64Array(parts[0]!.row.length);
  for (const { row } of parts) for (let at = 0; at < total.length; at++) total[at]! += row[at]!;
  return total;
}

/** The score as a run computes it, of whole rows. */
function scoreOf(
  engine: Engine,
  run: Run,
  of: {
    readonly layer: number;
    readonly head: number;
    readonly kvHead: number;
    readonly query: number;
    readonly key: number;
  },
): number {
  const { modelDim, dim } = engine.plan.facts;
  const layer = engine.loaded.layers[of.layer]!;
  const positions = [of.query, of.key];
  const rows = Float32Array.from(
    positions.flatMap((token) => Array.from(stageRow(engine, run, "input", of.layer, token))),
  );
  const { before } = layer.attentionNorms;
  const read = before ? normalised(rows, before) : rows;
  const { q, k } = project(engine, layer, { data: read, shape: [2, modelDim] });
  const rotary = layer.turning?.at(run.ids.length);
  const [queries, keys] = [q, k].map((one) => {
    const byHeads = headsFirst(one);
    return (rotary ? rotate(byHeads, rotary, positions) : byHeads).data;
  }) as [Float32Array, Float32Array];
  const from = (head: number, row: number): number => (2 * head + row) * dim;
  const query = queries.subarray(from(of.head, 0), from(of.head, 1));
  return dot(query, keys.subarray(from(of.kvHead, 1), from(of.kvHead, 2))) * layer.scale;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
