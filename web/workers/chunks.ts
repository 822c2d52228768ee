// A chunk: what one message asks a worker to compute. It has windows of inputs, tables to run, and windows of results.
import type { AnyCall, CallTensor } from "../lib/call/index.js";
import { optionsOf, sizesOf, windowIn, type Cut } from "./axes.js";
import type { TypedNumbers } from "../lib/index.js";
import type { Window } from "./windows.js";

/** A window of an array of the caller. The worker keeps it under `heldAs`, where that is given. */
export interface ChunkInput {
  readonly name: string;
  readonly data: TypedNumbers;
  /** What it becomes in wasm memory. */
  readonly holds: "floats" | "integers" | "bytes";
  readonly window: Window;
  readonly heldAs?: string | undefined;
}

/** Where a result goes. */
export interface ChunkResult {
  readonly name: string;
  readonly into: Float32Array;
  readonly window: Window;
}

/** A call of the core over tensors of the chunk: `tensors` maps the words of the table to their names. */
export interface Run {
  readonly kind: string;
  readonly words: Readonly<Record<string, number>>;
  readonly tensors: Readonly<Record<string, string>>;
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

/** The part of a call that a cut leaves. `heldAs` names the inputs that workers keep between chunks. */
export function chunkOf(
  read: AnyCall,
  tensors: readonly CallTensor[],
  cut: Cut,
  results: Results,
  heldAs: (name: string) => string | undefined = () => undefined,
): Chunk {
  const { kind, backward } = read.call;
  const inputs = tensors
    .filter(({ row }) => row.when === "given")
    .map((tensor): ChunkInput => {
      const { name } = tensor.row;
      const holds = tensor.row.holds ?? "floats";
      return { name, data: dataOf(read, cut, name), holds, window: windowIn(read, cut, tensor), heldAs: heldAs(name) };
    });
  const into = tensors
    .filter(({ row }) => results[row.name] !== undefined)
    .map((tensor): ChunkResult => {
      const { name } = tensor.row;
      return { name, into: results[name]!, window: windowIn(read, cut, tensor) };
    });
  const words = { ...optionsOf(read, cut), ...sizesOf(read, cut) };
  const names = Object.fromEntries([...inputs, ...into].map(({ name }) => [name, name]));
  return {
    inputs,
    results: into,
    runs: [{ kind: backward ? `${kind}Backward` : kind, words, tensors: names }],
    ends: 0,
  };
}

/** A row of the part stands `rows` before its row in the whole call, so the causal offsets grow by that. */
function dataOf({ call: { given } }: AnyCall, cut: Cut, name: string): TypedNumbers {
  const { data } = given[name]!;
  const first = cut.queries?.[0] ?? 0;
  return name === "causalOffsets" && first > 0 ? Int32Array.from(data, (offset) => offset + first) : data;
}
