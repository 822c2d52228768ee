// Turns a chunk into a message: lays out its block, copies the inputs into one buffer, and puts the results in place
// when that buffer comes back.
import { bytesOf, viewFor, type Chunk, type ChunkInput, type ChunkResult } from "../lib/call/index.js";
import { copyFromWhole, copyToWhole, countOf } from "../lib/rows/index.js";
import type { Buffers } from "./buffers.js";
import type { ChunkMessage, HoldMessage, SharedResult } from "./messages.js";

/** Where the tensors of a chunk lie in its block. */
interface Layout {
  readonly places: Readonly<Record<string, number>>;
  readonly inputBytes: number;
  readonly resultBytes: number;
  readonly bytes: number;
}

/** Inputs that travel with the message, results that travel back, those that go into shared memory, and other room. */
function layOut({ inputs, results, work }: Chunk): Layout {
  const places: Record<string, number> = {};
  let bytes = 0;
  const place = ({ name, window, holds }: Pick<ChunkInput, "name" | "window" | "holds">): void => {
    places[name] = bytes;
    bytes += bytesOf(holds, countOf(window));
  };
  for (const input of inputs) if (input.heldAs === undefined) place(input);
  const inputBytes = bytes;
  for (const result of results) if (!isShared(result.into)) place(result);
  const resultBytes = bytes - inputBytes;
  for (const result of results) if (isShared(result.into)) place(result);
  for (const name in work?.places) places[name] ??= bytes + work.places[name]!;
  bytes += work?.bytes ?? 0;
  return { places, inputBytes, resultBytes, bytes };
}

function isShared({ buffer }: Float32Array): boolean {
  return !(buffer instanceof ArrayBuffer);
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
  const { places, inputBytes, resultBytes, bytes } = layOut(chunk);
  const buffer = buffers.take(where, inputBytes + resultBytes);
  const hold: HoldMessage[] = [];
  const heldAs: Record<string, string> = {};
  for (const input of chunk.inputs) {
    if (input.heldAs === undefined) {
      copyIn(input, buffer, places[input.name]!);
      continue;
    }
    heldAs[input.name] = input.heldAs;
    if (held.has(input.heldAs)) continue;
    const own = bytesOf(input.holds, countOf(input.window));
    const copy = buffers.take(where, own);
    copyIn(input, copy, 0);
    hold.push({ name: input.heldAs, buffer: copy, bytes: own });
  }
  const shared = chunk.results
    .filter(({ into }) => isShared(into))
    .map(({ name, into, window }): SharedResult => ({ place: places[name]!, into, window }));
  const { runs } = chunk;
  return { chunk: id, where, buffer, inputBytes, resultBytes, bytes, places, heldAs, runs, shared, hold, drop };
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
