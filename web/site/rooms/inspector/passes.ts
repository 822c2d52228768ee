// What is done after a sum, in double precision: each pass takes the number so far and adds its steps.
import { biasOf, hiddenBy, scaleOf, type Computation, type HiddenBy } from "./computation.js";
import type { Line, Pass, Subject, Sum } from "./definition.js";
import { valuesOf } from "./lines.js";
import { scoreRow, type ScoreRow } from "./score-row.js";

/** One product of a sum, and the sum as far as that. */
export interface Term {
  readonly index: number;
  readonly left: number;
  readonly right: number;
  readonly product: number;
  readonly sum: number;
}

/** What the terms of a sum are counted by. */
export type TermNoun = "dimension" | "key" | "query" | "column";

export type Step =
  /** The number was not computed but given, or copied from x. */
  | { readonly kind: "given"; readonly from: "x" | "caller" | "loss" }
  | {
      readonly kind: "sum";
      readonly noun: TermNoun;
      readonly of: Sum;
      readonly terms: readonly Term[];
      readonly total: number;
    }
  | {
      readonly kind: "add";
      readonly what: "projection bias" | "bias";
      readonly before: number;
      readonly bias: number;
      readonly after: number;
    }
  | { readonly kind: "scale"; readonly before: number; readonly after: number }
  | { readonly kind: "softcap"; readonly before: number; readonly cap: number; readonly after: number }
  | { readonly kind: "hidden"; readonly by: readonly HiddenBy[] }
  | { readonly kind: "softmax"; readonly row: ScoreRow; readonly key: number }
  | { readonly kind: "empty row" }
  | { readonly kind: "no softmax"; readonly weight: number }
  | { readonly kind: "together"; readonly parts: readonly number[]; readonly after: number }
  | { readonly kind: "finite difference"; readonly step: number; readonly slope: number; readonly gradient: number }
  | {
      readonly kind: "softmax gradient";
      readonly weight: number;
      readonly dWeight: number;
      readonly mean: number;
      readonly after: number;
    };

/** The number so far, and the steps that led to it. */
export interface Worked {
  readonly exact: number;
  readonly steps: readonly Step[];
  /** The sums' totals, and the numbers that are taken as they are. */
  readonly parts: readonly number[];
}

type Work = (worked: Worked, subject: Subject) => Worked;

export const WORK: Readonly<Record<Pass, Work>> = {
  "add the projection's bias": (worked, { recipe: { bias } }) =>
    bias === undefined ? worked : added(worked, "projection bias", bias),
  scale: scaled,
  softcap: (worked, { computation: { options } }) => {
    if (options.softcap === undefined) return worked;
    const after = options.softcap * Math.tanh(worked.exact / options.softcap);
    return followedBy(worked, { kind: "softcap", before: worked.exact, cap: options.softcap, after }, after);
  },
  "add bias, hide": (worked, { computation, cell: { head, row, column } }) => {
    const by = hiddenBy(computation, head, row, column);
    if (by.length > 0) return followedBy(worked, { kind: "hidden", by }, -Infinity);
    if (computation.options.bias === undefined) return worked;
    return added(worked, "bias", biasOf(computation, head, row, column));
  },
  softmax: (worked, { computation, cell: { head, row: query, column: key } }) => {
    const row = scoreRow(computation, head, query);
    const { weight } = row.keys[key]!;
    if (row.max === -Infinity) return followedBy(worked, { kind: "empty row" }, weight);
    const off = computation.options.normalize === "none";
    return followedBy(worked, off ? { kind: "no softmax", weight } : { kind: "softmax", row, key }, weight);
  },
  "0 where hidden": (worked, { computation, cell: { head, row, column } }) => {
    const by = hiddenBy(computation, head, row, column);
    return by.length === 0 ? worked : { exact: 0, steps: [{ kind: "hidden", by }], parts: [] };
  },
  // The sum was the row's mean of the weights' gradients, weighted by the weights.
  "back through softmax": (worked, { computation, cell }) => {
    const weight = numberOf(computation, { ...cell, matrix: "weights" });
    const dWeight = numberOf(computation, { ...cell, matrix: "dWeights" });
    if (computation.options.normalize === "none")
      return { exact: dWeight, steps: [{ kind: "no softmax", weight: dWeight }], parts: [] };
    const after = weight * (dWeight - worked.exact);
    return followedBy(worked, { kind: "softmax gradient", weight, dWeight, mean: worked.exact, after }, after);
  },
  "back through the scale": scaled,
  "add up": (worked) =>
    followedBy(worked, { kind: "together", parts: worked.parts, after: worked.exact }, worked.exact),
};

function followedBy(worked: Worked, step: Step, exact: number): Worked {
  return { ...worked, exact, steps: [...worked.steps, step] };
}

function added(worked: Worked, what: "projection bias" | "bias", bias: number): Worked {
  const after = worked.exact + bias;
  return followedBy(worked, { kind: "add", what, before: worked.exact, bias, after }, after);
}

function scaled(worked: Worked, { computation }: Subject): Worked {
  const { factor, rule } = scaleOf(computation);
  if (rule === "none") return worked;
  const after = worked.exact * factor;
  return followedBy(worked, { kind: "scale", before: worked.exact, after }, after);
}

function numberOf(computation: Computation, line: Line): number {
  return valuesOf(computation, line)[0]!;
}
