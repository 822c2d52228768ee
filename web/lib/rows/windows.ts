// A window is a part of a tensor: a range on some of its axes, all of the others. In the whole tensor it is in runs
// of neighbouring numbers; in a message it has no gaps.
import type { TypedNumbers } from "../api/index.js";

/** From the first index up to, but not including, the last. */
export type Range = readonly [from: number, to: number];

/** Plain data, because workers read it too. */
export interface Window {
  /** Where its first run begins in the whole tensor. */
  readonly start: number;
  /** The numbers of a run. */
  readonly run: number;
  /** The loops round a run, the outermost first: how many times, and how far apart in the whole tensor. */
  readonly loops: readonly (readonly [times: number, stride: number])[];
}

/** The window of a tensor with these extents. An axis without a range is taken whole. */
export function windowOf(extents: readonly number[], ranges: readonly (Range | undefined)[]): Window {
  const loops: [number, number][] = [];
  let [start, run, stride, isWhole] = [0, 1, 1, true];
  for (let axis = extents.length - 1; axis >= 0; axis--) {
    const extent = extents[axis]!;
    const [from, to] = ranges[axis] ?? [0, extent];
    start += from * stride;
    if (isWhole) run *= to - from;
    else if (to - from > 1) loops.unshift([to - from, stride]);
    isWhole &&= to - from === extent;
    stride *= extent;
  }
  return { start, run, loops };
}

export function countOf({ run, loops }: Window): number {
  return loops.reduce((count, [times]) => count * times, run);
}

/** Visits the runs in order: where each begins in the whole tensor, and where in the window. */
export function eachRun({ start, run, loops }: Window, visit: (whole: number, part: number) => void): void {
  let part = 0;
  const loop = (depth: number, whole: number): void => {
    const level = loops[depth];
    if (level === undefined) {
      visit(whole, part);
      part += run;
      return;
    }
    for (let time = 0; time < level[0]; time++) loop(depth + 1, whole + time * level[1]);
  };
  loop(0, start);
}

/** Copies the window of `whole` into `part`, which has no gaps. */
export function copyFromWhole(whole: TypedNumbers, window: Window, part: TypedNumbers): void {
  eachRun(window, (from, to) => part.set(whole.subarray(from, from + window.run), to));
}

/** Copies `part`, which has no gaps, to its place in `whole`. */
export function copyToWhole(part: Float32Array, window: Window, whole: Float32Array): void {
  eachRun(window, (to, from) => whole.set(part.subarray(from, from + window.run), to));
}
