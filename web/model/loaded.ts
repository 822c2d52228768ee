// Reads the tensors of a blueprint: matrices into wasm memory, in pieces, and short rows into arrays.
import type { Floats, Heed, Tensor } from "../lib/api/index.js";
import { fault, tensorOf } from "../lib/read/index.js";
import { storedWeights, type Activation, type StoredWeights } from "../layers/index.js";
import type { Blueprint, HeadPlan, LayerPlan } from "./blueprint.js";
import type { Entry } from "./files/safetensors.js";
import { checkBytes, type MatrixPlan, type NormPlan } from "./files/tensors.js";
import type { Norm } from "./norm.js";
import { within } from "./within.js";

/** A matrix, as `linear` takes it. */
export interface Matrix {
  readonly weight: StoredWeights;
  readonly bias: Tensor | undefined;
}

export interface Layer extends Pick<LayerPlan, "scale" | "window"> {
  readonly attentionNorm: Norm;
  readonly projections: readonly Matrix[];
  readonly queryNorm: Norm | undefined;
  readonly keyNorm: Norm | undefined;
  readonly output: Matrix;
  readonly feedForwardNorm: Norm;
  readonly gate: Matrix | undefined;
  readonly hidden: Matrix;
  readonly down: Matrix;
}

export interface Head {
  readonly dense: Matrix | undefined;
  readonly activation: Activation;
  readonly norm: Norm | undefined;
  readonly output: Matrix;
}

export interface Loaded {
  readonly table: StoredWeights;
  readonly positions: StoredWeights | undefined;
  readonly types: StoredWeights | undefined;
  readonly embeddingNorm: Norm | undefined;
  readonly layers: readonly Layer[];
  readonly lastNorm: Norm | undefined;
  readonly head: Head | undefined;
  readonly bytes: number;
  dispose(): void;
}

const TYPES: Readonly<Record<string, "float32" | "float16" | "bfloat16">> = {
  ...{ F32: "float32", F16: "float16", BF16: "bfloat16" },
};

/** The bytes that are read at once. They lie outside wasm memory until they are written there. */
const PIECE = 2 ** 24;

/** What a loading tells, and what ends it. */
export interface Loading {
  readonly signal?: { readonly aborted: boolean; readonly reason: unknown } | undefined;
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
}

export async function loadBlueprint(
  where: string,
  heed: Heed,
  plan: Blueprint,
  { signal, onProgress }: Loading,
): Promise<Loaded> {
  const entries = entriesOf(plan);
  const total = entries.reduce((sum, { from, to }) => sum + to - from, 0);
  checkBytes(where, total);
  const held = new Map<Entry, StoredWeights>();
  const rows = new Map<Entry, Floats>();
  let done = 0;
  const pieces = async (entry: Entry, write: (bytes: Uint8Array, at: number) => void): Promise<void> => {
    for (let at = entry.from; at < entry.to; at += PIECE) {
      if (signal?.aborted) throw signal.reason;
      const end = Math.min(at + PIECE, entry.to);
      const bytes = await entry.source.read(at, end);
      if (bytes.length !== end - at) throw fault("file", `${where}: ${entry.source.name} ended while it was read.`);
      write(bytes, at - entry.from);
      done += bytes.length;
      onProgress?.(done, total);
    }
  };
  const dispose = (): void => held.forEach((one) => one.dispose());
  try {
    for (const entry of entries) {
      const type = TYPES[entry.type]!;
      const isRow = entry.shape.length === 1;
      const shape = (isRow ? [1, entry.shape[0]!] : entry.shape) as readonly [number, number];
      const layout = layoutOf(plan, entry);
      const weight = within(where, () => storedWeights(heed, { shape, type, layout }));
      held.set(entry, weight);
      await pieces(entry, (bytes, at) => weight.write(bytes, at));
      if (!isRow) continue;
      rows.set(entry, weight.rows([0]).data);
      weight.dispose();
      held.delete(entry);
    }
  } catch (error) {
    dispose();
    throw error;
  }
  return { ...joined(plan, held, rows), bytes: total, dispose };
}

/** The parts of the blueprint with what was read in place of what is to be read. */
function joined(
  plan: Blueprint,
  held: ReadonlyMap<Entry, StoredWeights>,
  rows: ReadonlyMap<Entry, Floats>,
): Omit<Loaded, "bytes" | "dispose"> {
  const mean = plan.norm === "layer";
  const rowOf = (entry: Entry | undefined): Floats | undefined => entry && rows.get(entry);
  const biasOf = (entry: Entry | undefined): Tensor | undefined => {
    const data = rowOf(entry);
    return data && tensorOf(data, [data.length]);
  };
  const matrix = ({ weight, bias }: MatrixPlan): Matrix => ({ weight: held.get(weight)!, bias: biasOf(bias) });
  const norm = ({ gain, bias }: NormPlan): Norm => ({
    gain: rowOf(gain)!,
    bias: rowOf(bias),
    epsilon: plan.epsilon,
    mean,
  });
  const gainOf = (gain: Entry | undefined): Norm | undefined => gain && norm({ gain, bias: undefined });
  const head = ({ dense, activation, norm: before, weight, bias }: HeadPlan): Head => ({
    dense: dense && matrix(dense),
    activation,
    norm: before && norm(before),
    output: { weight: held.get(weight)!, bias: biasOf(bias) },
  });
  return {
    table: held.get(plan.table)!,
    positions: plan.positions && held.get(plan.positions.table)!,
    types: plan.types && held.get(plan.types)!,
    embeddingNorm: plan.embeddingNorm && norm(plan.embeddingNorm),
    layers: plan.layers.map((layer) => ({
      attentionNorm: norm(layer.attentionNorm),
      projections: layer.projections.map(matrix),
      queryNorm: gainOf(layer.queryGain),
      keyNorm: gainOf(layer.keyGain),
      output: matrix(layer.output),
      feedForwardNorm: norm(layer.feedForwardNorm),
      gate: layer.gate && matrix(layer.gate),
      hidden: matrix(layer.hidden),
      down: matrix(layer.down),
      scale: layer.scale,
      window: layer.window,
    })),
    lastNorm: plan.lastNorm && norm(plan.lastNorm),
    head: plan.head && head(plan.head),
  };
}

/** Every tensor that the model uses, once, in the order of the files. */
function entriesOf(plan: Blueprint): Entry[] {
  const all = new Set<Entry>();
  const add = (...entries: readonly (Entry | undefined)[]): void => {
    for (const entry of entries) if (entry !== undefined) all.add(entry);
  };
  const matrix = (one: MatrixPlan | undefined): void => add(one?.weight, one?.bias);
  const norm = (one: NormPlan | undefined): void => add(one?.gain, one?.bias);
  add(plan.table, plan.positions?.table, plan.types);
  norm(plan.embeddingNorm);
  for (const layer of plan.layers) {
    norm(layer.attentionNorm);
    layer.projections.forEach(matrix);
    add(layer.queryGain, layer.keyGain);
    matrix(layer.output);
    norm(layer.feedForwardNorm);
    [layer.gate, layer.hidden, layer.down].forEach(matrix);
  }
  norm(plan.lastNorm);
  matrix(plan.head?.dense);
  norm(plan.head?.norm);
  add(plan.head?.weight, plan.head?.bias);
  return Array.from(all);
}

/** Only Conv1D stores its matrices in-out. */
function layoutOf(plan: Blueprint, entry: Entry): "in-out" | "out-in" {
  for (const layer of plan.layers)
    for (const one of [...layer.projections, layer.output, layer.gate, layer.hidden, layer.down])
      if (one?.weight === entry) return one.layout;
  return "out-in";
}
