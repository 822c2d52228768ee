// What changes in heads do to a text: the model runs once as it is, and once with them.
import type { Cut, Model, Patch, Run, RunOptions } from "heed/model";
import { changedMost, divergenceOf, shareOf } from "./likely.js";
import type { AskedEffect, AskedMap, Change, Effect } from "../../../rooms/what-if/index.js";

/** After this many milliseconds a map answers with the heads that it has. */
const SLICE_MS = 40;
/** How many of the likeliest tokens the page gets. */
const TOLD = 10;
/** The rows of all layers are kept where they take 64 MB at most: a run with changes begins at the first of them. */
const MOST_ROWS = 16e6;

/** What the worker knows. */
export interface Known {
  readonly model: Model;
  /** The token that hides a word. */
  readonly mask: number | undefined;
  /** Undefined or "" for a row of the table that is not a token. */
  readonly nameOf: (id: number) => string | undefined;
  /** Ends what is computed. Others work between its layers. */
  readonly signal: AbortSignal;
}

/** What is asked of a text: the token whose row counts, and whether the model says words there. */
interface Question {
  readonly ids: readonly number[];
  readonly row: number;
  readonly says: boolean;
  readonly actual: number | undefined;
}

/** The run of a question as the model is. */
interface Plain {
  readonly key: string;
  readonly run: Run;
  readonly from: Run | undefined;
}

let plain: Plain | undefined;

/** A model that looks back only reads no further than the token; otherwise the token is hidden. */
function questionOf({ model, mask }: Known, ids: readonly number[], at: number): Question {
  const { causal, head } = model.facts;
  if (causal) return { ids: ids.slice(0, at + 1), row: at, says: head, actual: ids[at + 1] };
  const says = head && mask !== undefined;
  return { ids: says ? ids.map((id, place) => (place === at ? mask : id)) : ids, row: at, says, actual: ids[at] };
}

function rowsOf({ says, row }: Question): readonly number[] | "none" {
  return says ? [row] : "none";
}

async function plainRun(known: Known, question: Question): Promise<Plain> {
  const key = [question.row, question.says, ...question.ids].join();
  if (plain?.key === key) return plain;
  const { layers, modelDim } = known.model.facts;
  const isKept = 4 * layers * modelDim * question.ids.length <= MOST_ROWS;
  const run = await known.model.run(question.ids, {
    keep: isKept ? ["stages"] : [],
    logits: rowsOf(question),
    signal: known.signal,
  });
  return (plain = { key, run, from: isKept ? run : undefined });
}

function optionsOf({ model }: Known, { ids }: Question, changes: readonly Change[], other?: Run): RunOptions {
  const heads: Record<string, 0 | "mean"> = {};
  const cut: Cut[] = [];
  const patch: Patch[] = [];
  const all = Array.from({ length: model.facts.heads }, (_, head) => head);
  for (const { kind, layer, head, query, key } of changes) {
    // What comes after the chosen token does nothing to it.
    if (kind === "cut" && query! < ids.length && key! < ids.length) cut.push({ layer, head, query, key });
    if (kind === "cut") continue;
    for (const one of head === undefined ? all : [head])
      if (kind === "other") patch.push({ layer, head: one, from: other! });
      else heads[`${layer}.${one}`] = kind === "off" ? 0 : "mean";
  }
  return { heads, cut, patch };
}

async function changedRun(known: Known, question: Question, options: RunOptions): Promise<Run> {
  const { from } = await plainRun(known, question);
  return known.model.run(question.ids, { ...options, from, logits: rowsOf(question), signal: known.signal });
}

/** The logits of the question's row. */
function logitsOf({ model }: Known, { logits }: Run): Float32Array {
  return logits!.data.subarray(0, model.facts.vocab) as Float32Array;
}

function cosine(before: Run, after: Run, row: number): number {
  const width = before.output.shape[1]!;
  let [product, sizeBefore, sizeAfter] = [0, 0, 0];
  for (let at = row * width; at < (row + 1) * width; at++) {
    const [a, b] = [before.output.data[at]!, after.output.data[at]!];
    product += a * b;
    sizeBefore += a * a;
    sizeAfter += b * b;
  }
  return product / Math.sqrt(sizeBefore * sizeAfter);
}

/** @param others The tokens of the other text, where one is put in. */
export async function effectOf(
  known: Known,
  ids: readonly number[],
  { at, changes }: Pick<AskedEffect, "at" | "changes">,
  others: readonly number[] | undefined,
): Promise<Effect> {
  if (others !== undefined && others.length !== ids.length) return { kind: "lengths", count: others.length };
  const question = questionOf(known, ids, at);
  const options = { keep: ["joined"], logits: "none", signal: known.signal } as const;
  const other = others && (await known.model.run(questionOf(known, others, at).ids, options));
  const { run: before } = await plainRun(known, question);
  const after = await changedRun(known, question, optionsOf(known, question, changes, other));
  if (!question.says) return { kind: "rows", cosines: question.ids.map((_, row) => cosine(before, after, row)) };
  const [first, second] = [logitsOf(known, before), logitsOf(known, after)];
  const { actual: id } = question;
  const actual =
    id === undefined
      ? undefined
      : { id, name: known.nameOf(id) || String(id), before: shareOf(first, id), after: shareOf(second, id) };
  return {
    kind: "words",
    changed: changedMost(first, second, TOLD, known.nameOf),
    actual,
    divergence: divergenceOf(first, second),
  };
}

/** How much each head matters, from one of them on: what changes when it alone is switched off. */
export async function weigh(known: Known, ids: readonly number[], { at, kind, from }: AskedMap): Promise<number[]> {
  const { layers, heads } = known.model.facts;
  const question = questionOf(known, ids, at);
  const { run: before } = await plainRun(known, question);
  const until = performance.now() + SLICE_MS;
  const found: number[] = [];
  for (let head = from; head < layers * heads; head++) {
    const change = { kind, layer: Math.floor(head / heads), head: head % heads };
    const after = await changedRun(known, question, optionsOf(known, question, [change]));
    found.push(
      question.says
        ? divergenceOf(logitsOf(known, before), logitsOf(known, after))
        : 1 - cosine(before, after, question.row),
    );
    if (performance.now() > until) break;
  }
  return found;
}
