// One cell, taken apart: every step from its operands to its value, in double precision, beside what the core returned.
import { ulpsBetween } from "../shared/index.js";
import { elementOf, hindrances, keyHead, mixOf, rowsOf, scaleOf, sizeOf, type Cell, type Run } from "./run.js";
import { columnOf, meetKeys, sumOf, weightColumn, type Meeting, type MeetingRow, type Term } from "./textbook.js";
import { traceGradient } from "./trace-gradient.js";
import type { Way } from "./trace-layer-gradient.js";

/** What the terms of a sum are counted by. */
export type TermNoun = "dimension" | "key" | "query" | "column";

export type Step =
  /** The number was not computed but given, or copied from x. */
  | { readonly kind: "given"; readonly from: "x" | "caller" | "loss" }
  /** Of x there is a sum for each way, through queries, keys and values. */
  | {
      readonly kind: "sum";
      readonly noun: TermNoun;
      readonly way?: Way;
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
  | { readonly kind: "hidden"; readonly meeting: Meeting }
  | { readonly kind: "softmax"; readonly row: MeetingRow; readonly key: number }
  | { readonly kind: "empty row"; readonly row: MeetingRow }
  | { readonly kind: "no softmax"; readonly weight: number }
  | {
      readonly kind: "together";
      readonly parts: readonly { readonly way: Way; readonly value: number }[];
      readonly after: number;
    }
  | { readonly kind: "finite difference"; readonly step: number; readonly slope: number; readonly gradient: number }
  | {
      readonly kind: "softmax gradient";
      readonly weight: number;
      readonly dweight: number;
      readonly mean: number;
      readonly after: number;
    };

export interface Trace {
  readonly cell: Cell;
  /** The core's float32. */
  readonly returned: number;
  /** The textbook's double. */
  readonly exact: number;
  /** By how many float32 units in the last place the core's lies above the textbook's. */
  readonly ulps: number;
  readonly steps: readonly Step[];
}

export function trace(run: Run, cell: Cell): Trace {
  const { exact, steps } = worked(run, cell);
  const returned = elementOf(run.kept[cell.matrix]!, cell.head, cell.row, cell.column);
  return { cell, returned, exact, ulps: ulpsBetween(returned, exact), steps };
}

export interface Worked {
  readonly exact: number;
  readonly steps: readonly Step[];
}

function worked(run: Run, cell: Cell): Worked {
  switch (cell.matrix) {
    case "q":
    case "k":
    case "v":
      return projected(run, cell, cell.matrix);
    case "raw":
    case "scores":
    case "logits":
    case "weights":
      return met(run, cell, cell.matrix);
    case "context":
      return mixed(run, cell);
    case "output":
      return run.weights?.output === undefined ? mixed(run, cell) : projectedOut(run, cell, run.weights.output);
    default:
      return traceGradient(run, cell, cell.matrix);
  }
}

const PROJECTION = { q: "query", k: "key", v: "value" } as const;

function projected(run: Run, { head, row, column }: Cell, matrix: "q" | "k" | "v"): Worked {
  const source = matrix === "q" ? run.x : (run.contextX ?? run.x);
  const across = head * sizeOf(run.kept[matrix]).columns + column;
  if (source === undefined)
    return { exact: elementOf(run.kept[matrix], head, row, column), steps: [{ kind: "given", from: "caller" }] };
  if (run.weights === undefined)
    return { exact: elementOf(source, 0, row, across), steps: [{ kind: "given", from: "x" }] };
  const name = PROJECTION[matrix];
  return multiplied(
    rowsOf(source)[row]!,
    weightColumn(run.weights[name], across, run.weights.layout),
    run.weights[`${name}Bias`]?.data[across],
  );
}

function projectedOut(
  { kept, weights }: Run,
  { row, column }: Cell,
  output: NonNullable<NonNullable<Run["weights"]>["output"]>,
): Worked {
  if (kept.context === undefined)
    throw new Error("The inspector needs the matrix “context” to open the output of a projection.");
  return multiplied(
    rowsOf(kept.context)[row]!,
    weightColumn(output, column, weights!.layout),
    weights!.outputBias?.data[column],
  );
}

function multiplied(row: ArrayLike<number>, column: ArrayLike<number>, bias: number | undefined): Worked {
  const { terms, total } = sumOf(row, column);
  const sum: Step = { kind: "sum", noun: "dimension", terms, total };
  if (bias === undefined) return { exact: total, steps: [sum] };
  return {
    exact: total + bias,
    steps: [sum, { kind: "add", what: "projection bias", before: total, bias, after: total + bias }],
  };
}

/** Raw score, score, logit, weight: each goes one step further than the one before. */
function met(run: Run, { head, row, column }: Cell, matrix: "raw" | "scores" | "logits" | "weights"): Worked {
  const meetings = meetKeys(run, head, row);
  const meeting = meetings.meetings[column]!;
  const { terms, total } = sumOf(rowsOf(run.kept.q, head)[row]!, rowsOf(run.kept.k, keyHead(run, head))[column]!);
  const steps: Step[] = [{ kind: "sum", noun: "dimension", terms, total }];
  if (matrix === "raw") return { exact: meeting.raw, steps };
  steps.push(...scoreSteps(run, meeting));
  if (matrix === "scores") return { exact: meeting.score, steps };
  steps.push(...logitSteps(run, meeting));
  if (matrix === "logits") return { exact: meeting.logit, steps };
  steps.push(weightStep(run, meetings, column));
  return { exact: meeting.weight, steps };
}

function scoreSteps(run: Run, { raw, scaled, score }: Meeting): Step[] {
  const { softcap } = run.options;
  const scale: Step[] = scaleOf(run).rule === "none" ? [] : [{ kind: "scale", before: raw, after: scaled }];
  return softcap === undefined ? scale : [...scale, { kind: "softcap", before: scaled, cap: softcap, after: score }];
}

function logitSteps(run: Run, meeting: Meeting): Step[] {
  if (meeting.hindrances.length > 0) return [{ kind: "hidden", meeting }];
  if (run.options.bias === undefined) return [];
  return [{ kind: "add", what: "bias", before: meeting.score, bias: meeting.bias, after: meeting.logit }];
}

function weightStep(run: Run, row: MeetingRow, key: number): Step {
  if (row.max === -Infinity) return { kind: "empty row", row };
  return run.options.normalize === "none"
    ? { kind: "no softmax", weight: row.meetings[key]!.weight }
    : { kind: "softmax", row, key };
}

/** The weights as the core returned them, times a column of the values. */
function mixed(run: Run, cell: Cell): Worked {
  if (run.kept.weights === undefined) throw new Error("The inspector needs the matrix “weights” to open the output.");
  const { head, column } = mixOf(run, cell);
  const weights = rowsOf(run.kept.weights, head)[cell.row]!;
  const values = columnOf(rowsOf(run.kept.v, keyHead(run, head)), column);
  const { terms, total } = sumOf(weights, values, (key) => hindrances(run, head, cell.row, key).length > 0);
  return { exact: total, steps: [{ kind: "sum", noun: "key", terms, total }] };
}
