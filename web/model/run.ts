// A run: a whole text at once, with what is kept and what is changed.
import type { AttentionKeep, Floats, RotaryTurn, Tensor } from "../lib/api/index.js";
import { fault, isPlace, isTypedNumbers, kindOf, listText, tensorOf, type AbortSignalLike } from "../lib/read/index.js";
import { rotate } from "../rotary/index.js";
import type { Run, RunControl, RunKeep, RunLayer, RunOptions, Stages } from "./api.js";
import { changeRows, maskOf, readChanges, readPlaces, type LayerChanges } from "./changes.js";
import {
  beyondContext,
  distanceBias,
  embed,
  finish,
  headOf,
  passLayer,
  type Attend,
  type Engine,
  type Projected,
} from "./layers.js";
import type { Head } from "./loaded.js";
import { within } from "./within.js";

export const RUN_KEEP: readonly RunKeep[] = [
  ...(["q", "k", "v", "raw", "scores", "logits", "weights", "lse", "joined", "stages"] as const),
];
export const OF_ATTENTION: readonly RunKeep[] = ["raw", "scores", "logits", "weights", "lse"];

/** A run that was read and checked. */
interface Plan {
  readonly where: string;
  readonly ids: readonly number[];
  readonly types: readonly number[] | undefined;
  readonly keep: readonly RunKeep[];
  readonly kept: (layer: number) => boolean;
  /** The rows whose logits are computed; undefined: all. */
  readonly rows: readonly number[] | undefined;
  readonly changes: ReadonlyMap<number, LayerChanges>;
  readonly first: number;
  readonly from: Run | undefined;
  readonly onLayer: RunOptions["onLayer"];
}

export function readRun(where: string, engine: Engine, ids: readonly number[], options: RunOptions & RunControl): Plan {
  const { facts } = engine.plan;
  const { from, types } = options;
  const rows = readLogits(where, options.logits, ids.length);
  const taken = readPlaces(where, "layers", options.layers, facts.layers);
  checkCallbacks(where, options);
  if (types !== undefined) checkTypes(where, engine, ids, types);
  const changes = readChanges(where, facts, ids.length, options);
  const first = from === undefined ? 0 : Math.max(0, Math.min(facts.layers - 1, ...changes.keys()));
  if (from !== undefined) checkFrom(where, engine, from, { ids, types, first });
  return {
    where,
    ids,
    types: types && Array.from(types),
    keep: readKeep(where, options.keep, RUN_KEEP),
    kept: (layer) => taken === undefined || taken.includes(layer),
    rows,
    changes,
    first,
    from,
    onLayer: options.onLayer,
  };
}

export function checkCallbacks(
  where: string,
  options: { onLayer?: unknown; onProgress?: unknown; signal?: AbortSignalLike | undefined },
): void {
  for (const name of ["onLayer", "onProgress"] as const)
    if (options[name] !== undefined && typeof options[name] !== "function")
      throw fault("type", `${where}: ${name} must be a function; got ${kindOf(options[name])}.`);
  const { signal } = options;
  if (signal !== undefined && typeof signal?.aborted !== "boolean")
    throw fault("type", `${where}: signal must be an AbortSignal; got ${kindOf(signal)}.`);
}

function readLogits(where: string, logits: RunOptions["logits"], count: number): readonly number[] | undefined {
  if (logits === undefined || logits === "all") return undefined;
  if (logits === "none") return [];
  if (logits === "last") return [count - 1];
  const rows: readonly unknown[] = Array.isArray(logits) ? logits : [];
  const wrong = rows.findIndex((row) => !isPlace(row, count));
  if (rows.length > 0 && wrong < 0) return rows.slice() as number[];
  throw fault(
    Array.isArray(logits) ? "value" : "type",
    `${where}: logits must be "all", "last", "none" or an array of rows, each from 0 to ${count - 1}; ` +
      `got ${kindOf(wrong < 0 ? logits : rows[wrong])}.`,
  );
}

export function readKeep<Name extends string>(where: string, value: unknown, known: readonly Name[]): readonly Name[] {
  if (value === undefined) return [];
  const list = Array.isArray(value) ? (value as Name[]) : undefined;
  const wrong = list ? list.find((name) => !known.includes(name)) : value;
  if (list && wrong === undefined) return list.slice();
  throw fault("type", `${where}: keep must be an array of ${listText(known)}; got ${kindOf(wrong)}.`);
}

export function checkTypes(where: string, { loaded }: Engine, ids: readonly number[], types: readonly number[]): void {
  if (loaded.types === undefined)
    throw fault("type", `${where}: types are for models with token types; this model has none.`);
  const count = loaded.types.shape[0];
  if (types?.length !== ids.length || ids.some((_, at) => !isPlace(types[at], count)))
    throw fault("value", `${where}: types must hold a number from 0 to ${count - 1} for each of ${ids.length} tokens.`);
}

function checkFrom(
  where: string,
  engine: Engine,
  from: Partial<Run> | null,
  { ids, types, first }: Pick<Plan, "ids" | "types" | "first">,
): void {
  const stages = from?.layers?.[first]?.stages;
  if (stages === undefined)
    throw fault("type", `${where}: from must be a run that kept "stages" of layer ${first}; got ${kindOf(from)}.`);
  if (from!.ids?.length !== ids.length || ids.some((id, at) => id !== from!.ids![at]))
    throw fault("value", `${where}: from must be a run of the same tokens.`);
  const changed = [from!.changed ?? []].flat().find((layer) => Number.isInteger(layer) && layer < first);
  if (changed !== undefined)
    throw fault(
      "value",
      `${where}: from must be a run without changes in layers before ${first}, which are taken from it; it changed ` +
        `layer ${changed}. Give a run without changes, or leave from out and give all changes.`,
    );
  const { modelDim } = engine.plan.facts;
  const isFull = (one: RunLayer | undefined): boolean => isRows(one?.stages?.input, ids.length * modelDim);
  const begun = from!.layers![0];
  if (
    isFull(from!.layers![first]) &&
    (begun?.stages === undefined || (isFull(begun) && isNear(begun.stages.input.data, embed(engine, ids, 0, types))))
  )
    return;
  throw fault(
    "value",
    `${where}: from must be a run of this model, with the same types; its rows before the first layer differ.`,
  );
}

/** Whether it is a tensor with so many numbers. */
export function isRows(value: Partial<Tensor> | null | undefined, count: number): boolean {
  return isTypedNumbers(value?.data) && value!.data!.length === count;
}

/** Whether these numbers are those, to rounding. */
export function isNear(some: ArrayLike<number>, others: ArrayLike<number>): boolean {
  let [farthest, most] = [0, 1];
  for (let at = 0; at < some.length; at++) {
    farthest = Math.max(farthest, Math.abs(some[at]! - others[at]!));
    most = Math.max(most, Math.abs(others[at]!));
  }
  return some.length === others.length && farthest <= 1e-3 * most;
}

/** The parts of a run: it yields after each layer, and returns the results. */
export function* runLayers(engine: Engine, plan: Plan): Generator<number, Run, undefined> {
  const { where, ids, from, first } = plan;
  const { facts } = engine.plan;
  const layers: RunLayer[] = from ? from.layers.slice(0, first) : [];
  let x: Floats = from
    ? from.layers[first]!.stages!.input.data
    : within(where, () => embed(engine, ids, 0, plan.types));
  const given = plan.changes.get(-1);
  if (given) changeRows((x = x.slice()), given.rows);
  const bias = distanceBias(engine, ids.length);
  for (let number = first; number < facts.layers; number++) {
    const kept: Record<string, unknown> = {};
    const keep = plan.kept(number) ? plan.keep : [];
    const attend = attendAtOnce(engine, plan, { keep, kept, bias });
    const keepStages = keep.includes("stages") ? (stages: Stages) => (kept.stages = stages) : undefined;
    const more = { change: plan.changes.get(number), keep: keepStages };
    x = within(where, () => passLayer(engine, number, x, attend, more));
    checkNumbers(where, x, `layer ${number}`);
    layers.push(kept as RunLayer);
    plan.onLayer?.(number, kept as RunLayer);
    yield number + 1;
  }
  const output = tensorOf(finish(engine, x), [ids.length, facts.modelDim]);
  checkNumbers(where, output.data, "the last norm");
  const ask = (head: Head | undefined): Tensor | undefined => {
    if (head === undefined || plan.rows?.length === 0) return undefined;
    const found = within(where, () => headOf(engine, head, rowsOf(output, plan.rows)));
    checkNumbers(where, found.data, "the head");
    return found;
  };
  const [logits, one] = [ask(engine.loaded.head), ask(engine.loaded.replaced)];
  const replaced = one && tensorOf(one.data, [one.data.length]);
  const changed = Object.freeze(Array.from(plan.changes.keys()).sort((a, b) => a - b));
  const beyond = beyondContext(engine, ids.length);
  return { ids: Object.freeze(ids), beyond, changed, output, logits, replaced, layers };
}

/** Some rows of a matrix, or all. */
function rowsOf(matrix: Tensor, rows: readonly number[] | undefined): Tensor {
  if (rows === undefined) return matrix;
  const columns = matrix.shape[1]!;
  const data = new Float32Array(rows.length * columns);
  for (const [at, row] of rows.entries())
    data.set(matrix.data.subarray(row * columns, (row + 1) * columns), at * columns);
  return { data, shape: [rows.length, columns] };
}

export function checkNumbers(where: string, x: Floats, part: string): void {
  let sum = 0;
  for (let at = 0; at < x.length; at++) sum += x[at]!;
  // Finite floats have a finite sum in double precision.
  if (Number.isFinite(sum)) return;
  throw fault(
    "file",
    `${where}: ${part} gives NaN or Infinity. Its weights hold such numbers, or one too large for float32.`,
  );
}

/** Attention over a whole text. What is kept goes into `kept`. */
function attendAtOnce(
  { heed, plan }: Engine,
  { ids, changes }: Plan,
  {
    keep,
    kept,
    bias,
  }: {
    readonly keep: readonly RunKeep[];
    readonly kept: Record<string, unknown>;
    readonly bias: Tensor | undefined;
  },
): Attend {
  const { heads, dim, causal } = plan.facts;
  return (projected, { scale, window, turning }, number) => {
    const change = changes.get(number);
    const rotary = turning?.at(ids.length);
    const names = keep.filter((name): name is AttentionKeep => OF_ATTENTION.includes(name));
    const { output, ...matrices } = heed.attention(projected.q, projected.k, projected.v, {
      axes: "rows-heads",
      scale,
      causal,
      window,
      rotary,
      bias,
      mask: change && maskOf(change, heads, ids.length),
      keep: names,
    });
    Object.assign(kept, matrices);
    keepInputs(projected, rotary, keep, kept);
    const joined = output.data;
    if (change) changeRows(joined, change.heads);
    if (keep.includes("joined")) kept.joined = tensorOf(joined, [ids.length, heads * dim]);
    return joined;
  };
}

/** Keeps q and k as attention takes them, and v. */
export function keepInputs(
  projected: Projected,
  rotary: RotaryTurn | undefined,
  keep: readonly RunKeep[],
  kept: Record<string, unknown>,
  positions?: readonly number[],
): void {
  for (const name of ["q", "k", "v"] as const) {
    if (!keep.includes(name)) continue;
    const heads = headsFirst(projected[name]);
    kept[name] = rotary && name !== "v" ? rotate(heads, rotary, positions) : heads;
  }
}

/** `[rows, heads, dim]` as `[heads, rows, dim]`, or the other way round. */
export function headsFirst({ data, shape }: Tensor): Tensor {
  const [first, second, dim] = shape as [number, number, number];
  const to = new Float32Array(data.length);
  for (let a = 0; a < first; a++)
    for (let b = 0; b < second; b++) {
      const from = (a * second + b) * dim;
      to.set(data.subarray(from, from + dim), (b * first + a) * dim);
    }
  return tensorOf(to, [second, first, dim]);
}

/** Takes the parts of a run one after the other, or lets others work between them. */
export function drive(
  steps: Generator<number, Run, undefined>,
  of: number,
  control: RunControl,
  opened: () => void,
): Run | Promise<Run> {
  if (control.signal === undefined && control.onProgress === undefined) {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }
  return driveSlowly(steps, of, control, opened);
}

/** How long a thread is held before others may work, in milliseconds. */
const HELD = 20;

async function driveSlowly(
  steps: Generator<number, Run, undefined>,
  of: number,
  { signal, onProgress }: RunControl,
  opened: () => void,
): Promise<Run> {
  let since = performance.now();
  for (;;) {
    checkSignal(signal);
    opened();
    const { done, value } = steps.next();
    if (done) return value;
    onProgress?.(value, of);
    if (performance.now() - since < HELD) continue;
    await letOthersWork();
    since = performance.now();
  }
}

export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

export function checkSignal(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted) throw signal.reason;
}
