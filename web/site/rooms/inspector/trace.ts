// One cell, taken apart: every step from its operands to its value, in double precision, beside what the core returned.
import { ulpsBetween } from "../../kit/index.js";
import { sizeOf, type Computation } from "./computation.js";
import type { Cell, Recipe, Sum } from "./definition.js";
import { returnedOf, valuesOf } from "./lines.js";
import { lossAt } from "./loss.js";
import { WORK, type Step, type Term, type TermNoun, type Worked } from "./passes.js";
import { definitionOf, notationOf, recipeOf } from "./recipes.js";

export interface Trace {
  readonly cell: Cell;
  /** The core's float32. */
  readonly returned: number;
  /** The textbook's double. */
  readonly exact: number;
  /** By how many float32 units in the last place the core's number is above the textbook's. */
  readonly ulps: number;
  readonly steps: readonly Step[];
}

export function trace(computation: Computation, cell: Cell): Trace {
  const { exact, steps } = worked(computation, cell);
  const returned = returnedOf(computation, cell);
  const all = [...steps, ...triedOut(computation, cell, exact, steps)];
  return { cell, returned, exact, ulps: ulpsBetween(returned, exact), steps: all };
}

/** The sums of the recipe, then its passes. */
function worked(computation: Computation, cell: Cell): Worked {
  const recipe = recipeOf(computation, cell);
  const begun = recipe.from === undefined ? begin(computation, cell, recipe) : worked(computation, recipe.from);
  const subject = { computation, cell, recipe };
  return (recipe.passes ?? []).reduce((done, pass) => WORK[pass](done, subject), begun);
}

function begin(computation: Computation, cell: Cell, { given, sums = [], copies = [] }: Recipe): Worked {
  const steps: Step[] = sums.map((sum) => sumStep(computation, cell, sum));
  if (given !== undefined) steps.push({ kind: "given", from: given });
  const parts = [
    ...steps.flatMap((step) => (step.kind === "sum" ? [step.total] : [])),
    ...copies.flatMap((line) => valuesOf(computation, line)),
  ];
  const exact = parts.length === 0 ? returnedOf(computation, cell) : parts.reduce((total, part) => total + part);
  return { exact, steps, parts };
}

/** Σ left·right, term by term. What is hidden adds nothing, whatever it holds. */
function sumStep(computation: Computation, cell: Cell, of: Sum): Extract<Step, { kind: "sum" }> {
  const [lefts, rights] = [valuesOf(computation, of.left), valuesOf(computation, of.right)];
  const terms: Term[] = [];
  let total = 0;
  lefts.forEach((left, index) => {
    const right = rights[index]!;
    const product = of.hidden?.(index) ? 0 : left * right;
    total += product;
    terms.push({ index, left, right, product, sum: total });
  });
  return { kind: "sum", noun: nounOf(cell, of), of, terms, total };
}

/** The terms are counted by tokens where the right factor's line runs over tokens, else by numbers. */
function nounOf({ matrix }: Cell, { right }: Sum): TermNoun {
  const { axes } = notationOf(right.matrix);
  const axis = right.row === undefined ? axes[0] : axes[1];
  if (axis !== "number") return axis;
  return notationOf(matrix).slope ? "column" : "dimension";
}

/** With more products the loss is not computed anew, so that a panel opens at once. */
const MOST_PRODUCTS = 1e6;
/** The step where the error of the formula, step², about equals that of the subtraction, 2⁻⁵³ ∕ step. */
const STEP = 2 ** -17;

/** A gradient is also tried out: the slope of the loss by its own definition. */
function triedOut(computation: Computation, cell: Cell, gradient: number, steps: readonly Step[]): Step[] {
  const { kept } = computation;
  const matrix = definitionOf(computation, cell.matrix).gradientOf;
  // A mask makes a gradient 0, whatever the loss; a number that was given has no formula to try out.
  if (matrix === undefined || steps.some(({ kind }) => kind === "hidden" || kind === "given")) return [];
  if (kept.q.data.length * sizeOf(kept.k).rows > MOST_PRODUCTS) return [];
  const loss = (step: number): number => lossAt(computation, { ...cell, matrix, step });
  return [{ kind: "finite difference", step: STEP, slope: (loss(STEP) - loss(-STEP)) / (2 * STEP), gradient }];
}
