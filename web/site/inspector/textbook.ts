// Attention as a textbook has it: one loop per symbol, in double precision, and nothing shared with the core.
import { biasOf, hindrances, keyHead, rowsOf, scaleOf, sizeOf, type Hindrance, type Run } from "./run.js";

/** One product of a sum, and the sum as far as that. */
export interface Term {
  readonly index: number;
  readonly left: number;
  readonly right: number;
  readonly product: number;
  readonly sum: number;
}

/** Σ left·right, term by term. What is `hidden` adds nothing, whatever it holds. */
export function sumOf(
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  hidden: (index: number) => boolean = () => false,
): { terms: Term[]; total: number } {
  const terms: Term[] = [];
  let sum = 0;
  for (let index = 0; index < left.length; index++) {
    const product = hidden(index) ? 0 : left[index]! * right[index]!;
    sum += product;
    terms.push({ index, left: left[index]!, right: right[index]!, product, sum });
  }
  return { terms, total: sum };
}

/** A key as one query meets it. */
export interface Meeting {
  readonly key: number;
  readonly raw: number;
  readonly scaled: number;
  /** After softcap; the scaled score where there is none. */
  readonly score: number;
  readonly bias: number;
  readonly hindrances: readonly Hindrance[];
  /** −∞ where the query may not attend. */
  readonly logit: number;
  /** exp(logit − max); 0 where the query may not attend. */
  readonly power: number;
  readonly weight: number;
}

/** One query's row, all the way to its weights. */
export interface MeetingRow {
  readonly meetings: readonly Meeting[];
  /** −∞ where no key may be attended to. */
  readonly max: number;
  readonly sum: number;
}

/** `nudge` moves the score of one key. */
export function meetKeys(
  run: Run,
  head: number,
  query: number,
  nudge?: { readonly key: number; readonly step: number },
): MeetingRow {
  const q = rowsOf(run.kept.q, head)[query]!;
  const keys = rowsOf(run.kept.k, keyHead(run, head));
  const met = keys.map((k, key) => ({
    key,
    ...scoresOf(run, q, k, nudge?.key === key ? nudge.step : 0),
    bias: biasOf(run, head, query, key),
    hindrances: hindrances(run, head, query, key),
  }));
  const logits = met.map((one) => (one.hindrances.length > 0 ? -Infinity : one.score + one.bias));
  const max = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const powers = logits.map((logit) => (logit === -Infinity ? 0 : Math.exp(logit - max)));
  const sum = powers.reduce((total, power) => total + power, 0);
  const softmax = run.options.normalize !== "none";
  const weightOf = (key: number): number =>
    logits[key] === -Infinity ? 0 : softmax ? powers[key]! / sum : logits[key]!;
  return {
    meetings: met.map((one, key) => ({ ...one, logit: logits[key]!, power: powers[key]!, weight: weightOf(key) })),
    max,
    sum,
  };
}

function scoresOf(
  run: Run,
  q: ArrayLike<number>,
  k: ArrayLike<number>,
  step: number,
): { raw: number; scaled: number; score: number } {
  let raw = 0;
  for (let c = 0; c < q.length; c++) raw += q[c]! * k[c]!;
  const scaled = raw * scaleOf(run).factor;
  const { softcap } = run.options;
  return { raw, scaled, score: step + (softcap === undefined ? scaled : softcap * Math.tanh(scaled / softcap)) };
}

/** A column of a matrix of rows. */
export function columnOf(rows: readonly ArrayLike<number>[], column: number): number[] {
  return rows.map((row) => row[column]!);
}

/** What a projection makes of one input: a row of it in × out; of one out × in, its column. */
export function weightRow(
  weight: { data: ArrayLike<number>; shape: readonly number[] },
  input: number,
  layout: "in-out" | "out-in" = "in-out",
): number[] {
  return weightColumn(weight, input, layout === "in-out" ? "out-in" : "in-out");
}

/** A column of a projection in × out; of one out × in, its row. */
export function weightColumn(
  weight: { data: ArrayLike<number>; shape: readonly number[] },
  column: number,
  layout: "in-out" | "out-in" = "in-out",
): number[] {
  const { rows, columns } = sizeOf(weight);
  if (layout === "out-in") return Array.from({ length: columns }, (_, input) => weight.data[column * columns + input]!);
  return Array.from({ length: rows }, (_, input) => weight.data[input * columns + column]!);
}
