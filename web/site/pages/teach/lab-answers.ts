// The answers to the labs' tasks. The core computes their numbers from the presets that the labs open.
import type { Heed } from "heed";
import { begin, numbersOf } from "../../rooms/state/index.js";
import { digits, listed } from "../../../show/index.js";
import { asymmetry, largestDifference, percent, rounding, rowsOf, type Parameters } from "../../rooms/lesson/index.js";
import { LABS } from "./labs.js";

/** The numbers that the answer to a lab names, by the lab's name. */
export function answersOf(heed: Heed): Readonly<Record<string, () => Parameters>> {
  return {
    "lab-integers": () => integers(heed),
    "lab-plain": () => mirror(heed),
    "lab-it": () => fewest(heed),
    "lab-causal": () => masked(heed),
    "lab-scale": () => divided(heed),
  };
}

/** The numbers that a lab opens with. */
function numbersIn(name: string) {
  const { preset, changes } = LABS.find((lab) => lab.name === name)!;
  const { tokens, x, query, key, value } = numbersOf({ ...begin(preset), ...changes });
  return { tokens, x, weights: { queryWeight: query, keyWeight: key, valueWeight: value } };
}

/** A score as the sum of its products, and the output of the same token. */
function integers(heed: Heed): Parameters {
  const { tokens, x, weights } = numbersIn("lab-integers");
  const layer = heed.selfAttention(x, { ...weights, scale: "none", keep: ["q", "k", "raw"] });
  const [asks, seen] = [1, 2];
  const [q, k] = [rowsOf(layer.q)[asks]!, rowsOf(layer.k)[seen]!];
  return {
    asks: tokens[asks]!,
    seen: tokens[seen]!,
    products: q.map((part, at) => `${digits(part, 0)} × ${digits(k[at]!, 0)}`).join(" + "),
    score: digits(rowsOf(layer.raw)[asks]![seen]!, 0),
    output: listed(rowsOf(layer.output)[asks]!.map((part) => digits(part, 2))),
  };
}

function mirror(heed: Heed): Parameters {
  const { x } = numbersIn("lab-plain");
  return { apart: rounding(asymmetry(heed.selfAttention(x, { keep: ["raw"] }).raw)) };
}

/** The smallest change of one number of "street" after which "it" gives more to "street" than to "animal". */
function fewest(heed: Heed): Parameters {
  const { tokens, x, weights } = numbersIn("lab-it");
  const [it, street, animal] = ["it", "street", "animal"].map((word) => tokens.indexOf(word)) as [
    number,
    number,
    number,
  ];
  const rowOfIt = (column: number, value: number): number[] => {
    const changed = x.map((row, token) => row.map((old, at) => (token === street && at === column ? value : old)));
    return rowsOf(heed.selfAttention(changed, { ...weights, keep: ["weights"] }).weights)[it]!;
  };
  for (let tenths = 1; tenths <= 90; tenths++)
    for (const [column, old] of x[street]!.entries())
      for (const sign of [1, -1]) {
        const value = old + (sign * tenths) / 10;
        const row = rowOfIt(column, value);
        if (row[street]! <= row[animal]!) continue;
        return {
          column: column + 1,
          old: digits(old, 1),
          now: digits(value, 1),
          street: percent(row[street]!),
          animal: percent(row[animal]!),
        };
      }
  return {};
}

function masked(heed: Heed): Parameters {
  const { x, weights } = numbersIn("lab-causal");
  const rows = (causal: boolean): number[][] =>
    rowsOf(heed.selfAttention(x, { ...weights, causal, keep: ["weights"] }).weights);
  const [open, closed] = [rows(false), rows(true)];
  const changed = open.filter((row, at) => largestDifference([row], [closed[at]!]) > 1e-6).length;
  return { changed, rows: open.length };
}

/** The mean of the largest weights of all rows, before and after the division. */
function divided(heed: Heed): Parameters {
  const { x, weights } = numbersIn("lab-scale");
  const mean = (scale: "none" | "sqrt-dk"): string => {
    const rows = rowsOf(heed.selfAttention(x, { ...weights, scale, keep: ["weights"] }).weights);
    return percent(rows.reduce((sum, row) => sum + Math.max(...row), 0) / rows.length);
  };
  return { before: mean("none"), after: mean("sqrt-dk") };
}
