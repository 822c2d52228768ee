// The program of a worker: one core of its own, and a loop that copies in, runs and copies out. It runs as a classic
// script and as a module, in browsers, Node, Bun and Deno.
import type { HeedError } from "../lib/api/index.js";
import { clearTable, instantiate, Memory, writeWords, type Run } from "../lib/call/index.js";
import { fault } from "../lib/read/index.js";
import { copyToWhole, countOf } from "../lib/rows/index.js";
import type { ChunkMessage, DropMessage, ErrorMessage, FromWorker, ToWorker } from "./messages.js";

interface Port {
  onmessage: ((event: { data: ToWorker }) => void) | null;
  postMessage(message: FromWorker, transfer?: ArrayBuffer[]): void;
}

type Threads = { parentPort: Port | null };
type Process = { getBuiltinModule?: (name: string) => Threads | undefined };

const { process } = globalThis as { process?: Process };
const port = process?.getBuiltinModule?.("worker_threads")?.parentPort ?? (globalThis as unknown as Port);

let starting: Promise<Memory>;
/** The addresses of the tensors that are held. */
const held = new Map<string, number>();

port.onmessage = ({ data }) => {
  if (!("module" in data)) return void work(data);
  starting = instantiate(data.module).then((core) => new Memory(core, data.words));
  starting.then(
    () => port.postMessage({ ready: true }),
    (error: unknown) => port.postMessage({ failed: String((error as Error)?.message ?? error) }),
  );
};

async function work(message: ChunkMessage | DropMessage): Promise<void> {
  const started = await starting;
  drop(started, message.drop);
  if (!("chunk" in message)) return;
  const { chunk, buffer } = message;
  const free = message.hold.map(({ buffer: copy }) => copy);
  let error: ErrorMessage | undefined;
  try {
    compute(started, message);
  } catch (cause) {
    const { message: text, code = "internal" } = cause as Error & Partial<HeedError>;
    error = { message: text, code };
  }
  port.postMessage({ chunk, buffer, free, error }, [buffer, ...free]);
}

function drop({ core }: Memory, names: readonly string[]): void {
  for (const name of names) {
    const address = held.get(name);
    if (address !== undefined) core.release(address);
    held.delete(name);
  }
}

function hold(memory: Memory, { where, hold: inputs }: ChunkMessage): void {
  for (const { name, buffer, bytes } of inputs) {
    const address = memory.allocate(where, bytes);
    memory.core.HEAPU8.set(new Uint8Array(buffer, 0, bytes), address);
    held.set(name, address);
  }
}

function compute(memory: Memory, message: ChunkMessage): void {
  const { where, buffer, inputBytes, resultBytes, bytes } = message;
  hold(memory, message);
  const table = memory.reserve(where, bytes);
  const block = table + memory.tableBytes;
  const { core } = memory;
  try {
    core.HEAPU8.set(new Uint8Array(buffer, 0, inputBytes), block);
    for (const run of message.runs) runTable(memory, message, run, table);
    new Uint8Array(buffer, inputBytes, resultBytes).set(
      core.HEAPU8.subarray(block + inputBytes).subarray(0, resultBytes),
    );
    for (const { place, into, window } of message.shared) {
      const first = (block + place) / 4;
      copyToWhole(core.HEAPF32.subarray(first, first + countOf(window)), window, into);
    }
  } finally {
    memory.settle();
  }
}

function runTable(memory: Memory, message: ChunkMessage, { kind, words, tensors }: Run, at: number): void {
  const { core } = memory;
  const table = memory.table(kind);
  clearTable(core, table, at);
  writeWords(core, table, at, words);
  for (const word in tensors) {
    writeWords(core, table, at, { [word]: addressOf(message, tensors[word]!, at + memory.tableBytes) });
  }
  memory.run(message.where, table.kind, at, message.bytes);
}

function addressOf({ where, places, heldAs }: ChunkMessage, tensor: string, block: number): number {
  const address = tensor in places ? block + places[tensor]! : held.get(heldAs[tensor]!);
  if (address === undefined) {
    throw fault(
      "environment",
      `${where}: a worker lost ${tensor}. If memory is short, open fewer workers, or keep fewer matrices.`,
    );
  }
  return address;
}
