// Figures that several lessons show: medians, means, differences, losses, sums of products.
import { figure as written } from "../../kit/index.js";
import type { Figure, FigureNumber, FigureRow } from "../inspector/index.js";
import { formula, phrase } from "../../kit/texts/index.js";
import "./texts/figures/en.json";

/** What all figures say beside their numbers. */
export type FigureNames = Pick<Figure, "location" | "title">;

interface NamedNumber extends FigureNumber {
  readonly name: string;
}

/** @param rows all numbers, in any order */
export function medianFigure(names: FigureNames, rows: readonly NamedNumber[]): Figure {
  const sorted = [...rows].sort((a, b) => a.value - b.value);
  const half = rows.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  const sum = middle.reduce((all, { value }) => all + value, 0);
  return {
    ...names,
    value: sum / middle.length,
    formula: formula("\\text{median}(x_1, \\ldots, x_n)", true),
    text: say("median", { count: rows.length }),
    heads: ["", "x"],
    rows: middle.map((one) => ({ name: one.name, numbers: [one] })),
    ...(middle.length > 1 && { last: `(${middle.map(({ value }) => written(value)).join(" + ")}) ∕ 2` }),
  };
}

/** The mean of many numbers. Only the first are shown. */
interface Mean extends FigureNames, Pick<Figure, "formula" | "heads"> {
  readonly rows: readonly FigureRow[];
  readonly sum: number;
  readonly count: number;
}

export function meanFigure({ rows, sum, count, ...given }: Mean): Figure {
  return {
    ...given,
    rows,
    value: sum / count,
    text: say("mean", { count, shown: rows.length }),
    sum: { name: say("sum-of-all"), value: sum },
    last: `${written(sum)} ∕ ${count}`,
  };
}

/** How far two numbers of matrices are apart. */
export function differenceFigure(names: FigureNames, rows: readonly NamedNumber[]): Figure {
  const [one, other] = rows.map(({ value }) => value) as [number, number];
  return {
    ...names,
    value: Math.abs(one - other),
    formula: formula("|a - b|", true),
    text: say("difference"),
    heads: ["", ""],
    rows: rows.map((row) => ({ name: row.name, numbers: [row] })),
    last: `|${written(one)} − ${other < 0 ? `(${written(other)})` : written(other)}|`,
  };
}

/** One answer of a test: its logits, which of them is the right one, and what opens it. */
interface AnswerLoss {
  readonly name: string;
  readonly logits: Float32Array;
  readonly right: number;
  readonly figure: () => Figure;
}

/** Answers that a mean shows. */
const FIRST = 12;

/** The mean of all losses. */
export function meanLossFigure(names: FigureNames, answers: readonly AnswerLoss[]): Figure {
  const losses = answers.map(({ logits, right }) => lossIn(logits, right).loss);
  return meanFigure({
    ...names,
    formula: formula("\\frac{1}{n} \\sum_i -\\ln p_i", true),
    heads: ["", "−ln p"],
    rows: answers.slice(0, FIRST).map(({ name, figure }, at) => ({ name, numbers: [{ value: losses[at]!, figure }] })),
    sum: losses.reduce((sum, loss) => sum + loss, 0),
    count: losses.length,
  });
}

/** −ln of the share that softmax gives to the right answer. */
export function lossFigure(names: FigureNames, logits: readonly NamedNumber[], right: number): Figure {
  const { powers, sum, loss } = lossIn(
    logits.map(({ value }) => value),
    right,
  );
  const power = written(powers[right]!);
  return {
    ...names,
    value: loss,
    formula: formula("-\\ln \\frac{\\exp(l_r - \\max)}{\\sum_j \\exp(l_j - \\max)}", true),
    text: say("loss", { right: logits[right]!.name }),
    heads: ["", "l", "exp(l − max)"],
    rows: logits.map((logit, at) => ({ name: logit.name, numbers: [logit, powers[at]!] })),
    sum: { name: say("sum-of-all"), value: sum },
    last: `−ln(${power} ∕ ${written(sum)}) = −ln(${written(powers[right]! / sum)})`,
  };
}

/** ln Σ exp(l) − l_r, with the largest logit taken off, so that no power is too large. */
function lossIn(logits: ArrayLike<number>, right: number): { powers: number[]; sum: number; loss: number } {
  const all = Array.from(logits);
  const most = Math.max(...all);
  const powers = all.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return { powers, sum, loss: Math.log(sum) + most - all[right]! };
}

/** The sum of all products, one for each row. */
export function productsFigure(names: FigureNames, given: Pick<Figure, "formula" | "heads" | "rows">): Figure {
  const factors = given.rows.map(({ numbers }) => numbers.map((one) => (typeof one === "number" ? one : one.value)));
  const products = factors.map((row) => row.reduce((all, one) => all * one, 1));
  const value = products.reduce((all, one) => all + one, 0);
  return {
    ...names,
    ...given,
    value,
    text: say("products", { count: products.length }),
    heads: [...given.heads, say("product")],
    rows: given.rows.map(({ name, numbers }, at) => ({ name, numbers: [...numbers, products[at]!] })),
    sum: { name: say("sum-of-all"), value },
  };
}

function say(key: string, parameters?: Record<string, string | number>): string {
  return phrase(key, parameters, "figures");
}
