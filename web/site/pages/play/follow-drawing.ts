// How the matrices show a moment of one query's way: which lines are lit, and which cells have bars.
import type { Bar } from "heed/element";
import type { Place } from "../../../show/index.js";
import { STEPS, type State } from "../../rooms/state/index.js";
import type { QuerySteps } from "./query-steps.js";
import type { Marks, Shown } from "./shown-matrices.js";

export type Bars = Partial<Record<Shown, readonly Bar[]>>;

export interface Drawing {
  readonly marks: Marks;
  readonly bars: Bars;
}

/** Nothing is lit, and every cell has its own number. */
export const NO_DRAWING: Drawing = { marks: {}, bars: {} };

/** A bar, and what is in its cell. */
type Content = Omit<Bar, keyof Place>;

/** A cell that is not computed yet. */
const EMPTY: Content = { size: 0, value: null };

/** How many moments a step has: the scores and the mix have one for each key, softmax has one for each half. */
export function momentsIn(step: number, { visible }: QuerySteps, { softmax }: State): number {
  if (step === 2 || step === STEPS) return visible.length;
  return step === 4 && softmax ? 2 : 1;
}

/** @param moment counts from 1 */
export function drawingOf(state: State, steps: QuerySteps, moment: number): Drawing {
  const { followed, convention } = state;
  const transposed = convention === "columns";
  const place = (row: number, column: number): Place => (transposed ? { row: column, column: row } : { row, column });
  const row = (contents: readonly (Content | undefined)[]): Bar[] =>
    contents.flatMap((content, column) => (content === undefined ? [] : [{ ...place(followed, column), ...content }]));
  return {
    marks: marksAt(state, steps.visible[moment - 1] ?? followed),
    bars: {
      scores: row(scoresAt(state, steps, moment)),
      weights: row(weightsAt(state, steps, moment)),
      mixed: row(mixAt(state, steps, moment)),
    },
  };
}

function marksAt({ followed, step, convention }: State, key: number): Marks {
  const transposed = convention === "columns";
  const line = (at: number): Partial<Place> => (transposed ? { column: at } : { row: at });
  const q = line(followed);
  const pair = transposed ? { row: key, column: followed } : { row: followed, column: key };
  const marks: readonly Marks[] = [
    { x: q, q },
    { q, k: line(key), scores: pair },
    { scores: q },
    { scores: q, weights: q },
    { weights: pair, v: line(key), mixed: q },
  ];
  return marks[step - 1]!;
}

/** The products of the query and the keys that it has met, then the scores. A hidden key has no bar. */
function scoresAt({ step }: State, steps: QuerySteps, moment: number): (Content | undefined)[] {
  const unit = largest([
    ...steps.visible.map((key) => steps.raw[key]!),
    ...steps.visible.map((key) => steps.scores[key]!),
  ]);
  const met = new Set(steps.visible.slice(0, step === 2 ? moment : 0));
  return steps.seen.map((seen, key) => {
    if (!seen) return undefined;
    if (step > 2) return { size: steps.scores[key]! / unit };
    return met.has(key) ? { size: steps.raw[key]! / unit, value: steps.raw[key]! } : EMPTY;
  });
}

/** The powers of e as shares of the largest, then as shares of their sum. */
function weightsAt({ step, softmax }: State, { seen, weights }: QuerySteps, moment: number): (Content | undefined)[] {
  const most = largest(weights);
  return seen.map((isSeen, key) => {
    if (!isSeen) return undefined;
    if (step < 4) return EMPTY;
    if (softmax && step === 4 && moment === 1) return { size: weights[key]! / most, value: null };
    return { size: softmax ? weights[key]! : weights[key]! / most };
  });
}

/** The sum of the values that are mixed so far. Only the whole sum is a number of the core, so only it has digits. */
function mixAt({ step }: State, { visible, weights, v, output }: QuerySteps, moment: number): Content[] {
  if (step < STEPS) return output.map(() => EMPTY);
  const unit = largest(visible.map((key) => largest(v[key]!) * Math.abs(weights[key]!)));
  const isWhole = moment >= visible.length;
  return output.map((whole, column) => {
    const sum = visible.slice(0, moment).reduce((total, key) => total + weights[key]! * v[key]![column]!, 0);
    return isWhole ? { size: whole / unit } : { size: sum / unit, value: null };
  });
}

function largest(values: readonly number[]): number {
  return Math.max(...values.map(Math.abs)) || 1;
}
