// What a run kept, for the calls that read a run.
import type { Floats } from "../lib/api/index.js";
import { fault, isPlace, kindOf } from "../lib/read/index.js";
import type { Run, ScorePart, Stages } from "./api.js";
import { behind, embed, sum, type Engine } from "./layers.js";
import { isNear, isRows } from "./run.js";

/** A part with its numbers: of a row, or of a query or key. */
export interface Written {
  readonly part: ScorePart;
  readonly row: Float64Array;
}

/** What of a run is needed. */
export interface Needed {
  /** In words. */
  readonly said: string;
  /** Of which layers. */
  readonly layers: readonly number[];
  readonly stages: readonly (keyof Stages)[];
  /** The joined heads of layers before this one. */
  readonly joined: number;
}

/** Throws for anything that is not a run, a run of a model of other sizes, and one that did not keep what is needed. */
export function checkKept(where: string, { plan }: Engine, run: Partial<Run> | null | undefined, needed: Needed): void {
  const { modelDim, heads, dim } = plan.facts;
  const [ids, layers] = [run?.ids, run?.layers];
  const count = Array.isArray(ids) && ids.every((id) => isPlace(id, plan.facts.vocab)) ? ids.length : -1;
  const missing = needed.layers.find((at) => {
    const { stages, joined } = layers?.[at] ?? {};
    const isRead = needed.stages.every((name) => isRows(stages?.[name], count * modelDim));
    return !isRead || (at < needed.joined && !isRows(joined, count * heads * dim));
  });
  if (layers !== undefined && missing === undefined) return;
  throw fault(
    "type",
    `${where}: run must have kept ${needed.said}; got ` +
      `${layers === undefined ? kindOf(run) : `a run without layer ${missing}`}.`,
  );
}

/** Refuses a run of another model, or with other token types: by the row of this token before the first layer. */
export function checkBegin(where: string, engine: Engine, run: Run, token: number, types?: readonly number[]): void {
  const input = stageRow(engine, run, "input", 0, token);
  if (hasChanged(run, -1) || isNear(embeddedRow(engine, run, token, types), input)) return;
  throw fault(
    "value",
    `${where}: run must be of this model, with the same types; its rows before the first layer differ.`,
  );
}

/** A row that a run kept: a view of it. */
export function stageRow({ plan }: Engine, run: Run, stage: keyof Stages, layer: number, token: number): Floats {
  const { modelDim } = plan.facts;
  return run.layers[layer]!.stages![stage].data.subarray(token * modelDim, (token + 1) * modelDim);
}

/** The row that a layer gives; that before the first for layer −1. */
export function rowBehind(engine: Engine, run: Run, layer: number, token: number): Floats {
  return layer < 0 ? stageRow(engine, run, "input", 0, token) : stageRow(engine, run, "output", layer, token);
}

/** The row between attention and feed-forward. */
export function rowBetween(engine: Engine, run: Run, layer: number, token: number): Floats {
  const attended = sum(stageRow(engine, run, "input", layer, token), stageRow(engine, run, "attention", layer, token));
  return behind(attended, engine.loaded.layers[layer]!.attentionNorms.behind);
}

/** What the run put into a row by its `rows`, in a list: the difference to the row that the layer gave. */
export function putInto(engine: Engine, run: Run, layer: number, token: number, types?: readonly number[]): Written[] {
  if (!hasChanged(run, layer)) return [];
  const is = rowBehind(engine, run, layer, token);
  const was = layer < 0 ? embeddedRow(engine, run, token, types) : rowGiven(engine, run, layer, token);
  const row = Float64Array.from(is, (one, at) => one - was[at]!);
  const part: ScorePart = { kind: "row", layer: layer < 0 ? undefined : layer, head: undefined };
  return row.some((one) => one !== 0) ? [{ part, row }] : [];
}

const hasChanged = ({ changed }: Partial<Run>, layer: number): boolean =>
  Array.isArray(changed) && changed.includes(layer);

function embeddedRow(engine: Engine, { ids }: Run, token: number, types?: readonly number[]): Floats {
  return embed(engine, ids, token, types).subarray(0, engine.plan.facts.modelDim);
}

/** The row that a layer gave, with the same bits, before it was changed. */
function rowGiven(engine: Engine, run: Run, layer: number, token: number): Floats {
  const feeding = stageRow(engine, run, "feedForward", layer, token);
  const { feedForwardNorms } = engine.loaded.layers[layer]!;
  return behind(sum(rowBetween(engine, run, layer, token), feeding), feedForwardNorms.behind);
}
