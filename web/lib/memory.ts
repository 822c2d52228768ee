// The wasm memory as the package uses it: blocks laid out in whole cache lines, one arena for calls, errors for what does not fit.
import type { Core, Plan } from "./core.js";
import { viewOf, type TypedNumbers } from "./nested.js";
import { bytesText } from "./sentences.js";
import type { Tensor } from "./tensor.js";

/** A cache line, and the alignment of each tensor in wasm memory. */
const LINE = 64;
/** What 32-bit addresses can reach, less a page for the stack and static data. */
const MEMORY_LIMIT = 2 ** 32 - 2 ** 16;
/** The arena starts with this and grows by doubling … */
const ARENA_START = 2 ** 16;
/** … and above this size it is given back after the call. */
const ARENA_KEPT = 2 ** 24;

/** The places of a call's tensors inside one block. A place of 0 means "absent", as address 0 does in the core. */
export class Layout {
  size = 0;

  place(bytes: number): number {
    const place = LINE + this.size;
    this.size += Math.ceil(bytes / LINE) * LINE;
    return place;
  }
}

export function addressOf(place: number, block: number): number {
  return place === 0 ? 0 : block - LINE + place;
}

export class Memory {
  private arena = 0;
  private arenaSize = 0;
  /** Memory was refused before, so small requests may be refused too. */
  private tight = false;

  constructor(readonly core: Core) {}

  /** A block of one's own, to be released by its owner. */
  allocate(where: string, bytes: number): number {
    if (bytes > MEMORY_LIMIT) throw tooLarge(where, bytes);
    const address = this.core.allocate(bytes);
    if (address !== 0) return address;
    this.tight = true;
    throw outOfMemory(where, bytes);
  }

  /** A kept call as a plan. */
  plan(where: string, kept: number, run: (kept: number) => number): Plan {
    if (kept === 0) throw outOfMemory(where, LINE);
    return { run: () => run(kept), delete: () => this.core.release(kept) };
  }

  /** The block that calls share: good until the next call of reserve. */
  reserve(where: string, bytes: number): number {
    if (bytes > this.arenaSize) {
      this.releaseArena();
      const grown = Math.max(bytes, Math.min(Math.max(ARENA_START, bytes * 2), ARENA_KEPT));
      this.arena = this.allocate(where, grown);
      this.arenaSize = grown;
    }
    if (this.tight) this.probe(where, bytes);
    return this.arena;
  }

  /** After each call: a large arena goes back, so that one large call does not hold memory for ever. */
  settle(): void {
    if (this.arenaSize > ARENA_KEPT) this.releaseArena();
  }

  /** The glue allocates a little for each crossing and aborts where it cannot: see to it beforehand that it can. */
  probe(where: string, bytes: number): void {
    const spare = this.core.allocate(2 ** 12);
    if (spare === 0) {
      this.releaseArena();
      this.tight = true;
      throw outOfMemory(where, bytes);
    }
    this.core.release(spare);
  }

  /** Throws for any status of src/status.h but ok. */
  check(where: string, status: number, bytes: number): void {
    if (status === 0) return;
    if (status === 5) {
      this.tight = true;
      throw outOfMemory(where, bytes);
    }
    if (status === 4) throw tooLarge(where, bytes);
    throw new Error(
      `${where}: the core refused a call that this package found right (status ${status}). This is a fault of heed; please report it with the arguments.`,
    );
  }

  private releaseArena(): void {
    if (this.arena !== 0) this.core.release(this.arena);
    this.arena = 0;
    this.arenaSize = 0;
  }
}

const ADVICE = "Keep fewer matrices, or split the batch, the heads or the queries over several calls.";

function tooLarge(where: string, bytes: number): RangeError {
  return new RangeError(`${where}: this needs ${bytesText(bytes)}, and WebAssembly memory ends at 4 GB. ${ADVICE}`);
}

export function outOfMemory(where: string, bytes: number): RangeError {
  return new RangeError(
    `${where}: out of memory; ${bytesText(bytes)} for its tensors, and room to work, were not to be had. ${ADVICE} Sessions that are done can be disposed of.`,
  );
}

/** Zeros outside wasm memory. */
export function makeFloats(where: string, count: number): Float32Array<ArrayBuffer> {
  try {
    return new Float32Array(count);
  } catch {
    throw outOfMemory(where, count * 4);
  }
}

/** A fresh tensor of numbers in wasm memory. */
export function copyTensor(where: string, core: Core, address: number, shape: readonly number[]): Tensor {
  const data = makeFloats(
    where,
    shape.reduce((product, extent) => product * extent, 1),
  );
  data.set(core.HEAPF32.subarray(address / 4, address / 4 + data.length));
  return { data, shape: Array.from(shape) };
}

/** Copies numbers in; without an address there is nothing to copy. */
export function copyIn(core: Core, address: number, data: ArrayLike<number>): void {
  core.HEAPF32.set(data, address / 4);
}

/**
 * The data of an input, in a copy where it is a view of this very memory (as a session's views are): growth would empty it
 * before it is read.
 */
export function outsideMemory<Data extends TypedNumbers>(core: Core, data: Data): Data {
  return data.buffer === core.HEAPU8.buffer ? (viewOf(data, 0, data.length).slice() as Data) : data;
}
