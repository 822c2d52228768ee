// What a logit is made of. What is asked about is carried back through the model: how much each number of a row adds to
// it. Every norm on the way is frozen: its mean is taken of each part, and its factor of this run's row. In double
// precision.
import type { Floats } from "../lib/api/index.js";
import { checkNames, checkObject, fault } from "../lib/read/index.js";
import type { LogitPart, LogitParts, LogitPartsOptions, Run, ScorePart, Stages } from "./api.js";
import { checkPlace } from "./changes.js";
import { checkBegin, checkKept, putInto, rowBehind, rowBetween, stageRow } from "./kept.js";
import { headIn, sum, times, type Engine } from "./layers.js";
import type { Matrix } from "./loaded.js";
import type { Norm } from "./norm.js";
import { isRows } from "./run.js";
import { averageOf, BLOCK, columnsOf, dot, factorOf, sumOf, tableRows } from "./score-parts.js";

/** How much each number of a row adds; and what biases add on the way there, where there are any. */
interface Asked {
  by: Float64Array;
  bias: number | undefined;
}

/** The token whose row is read, after this layer. */
interface Place {
  readonly layer: number;
  readonly token: number;
}

export function logitParts(where: string, engine: Engine, run: Run, options: LogitPartsOptions): LogitParts {
  checkObject(where, "options", options, "an object { of }");
  checkNames(where, "option", options, ["token", "of", "against"]);
  const { plan, loaded } = engine;
  const { layers, vocab, family } = plan.facts;
  const head = headIn(where, engine);
  if (head.dense) {
    throw fault(
      "type",
      `${where}: the head of ${family} has an activation, so a logit is not the sum of its parts. Use model.lens.`,
    );
  }
  checkKept(where, engine, run, {
    said: `"joined" and "stages" of layers 0 to ${layers - 1}`,
    layers: Array.from(loaded.layers.keys()),
    stages: ["input", "attention", "feedForward", "output"],
    joined: layers,
  });
  const { token = run.ids.length - 1, of, against } = options;
  checkPlace(where, "token", token, run.ids.length);
  checkPlace(where, "of", of, vocab);
  if (against !== undefined) checkPlace(where, "against", against, vocab);
  checkBegin(where, engine, run, token);
  const [one, other] = [askedOf(head.output, of), askedOf(head.output, against)];
  const asked: Asked = {
    by: one.by.map((number, at) => number - other.by[at]!),
    bias: one.bias === undefined ? undefined : one.bias - other.bias!,
  };
  const row = rowBehind(engine, run, layers - 1, token);
  const { by } = asked;
  throughNorm(asked, loaded.lastNorm, row);
  const behind = asked.bias;
  const total = dot(asked.by, row) + (behind ?? 0);
  const parts: LogitPart[] = [];
  for (let layer = layers - 1; layer >= 0; layer--)
    parts.unshift(...partsOfLayer(engine, run, { layer, token }, asked));
  asked.bias = behind;
  parts.unshift(...partsOfTables(engine, run, token, asked));
  parts.push(...biasOf(asked, { row: loaded.lastNorm?.bias, by }));
  return { parts, total };
}

function partOf(
  { kind, layer, head }: Pick<ScorePart, "kind"> & Partial<ScorePart>,
  value: number,
  byToken?: readonly number[],
): LogitPart {
  return { kind, layer, head, value, byToken };
}

/** @param own the biases that come last, and how much each adds; the rest is other biases */
const biasOf = ({ bias }: Asked, own: Partial<LogitPart>): LogitPart[] =>
  bias === undefined ? [] : [{ ...partOf({ kind: "bias" }, bias), ...own }];

/** The means of heads, once for each model: a mean takes the whole matrix. */
const MEANS = new WeakMap<Matrix, Asked>();

/** From the rows after the last norm to a logit, or to the mean of all. */
function askedOf(output: Matrix, id: number | undefined): Asked {
  if (id !== undefined) {
    const { weight, bias } = columnsOf(output, id, 1);
    return { by: Float64Array.from(weight), bias: bias?.[0] };
  }
  const { shape, layout } = output.weight;
  const count = shape[layout === "out-in" ? 0 : 1];
  const mean = MEANS.get(output) ?? { by: new Float64Array(count).fill(1 / count), bias: undefined };
  if (!MEANS.has(output)) throughMatrix(mean, output);
  MEANS.set(output, mean);
  return mean;
}

/** Carries what is asked about back through a norm of this row. */
function throughNorm(asked: Asked, norm: Norm | undefined, row: Floats): void {
  if (norm === undefined) return;
  if (norm.bias) addBias(asked, norm.bias);
  const factor = factorOf(norm, row);
  const by = asked.by.map((one, at) => one * norm.gain[at]! * factor);
  // To take a mean of a part is to take it of what is asked.
  const average = averageOf(norm, by);
  asked.by = by.map((one) => one - average);
}

/** Carries it back through a matrix and its bias. */
function throughMatrix(asked: Asked, { weight, bias }: Matrix): void {
  if (bias) addBias(asked, bias.data);
  const { shape, layout } = weight;
  const [lines, length] = shape;
  const { by } = asked;
  const to = new Float64Array(layout === "out-in" ? length : lines);
  for (let from = 0; from < lines; from += BLOCK) {
    const count = Math.min(BLOCK, lines - from);
    const { data } = weight.rows(Array.from({ length: count }, (_, at) => from + at));
    for (let line = 0; line < count; line++) {
      const row = data.subarray(line * length, (line + 1) * length);
      if (layout === "in-out") to[from + line] = dot(by, row);
      else {
        const factor = by[from + line]!;
        for (let at = 0; at < length; at++) to[at]! += factor * row[at]!;
      }
    }
  }
  asked.by = to;
}

function addBias(asked: Asked, numbers: ArrayLike<number>): void {
  asked.bias = (asked.bias ?? 0) + dot(asked.by, numbers);
}

/** The parts of a layer, in their order. What is asked about is carried back to what the layer takes. */
function partsOfLayer(engine: Engine, run: Run, place: Place, asked: Asked): LogitPart[] {
  const { heed, plan, loaded } = engine;
  const { layer, token } = place;
  const { attentionNorms, feedForwardNorms, output } = loaded.layers[layer]!;
  const stage = (name: keyof Stages): Floats => stageRow(engine, run, name, layer, token);
  const feeding = stage("feedForward");
  const width = plan.facts.heads * plan.facts.dim;
  const joined = run.layers[layer]!.joined!.data.subarray(token * width, (token + 1) * width);
  const put = added(putInto(engine, run, layer, token), asked);
  asked.bias = undefined;
  throughNorm(asked, feedForwardNorms.behind, sum(rowBetween(engine, run, layer, token), feeding));
  const fed = added([{ part: { kind: "feedForward", layer, head: undefined }, row: feeding }], asked);
  throughNorm(asked, attentionNorms.behind, sum(stage("input"), stage("attention")));
  const inner = { ...asked };
  if (attentionNorms.within)
    throughNorm(inner, attentionNorms.within, times(heed, { data: joined, shape: [1, width] }, output).data);
  const { by } = inner;
  throughMatrix(inner, output);
  const bias = biasOf(inner, { layer, row: output.bias?.data, by });
  return [...headParts(engine, run, place, { by: inner.by, joined }), ...bias, ...fed, ...put];
}

/** What rows add, with their products. */
const added = (
  rows: readonly { readonly part: ScorePart; readonly row: Floats | Float64Array }[],
  { by }: Asked,
): LogitPart[] => rows.map(({ part, row }) => ({ ...partOf(part, dot(by, row)), row, by }));

function headParts(
  { plan }: Engine,
  run: Run,
  { layer, token }: Place,
  { by, joined }: { readonly by: Float64Array; readonly joined: Floats },
): LogitPart[] {
  const { heads, kvHeads, dim } = plan.facts;
  const { weights, v } = run.layers[layer]!;
  const count = run.ids.length;
  const isKept = isRows(weights, heads * count * count) && isRows(v, kvHeads * count * dim);
  return Array.from({ length: heads }, (_, head) => {
    const asked = by.subarray(head * dim, (head + 1) * dim);
    const value = dot(asked, joined.subarray(head * dim, (head + 1) * dim));
    if (!isKept) return partOf({ kind: "head", layer, head }, value);
    const kv = Math.floor((head * kvHeads) / heads);
    const from = (head * count + token) * count;
    const looks = weights!.data.subarray(from, from + count);
    const values = v!.data.subarray(kv * count * dim, (kv + 1) * count * dim);
    return partOf({ kind: "head", layer, head }, value, byTokens(asked, looks, values, value));
  });
}

/** A head's part by the tokens that it looks at. Where they do not sum to it, the run changed the head. */
function byTokens(asked: Float64Array, looks: Floats, values: Floats, value: number): number[] | undefined {
  const dim = asked.length;
  let [total, size] = [0, 0];
  const found = Array.from(looks, (look, token) => {
    let product = 0;
    for (let c = 0; c < dim; c++) {
      const one = look * asked[c]! * values[token * dim + c]!;
      product += one;
      size += Math.abs(one);
    }
    total += product;
    return product;
  });
  return Math.abs(total - value) <= 1e-4 * size ? found : undefined;
}

/** The parts of the tables. What biases add goes to what is asked about. */
function partsOfTables(engine: Engine, run: Run, token: number, asked: Asked): LogitPart[] {
  const { embeddingNorm, widening } = engine.loaded;
  const put = added(putInto(engine, run, -1, token), asked);
  const rows = tableRows(engine, run.ids, token);
  if (widening) throughMatrix(asked, widening);
  throughNorm(asked, embeddingNorm, Float32Array.from(sumOf(rows)));
  return [...added(rows, asked), ...put];
}
