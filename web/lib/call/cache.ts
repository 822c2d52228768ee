// A cache of keys and values: a block of wasm memory with their rows, and the table that runs for every call.
import type { Tensor } from "../api/index.js";
import {
  anglesAt,
  CACHE_OPTIONS,
  checkAngles,
  checkNamed,
  fault,
  readCache,
  readCacheInputs,
  readCounts,
  readFrom,
  readKeep,
  readLengths,
  publicObject,
  tensorOf,
  type CacheArguments,
  type CacheInputs,
  type ReadTensor,
  type Turn,
  makeFloats,
} from "../read/index.js";
import {
  ATTENTION_KEEPABLE,
  CACHE_CALL,
  CACHE_HELD,
  extentsOf,
  windowIn,
  type CacheSizes,
  type Cut,
  type Kind,
} from "../rows/index.js";
import {
  copyIn,
  copyOut,
  copyWindowIn,
  copyWindowOut,
  layOut,
  outsideMemory,
  productOf,
  writeTable,
  writeWord,
  writeWords,
  type PlacedTensor,
} from "./block.js";
import type { Call } from "./call.js";
import type { CallTable, Core } from "./core.js";
import { BlockHolder } from "./block-holder.js";
import type { Memory } from "./memory.js";
import { StoredRows, type Span } from "./stored-rows.js";
import { openedCore } from "./disposal.js";

export function cache(memory: Memory, options: unknown, where = "heed.cache"): object {
  const read = readCache(where, options);
  return publicObject(where, new KeyValueCache(memory, where, read), {
    kind: "KeyValueCache",
    values: ["lengths", "capacity", "disposed"],
    options: CACHE_OPTIONS,
    methods: ["step", "append", "attend", "truncate", "reorder", "dispose"],
  });
}

/** The tensors of stored rows. */
const ROWS = ["keyRows", "valueRows"];

function callOf(kind: Kind, call: Omit<Call, "kind" | "backward">): Call {
  return { kind, backward: false, ...call };
}

/** A call of a cache that was read and checked. */
interface CacheWork extends CacheInputs {
  readonly where: string;
  readonly counts: readonly number[];
  readonly keep: readonly string[];
}

class KeyValueCache extends BlockHolder {
  readonly capacity: number;
  private readonly table: CallTable;
  private readonly sizes: CacheSizes;
  private readonly stored: StoredRows;
  private readonly turn: Turn | undefined;
  /** The tensors that stay in the block. */
  private readonly tensors: Record<string, PlacedTensor>;

  constructor(memory: Memory, where: string, { sizes, capacity, reach, options, turn }: CacheArguments) {
    super(where);
    const core = openedCore(memory, this.where);
    this.capacity = capacity;
    this.turn = turn;
    this.stored = new StoredRows(sizes.batch, capacity, reach);
    this.sizes = { ...sizes, rows: this.stored.rows };
    this.table = memory.table("cache");
    const { given } = outsideMemory(core, this.where, { given: options.tensors });
    const call = callOf(sizes.half ? CACHE_HELD.float16 : CACHE_HELD.float32, {
      forward: true,
      sizes: this.sizes,
      options: options.words,
      given,
      keep: [],
    });
    const layout = layOut(call, memory.tableBytes);
    const block = memory.allocate(this.where, layout.bytes);
    writeTable(core, this.table, block, call, layout);
    for (const { row, offset } of layout.tensors)
      if (row.when === "given") copyIn(core, row, block + offset, given[row.name]!.data);
    this.tensors = Object.fromEntries(layout.tensors.map((tensor) => [tensor.row.name, tensor]));
    this.hold(memory, block);
    this.forgetNotFinite();
  }

  get lengths(): number[] {
    return this.stored.lengths;
  }

  step(q: unknown, k: unknown, v: unknown, options?: unknown): Record<string, Tensor> {
    const work = this.read("step", { q, k, v }, options, ATTENTION_KEEPABLE.forward);
    this.checkRoom(work);
    return this.compute(work);
  }

  append(k: unknown, v: unknown, options?: unknown): void {
    const work = this.read("append", { k, v }, options);
    this.checkRoom(work);
    this.compute(work);
  }

  attend(q: unknown, options?: unknown): Record<string, Tensor> {
    const work = this.read("attend", { q }, options, ATTENTION_KEEPABLE.forward);
    this.checkReach(work);
    return this.compute(work);
  }

  truncate(length: unknown): void {
    const where = "cache.truncate";
    this.held("truncate");
    const lengths = readLengths(where, length, this.lengths);
    for (const [b, kept] of lengths.entries()) {
      if (kept > 0 && !this.stored.reaches(b, kept)) {
        throw fault(
          "value",
          `${where}: the ring has dropped tokens that token ${kept} of batch ${b} would see. ` +
            `Only the last ${this.capacity} tokens before the highest length are kept. Truncate to 0 and start again.`,
        );
      }
    }
    for (const [b, kept] of lengths.entries()) this.stored.cut(b, kept);
    if (Math.max(...lengths) === 0) this.forgetNotFinite();
  }

  reorder(value: unknown): void {
    const { core } = this.held("reorder").memory;
    const sources = readFrom("cache.reorder", value, this.sizes.batch);
    const { kvHeads, rows } = this.sizes;
    const ends = sources.map((_, b) => this.stored.end(b));
    const rowBytes = ROWS.map((name) => this.rowBytes(name));
    const stride = Math.max(...ends) * Math.max(...rowBytes);
    const copies = new Uint8Array(makeFloats("cache.reorder", Math.ceil((stride * sources.length) / 4)).buffer);
    for (const [n, name] of ROWS.entries()) {
      const bytes = rowBytes[n]!;
      for (let head = 0; head < kvHeads; head++) {
        const at = (b: number) => this.address(name) + (b * kvHeads + head) * rows * bytes;
        for (const b of sources) copies.set(core.HEAPU8.subarray(at(b), at(b) + ends[b]! * bytes), b * stride);
        for (const [b, from] of sources.entries())
          if (from !== b) core.HEAPU8.set(copies.subarray(from * stride, from * stride + ends[from]! * bytes), at(b));
      }
    }
    this.stored.reorder(sources);
  }

  private read(
    name: string,
    values: Record<string, unknown>,
    options: unknown,
    keepable?: readonly string[],
  ): CacheWork {
    const where = `cache.${name}`;
    this.held(where);
    const { given, rows, rank } = readCacheInputs(where, values, this.sizes);
    if (options !== undefined) {
      checkNamed(where, "option", options, keepable ? ["counts", "keep"] : ["counts"]);
    }
    const { counts, keep } = (options ?? {}) as Record<string, unknown>;
    return {
      where,
      given,
      rows,
      rank,
      counts: readCounts(where, counts, this.sizes.batch, rows),
      keep: keepable ? readKeep(where, keep, keepable) : [],
    };
  }

  private checkRoom({ where, counts, keep, rows }: CacheWork): void {
    for (const [b, count] of counts.entries()) {
      const room = this.stored.room(b);
      if (count <= room) continue;
      throw fault(
        "capacity",
        `${where}: batch ${b} has room for ${room} more ${room === 1 ? "token" : "tokens"} ` +
          `(capacity ${this.capacity}); got ${count}. Call truncate(length), or make a cache of more capacity ` +
          `or with ring: true.`,
      );
    }
    if (rows <= this.stored.atOnce || keep.every((name) => name === "lse")) return;
    throw fault(
      "capacity",
      `${where}: this ring takes at most ${this.stored.atOnce} rows a call if matrices are kept; got ${rows}. ` +
        `Give them in several calls.`,
    );
  }

  /** Whether the ring still has every token that these rows of q see. */
  private checkReach({ where, counts }: CacheWork): void {
    for (const [b, count] of counts.entries()) {
      const position = this.lengths[b]! - count;
      if (count === 0 || this.stored.reaches(b, position)) continue;
      throw fault(
        "value",
        `${where}: the ring has dropped tokens that row 0 of batch ${b} sees; the row is token ${position}. ` +
          `Use step(), which attends before it drops.`,
      );
    }
  }

  /** A ring takes long calls in parts, each of which attends before the next one drops tokens. */
  private compute(read: CacheWork): Record<string, Tensor> {
    const { where, rows, rank, counts } = read;
    const { memory } = this.held(where);
    const work = outsideMemory(memory.core, where, read);
    const storing = work.given.k !== undefined;
    // A position without a row in the tables is refused before the first part stores anything.
    if (this.turn) checkAngles(where, this.turn, this.positions(storing, counts, rows));
    const most = storing ? this.stored.atOnce : rows;
    const results: Results = {};
    try {
      for (let from = 0; from < rows; from += most) {
        this.computePart(work, from, Math.min(rows - from, most), results);
      }
    } finally {
      memory.settle();
    }
    clearPadding(results, counts);
    const seen: Record<string, Tensor> = {};
    for (const name in results) {
      const { data, extents } = results[name]!;
      seen[name] = tensorOf(data, extents.slice(4 - rank));
    }
    return seen;
  }

  private computePart(work: CacheWork, from: number, rows: number, results: Results): void {
    const { where, keep } = work;
    const { memory, block } = this.held(where);
    const { core } = memory;
    const counts = work.counts.map((count) => Math.max(0, Math.min(count - from, rows)));
    const storing = work.given.k !== undefined;
    const angles = this.angles(storing, counts, rows);
    const given = angles ? { ...work.given, ...angles } : work.given;
    const more = counts.map((count) => (storing ? count : 0));
    // How many stored rows a query may have to pass, and how many it may see.
    let [keys, columns] = [1, 1];
    for (const [b, count] of more.entries()) {
      const { begin, end } = this.stored.seen(b, count);
      keys = Math.max(keys, this.stored.endWith(b, count));
      columns = Math.max(columns, end - begin);
    }
    const sizes = { ...this.sizes, queries: rows, keys };
    const call = callOf(CACHE_CALL, { forward: given.q !== undefined, sizes, options: NO_OPTIONS, given, keep });
    const layout = layOut(call, memory.tableBytes);
    const arena = memory.reserve(where, layout.bytes);
    // The angles belong to these rows alone; q, k, v and the results have all rows of the call.
    const cut: Cut | undefined = rows < work.rows ? { queries: [from, from + rows] } : undefined;
    const whole = cut ? { ...sizes, queries: work.rows } : sizes;
    writeWords(core, this.table, block, { queries: rows, keys });
    for (const { name } of CACHE_CALL.forward) writeWord(core, this.table, block, name, 0);
    for (const { row, offset } of layout.tensors) {
      const { name, when, isPerHead } = row;
      writeWord(core, this.table, block, name, arena + offset);
      const window = cut && isPerHead ? windowIn(row, whole, cut) : undefined;
      if (when === "given") copyWindowIn(core, row, arena + offset, given[name]!.data, window);
      else results[name] ??= makeResult(where, extentsOf(row, { ...whole, keys: columns }));
    }
    // All memory is there, so nothing is dropped for a call that is refused.
    this.place(counts, more);
    const seen = more.map((count, b) => this.stored.seen(b, count));
    memory.run(where, this.table.kind, block, layout.bytes);
    for (const { row, offset } of layout.tensors) {
      if (row.when === "given") continue;
      const result = results[row.name]!;
      if (isMatrix(row.name)) copyColumnsOut(core, { name: row.name, keys, address: arena + offset }, result, seen);
      else copyWindowOut(core, arena + offset, result.data, cut && windowIn(row, whole, cut));
    }
    for (const [b, count] of more.entries()) this.stored.add(b, count);
  }

  /** Where these rows stand. Rows before the first token see nothing, so theirs do not matter. */
  private positions(storing: boolean, counts: readonly number[], rows: number): Float64Array {
    const { lengths } = this.stored;
    const firsts = lengths.map((length, b) => (storing ? length : length - counts[b]!));
    const positions = new Float64Array(rows * counts.length);
    for (const [b, count] of counts.entries())
      for (let t = 0; t < count; t++) positions[b * rows + t] = Math.max(0, firsts[b]! + t);
    return positions;
  }

  /** The angles by which rotary turns these rows. */
  private angles(storing: boolean, counts: readonly number[], rows: number): Record<string, ReadTensor> | undefined {
    if (this.turn === undefined) return undefined;
    const positions = this.positions(storing, counts, rows);
    const { cos, sin } = anglesAt(this.turn, positions);
    const shape = [positions.length, this.turn.dims / 2];
    const data = Int32Array.from(positions.keys());
    return {
      rotaryCos: { data: cos, shape },
      rotarySin: { data: sin, shape },
      rotaryQueries: { data, shape: [data.length] },
    };
  }

  /**
   * Makes room for `more` new tokens, and says where they lie. The rows in which tokens lie decide how sums are
   * rounded, so they must not depend on what is kept.
   */
  private place(counts: readonly number[], more: readonly number[]): void {
    const { HEAP32 } = this.held("place").memory.core;
    const [first, lengths, given] = ["causalOffsets", "keyLengths", "counts"].map((name) => this.address(name) / 4);
    for (const [b, count] of counts.entries()) {
      this.drop(b, this.stored.dropped(b, more[b]!));
      const end = this.stored.end(b) + more[b]!;
      HEAP32[first! + b] = end - count;
      HEAP32[lengths! + b] = end;
      HEAP32[given! + b] = count;
    }
  }

  /** Moves the rows of a batch down, over those that are dropped. */
  private drop(b: number, dropped: number): void {
    if (dropped === 0) return;
    const { HEAPU8 } = this.held("drop").memory.core;
    const { kvHeads, rows } = this.sizes;
    const end = this.stored.end(b);
    for (const name of ROWS) {
      const rowBytes = this.rowBytes(name);
      for (let head = b * kvHeads; head < (b + 1) * kvHeads; head++) {
        const start = this.address(name) + head * rows * rowBytes;
        HEAPU8.copyWithin(start, start + dropped * rowBytes, start + end * rowBytes);
      }
    }
    this.stored.drop(b, dropped);
  }

  /** Notes that no NaN and no Infinity is stored. */
  private forgetNotFinite(): void {
    this.held("cache").memory.core.HEAP32[this.address("notFinite") / 4] = 0;
  }

  private rowBytes(name: string): number {
    return extentsOf(this.tensors[name]!.row, this.sizes, 3)[0]!;
  }

  private address(name: string): number {
    return this.held(name).block + this.tensors[name]!.offset;
  }
}

const NO_OPTIONS = {} as Call["options"];

/** A result of all rows of a call. */
interface Result {
  readonly data: Float32Array<ArrayBuffer>;
  readonly extents: readonly number[];
}

type Results = Record<string, Result>;

function makeResult(where: string, extents: readonly number[]): Result {
  return { data: makeFloats(where, productOf(extents)), extents };
}

/** What a row without keys holds. */
const nothingIn = (name: string): number => (name === "logits" || name === "lse" ? -Infinity : 0);

const isMatrix = (name: string): boolean => name !== "output" && name !== "lse";

/** Gives the rows of padding what a row without keys holds. */
function clearPadding(results: Results, counts: readonly number[]): void {
  for (const name in results) {
    const { data, extents } = results[name]!;
    const [, heads, rows, columns = 1] = extents as [number, number, number, number?];
    for (let row = 0; row < data.length / columns; row++) {
      const b = Math.floor(row / rows / heads);
      if (row % rows >= counts[b]!) data.fill(nothingIn(name), row * columns, (row + 1) * columns);
    }
  }
}

/** Copies the columns of the tokens that a batch has. The columns after them hold nothing. */
function copyColumnsOut(
  core: Core,
  { name, keys, address }: { readonly name: string; readonly keys: number; readonly address: number },
  { data, extents: [, heads, rows, columns] }: Result,
  seen: readonly Span[],
): void {
  data.fill(nothingIn(name));
  for (let row = 0; row < data.length / columns!; row++) {
    const { begin, end } = seen[Math.floor(row / rows! / heads!)]!;
    const to = row * columns!;
    copyOut(core, address + 4 * (row * keys + begin), data.subarray(to, to + end - begin));
  }
}
