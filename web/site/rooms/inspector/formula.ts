// The formula of a cell with the names of its operands, as MathML: the sums of its recipe, then the passes.
import { scaleOf, sizeOf, type Computation } from "./computation.js";
import type { Cell, Pass, Subject, Sum } from "./definition.js";
import { sizeInTable } from "./lines.js";
import {
  both,
  brackets,
  called,
  equation,
  letter,
  number,
  operator,
  over,
  root,
  row,
  sum,
  together,
  word,
  type MathML,
} from "./mathml.js";
import { shortFigure } from "../../kit/index.js";
import { definedAs, notationOf, recipeOf, swapIfOutIn } from "./recipes.js";
import { tell } from "./inspector-text.js";
import { largestScore, symbol, transposed } from "./symbols.js";

export function formulaOf(computation: Computation, opened: Cell): MathML {
  const recipe = recipeOf(computation, opened);
  const matrix = definedAs(computation, opened.matrix);
  const cell = { ...swapIfOutIn(computation, matrix, opened), matrix };
  const left = symbol(computation, cell);
  if (recipe.given === "caller") return equation(left, word(tell("formula-given")));
  if (recipe.given === "loss") return equation(left, word(tell("formula-loss")));
  const subject = { computation, cell, recipe };
  const right = together((recipe.passes ?? []).reduce((parts, pass) => WRITE[pass](parts, subject), begin(subject)));
  return recipe.vectors ? equation(left, vectorProduct(computation, recipe.sums![0]!), right) : equation(left, right);
}

/** What the passes begin with: sums, or numbers as they are. */
function begin({ computation, cell, recipe: { from, sums = [], copies = [] } }: Subject): readonly MathML[] {
  if (from !== undefined) return [symbol(computation, from)];
  const parts = [
    ...sums.map((one) => products(computation, cell, one)),
    ...copies.map((one) => [symbol(computation, one)]),
  ];
  if (parts.length === 1) return parts[0]!;
  return parts.flatMap((part, at) => (at === 0 ? [together(part)] : [operator("+"), together(part)]));
}

/** Σ left · right; over several heads first, where they share a head of keys. */
function products(computation: Computation, cell: Cell, { index, left, right }: Sum): MathML[] {
  const { rows, columns } = sizeInTable(computation, right.matrix);
  const name = indexName(computation, cell, index);
  const factors = [symbol(computation, left, name), symbol(computation, right, name)];
  const heads = typeof right.head === "object" ? right.head : [];
  return [
    ...(heads.length > 1 ? [sum("h", heads.at(-1)! + 1, heads[0]! + 1)] : []),
    sum(name, right.row === undefined ? rows : columns),
    ...(isTurned(computation, cell) ? factors.reverse() : factors),
  ];
}

/** Where tokens are columns, the factors of a sum change places: q = Σ w h. Those of gradients do not. */
function isTurned({ convention }: Computation, { matrix }: Cell): boolean {
  return convention === "columns" && !notationOf(matrix).slope;
}

/** Keys are counted by j, or by i where tokens are columns. */
function indexName(computation: Computation, cell: Cell, index: string): string {
  return index === "j" && isTurned(computation, cell) ? "i" : index;
}

/** q · k, or kᵀ q where tokens are columns. */
function vectorProduct(computation: Computation, { left, right }: Sum): MathML {
  const first = symbol(computation, left);
  if (computation.convention === "columns") return row(transposed(computation, right), first);
  return row(first, operator("·"), symbol(computation, right));
}

type Write = (parts: readonly MathML[], subject: Subject) => readonly MathML[];

/** What each pass makes of the formula so far. */
const WRITE: Readonly<Record<Pass, Write>> = {
  "add the projection's bias": (parts, { recipe: { bias, sums } }) => {
    if (bias === undefined) return parts;
    const { matrix, column } = sums![0]!.right;
    return [...parts, operator("+"), both(letter("b"), number(column! + 1), letter(notationOf(matrix).projection!))];
  },
  scale: scaled,
  softcap: (parts, { computation: { options } }) => {
    if (options.softcap === undefined) return parts;
    const cap = number(options.softcap);
    return [cap, operator("·"), called("tanh", over(together(parts), cap))];
  },
  "add bias, hide": (parts, { computation, cell }) =>
    computation.options.bias === undefined
      ? parts
      : [...parts, operator("+"), symbol(computation, { ...cell, matrix: "bias" })],
  softmax: (_, { computation, cell }) => {
    const { options, kept } = computation;
    const { head, row: query, column } = cell;
    const before = { matrix: options.bias === undefined ? "scores" : "logits", head, row: query } as const;
    const score = symbol(computation, { ...before, column });
    if (options.normalize === "none") return [score];
    const most = largestScore(computation, cell);
    const power = (one: MathML): MathML => called("exp", one, operator("\u2212"), most);
    const key = indexName(computation, cell, "j");
    return [over(power(score), row(sum(key, sizeOf(kept.k).rows), power(symbol(computation, before, key))))];
  },
  "0 where hidden": (parts) => parts,
  "back through softmax": (mean, { computation, cell }) => {
    const dWeight = symbol(computation, { ...cell, matrix: "dWeights" });
    if (computation.options.normalize === "none") return [dWeight];
    const weight = symbol(computation, { ...cell, matrix: "weights" });
    return [weight, brackets(dWeight, operator("\u2212"), together(mean))];
  },
  // with a softcap the scale is in the gradient of the raw score already
  "back through the scale": (parts, subject) =>
    subject.computation.options.softcap === undefined ? scaled(parts, subject) : parts,
  "add up": (parts) => parts,
};

function scaled(parts: readonly MathML[], { computation }: Subject): readonly MathML[] {
  const { rule, factor, dim } = scaleOf(computation);
  if (rule === "none") return parts;
  if (rule === "temperature") return [over(together(parts), number(shortFigure(computation.temperature!)))];
  if (rule === "own") return [number(Number(factor.toPrecision(6))), operator("·"), together(parts)];
  return [over(together(parts), root(number(dim)))];
}
