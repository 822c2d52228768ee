// A chunk: what one message asks a worker of heed/workers to compute. It has windows of inputs, tables to run, and
// windows of results.
import type { TypedNumbers } from "../api/index.js";
import type { Window } from "../rows/index.js";
import type { Holds } from "./block.js";

/** A run of the core: the numbers of its table, and for its other words the tensors of the chunk. Plain data. */
export interface Run {
  readonly kind: string;
  readonly words: Readonly<Record<string, number>>;
  readonly tensors: Readonly<Record<string, string>>;
}

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
  /** Room for what the runs leave for one another: its bytes, and where its tensors lie in it. */
  readonly work?: { readonly bytes: number; readonly places: Readonly<Record<string, number>> } | undefined;
  /** How often a worker ended while it computed this. */
  ends: number;
}

/** @internal What heed/train does with the pool of heed/workers. */
export interface WorkersInside {
  /** Computes chunks, and puts their results in place. False where there are no workers. */
  run(where: string, chunks: readonly Chunk[]): Promise<boolean>;
}
