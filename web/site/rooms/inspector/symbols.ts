// One number in a formula: its letter, its tokens or counts as indices, and its head, as MathML.
import { headsOf, type Computation } from "./computation.js";
import type { Axis, Cell, Line } from "./definition.js";
import { headCount, notationOf } from "./recipes.js";
import { below, both, brackets, letter, list, number, slopeOf, word, type MathML } from "./mathml.js";
import { letterOf, shortened, tokenOn, type TokenName } from "./names.js";

/** A number of a line; `index` stands for the row or the column that is left out. Without it the line is a vector. */
export function symbol(computation: Computation, line: Line, index?: string): MathML {
  const { axes, projection, slope, ...notation } = notationOf(line.matrix);
  const indices = [
    indexOn(computation, axes[0], line.row, index),
    indexOn(computation, axes[1], line.column, index),
  ].filter((one) => one !== undefined);
  const name = letterOf(computation, line);
  const written =
    projection === undefined
      ? headed(
          computation,
          name,
          { head: line.head, count: headCount(computation, notation) },
          ordered(computation, ...indices),
        )
      : both(letter(name), ordered(computation, ...indices), letter(projection));
  return slope ? slopeOf(written) : written;
}

function indexOn(
  computation: Computation,
  axis: Axis,
  at: number | undefined,
  index: string | undefined,
): MathML | undefined {
  if (at === undefined) return index === undefined ? undefined : letter(index);
  const token = tokenOn(computation, axis, at);
  return token === undefined ? number(at + 1) : label(token);
}

/** A name as a subscript; its position below it where another token has the same text. */
function label({ text, position }: TokenName): MathML {
  const name = word(shortened(text));
  return position === undefined ? name : below(name, number(position));
}

/** The column convention has the column first: e_ij = k_iᵀ q_j. */
function ordered({ convention }: Computation, ...indices: MathML[]): MathML {
  if (indices.length === 1) return indices[0]!;
  return list(...(convention === "columns" ? indices.reverse() : indices));
}

/** A head as superscript, where there are several; of several heads in one sum the letter h. */
function headed(
  { headNames }: Computation,
  name: string,
  { head, count }: { readonly head: Line["head"] | undefined; readonly count: number },
  indices: MathML,
): MathML {
  const one = typeof head === "object" ? (head.length === 1 ? head[0]! : "h") : head;
  if (count === 1 || one === undefined) return below(letter(name), indices);
  const named = headNames?.[Number(one)];
  const told = one === "h" ? letter(one) : named === undefined ? number(one) : word(named);
  return both(letter(name), indices, brackets(told));
}

/** kᵀ: a row as a transposed vector. */
export function transposed(computation: Computation, line: Line): MathML {
  const [axis] = notationOf(line.matrix).axes;
  return both(letter(letterOf(computation, line)), indexOn(computation, axis, line.row, undefined)!, letter("T"));
}

/** m, the largest score of a query's row; it is in no matrix. */
export function largestScore(computation: Computation, { head, row }: Cell): MathML {
  return headed(
    computation,
    "m",
    { head, count: headsOf(computation.kept.q) },
    list(indexOn(computation, "query", row, undefined)!),
  );
}
