// Answers about a next token: readings of the lens, parts of two logits, runs without a part, rows of another text.
// Each answers as much as a moment allows, and the page asks for the rest.
import type { Model, Run, RunOptions } from "heed/model";
import { HandedOver } from "../../../kit/index.js";
import type {
  Asked,
  AskedKnown,
  AskedLens,
  AskedLogits,
  AskedMachine,
  AskedOff,
  Brought,
  ComparedOff,
  Hidden,
  Known,
  LensRow,
  Likely,
  Logits,
  MachineParts,
  Pair,
  PartPlace,
  Question,
  Questions,
  Token,
  TooLong,
} from "../requests.js";
import { compared, likeliestIds, largestOf } from "./logits.js";
import { MACHINE_KEEP, machineParts } from "./machine.js";

/** After this many milliseconds an answer ends. */
const SLICE_MS = 40;
/** How many of the likeliest tokens the page gets. */
const TOLD = 10;
/** What a run keeps takes 256 MB at most. */
const MOST_NUMBERS = 64e6;
/** The most tokens that a machine draws. */
const MOST_DRAWN = 64;
const KEPT = ["joined", "stages", "v", "weights"] as const;

export interface ReasonHost {
  readonly model: () => Model;
  /** The tokens of a text, and those of what is typed. */
  readonly idsOf: (id: number) => readonly number[];
  readonly encode: (typed: string) => readonly number[];
  readonly isSpecial: (id: number) => boolean;
  /** Undefined or "" for a row of the table that is not a token. */
  readonly nameOf: (id: number) => string | undefined;
  /** The token that hides a word. */
  readonly mask: () => number | undefined;
  /** Computes once no text is read, and again where the signal is aborted by a text that cannot be read. */
  readonly ask: <Answer>(
    id: number,
    wanted: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Answer>,
  ) => Promise<Answer>;
}

/** A run that kept what all parts wrote. */
interface Traced {
  readonly key: string;
  readonly run: Run;
}

export function reasonMethods(host: ReasonHost) {
  const { model, nameOf } = host;
  /** Of the text and of the other one. */
  let traced: readonly Traced[] = [];

  const isNamed = (id: number): boolean => (nameOf(id) ?? "") !== "";

  const tokenOf = (id: number): Token => ({ id, name: nameOf(id) || String(id) });

  /** What the model reads: up to the token whose next one is asked for; or all, with that token hidden. */
  function questionOf(ids: readonly number[], at: number): readonly number[] {
    const mask = host.mask();
    if (model().facts.causal) return ids.slice(0, at + 1);
    return mask === undefined ? ids : ids.map((id, place) => (place === at ? mask : id));
  }

  async function trace(ids: readonly number[], at: number, signal: AbortSignal): Promise<Run> {
    const key = [at, ...ids].join();
    const before = traced.find((one) => one.key === key);
    const run = before?.run ?? (await model().run(ids, { keep: KEPT, logits: [at], signal }));
    traced = [{ key, run }, ...traced.filter((one) => one.key !== key)].slice(0, 2);
    return run;
  }

  /** The most tokens whose run can be kept. */
  function mostTokens(): number {
    const { layers, heads, modelDim } = model().facts;
    let count = 1;
    while (count < 4096 && layers * (count + 1) * (7 * modelDim + heads * (count + 1)) <= MOST_NUMBERS) count++;
    return count;
  }

  const isTooLong = (ids: readonly number[]): boolean => ids.length > mostTokens();

  const tooLong = (): TooLong => ({ kind: "too-long", most: mostTokens() });

  const logitsOf = ({ logits }: Run): Float32Array => logits!.data.subarray(0, model().facts.vocab) as Float32Array;

  async function lens(
    { id, at, tokens, follow }: AskedLens & OfText,
    wanted?: AbortSignal,
  ): Promise<readonly LensRow[] | TooLong> {
    const ids = questionOf(host.idsOf(id), at);
    if (isTooLong(ids)) return tooLong();
    return host.ask(id, wanted, async (signal) => {
      const run = await trace(ids, at, signal);
      const until = performance.now() + SLICE_MS;
      const rows: LensRow[] = [];
      for (const token of tokens) {
        rows.push({ token, readings: readingsAt(run, token, follow) });
        if (performance.now() > until) break;
      }
      return rows;
    });
  }

  function readingsAt(run: Run, token: number, follow: number | undefined) {
    const of = follow === undefined || follow >= model().facts.vocab ? [] : [follow];
    return model()
      .lens(run, { tokens: [token], top: 2 * TOLD, of })
      .map(({ top, of: followed }) => ({
        likely: top
          .filter((one) => isNamed(one.id))
          .slice(0, TOLD)
          .map(likelyOf),
        followed: followed.map(likelyOf)[0],
      }));
  }

  const likelyOf = ({ id, probability }: { readonly id: number; readonly probability: number }): Likely => ({
    ...tokenOf(id),
    share: probability,
  });

  /** The logits of a reading: the row goes in after the last layer, and the model ends as always. */
  async function lensLogits(
    { id, at, depth, token, ids: shown }: AskedLogits & OfText,
    wanted?: AbortSignal,
  ): Promise<Logits> {
    const ids = questionOf(host.idsOf(id), at);
    return host.ask(id, wanted, async (signal) => {
      const from = await trace(ids, at, signal);
      const rows = [{ layer: model().facts.layers - 1, token, numbers: rowOf(from, depth - 1, token) }];
      const logits = logitsOf(await model().run(ids, { from, rows, logits: [token], signal }));
      const [largest, sum] = largestOf(logits);
      return { logits: shown.map((one) => logits[one]!), largest, sum };
    });
  }

  async function brought(
    { id, at, of, against }: Asked & Pair & OfText,
    wanted?: AbortSignal,
  ): Promise<Brought | Hidden | TooLong> {
    const ids = questionOf(host.idsOf(id), at);
    if (!model().facts.causal) return { kind: "hidden" };
    if (isTooLong(ids)) return tooLong();
    return host.ask(id, wanted, async (signal) => {
      const run = await trace(ids, at, signal);
      const logits = logitsOf(run);
      const pair = pairOf(logits, { of, against });
      const { parts, total } = model().logitParts(run, { token: at, of: pair.of, ...againstOf(pair) });
      return {
        kind: "parts",
        of: tokenOf(pair.of),
        against: pair.against === "mean" ? undefined : tokenOf(pair.against),
        likely: likeliestIds(logits, TOLD, isNamed).map(tokenOf),
        total,
        run: compared(logits, pair.of, pair.against),
        parts: parts.map(({ kind, layer, head, value, byToken, row, by }) => ({
          ...{ kind, layer, head, value },
          // The row is a part of what the run kept, which would go along.
          products: row && by && { row: Float32Array.from(row), by },
          words: byToken && { values: byToken, weights: weightsIn(run, layer!, head!, at) },
        })),
      };
    });
  }

  function weightsIn(run: Run, layer: number, head: number, at: number): number[] {
    const { data, shape } = run.layers[layer]!.weights!;
    const count = shape[2]!;
    return Array.from(data.subarray((head * count + at) * count, (head * count + at + 1) * count));
  }

  /** The likeliest, and the second, unless others are named. */
  function pairOf(logits: Float32Array, { of, against }: Pair): { of: number; against: number | "mean" } {
    const isToken = (id: number | "mean" | undefined): id is number => typeof id === "number" && id < logits.length;
    const best = likeliestIds(logits, 2, isNamed);
    const first = isToken(of) ? of : best[0]!;
    if (against === "mean") return { of: first, against };
    const other = best.find((one) => one !== first)!;
    return { of: first, against: isToken(against) ? against : other };
  }

  async function broughtOff(
    { id, at, of, against, parts }: AskedOff & OfText,
    wanted?: AbortSignal,
  ): Promise<readonly ComparedOff[]> {
    const ids = questionOf(host.idsOf(id), at);
    return host.ask(id, wanted, async (signal) => {
      const from = await trace(ids, at, signal);
      const pair = pairOf(logitsOf(from), { of, against });
      const until = performance.now() + SLICE_MS;
      const found: ComparedOff[] = [];
      for (const part of parts) {
        const run = await model().run(ids, { ...withoutPart(part), from, logits: [at], signal });
        const logits = logitsOf(run);
        const [best] = likeliestIds(logits, 1, isNamed) as [number];
        found.push({ ...compared(logits, pair.of, pair.against), best: tokenOf(best) });
        if (performance.now() > until) break;
      }
      return found;
    });
  }

  async function known({ id, at, other, from }: AskedKnown & OfText, wanted?: AbortSignal): Promise<Known | TooLong> {
    const [all, typed] = [host.idsOf(id), host.encode(other)];
    const lengths = { count: typed.length, needed: all.length };
    if (typed.length !== all.length) return { kind: "lengths", ...lengths };
    const [mine, others] = [questionOf(all, at), questionOf(typed, at)];
    if (mine.join() === others.join()) return { kind: "same", ...lengths };
    if (isTooLong(mine)) return tooLong();
    return host.ask(id, wanted, async (signal) => {
      const [own, their] = [await trace(mine, at, signal), await trace(others, at, signal)];
      const pair = answersOf(logitsOf(own), logitsOf(their));
      const difference = (run: Run): number => compared(logitsOf(run), pair.of, pair.against).difference;
      const values: number[] = [];
      const until = performance.now() + SLICE_MS;
      for (let cell = from; cell < mine.length * (model().facts.layers + 1); cell++) {
        const [layer, token] = [Math.floor(cell / mine.length) - 1, cell % mine.length];
        const rows = [{ layer, token, from: own }];
        values.push(
          isSameRow(own, their, layer, token)
            ? difference(their)
            : difference(await model().run(others, { from: their, rows, logits: [at], signal })),
        );
        if (performance.now() > until) break;
      }
      const differing = mine.flatMap((one, token) =>
        one === others[token] ? [] : [{ token, name: tokenOf(others[token]!).name }],
      );
      return {
        ...{ kind: "cells", of: tokenOf(pair.of), against: tokenOf(pair.against) },
        ...{ own: difference(own), others: difference(their), differing, values },
      } as const;
    });
  }

  /** What each text says, or the second of one where both say the same. */
  function answersOf(own: Float32Array, others: Float32Array): { of: number; against: number } {
    const [first, second] = likeliestIds(own, 2, isNamed) as [number, number];
    const [other] = likeliestIds(others, 1, isNamed) as [number];
    return { of: first, against: other === first ? second : other };
  }

  async function machine(
    { id, at, ...asked }: AskedMachine & OfText,
    wanted?: AbortSignal,
  ): Promise<HandedOver<MachineParts> | TooLong> {
    const ids = questionOf(host.idsOf(id), at);
    const { layers } = model().facts;
    if (ids.length > MOST_DRAWN) return { kind: "too-long", most: MOST_DRAWN };
    return host.ask(id, wanted, async (signal) => {
      const heads = Object.fromEntries(asked.off.map(({ layer, head }) => [`${layer}.${head}`, 0]));
      // The last layer's rows say what comes next, wherever the window is.
      const kept = Array.from({ length: layers }, (_, layer) => layer).filter(
        (layer) => layer === layers - 1 || (layer >= asked.first && layer < asked.first + asked.count),
      );
      const run = await model().run(ids, { keep: MACHINE_KEEP, layers: kept, heads, logits: "none", signal });
      const said = model().lens(run, { layers: [layers - 1], top: TOLD });
      const shares = said.map(({ top }) => top.map(likelyOf));
      const parts = machineParts(model(), run, { at, ...asked }, shares);
      // A copy of these weights would hold the page.
      return new HandedOver(parts, buffersIn(parts));
    });
  }

  /** A word has a space before it, unless it is the first one; and some tokenizers put one there themselves. */
  async function tokenTyped({ typed }: { readonly typed: string }): Promise<Token | undefined> {
    for (const text of [` ${typed}`, typed]) {
      const ids = host.encode(text).filter((id) => !host.isSpecial(id));
      if (ids.length === 1 && ids[0]! < model().facts.vocab) return tokenOf(ids[0]!);
    }
    return undefined;
  }

  const methods = { lens, lensLogits, brought, broughtOff, known, machine, tokenTyped };
  return methods satisfies {
    [Name in Question]: (
      asked: Questions[Name]["asked"] & OfText,
      wanted?: AbortSignal,
    ) => Promise<Questions[Name]["answer"] | HandedOver<Questions[Name]["answer"]>>;
  };
}

/** The memory of all numbers. */
function buffersIn({ rows, looks, nets }: MachineParts): ArrayBuffer[] {
  const kept = looks.flatMap(({ x, weights, kept: matrices, options: { bias, mask } }) =>
    [x, bias, mask, ...Object.values(matrices), ...Object.values(weights ?? {})].flatMap((one) =>
      typeof one === "object" ? [one.data] : [],
    ),
  );
  const all = [...rows, ...nets].map(({ data }) => data);
  return Array.from(
    new Set([...all, ...kept].flatMap((one) => (ArrayBuffer.isView(one) ? [one.buffer as ArrayBuffer] : []))),
  );
}

interface OfText {
  readonly id: number;
}

const againstOf = ({ against }: { readonly against: number | "mean" }): { against?: number } =>
  against === "mean" ? {} : { against };

/** A head or a feed-forward that adds nothing. */
function withoutPart({ kind, layer, head }: PartPlace): RunOptions {
  return kind === "head" ? { heads: { [`${layer}.${head}`]: 0 } } : { feedForward: { [`${layer}`]: 0 } };
}

/** Whether a row is the same in both runs, so that nothing changes where it goes in. */
function isSameRow(one: Run, other: Run, layer: number, token: number): boolean {
  const there = rowOf(other, layer, token);
  return rowOf(one, layer, token).every((value, at) => value === there[at]);
}

/** The row of a token after a layer; before the first one with −1. */
function rowOf({ layers }: Run, layer: number, token: number): Float32Array {
  const { input, output } = layers[Math.max(0, layer)]!.stages!;
  const { data, shape } = layer < 0 ? input : output;
  return data.slice(token * shape[1]!, (token + 1) * shape[1]!) as Float32Array;
}
