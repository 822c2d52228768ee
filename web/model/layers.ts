// The passes of a model: rows of tokens, each layer, the head.
import type { Floats, Heed, Tensor } from "../lib/api/index.js";
import { fault, tensorOf } from "../lib/read/index.js";
import { feedForward, linear } from "../layers/index.js";
import type { Stages } from "./api.js";
import type { Blueprint } from "./blueprint.js";
import { changeRows, type LayerChanges } from "./changes.js";
import type { Head, Layer, Loaded, Matrix } from "./loaded.js";
import { normalised, type Norm } from "./norm.js";

/** Query, key and value rows, with their heads after their rows. */
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
  { heed, plan, loaded }: Engine,
  ids: readonly number[],
  from: number,
  types?: readonly number[],
): Floats {
  const { data: rows, shape } = loaded.table.rows(ids.slice(from));
  const { tableFactor = 1 } = plan;
  for (let at = 0; at < rows.length; at++) rows[at]! *= tableFactor;
  const add = (more: Floats): void => more.forEach((number, at) => (rows[at]! += number));
  if (loaded.positions) add(loaded.positions.table.rows(loaded.positions.rows(ids).slice(from)).data);
  if (loaded.types) add(loaded.types.rows(types?.slice(from) ?? ids.slice(from).map(() => 0)).data);
  const data = behind(rows, loaded.embeddingNorm);
  return loaded.widening ? times(heed, { data, shape }, loaded.widening).data : data;
}

/** Rows after a norm, if there is one. */
export function behind(rows: Floats, norm: Norm | undefined): Floats {
  return norm ? normalised(rows, norm) : rows;
}

/** Attention and feed-forward of a layer over rows x, `[rows, modelDim]`. Returns what the layer gives. */
export function passLayer(
  engine: Engine,
  number: number,
  x: Floats,
  attend: Attend,
  {
    change,
    keep,
  }: { readonly change?: LayerChanges | undefined; readonly keep?: ((stages: Stages) => void) | undefined },
): Floats {
  const { heed, plan, loaded } = engine;
  const layer = loaded.layers[number]!;
  const { attentionNorms: first, feedForwardNorms: second, parallel, hidden, gate, down } = layer;
  const { modelDim } = plan.facts;
  const rows = x.length / modelDim;
  const row = (data: Floats): Tensor => tensorOf(data, [rows, modelDim]);
  // 1. attention
  const read = behind(x, first.before);
  const joined = attend(project(engine, layer, row(read)), layer, number);
  const attended = times(heed, { data: joined, shape: [rows, joined.length / rows] }, layer.output).data;
  const attention = behind(attended, first.within);
  const between = behind(sum(x, attention), first.behind);
  // 2. feed-forward: of what attention leaves, or side by side with it
  const taken = second.before ? normalised(parallel ? x : between, second.before) : parallel ? read : between;
  const fed = feedForward(heed, row(taken), { hidden, gate, output: down, activation: plan.activation }).data;
  const feeding = behind(fed, second.within);
  if (change) changeRows(feeding, change.feedForward);
  const output = behind(sum(between, feeding), second.behind);
  if (change) changeRows(output, change.rows);
  keep?.({
    input: row(x),
    read: row(read),
    attention: row(attention),
    feedForward: row(feeding),
    output: row(output),
  });
  return output;
}

/** Query, key and value of rows that a layer reads, before positions turn them. */
export function project({ heed, plan }: Engine, { projections, queryNorm, keyNorm }: Layer, x: Tensor): Projected {
  const { heads, kvHeads, dim } = plan.facts;
  const [q, k, v] = projections.map((matrix) => times(heed, x, matrix).data) as [Floats, Floats, Floats];
  const shaped = (data: Floats, count: number): Tensor => ({ data, shape: [x.shape[0]!, count, dim] });
  return {
    q: shaped(behind(q, queryNorm), heads),
    k: shaped(behind(k, keyNorm), kvHeads),
    v: shaped(v, kvHeads),
  };
}

/** `[heads, tokens, tokens]`: what distances add to scores; undefined where they add nothing. */
export function distanceBias({ plan, loaded: { distances } }: Engine, tokens: number): Tensor | undefined {
  if (distances === undefined) return undefined;
  const { heads } = plan.facts;
  const away = Array.from({ length: 2 * tokens - 1 }, (_, at) => distances.bucket(at - tokens + 1));
  const { data: numbers } = distances.table.rows(away);
  const data = new Float32Array(heads * tokens * tokens);
  let at = 0;
  for (let head = 0; head < heads; head++)
    for (let query = 0; query < tokens; query++)
      for (let key = 0; key < tokens; key++) data[at++] = numbers[(key - query + tokens - 1) * heads + head]!;
  return { data, shape: [heads, tokens, tokens] };
}

export function times(heed: Heed, x: Tensor, { weight, bias }: Matrix): Tensor {
  return linear(heed, x, { weight, bias });
}

export function sum(a: Floats, b: Floats): Floats {
  const to = new Float32Array(a.length);
  for (let i = 0; i < to.length; i++) to[i] = a[i]! + b[i]!;
  return to;
}

/** What comes after the last layer: the last norm. */
export function finish({ loaded: { lastNorm } }: Engine, x: Floats): Floats {
  return behind(x, lastNorm);
}

/** The head that gives logits. */
export function headIn(where: string, { loaded: { head } }: Engine): Head {
  if (head) return head;
  throw fault(
    "type",
    `${where}: this model has no logits: it was saved without its head, or only its first layers were opened.`,
  );
}

/** `[rows, outputs]` of finished rows: logits, a number for each of so many tokens. */
export function headOf({ heed }: Engine, { dense, activation, norm, output }: Head, x: Tensor): Tensor {
  const inner = dense ? linear(heed, x, { ...dense, activation }) : x;
  return times(heed, { data: behind(inner.data, norm), shape: inner.shape }, output);
}

/** How many of these tokens lie beyond those for which the model was made. */
export function beyondContext({ plan }: Engine, tokens: number): number {
  return Math.max(0, tokens - plan.facts.context);
}
