import { ticks, type Base, type Domain } from "../../../show/index.js";

/** An axis of a chart. */
export interface Axis {
  readonly domain: Domain;
  /** The base of a logarithmic axis. */
  readonly base?: Base;
  /** Into how many parts its numbers cut it. A logarithmic axis has no more. */
  readonly parts?: number;
  /** How its numbers are written. If left out, the axis has none. */
  readonly write?: (value: number) => string;
}

/** Where a value is on an axis, from 0 to 1. A value beyond an end is at that end. */
export function along({ domain: [low, high], base }: Axis, value: number): number {
  const of = base === undefined ? (number: number) => number : Math.log;
  return Math.min(1, Math.max(0, (of(value) - of(low)) / (of(high) - of(low))));
}

/** Where the numbers of an axis stand, and what they are. */
export function marksOf(axis: Axis): { at: number; value: number }[] {
  return ticks(axis.domain, axis).map((value) => ({ at: along(axis, value), value }));
}
