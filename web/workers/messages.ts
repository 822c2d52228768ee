// What the calling thread and its workers say to each other. Everything is plain data.
import type { ErrorCode } from "../lib/api/index.js";
import type { Run } from "../lib/call/index.js";
import type { Window } from "../lib/rows/index.js";

/** Starts the core. The worker answers with `ready` or `failed`. */
interface StartMessage {
  readonly module: WebAssembly.Module;
  /** The words of its tables. */
  readonly words: string;
}

/** A tensor that the worker holds from now on. Its buffer may be longer, and comes back with the chunk. */
export interface HoldMessage {
  readonly name: string;
  readonly buffer: ArrayBuffer;
  readonly bytes: number;
}

/** A result that the worker writes into shared memory: its place in the block, and where it goes. */
export interface SharedResult {
  readonly place: number;
  readonly into: Float32Array;
  readonly window: Window;
}

/** The block of a chunk in wasm memory: inputs, results that come back in the buffer, shared results, other room. */
export interface ChunkMessage extends DropMessage {
  readonly chunk: number;
  /** The function that was called, for error sentences. */
  readonly where: string;
  /** Inputs come in it, results go back in it. It may be longer than both. */
  readonly buffer: ArrayBuffer;
  readonly inputBytes: number;
  readonly resultBytes: number;
  /** The bytes of the block. */
  readonly bytes: number;
  /** Where tensors lie, in bytes from the beginning of the block. */
  readonly places: Readonly<Record<string, number>>;
  /** The names under which the worker holds the other tensors. */
  readonly heldAs: Readonly<Record<string, string>>;
  readonly runs: readonly Run[];
  readonly shared: readonly SharedResult[];
  readonly hold: readonly HoldMessage[];
}

/** The worker lets go of these tensors. */
export interface DropMessage {
  readonly drop: readonly string[];
}

export type ToWorker = StartMessage | ChunkMessage | DropMessage;

/** What a worker answers: that it is ready, that it failed to start, or a chunk. */
export interface FromWorker {
  readonly ready?: true;
  readonly failed?: string;
  readonly chunk?: number;
  readonly buffer?: ArrayBuffer;
  /** The buffers of what it holds now. */
  readonly free?: readonly ArrayBuffer[];
  readonly error?: ErrorMessage | undefined;
}

export interface ErrorMessage {
  readonly message: string;
  readonly code: ErrorCode;
}
