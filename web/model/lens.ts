// The lens: a row between two layers, read as if it came after the last one.
import type { Floats } from "../lib/api/index.js";
import { checkNamed, fault, kindOf, readTokens } from "../lib/read/index.js";
import type { LensOptions, LensReading, Run, TokenProbability } from "./api.js";
import { checkPlace, readPlaces } from "./changes.js";
import { checkKept, rowBehind, rowBetween } from "./kept.js";
import { finish, headIn, headOf, type Engine } from "./layers.js";
import { checkNumbers } from "./run.js";

/** As many logits are in memory at once: 16 MB. Larger pieces read the table less often. */
const PIECE = 2 ** 22;

/** Where a row is. */
type Place = Pick<LensReading, "layer" | "half" | "token">;

export function lens(where: string, engine: Engine, run: Run, options: LensOptions = {}): LensReading[] {
  checkNamed(where, "option", options, ["tokens", "layers", "halves", "top", "of"]);
  const head = headIn(where, engine);
  const { layers: count, modelDim, vocab } = engine.plan.facts;
  const layers = readPlaces(where, "layers", options.layers, count, -1) ?? [-1, ...engine.loaded.layers.keys()];
  checkKept(where, engine, run, {
    said: '"stages" of the layers that the lens reads',
    layers: layers.map((layer) => Math.max(0, layer)),
    stages: ["input", "attention", "output"],
    joined: 0,
  });
  const tokens = readPlaces(where, "tokens", options.tokens, run.ids.length) ?? Array.from(run.ids.keys());
  const { halves = false, top = 5 } = options;
  if (typeof halves !== "boolean")
    throw fault("type", `${where}: halves must be true or false; got ${kindOf(halves)}.`);
  checkPlace(where, "top", top, vocab + 1);
  const of = options.of === undefined ? [] : readTokens(where, "of", options.of, vocab);
  const asked = layers.flatMap((layer) =>
    (halves && layer >= 0 ? (["attention", undefined] as const) : [undefined]).flatMap((half) =>
      tokens.map((token): Place => ({ layer, half, token })),
    ),
  );
  const readings: LensReading[] = [];
  const atOnce = Math.max(1, Math.floor(PIECE / vocab));
  for (let from = 0; from < asked.length; from += atOnce) {
    const some = asked.slice(from, from + atOnce);
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

/** The likeliest tokens, and those that are named. Of tokens that are as likely the first ones count. */
function likeliest(logits: Floats, top: number, named: readonly number[]): Pick<LensReading, "top" | "of"> {
  const best: number[] = [];
  const kept = Math.max(1, top);
  let least = -Infinity;
  for (let id = 0; id < logits.length; id++) {
    const logit = logits[id]!;
    if (best.length === kept && logit <= least) continue;
    let at = best.length;
    while (at > 0 && logits[best[at - 1]!]! < logit) at--;
    best.splice(at, 0, id);
    best.length = Math.min(best.length, kept);
    least = logits[best[best.length - 1]!]!;
  }
  const most = logits[best[0]!]!;
  let total = 0;
  for (let id = 0; id < logits.length; id++) total += Math.exp(logits[id]! - most);
  const probable = (id: number): TokenProbability => ({ id, probability: Math.exp(logits[id]! - most) / total });
  return { top: best.slice(0, top).map(probable), of: named.map(probable) };
}
