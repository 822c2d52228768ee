import type { AttentionCall, AttentionSizes, Core } from "./core.js";
import { aim, headRuns, partOf, type HeadRun } from "./head-runs.js";
import { addressOf, copyIn, Layout, makeFloats, outsideMemory, type Memory } from "./memory.js";
import { PAIR_MATRICES, SCORE_OPTIONS, type PairMatrix } from "./options.js";
import { resolveOptions, type ResolvedOptions } from "./resolve-options.js";
import { moveOptions, placeOptions, secureOptions, writeOptions } from "./score-call.js";
import { shapeText } from "./sentences.js";
import { readTensor, type ReadTensor, type Tensor } from "./tensor.js";

export interface AttentionInputs {
  q: ReadTensor;
  k: ReadTensor;
  v: ReadTensor;
}

const WHERE = "heed.attention";

export function attention(
  memory: Memory,
  q: unknown,
  k: unknown,
  v: unknown,
  options: unknown,
): Record<string, Tensor> {
  const inputs = readInputs(WHERE, q, k, v);
  const sizes = readSizes(WHERE, inputs);
  const rank = inputs.q.shape.length;
  const resolved = resolveOptions(WHERE, options, SCORE_OPTIONS, optionContext(sizes, rank));
  const runs = headRuns(sizes, resolved.keep.length);
  const layout = new Layout();
  const call = placeAttention(layout, runs[0]!, resolved);
  secureInputs(memory.core, inputs, resolved);
  const block = memory.reserve(WHERE, layout.size);
  try {
    moveAttention(call, block);
    writeOptions(memory.core, call.options, resolved);
    const results = makeResults(sizes, resolved.keep, inputs.q.shape);
    const whole = { ...call.options };
    for (const run of runs) {
      aim(call, run, sizes, whole);
      copyRunIn(memory.core, call, run, sizes, inputs);
      memory.check(WHERE, memory.core.attention(call), layout.size);
      copyRunOut(memory.core, call, run, sizes, results);
    }
    return results;
  } finally {
    memory.settle();
  }
}

function copyRunIn(
  core: Core,
  call: AttentionCall,
  run: HeadRun,
  sizes: AttentionSizes,
  { q, k, v }: AttentionInputs,
): void {
  copyIn(core, call.q, partOf(q.data, run, sizes, "heads"));
  copyIn(core, call.k, partOf(k.data, run, sizes, "kvHeads"));
  copyIn(core, call.v, partOf(v.data, run, sizes, "kvHeads"));
}

function copyRunOut(
  core: Core,
  call: AttentionCall,
  run: HeadRun,
  sizes: AttentionSizes,
  results: Record<string, Tensor>,
): void {
  for (const name in results) {
    const part = partOf(results[name]!.data, run, sizes, "heads");
    const from = call[name as PairMatrix | "output"] / 4;
    part.set(core.HEAPF32.subarray(from, from + part.length));
  }
}

function makeResults(
  { batch, heads, queries, keys, valueDim }: AttentionSizes,
  keep: readonly string[],
  like: readonly number[],
): Record<string, Tensor> {
  const make = (columns: number): Tensor => ({
    data: makeFloats(WHERE, batch * heads * queries * columns),
    shape: withColumns(like, columns),
  });
  const results: Record<string, Tensor> = { output: make(valueDim) };
  for (const name of keep) results[name] = make(keys);
  return results;
}

export function readInputs(where: string, q: unknown, k: unknown, v: unknown): AttentionInputs {
  return { q: readTensor(where, "q", q), k: readTensor(where, "k", k), v: readTensor(where, "v", v) };
}

export function readSizes(where: string, { q, k, v }: AttentionInputs): AttentionSizes {
  const rank = q.shape.length;
  if (rank !== k.shape.length || rank !== v.shape.length) {
    throw mismatch(where, "q, k and v must have the same number of axes", "q, k, v", { q, k, v });
  }
  if (rank < 2) {
    throw new RangeError(
      `${where}: q must have two to four axes, [queries, dim], [heads, queries, dim] or [batch, heads, queries, dim]; its shape is ${shapeText(q.shape)}.`,
    );
  }
  const batch = rank === 4 ? q.shape[0]! : 1;
  const heads = rank > 2 ? q.shape[rank - 3]! : 1;
  const kvHeads = rank > 2 ? k.shape[rank - 3]! : 1;
  if (rank === 4 && (k.shape[0] !== batch || v.shape[0] !== batch))
    throw mismatch(where, "q, k and v must have the same batch (first axis)", "q, k, v", { q, k, v });
  if (rank > 2 && v.shape[rank - 3] !== kvHeads)
    throw mismatch(where, "k and v must have the same number of heads", "k, v", { q, k, v });
  if (heads % kvHeads !== 0)
    throw mismatch(where, "the heads of q must be a multiple of the heads of k and v (grouped heads)", "q, k", {
      q,
      k,
      v,
    });
  if (q.shape[rank - 1] !== k.shape[rank - 1])
    throw mismatch(where, "q and k must have the same number of columns (dim)", "q, k", { q, k, v });
  if (k.shape[rank - 2] !== v.shape[rank - 2])
    throw mismatch(where, "k and v must have the same number of rows (keys)", "k, v", { q, k, v });
  return {
    batch,
    heads,
    kvHeads,
    queries: q.shape[rank - 2]!,
    keys: k.shape[rank - 2]!,
    dim: q.shape[rank - 1]!,
    valueDim: v.shape[rank - 1]!,
  };
}

function mismatch(
  where: string,
  needed: string,
  names: "q, k, v" | "q, k" | "k, v",
  inputs: AttentionInputs,
): RangeError {
  const came = names.split(", ").map((name) => `${name} is ${shapeText(inputs[name as keyof AttentionInputs].shape)}`);
  return new RangeError(`${where}: ${needed}; ${came.join(", ")}.`);
}

export function optionContext(sizes: AttentionSizes, rank: number) {
  const { batch, heads, queries, keys, dim } = sizes;
  return {
    batch,
    heads,
    queries,
    keys,
    rank,
    dim,
    modelDim: heads * dim,
    defaultScale: "sqrt-dk" as const,
    keepable: PAIR_MATRICES,
  };
}

export function secureInputs(core: Core, { q, k, v }: AttentionInputs, options: ResolvedOptions): void {
  q.data = outsideMemory(core, q.data);
  k.data = outsideMemory(core, k.data);
  v.data = outsideMemory(core, v.data);
  secureOptions(core, options);
}

export function copyAttentionIn(core: Core, call: AttentionCall, { q, k, v }: AttentionInputs): void {
  copyIn(core, call.q, q.data);
  copyIn(core, call.k, k.data);
  copyIn(core, call.v, v.data);
}

/** The call with places for addresses. */
export function placeAttention(layout: Layout, sizes: AttentionSizes, options: ResolvedOptions): AttentionCall {
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = sizes;
  const { keep } = options;
  const pairBytes = batch * heads * queries * keys * 4;
  return {
    batch,
    heads,
    kvHeads,
    queries,
    keys,
    dim,
    valueDim,
    options: placeOptions(layout, options),
    q: layout.place(batch * heads * queries * dim * 4),
    k: layout.place(batch * kvHeads * keys * dim * 4),
    v: layout.place(batch * kvHeads * keys * valueDim * 4),
    output: layout.place(batch * heads * queries * valueDim * 4),
    raw: keep.includes("raw") ? layout.place(pairBytes) : 0,
    scores: keep.includes("scores") ? layout.place(pairBytes) : 0,
    logits: keep.includes("logits") ? layout.place(pairBytes) : 0,
    weights: keep.includes("weights") ? layout.place(pairBytes) : 0,
    rowMax: 0,
    rowSum: 0,
  };
}

/** Places turn into addresses once the block is known. */
export function moveAttention(call: AttentionCall, block: number): void {
  moveOptions(call.options, block);
  call.q = addressOf(call.q, block);
  call.k = addressOf(call.k, block);
  call.v = addressOf(call.v, block);
  call.output = addressOf(call.output, block);
  for (const name of [...PAIR_MATRICES, "rowMax", "rowSum"] as const) call[name] = addressOf(call[name], block);
}

export function withColumns(shape: readonly number[], columns: number): number[] {
  const changed = Array.from(shape); // not slice(), which keeps the realm of the caller
  changed[changed.length - 1] = columns;
  return changed;
}
