// What a run kept, for the calls that read a run.
import type { Floats, Tensor } from "../lib/api/index.js";
import { fault, isPlace, kindOf } from "../lib/read/index.js";
import type { Run } from "./api.js";
import { behind, embed, sum, type Engine } from "./layers.js";
import { isNear, isRows } from "./run.js";

/** What of a run is needed. */
export interface Needed {
  /** In words. */
  readonly said: string;
  /** The layers whose stages are needed. */
  readonly stages: readonly number[];
  /** Whether the joined heads of a layer are. */
  readonly joined: (layer: number) => boolean;
}

/** Refuses what is no run, a run of a model of other sizes, and one that did not keep what is needed. */
export function checkKept(where: string, { plan }: Engine, run: Partial<Run> | null | undefined, needed: Needed): void {
  const { modelDim, heads, dim } = plan.facts;
  const [ids, layers] = [run?.ids, run?.layers];
  const count = Array.isArray(ids) && ids.every((id) => isPlace(id, plan.facts.vocab)) ? ids.length : -1;
  const missing = needed.stages.find((at) => {
    const { stages, joined } = layers?.[at] ?? {};
    const isRead = isRows(stages?.input, count * modelDim) && isRows(stages?.feedForward, count * modelDim);
    return !isRead || (needed.joined(at) && !isRows(joined, count * heads * dim));
  });
  if (layers !== undefined && missing === undefined) return;
  throw fault(
    "type",
    `${where}: run must have kept ${needed.said}; got ` +
      `${layers === undefined ? kindOf(run) : `one without those of layer ${missing}`}.`,
  );
}

/** Refuses a run of another model, or with other token types: by the row of this token before the first layer. */
export function checkBegin(where: string, engine: Engine, run: Run, token: number, types?: readonly number[]): void {
  const { input } = run.layers[0]!.stages!;
  if (hasChanged(run, -1) || isNear(embeddedRow(engine, run, token, types), rowOf(input, token))) return;
  throw fault(
    "value",
    `${where}: run must be of this model, with the same types; its rows before the first layer are others.`,
  );
}

/** A row of a matrix: a view of it. */
export function rowOf({ data, shape }: Tensor, row: number): Floats {
  const columns = shape[1]!;
  return data.subarray(row * columns, (row + 1) * columns);
}

/** The row of a token between attention and feed-forward. */
export function rowBetween({ loaded }: Engine, run: Run, layer: number, token: number): Floats {
  const { input, attention } = run.layers[layer]!.stages!;
  return behind(sum(rowOf(input, token), rowOf(attention, token)), loaded.layers[layer]!.attentionNorms.behind);
}

/** What the run put into a row by its `rows`: the difference to the row that the layer gave. Undefined: nothing. */
export function putInto(
  engine: Engine,
  run: Run,
  { layer, token }: { readonly layer: number; readonly token: number },
  types?: readonly number[],
): Float64Array | undefined {
  if (!hasChanged(run, layer)) return undefined;
  const stages = run.layers[Math.max(0, layer)]!.stages!;
  const is = rowOf(layer < 0 ? stages.input : stages.output, token);
  const was = layer < 0 ? embeddedRow(engine, run, token, types) : rowGiven(engine, run, layer, token);
  return is.every((one, at) => one === was[at]) ? undefined : Float64Array.from(is, (one, at) => one - was[at]!);
}

const hasChanged = ({ changed }: Partial<Run>, layer: number): boolean =>
  Array.isArray(changed) && changed.includes(layer);

function embeddedRow(engine: Engine, { ids }: Run, token: number, types?: readonly number[]): Floats {
  return embed(engine, ids, token, types).subarray(0, engine.plan.facts.modelDim);
}

/** The row that a layer gave, with the same bits, before it was changed. */
function rowGiven(engine: Engine, run: Run, layer: number, token: number): Floats {
  const feeding = rowOf(run.layers[layer]!.stages!.feedForward, token);
  const { feedForwardNorms } = engine.loaded.layers[layer]!;
  return behind(sum(rowBetween(engine, run, layer, token), feeding), feedForwardNorms.behind);
}
