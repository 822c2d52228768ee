// A chunk: what one message asks a worker to compute. It has windows of inputs, tables to run, and windows of results.
import type { AnyCall, CallTensor, Holds } from "../lib/call/index.js";
import { optionsOf, sizesOf, windowIn, type Cut } from "./axes.js";
import type { TypedNumbers } from "../lib/index.js";
import type { Run } from "./messages.js";
import type { Window } from "./windows.js";

/** A window of an array of the caller. The worker keeps it under `heldAs`, where that is given. */
export interface ChunkInput {
  readonly name: string;
  readonly data: TypedNumbers;
  /** What it becomes in wasm memory. */
  readonly holds?: Holds;
  readonly window: Window;
  readonly heldAs?: string | undefined;
}

/** Where a result goes. */
export interface ChunkResult {
  readonly name: string;
  readonly into: Float32Array;
  readonly window: Window;
}

export interface Chunk {
  readonly inputs: readonly ChunkInput[];
  readonly results: readonly ChunkResult[];
  readonly runs: readonly Run[];
  /** How often a worker ended while it computed this. */
  ends: number;
}

/** The arrays of all results of a call, by the names of their words. */
export type Results = Readonly<Record<string, Float32Array>>;

/** The name under which workers hold this window of an input; undefined where they do not hold it. */
export type HeldAs = (name: string, window: Window) => string | undefined;

/** The part of a call that a cut leaves. */
export function chunkOf(
  read: AnyCall,
  tensors: readonly CallTensor[],
  cut: Cut,
  results: Results,
  heldAs: HeldAs = () => undefined,
): Chunk {
  const { kind, backward } = read.call;
  const inputs: ChunkInput[] = [];
  const into: ChunkResult[] = [];
  for (const tensor of tensors) {
    const { name, when, holds } = tensor.row;
    const window = windowIn(read, cut, tensor);
    if (when === "given") {
      inputs.push({ name, data: dataOf(read, cut, name), holds, window, heldAs: heldAs(name, window) });
    } else if (results[name]) {
      into.push({ name, into: results[name], window });
    }
  }
  const words = { ...optionsOf(read, cut), ...sizesOf(read, cut) };
  const names = Object.fromEntries([...inputs, ...into].map(({ name }) => [name, name]));
  const run = { kind: backward ? `${kind}Backward` : kind, words, tensors: names };
  return { inputs, results: into, runs: [run], ends: 0 };
}

/** A row of the part stands `rows` before its row in the whole call, so its offsets grow by that. */
function dataOf({ call: { given } }: AnyCall, cut: Cut, name: string): TypedNumbers {
  const { data } = given[name]!;
  const first = cut.queries?.[0] ?? 0;
  return /^(causalO|o)ffsets$/.test(name) && first > 0 ? Int32Array.from(data, (offset) => offset + first) : data;
}
