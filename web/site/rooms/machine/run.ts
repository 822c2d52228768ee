// What a machine draws: a run of a model as lines, heads that carry from line to line, nets, and shares at the end.
import type { Tensor } from "heed";
import { headsOf, isHidden, keyHead, sizeOf, type Computation, type Figure } from "../inspector/index.js";

/** Lines: from the first one, up to but not including the second. */
export type Span = readonly [from: number, to: number];

/** One look of all lines of a sentence, and the net after it. A layer of a decoder is two of these. */
export interface MachineLayer {
  /** The lines that look, and whose rows change. */
  readonly lines: Span;
  /** The lines that they look at: the same ones, or in cross-attention those of the other sentence. */
  readonly seen: Span;
  readonly heads: number;
  readonly net: boolean;
  /** What the page calls it. Left out: "the first look", or "layer 0" where some layer has several heads. */
  readonly title?: string;
}

/** What the layout depends on. */
export interface MachineSizes {
  /** A line for each word; of two sentences one after the other. */
  readonly words: readonly string[];
  readonly layers: readonly MachineLayer[];
}

/** A word at the end of a line, and its share. */
export interface Share {
  readonly word: string;
  readonly share: number;
  /** What softmax made the share of. Left out: it does not open. */
  readonly logit?: number;
  /** What the logit is made of. */
  readonly figure?: () => Figure;
}

/** A run. Its parts are asked for when they are drawn, so a source may compute each of them at its first call. */
export interface MachineRun extends MachineSizes {
  /** What the shares are of: what the word means, or what comes after it. */
  readonly says: "means" | "next";
  /** The rows of all lines before a layer, [words, width]; with `depth` = layers.length those after the last. */
  rows(depth: number): Tensor;
  /**
   * The look of a layer as a call of the core: `tokens` are the words of `lines`, `keyTokens` those of `seen`. What the
   * inspector opens is in `kept`. A head that is off has zeros in the output weight.
   */
  look(layer: number): Computation;
  /** What the net of a layer adds, [lines, width]. */
  net(layer: number): Tensor;
  /** All words that have a share, the largest first. A line that says nothing has none. */
  shares(line: number): readonly Share[];
}

/** One head, by its layer and its place in it. */
export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

/** Where runs come from. */
export interface MachineSource {
  /** Computes the run without these heads. */
  run(off: readonly HeadPlace[], signal: AbortSignal): MachineRun | Promise<MachineRun>;
}

/** The sizes of a model of one sentence. */
export function sizesOf(words: readonly string[], layers: number, heads: number, net = true): MachineSizes {
  const all = [0, words.length] as const;
  return { words, layers: Array.from({ length: layers }, () => ({ lines: all, seen: all, heads, net })) };
}

export const isIn = ([from, to]: Span, line: number): boolean => line >= from && line < to;

/** Gives the weight of a line on another in a head; 0 where it does not look. Lines are counted among all. */
export function weightsIn(run: MachineRun, layer: number): (head: number, line: number, seen: number) => number {
  const { lines, seen: keys } = run.layers[layer]!;
  const { data } = run.look(layer).kept["weights"]!;
  const [rows, columns] = [lines[1] - lines[0], keys[1] - keys[0]];
  return (head, line, seen) =>
    isIn(lines, line) && isIn(keys, seen) ? data[(head * rows + line - lines[0]) * columns + seen - keys[0]]! : 0;
}

export const weightOf = (run: MachineRun, { layer, head }: HeadPlace, line: number, seen: number): number =>
  weightsIn(run, layer)(head, line, seen);

/** Whether a line may look at another. */
export function maySee(run: MachineRun, { layer, head }: HeadPlace, line: number, seen: number): boolean {
  const { lines, seen: at } = run.layers[layer]!;
  return isIn(lines, line) && isIn(at, seen) && !isHidden(run.look(layer), head, line - lines[0], seen - at[0]);
}

export function rowOf({ data, shape }: Tensor, row: number): Float32Array {
  const width = shape.at(-1)!;
  return data.subarray(row * width, (row + 1) * width);
}

/** The row of a line before a layer. */
export const rowAt = (run: MachineRun, depth: number, line: number): Float32Array => rowOf(run.rows(depth), line);

/** What a head mixes of the values for a line, before the output weight. */
export function mixedBy(look: Computation, head: number, row: number): Float32Array {
  const { weights, v } = look.kept;
  const from = keyHead(look, head);
  const { rows, columns } = sizeOf(v);
  const first = (head * sizeOf(weights!).rows + row) * rows;
  const mixed = new Float32Array(columns);
  for (let key = 0; key < rows; key++) {
    const weight = weights!.data[first + key]!;
    const start = (from * rows + key) * columns;
    if (weight !== 0) for (let at = 0; at < columns; at++) mixed[at]! += weight * v.data[start + at]!;
  }
  return mixed;
}

/** What a head brings to a line: its part of what the look adds to the row. */
export function broughtBy(run: MachineRun, { layer, head }: HeadPlace, line: number): Float32Array {
  const look = run.look(layer);
  const mixed = mixedBy(look, head, line - run.layers[layer]!.lines[0]);
  const output = look.weights?.outputWeight;
  if (output === undefined) return mixed;
  const isOutIn = look.weights!.layout === "out-in";
  const width = isOutIn ? output.shape[0]! : output.shape[1]!;
  const first = head * mixed.length;
  const inputs = headsOf(look.kept.q) * mixed.length;
  const sums = new Float64Array(width);
  for (let at = 0; at < mixed.length; at++) {
    const from = first + at;
    for (let to = 0; to < width; to++)
      sums[to]! += mixed[at]! * output.data[isOutIn ? to * inputs + from : from * width + to]!;
  }
  return Float32Array.from(sums);
}

/** `Math.hypot` of many numbers takes many times as long. */
export function lengthOf(row: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += row[at]! ** 2;
  return Math.sqrt(sum);
}

/** How long a row is that is added, as a share of the row that it is added to. */
function ratio(added: ArrayLike<number>, row: ArrayLike<number>): number {
  const length = lengthOf(row);
  return length > 0 ? lengthOf(added) / length : 0;
}

/** How much a head adds to the row of a line. A stop has this area. */
export function headAdds(run: MachineRun, place: HeadPlace, line: number): number {
  return ratio(broughtBy(run, place, line), rowAt(run, place.layer, line));
}

/** How much a net adds to the row of a line. A diamond has this size. */
export function netAdds(run: MachineRun, layer: number, line: number): number {
  return ratio(rowOf(run.net(layer), line - run.layers[layer]!.lines[0]), rowAt(run, layer + 1, line));
}
