// Turns a chunk into a message: lays out its block, copies the inputs into one buffer, and puts the results in place
// when that buffer comes back.
import type { TypedNumbers } from "../lib/index.js";
import { bytesOf, viewFor, type Chunk, type ChunkInput, type ChunkResult } from "../lib/call/index.js";
import { copyFromWhole, copyToWhole, countOf } from "../lib/rows/index.js";
import type { Buffers } from "./buffers.js";
import type { ChunkMessage, HoldMessage, SharedInput, SharedResult } from "./messages.js";

/** Where the tensors of a chunk lie in its block. */
interface Layout {
  readonly places: Readonly<Record<string, number>>;
  readonly inputBytes: number;
  readonly resultBytes: number;
  readonly bytes: number;
}

/** Inputs that travel with the message, results that travel back, what lies in shared memory, and other room. */
function layOut({ inputs, results, work }: Chunk): Layout {
  const places: Record<string, number> = {};
  let bytes = 0;
  const place = ({ name, window, holds }: Pick<ChunkInput, "name" | "window" | "holds">): void => {
    places[name] = bytes;
    bytes += bytesOf(holds, countOf(window));
  };
  const own = inputs.filter(({ heldAs }) => heldAs === undefined);
  for (const input of own) if (!sharedInput(input)) place(input);
  const inputBytes = bytes;
  for (const result of results) if (!isShared(result.into)) place(result);
  const resultBytes = bytes - inputBytes;
  for (const input of own) if (sharedInput(input)) place(input);
  for (const result of results) if (isShared(result.into)) place(result);
  for (const name in work?.places) places[name] ??= bytes + work.places[name]!;
  bytes += work?.bytes ?? 0;
  return { places, inputBytes, resultBytes, bytes };
}

function isShared({ buffer }: TypedNumbers): boolean {
  return !(buffer instanceof ArrayBuffer);
}

/**
 * Floats in shared memory, which a worker reads without the calling thread: no number of theirs can do harm, if they
 * change meanwhile. A page that is not isolated may have such memory, from WebAssembly, and may not send it.
 */
function sharedInput({ data, window }: ChunkInput): SharedInput | undefined {
  const isSent = data instanceof Float32Array && isShared(data) && globalThis.crossOriginIsolated !== false;
  return isSent ? { from: data, window } : undefined;
}

/** What a worker is told beside the chunk. */
interface Sending {
  readonly id: number;
  readonly where: string;
  /** The names that the worker holds already. */
  readonly held: ReadonlySet<string>;
  readonly drop: readonly string[];
}

export function messageOf(chunk: Chunk, { id, where, held, drop }: Sending, buffers: Buffers): ChunkMessage {
  const layout = layOut(chunk);
  const { places, inputBytes, resultBytes } = layout;
  const buffer = buffers.take(where, inputBytes + resultBytes);
  const hold: HoldMessage[] = [];
  const given: ChunkMessage["given"][number][] = [];
  const heldAs: Record<string, string> = {};
  for (const input of chunk.inputs) {
    const inShared = sharedInput(input);
    if (input.heldAs === undefined) {
      const place = places[input.name]!;
      if (inShared) given.push({ ...inShared, place });
      else copyIn(input, buffer, place);
      continue;
    }
    heldAs[input.name] = input.heldAs;
    if (held.has(input.heldAs)) continue;
    const bytes = bytesOf(input.holds, countOf(input.window));
    const numbers = inShared ?? buffers.take(where, bytes);
    if (numbers instanceof ArrayBuffer) copyIn(input, numbers, 0);
    hold.push({ name: input.heldAs, bytes, numbers });
  }
  const shared = chunk.results
    .filter(({ into }) => isShared(into))
    .map(({ name, into, window }): SharedResult => ({ place: places[name]!, into, window }));
  return { chunk: id, where, buffer, ...layout, heldAs, runs: chunk.runs, given, shared, hold, drop };
}

function copyIn({ data, window, holds }: ChunkInput, buffer: ArrayBuffer, place: number): void {
  copyFromWhole(data, window, viewFor(holds, buffer, place, countOf(window)));
}

/** Copies the results of a chunk from the buffer that came back. */
export function receive(chunk: Chunk, buffer: ArrayBuffer): void {
  const { places } = layOut(chunk);
  const copyOut = ({ name, into, window }: ChunkResult): void =>
    copyToWhole(new Float32Array(buffer, places[name], countOf(window)), window, into);
  for (const result of chunk.results) if (!isShared(result.into)) copyOut(result);
}
