// The plane of lesson 2 again: each word splits into a query and a key. A number of a query is the product of the word
// and a column of W_Q, so the columns are arrows that readers drag.
import {
  arrow,
  axes,
  axisNames,
  between,
  label,
  lengthOf,
  nameAtTip,
  zoomTo,
  type Named,
  type Point,
} from "../../kit/charts/index.js";
import { redraw, svg } from "../../../show/index.js";

/** Four words as made-up places in the plane. */
export const PLACES: readonly Point[] = [
  [0.4, 0.3],
  [1.6, 0.9],
  [0.6, -0.8],
  [-0.9, 1.4],
];

/** A 2 × 2 weight matrix, row after row. */
export type Square = readonly number[];

/** One of the four arrows: a column of W_Q or of W_K. */
export interface Handle {
  readonly matrix: "wq" | "wk";
  readonly column: 0 | 1;
}

export const columnOf = (weight: Square, column: 0 | 1): Point => [weight[column]!, weight[2 + column]!];

export function withColumn(weight: Square, column: 0 | 1, [x, y]: Point): number[] {
  return weight.map((old, at) => (at % 2 !== column ? old : at < 2 ? x : y));
}

/** The arrow whose tip is nearest to a point, if it is near enough to be meant. */
export function handleAt(weights: Readonly<Record<"wq" | "wk", Square>>, point: Point): Handle | undefined {
  const handles = (["wq", "wk"] as const).flatMap((matrix) => ([0, 1] as const).map((column) => ({ matrix, column })));
  const distance = ({ matrix, column }: Handle): number => {
    const [x, y] = columnOf(weights[matrix], column);
    return lengthOf([x - point[0], y - point[1]]);
  };
  const nearest = handles.reduce((best, handle) => (distance(handle) < distance(best) ? handle : best));
  return distance(nearest) < GRIP ? nearest : undefined;
}

/** How far a pointer may miss a tip. */
const GRIP = 0.4;

export interface Columns {
  readonly words: readonly Named[];
  /** What the two numbers of a word say. */
  readonly axes: readonly [right: string, up: string];
  readonly weights: Readonly<Record<"wq" | "wk", Square>>;
  /** The index of a word. */
  readonly chosen: number;
}

/** Draws the words as places, and the columns of both matrices as arrows. */
export function drawColumns(drawing: SVGSVGElement, { words, axes: names, weights, chosen }: Columns): void {
  const places = words.flatMap((word, at) => [
    svg("circle", { class: at === chosen ? "at chosen" : "at", cx: word.at[0], cy: -word.at[1], r: 0.1 }),
    label(word),
  ]);
  const columns = (["wq", "wk"] as const).flatMap((matrix) =>
    ([0, 1] as const).flatMap((column) => {
      const at = columnOf(weights[matrix], column);
      const kind = matrix === "wq" ? "query" : "key";
      return [
        arrow(kind, [0, 0], at),
        svg("circle", { class: `grip ${kind}`, cx: at[0], cy: -at[1], r: 0.16 }),
        nameAtTip({ name: `${matrix === "wq" ? "Q" : "K"}${column + 1}`, at }, 1),
      ];
    }),
  );
  redraw(drawing, [...axes(), ...axisNames(...names), ...places, ...columns]);
}

/** Draws the query and the key of every word. Those of the chosen word stand out and hang on their word.
 * The others have their name at the key, because that is what the chosen query meets. */
export function drawSplit(
  drawing: SVGSVGElement,
  words: readonly Named[],
  queries: readonly Point[],
  keys: readonly Point[],
  chosen: number,
): void {
  const unit = zoomTo(drawing, [...queries, ...keys, words[chosen]!.at]);
  const parts = words.flatMap(({ name }, word) => {
    const faint = word === chosen ? "" : " faint";
    return [
      arrow(`key${faint}`, [0, 0], keys[word]!, unit),
      arrow(`query${faint}`, [0, 0], queries[word]!, unit),
      ...(word === chosen ? [] : [nameAtTip({ name, at: keys[word]! }, unit)]),
    ];
  });
  const { name, at } = words[chosen]!;
  redraw(drawing, [
    ...axes(),
    svg("line", { class: "thread", ...between(at, queries[chosen]!) }),
    svg("line", { class: "thread", ...between(at, keys[chosen]!) }),
    svg("circle", { class: "at chosen", cx: at[0], cy: -at[1], r: 0.1 * unit }),
    ...parts,
    label({ name, at }, unit, -Infinity),
    nameAtTip({ name: `${name} q`, at: queries[chosen]! }, unit),
    nameAtTip({ name: `${name} k`, at: keys[chosen]! }, unit),
  ]);
}
