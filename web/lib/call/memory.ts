// Hands out wasm memory: one arena that all calls share, a block for each session, and errors for what does not fit.
import { fault, MEMORY_LIMIT, outOfMemory, tooLarge } from "../read/index.js";
import { wholeLines } from "./block.js";
import { readTables, type CallTable, type Core } from "./core.js";

/** The arena starts with this size and grows by doubling … */
const ARENA_START = 2 ** 16;
/** … and above this size it is given back after the call. */
const ARENA_KEPT = 2 ** 24;

/** The status of src/status.h that needs an answer of its own. */
const OK = 0;
const TOO_LARGE = 4;
const OUT_OF_MEMORY = 5;

export class Memory {
  private readonly tables: Record<string, CallTable>;
  /** Each block begins with room for the longest table. */
  readonly tableBytes: number;
  private readonly arena = { address: 0, bytes: 0 };
  /** The memory itself, also of what share() makes of it. */
  readonly whole: Memory = this;

  /** `words` is the text about the tables that belongs to the core. */
  constructor(
    readonly core: Core,
    readonly words: string,
  ) {
    this.tables = readTables(core, words);
    this.tableBytes = wholeLines(4 * Math.max(...Object.values(this.tables).map(({ length }) => length)));
  }

  table(kind: string): CallTable {
    return this.tables[kind]!;
  }

  /** A block for a table and for `bytes` of tensors. Its owner releases it. */
  allocate(where: string, bytes: number): number {
    if (this.tableBytes + bytes > MEMORY_LIMIT) throw tooLarge(where, bytes);
    const address = this.core.allocate(this.tableBytes + bytes);
    if (address !== 0) return address;
    throw outOfMemory(where, bytes);
  }

  /** Whether reserve() gives this block without growth of the memory. */
  hasRoom(bytes: number): boolean {
    return bytes <= this.arena.bytes;
  }

  /** The block that calls share. The next call of reserve takes it back. */
  reserve(where: string, bytes: number): number {
    if (!this.hasRoom(bytes)) {
      this.releaseArena();
      const grown = Math.min(Math.max(ARENA_START, bytes * 2), ARENA_KEPT);
      const roomy = grown > bytes ? this.core.allocate(this.tableBytes + grown) : 0;
      this.arena.address = roomy === 0 ? this.allocate(where, bytes) : roomy;
      this.arena.bytes = roomy === 0 ? bytes : grown;
    }
    return this.arena.address;
  }

  /** After each call: a large arena goes back, so that one large call does not hold memory for ever. */
  settle(): void {
    if (this.arena.bytes > ARENA_KEPT) this.releaseArena();
  }

  /** Runs the call of this kind over its table. `bytes` are those of its tensors, for the errors. */
  run(where: string, kind: number, table: number, bytes: number): void {
    const status = this.core.run(kind, table);
    if (status !== OK) throw errorOf(where, status, bytes);
  }

  private releaseArena(): void {
    const { arena } = this;
    if (arena.address !== 0) this.core.release(arena.address);
    arena.address = arena.bytes = 0;
  }
}

function errorOf(where: string, status: number, bytes: number): Error {
  if (status === OUT_OF_MEMORY) return outOfMemory(where, bytes);
  if (status === TOO_LARGE) return tooLarge(where, bytes);
  return fault(
    "internal",
    `${where}: the core refused a call that this package found right (status ${status}). ` +
      `This is a fault of heed; please report it with the arguments.`,
  );
}
