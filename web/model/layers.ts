// The passes of a model: rows of tokens, each layer, the head.
import type { Floats, Heed, RotaryTurn, Tensor } from "../lib/api/index.js";
import { tensorOf } from "../lib/read/index.js";
import { feedForward, linear } from "../layers/index.js";
import type { Stages } from "./api.js";
import type { Blueprint } from "./blueprint.js";
import type { Layer, Loaded, Matrix } from "./loaded.js";
import { normalised } from "./norm.js";

/** Query, key and value rows, with their heads behind their rows. */
export interface Projected {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
}

/** Attention over them: the joined heads, `[rows, heads × dim]`. */
export type Attend = (projected: Projected, layer: Layer, number: number) => Floats;

/** What computes: a model's plan, its weights, and heed. */
export interface Engine {
  readonly heed: Heed;
  readonly plan: Blueprint;
  readonly loaded: Loaded;
}

/** The rows of tokens at these places of the text. */
export function embed(
  { plan, loaded }: Engine,
  ids: readonly number[],
  from: number,
  types?: readonly number[],
): Floats {
  const rows = loaded.table.rows(ids.slice(from)).data;
  const add = (more: Floats): void => more.forEach((number, at) => (rows[at]! += number));
  if (plan.positions) add(loaded.positions!.rows(plan.positions.rows(ids).slice(from)).data);
  if (loaded.types) add(loaded.types.rows(types?.slice(from) ?? ids.slice(from).map(() => 0)).data);
  return loaded.embeddingNorm ? normalised(rows, loaded.embeddingNorm) : rows;
}

/** Attention and feed-forward of a layer over rows x, `[rows, modelDim]`. Returns what the layer gives. */
export function passLayer(
  engine: Engine,
  number: number,
  x: Floats,
  attend: Attend,
  keep?: (stages: Stages) => void,
): Floats {
  const { heed, plan, loaded } = engine;
  const layer = loaded.layers[number]!;
  const { modelDim } = plan.facts;
  const rows = x.length / modelDim;
  const row = (data: Floats): Tensor => ({ data, shape: [rows, modelDim] });
  // 1. attention, with its norm before it or behind the sum
  const read = plan.normFirst ? normalised(x, layer.attentionNorm) : x;
  const joined = attend(project(engine, layer, row(read)), layer, number);
  const attended = times(heed, { data: joined, shape: [rows, joined.length / rows] }, layer.output).data;
  const between = plan.normFirst ? sum(x, attended) : normalised(sum(x, attended), layer.attentionNorm);
  // 2. feed-forward, likewise
  const { hidden, gate, down } = layer;
  const taken = plan.normFirst ? normalised(between, layer.feedForwardNorm) : between;
  const fed = feedForward(heed, row(taken), { hidden, gate, output: down, activation: plan.activation }).data;
  const output = plan.normFirst ? sum(between, fed) : normalised(sum(between, fed), layer.feedForwardNorm);
  keep?.({
    input: tensorOf(x, [rows, modelDim]),
    read: tensorOf(read, [rows, modelDim]),
    attention: tensorOf(attended, [rows, modelDim]),
    feedForward: tensorOf(fed, [rows, modelDim]),
    output: tensorOf(output, [rows, modelDim]),
  });
  return output;
}

/** Query, key and value of rows that a layer reads, before positions turn them. */
export function project({ heed, plan }: Engine, layer: Layer, x: Tensor): Projected {
  const { heads, kvHeads, dim } = plan.facts;
  const rows = x.shape[0]!;
  const all = layer.projections.map((matrix) => times(heed, x, matrix).data);
  const [q, k, v] = all.length === 3 ? all : thirds(all[0]!, rows);
  const shaped = (data: Floats, count: number): Tensor => ({ data, shape: [rows, count, dim] });
  const { queryNorm, keyNorm } = layer;
  return {
    q: shaped(queryNorm ? normalised(q!, queryNorm) : q!, heads),
    k: shaped(keyNorm ? normalised(k!, keyNorm) : k!, kvHeads),
    v: shaped(v!, kvHeads),
  };
}

/** Rows of query, key and value side by side become three matrices. */
export function thirds(data: Floats, rows: number): Floats[] {
  const width = data.length / rows / 3;
  return [0, 1, 2].map((third) => {
    const to = new Float32Array(rows * width);
    for (let row = 0; row < rows; row++) {
      const from = (3 * row + third) * width;
      to.set(data.subarray(from, from + width), row * width);
    }
    return to;
  });
}

function times(heed: Heed, x: Tensor, { weight, bias }: Matrix): Tensor {
  return linear(heed, x, { weight, bias });
}

function sum(a: Floats, b: Floats): Floats {
  const to = new Float32Array(a.length);
  for (let i = 0; i < to.length; i++) to[i] = a[i]! + b[i]!;
  return to;
}

/** What stands behind the last layer: the last norm. */
export function finish({ loaded: { lastNorm } }: Engine, x: Floats): Floats {
  return lastNorm ? normalised(x, lastNorm) : x;
}

/** `[rows, vocab]` of finished rows. */
export function logitsOf({ heed, loaded: { head } }: Engine, x: Tensor): Tensor {
  const { dense, activation, norm, output } = head!;
  const inner = dense ? linear(heed, x, { ...dense, activation }) : x;
  return times(heed, norm ? { data: normalised(inner.data, norm), shape: inner.shape } : inner, output);
}

/** How many of these tokens lie beyond those for which the model was made. */
export function beyondContext({ plan }: Engine, tokens: number): number {
  return Math.max(0, tokens - plan.facts.context);
}

/** How positions turn a text of this length; undefined where they do not. */
export function turnOf({ plan }: Engine, length: number): RotaryTurn | undefined {
  return plan.turning?.at(length);
}
