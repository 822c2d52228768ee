// What the table of matrices is made of: names, cells, sums of products, and the passes after them.
import type { Tensor } from "heed";
import type { Computation } from "./computation.js";

/** What goes in: the tokens' rows, the weights of the projections, and what is added to the scores. */
export type GivenMatrix = "x" | "context" | "query" | "key" | "value" | "outputWeight" | "bias";
/** What the core computes, and the gradient that it begins from: the cells of these can be opened. */
export type CellMatrix =
  | ("q" | "k" | "v" | "raw" | "scores" | "logits" | "weights" | "joined" | "output")
  | ("dy" | "dOutput" | "dWeights" | "dScores" | "dq" | "dk" | "dv")
  | ("dQuery" | "dKey" | "dValue" | "dOutputWeight" | "dx");
export type MatrixName = GivenMatrix | CellMatrix;

/**
 * A cell, always in the row convention: rows of q, raw … output are queries, columns of raw … weights and rows of k and
 * v are keys. A page that shows matrices transposed (a token is a column) transposes the cell before it asks.
 */
export interface Cell {
  readonly matrix: CellMatrix;
  /** From 0; for k, v, dk and dv the head of keys. It is 0 where a matrix has no heads, or has them side by side. */
  readonly head: number;
  readonly row: number;
  readonly column: number;
}

/**
 * A row or a column of a matrix. The one that is left out, `row` or `column`, is the index of a sum. With both, the
 * line is one cell.
 */
export interface Line {
  readonly matrix: MatrixName;
  /** One head, or several heads one after the other. Left out: all heads, side by side. */
  readonly head?: number | readonly number[];
  readonly row?: number;
  readonly column?: number;
  /** Gradients of scores, taken back through softcap. */
  readonly beforeSoftcap?: boolean;
}

/** Σ left · right over an index. */
export interface Sum {
  /** The letter of the index in a formula. */
  readonly index: string;
  readonly left: Line;
  readonly right: Line;
  /** For the gradient of x: the projection that it comes back through. */
  readonly through?: "query" | "key" | "value";
  /** The terms that are left out, whatever they hold. */
  readonly hidden?: (index: number) => boolean;
}

/** What is done after the sum; passes.ts computes it, formula.ts writes it. */
export type Pass =
  | "add the projection's bias"
  | "scale"
  | "softcap"
  | "add bias, hide"
  | "softmax"
  | "0 where hidden"
  | "back through softmax"
  | "back through the scale"
  | "add up";

/** What a recipe is told: a cell, its row and column as in the table, and the heads round it. */
export interface Here {
  readonly computation: Computation;
  readonly cell: Cell;
  readonly head: number;
  readonly row: number;
  readonly column: number;
  /** The head of keys and values that a query head reads. */
  readonly kvHead: number;
  /** The query heads that read a head of keys and values. */
  readonly queryHeads: readonly number[];
  /** The column, counted through all heads side by side. */
  readonly across: number;
  /** The rows that keys and values come from. */
  readonly keySource: "x" | "context";
}

/** How one number is made: it is given, or it is a sum of products with the passes after it. */
export interface Recipe {
  readonly given?: "x" | "caller" | "loss";
  /** It begins with the number of this cell, and with the steps that made it. */
  readonly from?: Cell;
  readonly sums?: readonly Sum[];
  /** The formula shows the sum also as a product of two vectors. */
  readonly vectors?: boolean;
  /** Numbers that are taken as they are. */
  readonly copies?: readonly Line[];
  readonly passes?: readonly Pass[];
  /** The projection's bias. */
  readonly bias?: number | undefined;
  /** What lights up beside the lines of the sum. Left out: the cell that it begins with. */
  readonly lit?: Line;
}

/** What a pass is told: what is made, and how. */
export interface Subject {
  readonly computation: Computation;
  readonly cell: Cell;
  readonly recipe: Recipe;
}

/** What an axis counts: queries, keys, or numbers of a token. */
export type Axis = "query" | "key" | "number";

/** How a matrix is written, and where it is found. */
export interface Notation {
  readonly letter: string;
  /** Where tokens are columns. */
  readonly letterInColumns?: string;
  /** The superscript of a projection's weights. Their rows are inputs and their columns outputs. */
  readonly projection?: string;
  readonly axes: readonly [row: Axis, column: Axis];
  /** Whose heads it has. Left out: it is one matrix for all heads. */
  readonly heads?: "query" | "key";
  /** Where its numbers are. Left out: in what was kept, under its own name. */
  readonly tensor?: (computation: Computation) => Tensor | undefined;
}

export interface Definition {
  /** As the panel calls the matrix. What it calls one number of it is a text under the matrix's own name. */
  readonly symbol: string;
  readonly symbolInColumns?: string;
  /** The text of the title: of a number between two tokens, or of the gradient of a projection. Otherwise the title
   * begins with the noun. */
  readonly title?: "title-score" | "title-weight" | `title-${"query" | "key" | "value" | "output"}`;
  /** The text that says what a mask makes of a number. */
  readonly whenHidden?: "hidden-logits" | "hidden-weights" | "hidden-gradient";
  readonly recipe: (here: Here) => Recipe;
  readonly program: Program;
}

/** The program that computes a number anew; of a gradient inside the attention, by which expressions. */
export type Program =
  "copy" | "product" | "score row" | "layer backward" | { readonly NumPy: string; readonly PyTorch: string };

/** A gradient takes its notation from the matrix that it is the gradient of. */
export type Computed = Definition & Notation & { readonly gradientOf?: never };
export type Gradient = Definition & { readonly gradientOf: MatrixName; readonly heads?: "query" };
