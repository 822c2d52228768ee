// The block of a call: its table, then its tensors, each in whole cache lines.
import type { Tensor, TypedNumbers } from "../api/index.js";
import { isHalf, lengthOf, viewOf, type ReadTensor } from "../read/index.js";
import type { CallTable, Core } from "./core.js";
import { inputOf, rowsOf, type Call, type Row } from "./tables.js";

/** A cache line. Each tensor begins one, so that no vector load straddles two. */
const LINE = 64;

export const wholeLines = (bytes: number): number => Math.ceil(bytes / LINE) * LINE;

/** What a tensor holds instead of floats. */
export type Holds = Row<never>["holds"];

/** The bytes of so many numbers, in whole cache lines. */
export function bytesOf(holds: Holds, count: number): number {
  return wholeLines(holds === "bytes" ? count : count * 4);
}

/** A tensor of a call. Its offset counts from the start of the block. */
export interface PlacedTensor<Sizes> {
  readonly row: Row<Sizes>;
  readonly extents: readonly number[];
  readonly count: number;
  readonly offset: number;
}

/** All tensors of a call, and the bytes that they take. The table takes `tableBytes` before them. */
export interface Layout<Sizes> {
  readonly tensors: readonly PlacedTensor<Sizes>[];
  readonly bytes: number;
}

export function layOut<Sizes>(call: Call<Sizes>, tableBytes: number): Layout<Sizes> {
  const tensors: PlacedTensor<Sizes>[] = [];
  let bytes = 0;
  for (const row of rowsOf(call)) {
    if (!isThere(row, call)) continue;
    const extents = row.extents ? row.extents(call.sizes) : givenTo(row, call)!.shape;
    const count = productOf(extents);
    tensors.push({ row, extents, count, offset: tableBytes + bytes });
    bytes += bytesOf(row.holds, count);
  }
  return { tensors, bytes };
}

function isThere<Sizes>(row: Row<Sizes>, call: Call<Sizes>): boolean {
  switch (row.when) {
    case "given":
    case "gradient":
      return givenTo(row, call) !== undefined;
    case "forward":
      return call.forward;
    case "kept":
    case "asked":
      return call.keep.includes(row.name);
    case "saved":
      return call.forward && call.backward;
  }
}

/** The input of this row, or the input whose gradient the row is. */
export function givenTo<Sizes>(row: Row<Sizes>, { given }: Call<Sizes>): ReadTensor | null | undefined {
  return given[row.when === "gradient" ? inputOf(row) : row.name];
}

export function productOf(extents: readonly number[]): number {
  let product = 1;
  for (const extent of extents) product *= extent;
  return product;
}

/** Writes the table of a call whose block begins at this address. Words that the call does not have become 0. */
export function writeTable<Sizes extends Words>(
  core: Core,
  table: CallTable,
  block: number,
  call: Call<Sizes>,
  { tensors }: Layout<Sizes>,
): void {
  clearTable(core, table, block);
  writeWords(core, table, block, call.options);
  writeWords(core, table, block, call.sizes);
  for (const { row, offset } of tensors) writeWord(core, table, block, row.name, block + offset);
}

export function clearTable({ HEAP32 }: Core, { words }: CallTable, block: number): void {
  HEAP32.fill(0, block / 4, block / 4 + words.size);
}

export type Words = Readonly<Record<string, number>>;

export function writeWords(core: Core, table: CallTable, block: number, words: Words): void {
  for (const name in words) writeWord(core, table, block, name, words[name]!);
}

function writeWord(core: Core, { words }: CallTable, block: number, name: string, value: number): void {
  const { index, float } = words.get(name)!;
  (float ? core.HEAPF32 : core.HEAP32)[block / 4 + index] = value;
}

/**
 * Copies inputs that lie in wasm memory, as the views of a session do, out of it: growth of the memory would empty them
 * before they are read. Returns the call with the copies. From here on no code of the caller runs.
 */
export function outsideMemory<Any extends Pick<Call<unknown>, "given">>(core: Core, where: string, call: Any): Any {
  const { buffer } = core.HEAPU8;
  let given: Record<string, ReadTensor> | undefined;
  for (const name in call.given) {
    const tensor = call.given[name];
    if (!tensor) continue;
    const { data, shape } = tensor;
    if (lengthOf(data) !== productOf(shape)) {
      throw new RangeError(
        `${where}: ${name} changed its length while the arguments were read. Give it its own array.`,
      );
    }
    if (data.buffer !== buffer) continue;
    given ??= { ...call.given } as Record<string, ReadTensor>;
    given[name] = { data: viewOf(data, 0, data.length).slice(), shape };
  }
  return given ? { ...call, given } : call;
}

/** A view of what a tensor holds: floats, integers or bytes. */
export function viewFor(
  holds: Holds,
  buffer: ArrayBuffer,
  address: number,
  count: number,
): Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> {
  const View = holds === "bytes" ? Uint8Array : holds === "integers" ? Int32Array : Float32Array;
  return new View(buffer, address, count);
}

/**
 * Copies the data of an input to its address. Half precision goes to the second half of its room, and is widened there.
 */
export function copyIn(core: Core, { holds }: Row<never>, address: number, data: TypedNumbers): void {
  if (holds === "bytes") core.HEAPU8.set(data, address);
  else if (holds === "integers") core.HEAP32.set(data, address / 4);
  else if (isHalf(data)) {
    core.HEAPU8.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), address + data.byteLength);
    core.widen(address, data.length);
  } else core.HEAPF32.set(data, address / 4);
}

/** Copies floats from an address into an array outside. */
export function copyOut(core: Core, address: number, data: Tensor["data"]): void {
  data.set(core.HEAPF32.subarray(address / 4, address / 4 + data.length));
}

/** Whether the row is a result of a call. */
export function isResult({ when }: Row<never>): boolean {
  return when !== "given" && when !== "saved";
}
