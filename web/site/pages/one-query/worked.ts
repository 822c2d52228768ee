// A step in words and as a formula with its numbers.
import { digits, powerText } from "../../../show/index.js";
import { percent } from "../../rooms/lesson/index.js";
import { best, worst, type Step, type Walk } from "./walk.js";

/** The term of one key in this step, with its numbers. */
export function workedTerm({ name }: Step, found: Walk, tokens: readonly string[]): string {
  const { q, keys, scores, scaled, shifted, exponentials, weights, parts, output } = found;
  const key = best(scores);
  const minus = (value: number, decimals?: number): string => digits(value, decimals).replace("−", "-");
  const n = (value: number, decimals?: number): string => minus(value, decimals).replace(/^-.*/, "($&)");
  const k = `k_{\\text{${tokens[key]}}}`;
  switch (name) {
    case "score": {
      const products = q.map((part, d) => `${n(part)} \\times ${n(keys[key]![d]!)}`);
      return `q \\cdot ${k} = ${sumOf(products)} = ${n(scores[key]!)}`;
    }
    case "scale":
      return `${n(scores[key]!)} / \\sqrt{${q.length}} = ${n(scaled[key]!)}`;
    case "shift":
      return `${n(scaled[worst(scaled)]!)} - ${n(scaled[key]!)} = ${minus(shifted[worst(scaled)]!)}`;
    case "exp": {
      const least = above(exponentials[worst(scaled)]!).replace(/e−(\d+)$/, " \\times 10^{-$1}");
      return `\\exp(${minus(shifted[worst(scaled)]!)}) = ${least}`;
    }
    case "normalise": {
      const sum = exponentials.map((part) => digits(part)).join(" + ");
      return `\\frac{${n(exponentials[key]!)}}{${sum}} = ${n(weights[key]!)}`;
    }
    case "mix":
      return `z_1 = ${parts.map((part) => n(part[0]!, 3)).join(" + ")} = ${n(output[0]!)}`;
  }
}

/** Terms of a sum that a formula has room for. */
const MOST_TERMS = 2;

function sumOf(terms: readonly string[]): string {
  if (terms.length <= MOST_TERMS) return terms.join(" + ");
  return [terms[0]!, "\\ldots", terms.at(-1)!].join(" + ");
}

/** Writes a number above 0, never as 0. */
function above(value: number): string {
  return value < 1e-4 ? powerText(value) : digits(value);
}

/** The parameters of the verdicts. */
export function spoken(found: Walk, tokens: readonly string[], asks: string): Record<string, string> {
  const { scores, scaled, shifted, exponentials, weights, values, output } = found;
  const first = values.map((value) => value[0]!);
  const range = (all: readonly number[]): string => digits(Math.max(...all) - Math.min(...all));
  return {
    best: tokens[best(scores)]!,
    asks,
    before: range(scores),
    after: range(scaled),
    lowest: digits(Math.min(...shifted)),
    least: above(Math.min(...exponentials)),
    share: percent(Math.max(...weights)),
    sum: digits(weights.reduce((total, weight) => total + weight, 0)),
    even: percent(1 / weights.length),
    low: digits(Math.min(...first)),
    high: digits(Math.max(...first)),
    z: digits(output[0]!),
  };
}
