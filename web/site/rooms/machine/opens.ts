// What a part of the picture opens: a cell of the look, or a figure of rows that are added.
import { percent } from "../../../show/index.js";
import { figure as written } from "../../kit/index.js";
import { formula } from "../../kit/texts/index.js";
import type { Cell, CellMatrix, Computation, Figure, FigureNumber, FigureRow } from "../inspector/index.js";
import { lengthOf, rowAt, rowOf, type MachineRun } from "./run.js";
import { layerName, saysText, tell, wordName } from "./words.js";

/** What the inspector shows: a cell of a computation, or a number that is made of others. */
export type Opened = readonly [Computation, Cell] | Figure;

/** Shows a number of this run. `back` gives focus to the part that it was opened from. */
export type OpenNumber = (opened: Opened, back: () => void) => void;

/** A number of a look. @param line among all lines @param column of weights and scores, too, among the look's own */
export function cellOf(
  run: MachineRun,
  layer: number,
  cell: { readonly matrix: CellMatrix; readonly head: number; readonly row: number; readonly column: number },
): Opened {
  return [run.look(layer), cell];
}

/** What a head gives to a line. */
export function weightCell(run: MachineRun, layer: number, head: number, line: number, seen: number): Opened {
  const { lines, seen: at } = run.layers[layer]!;
  return cellOf(run, layer, { matrix: "weights", head, row: line - lines[0], column: seen - at[0] });
}

/** Less than this share of the largest number is the rounding of a sum. */
const ROUNDING = 1e-5;

/** One number of a row: the row before, what the look adds, what the net adds, and what is left. */
export function rowFigure(run: MachineRun, line: number, depth: number, column: number): Figure {
  const word = wordName(run, line);
  const value = rowAt(run, depth, line)[column]!;
  if (depth === 0) return givenFigure(run, line, column, value);
  const layer = depth - 1;
  const { lines, net } = run.layers[layer]!;
  const row = line - lines[0];
  const look = run.look(layer);
  const before = rowAt(run, layer, line)[column]!;
  const looked = look.kept["output"]?.data[row * (look.kept["output"]?.shape.at(-1) ?? 0) + column] ?? 0;
  const added = net ? rowOf(run.net(layer), row)[column]! : 0;
  const rest = value - before - looked - added;
  const size = Math.max(...[value, before, looked, added].map(Math.abs));
  const cell = (): readonly [Computation, Cell] => [look, { matrix: "output", head: 0, row, column }];
  const rows: FigureRow[] = [
    {
      name: tell("figure-before"),
      numbers: [{ value: before, figure: () => rowFigure(run, line, layer, column) }],
    },
    { name: layerName(run, layer), numbers: [{ value: looked, cell }] },
    ...(net ? [{ name: tell("figure-net"), numbers: [added] }] : []),
    ...(Math.abs(rest) > ROUNDING * size ? [{ name: tell("figure-rest"), numbers: [rest] }] : []),
  ];
  return {
    location: layerName(run, layer),
    title: tell("figure-row", { number: column + 1, word }),
    value,
    formula: formula("h' = h + o + n", true),
    text: tell("figure-row-text"),
    heads: ["", "h"],
    rows,
    sum: { name: tell("figure-sum"), value },
  };
}

function givenFigure(run: MachineRun, line: number, column: number, value: number): Figure {
  const title = tell("figure-given", { number: column + 1, word: wordName(run, line) });
  return {
    location: tell("step-rows"),
    title,
    value,
    formula: formula("h", true),
    text: tell("figure-given-text"),
    heads: ["", "h"],
    rows: [{ name: String(column + 1), numbers: [value] }],
  };
}

/** A whole row, and each of its numbers with what it opens. */
export function rowsFigure(run: MachineRun, line: number, depth: number): Figure {
  const opens = (at: number): Opens => ({ figure: () => rowFigure(run, line, depth, at) });
  const location = depth === 0 ? tell("step-rows") : layerName(run, depth - 1);
  return lengthFigure(location, rowAt(run, depth, line), opens);
}

/** A row of q, k, v or of what is mixed, and each of its numbers as a cell. @param first its first column */
export function cellsFigure(run: MachineRun, layer: number, row: Float32Array, first: Cell): Figure {
  const cellAt = (at: number): Opens => ({ cell: () => [run.look(layer), { ...first, column: first.column + at }] });
  return lengthFigure(layerName(run, layer), row, cellAt);
}

/** The length of what is added, over that of the row. */
export function netFigure(run: MachineRun, layer: number, line: number): Figure {
  const row = rowAt(run, layer + 1, line);
  const added = rowOf(run.net(layer), line - run.layers[layer]!.lines[0]);
  const location = layerName(run, layer);
  const [length, of] = [lengthOf(added), lengthOf(row)];
  return {
    location,
    title: tell("figure-ratio", { word: wordName(run, line) }),
    value: of > 0 ? length / of : 0,
    formula: formula("|n| / |h|", true),
    text: tell("figure-ratio-text"),
    heads: ["", "|x|"],
    rows: [
      { name: tell("figure-net"), numbers: [{ value: length, figure: () => lengthFigure(location, added) }] },
      { name: tell("row"), numbers: [{ value: of, figure: () => rowsFigure(run, line, layer + 1) }] },
    ],
    last: `${written(length)} ∕ ${written(of)}`,
  };
}

/** Words that a share's figure shows beside its own. */
const SHOWN = 12;

/** A share: softmax of the logits of all words. Undefined where the run has no logits. */
export function shareFigure(run: MachineRun, line: number, at: number): Figure | undefined {
  const all = run.shares(line);
  const logits = all.map(({ logit = NaN }) => logit);
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  const chosen = all[at];
  if (chosen === undefined || Number.isNaN(sum)) return undefined;
  const rows = all.slice(0, Math.max(SHOWN, at + 1)).map(({ word, figure }, place): FigureRow => {
    const logit = { value: logits[place]!, ...(figure && { figure }) };
    return { name: word, numbers: [logit, powers[place]!] };
  });
  return {
    location: saysText(run, line),
    title: tell("share-of", { word: chosen.word, share: percent(chosen.share) }),
    value: chosen.share,
    formula: formula("\\frac{\\exp(l_i - \\max)}{\\sum_j \\exp(l_j - \\max)}", true),
    text: tell("figure-share-text", { count: all.length }),
    heads: ["", "l", "exp(l − max)"],
    rows,
    sum: { name: tell("figure-sum"), value: sum },
    last: `${written(powers[at]!)} ∕ ${written(sum)}`,
  };
}

/** What a number of a row opens. */
type Opens = Pick<FigureNumber, "cell" | "figure">;

/** @param opens left out where the numbers are given */
function lengthFigure(location: string, row: Float32Array, opens?: (column: number) => Opens): Figure {
  const square = Array.from(row).reduce((sum, value) => sum + value * value, 0);
  return {
    location,
    title: tell("figure-length"),
    value: Math.sqrt(square),
    formula: formula("\\sqrt{\\sum_i x_i^2}", true),
    text: tell("figure-length-text"),
    heads: ["", "x", "x²"],
    rows: Array.from(row, (value, at) => ({
      name: String(at + 1),
      numbers: [{ value, ...opens?.(at) }, value * value],
    })),
    sum: { name: tell("figure-sum"), value: square },
    last: `√${written(square)}`,
  };
}

/** What the inspector is given of a figure or a cell. */
export const isCellOf = (opened: Opened): opened is readonly [Computation, Cell] => Array.isArray(opened);
