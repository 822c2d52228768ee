// The lens: a row between two layers, read as if it were that behind the last one.
import type { Floats } from "../lib/api/index.js";
import { checkNames, checkObject, fault, isPlace, kindOf, readFlag, readTokens } from "../lib/read/index.js";
import type { LensOptions, LensReading, Run, TokenProbability } from "./api.js";
import { checkKept, rowBehind, rowBetween } from "./kept.js";
import { finish, headIn, headOf, type Engine } from "./layers.js";
import { checkNumbers } from "./run.js";

/** As many logits are in memory at once: 4 MB. */
const PIECE = 2 ** 20;

/** Where a row is. */
type Place = Pick<LensReading, "layer" | "half" | "token">;

export function lens(where: string, engine: Engine, run: Run, options: LensOptions = {}): LensReading[] {
  checkObject(where, "options", options);
  checkNames(where, "option", options, ["tokens", "layers", "halves", "top", "of"]);
  const head = headIn(where, engine);
  const { layers: count, modelDim, vocab } = engine.plan.facts;
  const layers = readPlaces(where, "layers", options.layers, [-1, count]);
  checkKept(where, engine, run, {
    said: '"stages" of the layers that the lens reads',
    layers: layers.map((layer) => Math.max(0, layer)),
    stages: ["input", "attention", "output"],
    joined: () => false,
  });
  const tokens = readPlaces(where, "tokens", options.tokens, [0, run.ids.length]);
  const halves = readFlag(where, "halves", options.halves);
  const { top = 5 } = options;
  if (!isPlace(top, vocab + 1))
    throw fault("value", `${where}: top must be a whole number from 0 to ${vocab}; got ${kindOf(top)}.`);
  const of = options.of === undefined ? [] : readTokens(where, "of", options.of, vocab);
  const places = layers.flatMap((layer) =>
    (halves && layer >= 0 ? (["attention", undefined] as const) : [undefined]).flatMap((half) =>
      tokens.map((token): Place => ({ layer, half, token })),
    ),
  );
  const readings: LensReading[] = [];
  const atOnce = Math.max(1, Math.floor(PIECE / vocab));
  for (let from = 0; from < places.length; from += atOnce) {
    const some = places.slice(from, from + atOnce);
    const rows = new Float32Array(some.length * modelDim);
    for (const [at, { layer, half, token }] of some.entries())
      rows.set((half ? rowBetween : rowBehind)(engine, run, layer, token), at * modelDim);
    const { data } = headOf(engine, head, { data: finish(engine, rows), shape: [some.length, modelDim] });
    checkNumbers(where, data, "the head");
    for (const [at, place] of some.entries())
      readings.push({ ...place, ...likeliest(data.subarray(at * vocab, (at + 1) * vocab), top, of) });
  }
  return readings;
}

/** A list of places from `first` to before `end`; all where none is given. */
function readPlaces(
  where: string,
  name: string,
  value: unknown,
  [first, end]: readonly [first: number, end: number],
): readonly number[] {
  if (value === undefined) return Array.from({ length: end - first }, (_, at) => first + at);
  const list: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  const isOne = (one: unknown): boolean => Number.isInteger(one) && isPlace((one as number) - first, end - first);
  const wrong = list ? list.findIndex((one) => !isOne(one)) : 0;
  if (list && wrong < 0) return list.slice() as number[];
  throw fault(
    list ? "value" : "type",
    `${where}: ${name} must be a list of numbers from ${first} to ${end - 1}; got ${kindOf(list ? list[wrong] : value)}.`,
  );
}

/** The likeliest tokens, and those that are named. Of tokens that are as likely the first ones count. */
function likeliest(logits: Floats, top: number, named: readonly number[]): Pick<LensReading, "top" | "of"> {
  const best: number[] = [];
  let least = top > 0 ? -Infinity : Infinity;
  for (let id = 0; id < logits.length; id++) {
    const logit = logits[id]!;
    if (best.length >= top && logit <= least) continue;
    let at = best.length;
    while (at > 0 && logits[best[at - 1]!]! < logit) at--;
    best.splice(at, 0, id);
    if (best.length > top) best.pop();
    least = logits[best[best.length - 1]!]!;
  }
  let most = -Infinity;
  for (const logit of logits) if (logit > most) most = logit;
  let total = 0;
  for (let id = 0; id < logits.length; id++) total += Math.exp(logits[id]! - most);
  const probable = (id: number): TokenProbability => ({ id, probability: Math.exp(logits[id]! - most) / total });
  return { top: best.map(probable), of: named.map(probable) };
}
