// The block of a call: its table, then its tensors, each in whole cache lines.
import type { Tensor, TypedNumbers } from "../api/index.js";
import { fault, isHalf, lengthOf, outOfMemory, viewOf, type ReadTensor } from "../read/index.js";
import { countIn, eachRun, type Row, type Sizes, type Window } from "../rows/index.js";
import type { CallTable, Core } from "./core.js";
import { rowsOf, type Call } from "./call.js";

/** A cache line. Each tensor begins one, so that no vector load straddles two. */
const LINE = 64;

export const wholeLines = (bytes: number): number => Math.ceil(bytes / LINE) * LINE;

/** What a tensor holds instead of floats. */
export type Holds = Row["holds"];

/** The bytes of a number. */
export function numberBytes(holds: Holds): number {
  return holds === "bytes" ? 1 : 4;
}

/** The bytes of a tensor's numbers, in whole cache lines. */
export function bytesOf(holds: Holds, count: number): number {
  return wholeLines(numberBytes(holds) * count);
}

/** A tensor of a call. Its offset counts from the start of the block. */
export interface PlacedTensor {
  readonly row: Row;
  readonly count: number;
  readonly offset: number;
}

/** All tensors of a call, and the bytes that they take. The table takes `tableBytes` before them. */
export interface Layout {
  readonly tensors: readonly PlacedTensor[];
  readonly bytes: number;
}

/** @param part The sizes of a part, where the block holds one part of the call at a time. */
export function layOut(call: Call, tableBytes: number, part: Sizes = call.sizes): Layout {
  const tensors: PlacedTensor[] = [];
  let bytes = 0;
  for (const row of rowsOf(call)) {
    if (!isThere(row, call)) continue;
    const own = ownShape(row, call);
    const count = own ? productOf(own) : countIn(row, liesWhole(row) ? call.sizes : part);
    tensors.push({ row, count, offset: tableBytes + bytes });
    bytes += bytesOf(row.holds, count);
  }
  return { tensors, bytes };
}

/** Whether the tensor is in the block for the whole call, whatever part is computed: what the options bring. */
export function liesWhole({ when, isPerHead }: Row): boolean {
  return when === "given" && !isPerHead;
}

function isThere(row: Row, call: Call): boolean {
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
export function givenTo(row: Row, { given }: Call): ReadTensor | null | undefined {
  return given[row.input];
}

/** The shape of a tensor that has its own: that of what the caller gives. */
export function ownShape(row: Row, call: Call): readonly number[] | undefined {
  return row.hasOwnShape ? givenTo(row, call)!.shape : undefined;
}

export function productOf(extents: readonly number[]): number {
  let product = 1;
  for (const extent of extents) product *= extent;
  return product;
}

/** Writes the table of a call whose block begins at this address. Words that the call does not have become 0. */
export function writeTable(core: Core, table: CallTable, block: number, call: Call, { tensors }: Layout): void {
  clearTable(core, table, block);
  writeWords(core, table, block, call.options);
  writeWords(core, table, block, call.sizes);
  for (const { row, offset } of tensors) writeWord(core, table, block, row.name, block + offset);
}

export function clearTable({ HEAP32 }: Core, { length }: CallTable, block: number): void {
  HEAP32.fill(0, block / 4, block / 4 + length);
}

export function writeWords(core: Core, table: CallTable, block: number, words: Sizes): void {
  for (const name in words) writeWord(core, table, block, name, words[name]!);
}

export function writeWord(core: Core, { words }: CallTable, block: number, name: string, value: number): void {
  const { index, float } = words[name]!;
  (float ? core.HEAPF32 : core.HEAP32)[block / 4 + index] = value;
}

/** Code of the caller runs while arguments are read, and may change the length of an array that was read before. */
export function checkedLength(where: string, name: string, { data, shape }: ReadTensor): void {
  if (lengthOf(data) === productOf(shape)) return;
  throw fault("shape", `${where}: ${name} changed its length while the arguments were read. Give it its own array.`);
}

/**
 * A tensor in wasm memory, such as a view of a session, is copied out of it: growth of the memory would
 * empty it before it is read.
 */
export function outside({ HEAPU8 }: Core, tensor: ReadTensor): ReadTensor {
  const { data, shape } = tensor;
  return data.buffer === HEAPU8.buffer ? { data: viewOf(data, 0, data.length).slice(), shape } : tensor;
}

/** Returns the call with all its inputs outside wasm memory. From here on no code of the caller runs. */
export function outsideMemory<Any extends Pick<Call, "given">>(core: Core, where: string, call: Any): Any {
  const given: Record<string, ReadTensor | null | undefined> = { ...call.given };
  for (const name in given) {
    const tensor = given[name];
    if (!tensor) continue;
    checkedLength(where, name, tensor);
    given[name] = outside(core, tensor);
  }
  return { ...call, given };
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

/** kernels::Stored::float16 */
const FLOAT16 = 1;

/**
 * Copies the data of an input to its address. Half precision goes to the second half of its room, and is widened there.
 */
export function copyIn(core: Core, { holds }: Pick<Row, "holds">, address: number, data: TypedNumbers): void {
  if (holds === "bytes") core.HEAPU8.set(data, address);
  else if (holds === "integers") core.HEAP32.set(data, address / 4);
  else if (isHalf(data)) {
    const halves = address + data.byteLength;
    core.HEAPU8.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), halves);
    core.decode(FLOAT16, halves, data.length, address);
  } else core.HEAPF32.set(data, address / 4);
}

/** The floats at an address, in an array of their own. */
export function floatsAt({ HEAPF32 }: Core, where: string, address: number, count: number): Tensor["data"] {
  try {
    return HEAPF32.slice(address / 4, address / 4 + count);
  } catch {
    throw outOfMemory(where, 4 * count);
  }
}

/** Copies floats from an address into an array outside. */
export function copyOut(core: Core, address: number, data: Tensor["data"]): void {
  data.set(core.HEAPF32.subarray(address / 4, address / 4 + data.length));
}

/** Copies a window of an input, or all of it, to an address, without gaps. */
export function copyWindowIn(core: Core, row: Row, address: number, data: TypedNumbers, window?: Window): void {
  if (window === undefined) return copyIn(core, row, address, data);
  const { run } = window;
  const bytes = numberBytes(row.holds);
  eachRun(window, (whole, part) => copyIn(core, row, address + bytes * part, viewOf(data, whole, run)));
}

/** Copies floats from an address into a window of an array outside, or into all of it. */
export function copyWindowOut(core: Core, address: number, data: Tensor["data"], window?: Window): void {
  if (window === undefined) return copyOut(core, address, data);
  const { run } = window;
  eachRun(window, (whole, part) => copyOut(core, address + 4 * part, data.subarray(whole, whole + run)));
}
