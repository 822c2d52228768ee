// Reads the tensors of a blueprint: matrices into wasm memory, in pieces, and short rows into arrays. What was read
// takes the place of what is to be read, and all else stays as it is.
import type { Floats, Heed, Tensor } from "../lib/api/index.js";
import { cutName, fault, tensorOf } from "../lib/read/index.js";
import { storedWeights, type StoredWeights } from "../layers/index.js";
import { STORED_TYPES, type StoredType } from "../tensors/index.js";
import type { Blueprint, HeadPlan, LayerPlan } from "./blueprint.js";
import type { Entry } from "./files/safetensors.js";
import { checkBytes, type MatrixPlan, type NormPlan } from "./files/tensors.js";
import type { Norm } from "./norm.js";
import { within } from "./within.js";

/** A matrix, as `linear` takes it. */
export interface Matrix {
  readonly weight: StoredWeights;
  readonly bias: Tensor | undefined;
}

/** A part of the blueprint once it is read. */
type Read<Part> = Part extends MatrixPlan
  ? Matrix
  : Part extends NormPlan
    ? Norm
    : Part extends Entry
      ? StoredWeights
      : Part extends (...given: never[]) => unknown
        ? Part
        : Part extends object
          ? { readonly [Name in keyof Part]: Read<Part[Name]> }
          : Part;

export type Layer = Read<LayerPlan>;
export type Head = Read<HeadPlan>;

export interface Loaded extends Read<Blueprint> {
  readonly bytes: number;
  dispose(): void;
}

/** About how many bytes are read at once, in whole rows: they are kept outside wasm memory until written there. */
const PIECE = 2 ** 24;

/** What a loading tells, and what ends it. */
export interface Loading {
  readonly signal?: { readonly aborted: boolean; readonly reason: unknown } | undefined;
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
}

export async function loadBlueprint(
  where: string,
  heed: Heed,
  plan: Blueprint,
  { signal, onProgress }: Loading,
): Promise<Loaded> {
  const { wholes, layouts } = entriesOf(plan);
  const total = Array.from(wholes.keys()).reduce((sum, { from, to }) => sum + to - from, 0);
  checkBytes(where, total);
  const held = new Map<Entry, StoredWeights>();
  const rows = new Map<Entry, Floats>();
  let done = 0;
  const pieces = async (entry: Entry, { row, write }: Writing): Promise<void> => {
    const piece = Math.max(row, PIECE - (PIECE % row));
    for (let at = entry.from; at < entry.to; at += piece) {
      if (signal?.aborted) throw signal.reason;
      const end = Math.min(at + piece, entry.to);
      const bytes = await entry.source.read(at, end);
      if (bytes.length !== end - at) throw fault("file", `${where}: ${entry.source.name} ended while it was read.`);
      write(bytes, at - entry.from);
      done += bytes.length;
      onProgress?.(done, total);
    }
  };
  const dispose = (): void => held.forEach((one) => one.dispose());
  try {
    for (const [whole, parts] of wholes) {
      const stored = STORED_TYPES.find(({ inFiles }) => inFiles === whole.type)!;
      const type = stored.type as StoredWeights["type"];
      for (const entry of parts) {
        const [lines, length] = entry.shape.length === 1 ? [1, entry.shape[0]!] : entry.shape;
        const options = { shape: [lines!, length!] as const, type, layout: layouts.get(entry) ?? "out-in" };
        held.set(
          entry,
          within(where, () => storedWeights(heed, options)),
        );
      }
      const write = (bytes: Uint8Array, at: number): void => {
        for (const entry of parts) writePart(held.get(entry)!, entry, bytes, at);
      };
      await pieces(whole, writingOf(where, whole, stored, write));
      for (const entry of parts) {
        if (entry.shape.length !== 1) continue;
        const weight = held.get(entry)!;
        rows.set(entry, weight.rows([0]).data);
        weight.dispose();
        held.delete(entry);
      }
    }
  } catch (error) {
    dispose();
    throw error;
  }
  return { ...readPlan(plan, held, rows), bytes: total, dispose };
}

/** How the bytes of a tensor are written. Pieces of it end where rows do. */
interface Writing {
  /** The bytes of a row. */
  readonly row: number;
  readonly write: (bytes: Uint8Array, at: number) => void;
}

/** Looks at the scales of blocks, and puts rows that lie in pairs into their order. */
function writingOf(where: string, entry: Entry, stored: StoredType, write: Writing["write"]): Writing {
  const { shape, from, to, pairedHeads: heads, inFile = entry.name } = entry;
  const { numbers, bytes: size, scales } = stored;
  const refuse = (what: string): never => {
    throw fault("file", `${where}: the weights have "${cutName(inFile)}" ${what}.`);
  };
  if (numbers > 1 && shape.length === 1 && heads) refuse("in blocks, and heed would have to reorder its numbers");
  // Of a bias each number is a row.
  const rows = numbers === 1 || shape.length > 1 ? shape[0]! : 1;
  const row = (to - from) / rows;
  const checked = (bytes: Uint8Array, at: number): void => {
    for (const scale of scales)
      for (let upper = scale + 1; upper < bytes.length; upper += size)
        if ((bytes[upper]! & 0x7c) === 0x7c)
          refuse(`with a scale that is NaN or infinite, in row ${Math.floor((at + upper) / row)}`);
    if (!heads) return write(bytes, at);
    for (let begin = 0; begin < bytes.length; begin += row)
      write(bytes.subarray(begin, begin + row), row * movedRow((at + begin) / row, rows / heads));
  };
  return { row, write: checked };
}

/** Where a row goes of a head whose rows lie in pairs. */
function movedRow(row: number, dim: number): number {
  const inHead = row % dim;
  return row - inHead + ((inHead % 2) * dim) / 2 + Math.floor(inHead / 2);
}

/** Writes those of the bytes that belong to this part. They begin at this byte of the whole tensor. */
function writePart(weight: StoredWeights, { cut, from, to }: Entry, bytes: Uint8Array, at: number): void {
  const { groups, parts, part } = cut ?? { groups: 1, parts: 1, part: 0 };
  const run = (to - from) / groups / parts;
  for (let group = 0; group < groups; group++) {
    const start = (group * parts + part) * run - at;
    const [first, last] = [Math.max(0, start), Math.min(bytes.length, start + run)];
    if (first < last) weight.write(bytes.subarray(first, last), group * run + first - start);
  }
}

const isEntry = (part: object): part is Entry => "source" in part;
const isMatrix = (part: object): part is MatrixPlan => "layout" in part;

/** Every tensor of the files that the model uses, once, with its parts; and how its matrices lie. */
function entriesOf(plan: Blueprint): {
  readonly wholes: Map<Entry, Set<Entry>>;
  readonly layouts: Map<Entry, MatrixPlan["layout"]>;
} {
  const [wholes, layouts] = [new Map<Entry, Set<Entry>>(), new Map<Entry, MatrixPlan["layout"]>()];
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if (isEntry(part)) {
      const whole = part.cut?.of ?? part;
      wholes.set(whole, (wholes.get(whole) ?? new Set()).add(part));
      return;
    }
    if (isMatrix(part)) layouts.set(part.weight, part.layout);
    Object.values(part).forEach(visit);
  };
  visit(plan);
  return { wholes, layouts };
}

/** The blueprint with what was read in place of what is to be read. */
function readPlan(
  plan: Blueprint,
  held: ReadonlyMap<Entry, StoredWeights>,
  rows: ReadonlyMap<Entry, Floats>,
): Read<Blueprint> {
  const { mean, epsilon, plusOne } = plan.norms;
  const norm = ({ gain, bias }: NormPlan): Norm => ({
    gain: plusOne ? rows.get(gain)!.map((one) => 1 + one) : rows.get(gain)!,
    bias: bias && rows.get(bias),
    epsilon,
    mean,
  });
  const read = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(read);
    if ("gain" in part) return norm(part as NormPlan);
    if (isMatrix(part)) return { weight: held.get(part.weight), bias: read(part.bias) };
    if (!isEntry(part)) return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, read(one)]));
    const row = rows.get(part);
    return row ? tensorOf(row, [row.length]) : held.get(part)!;
  };
  return read(plan) as Read<Blueprint>;
}
