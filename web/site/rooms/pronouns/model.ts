// The model: its sizes, its numbers, and what it makes of sentences. Usually two layers of one head each. The first
// looks ahead only, so that "it" can read on; the second looks back only. A model may have another shape.
//
//   ids ── table + positions ── x ─┬─ norm ── head ──┬─ + ─┬─ norm ── net ──┬─ + ── the next layer, or norm ── · table
//                                  └─────────────────┘     └────────────────┘
import type { Floats, Heed, Tensor } from "heed";
import { layerNorm, linear } from "heed/layers";
import type { Table } from "./table.js";
import { vocabularyOf } from "./words.js";

/** Numbers of a row, usually; the most words of a sentence. */
export const [DIM, PLACES] = [16, 16];

/** Where the head of a layer may look: from its own word on ahead, from its own word on back, or at all. */
export type Sight = "ahead" | "back" | "all";

export interface Shape {
  /** A layer for each. */
  readonly sights: readonly Sight[];
  /** Numbers of a row. */
  readonly dim: number;
  /** Heads of a layer. Left out: 1. */
  readonly heads?: number;
  /** Numbers of a row within a net. */
  readonly hidden: number;
}

export const TWO_LOOKS: Shape = { sights: ["ahead", "back"], dim: DIM, hidden: 32 };

export interface Model {
  readonly table: Table;
  /** Left out: TWO_LOOKS. */
  readonly shape?: Shape | undefined;
  /** All that is learned, in the order of partsOf(). */
  readonly numbers: Floats;
}

export interface LayerParts {
  readonly sight: Sight;
  readonly heads: number;
  readonly gain: Tensor;
  readonly queryWeight: Tensor;
  readonly keyWeight: Tensor;
  readonly valueWeight: Tensor;
  readonly outputWeight: Tensor;
  readonly netGain: Tensor;
  readonly up: Tensor;
  readonly down: Tensor;
}

export interface Parts {
  /** A row for each word; the logits are products with these rows, too. */
  readonly words: Tensor;
  readonly positions: Tensor;
  readonly layers: readonly LayerParts[];
  readonly gain: Tensor;
}

/** The numbers as matrices, in the order in which the parameters of the net lie. */
export function partsOf({ table, numbers, shape: { sights, dim, heads = 1, hidden } = TWO_LOOKS }: Model): Parts {
  let end = 0;
  const take = (...shape: number[]): Tensor => {
    const begin = end;
    end += shape.reduce((product, extent) => product * extent, 1);
    return { data: numbers.subarray(begin, end), shape };
  };
  return {
    words: take(vocabularyOf(table).words.length, dim),
    positions: take(PLACES, dim),
    layers: sights.map((sight) => ({
      sight,
      heads,
      gain: take(dim),
      queryWeight: take(dim, dim),
      keyWeight: take(dim, dim),
      valueWeight: take(dim, dim),
      outputWeight: take(dim, dim),
      netGain: take(dim),
      up: take(dim, hidden),
      down: take(hidden, dim),
    })),
    gain: take(dim),
  };
}

// ---- forward -------------------------------------------------------------------------------------------------------

/** What can be kept of a head. */
const KEPT = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"] as const;
type Keepable = (typeof KEPT)[number];

/** What a layer does to the rows. Each tensor has a row for each word, [words, dim], after a batch if there is one. */
export interface LayerRun<Keep extends Keepable = Keepable> {
  readonly input: Tensor;
  /** The rows that the head takes. */
  readonly x: Tensor;
  /** What heed.selfAttention took and gave, as the inspector opens it. */
  readonly weights: Omit<LayerParts, "sight" | "gain" | "netGain" | "up" | "down">;
  readonly options: HeadOptions;
  readonly kept: Readonly<Record<Keep | "output", Tensor>>;
  /** input + kept.output, which is what the head adds */
  readonly middle: Tensor;
  /** The rows that the net takes, and its [words, hidden] numbers within. */
  readonly netX: Tensor;
  readonly hidden: Tensor;
  /** What the net adds. */
  readonly feedForward: Tensor;
  /** middle + feedForward */
  readonly output: Tensor;
}

export interface HeadOptions {
  readonly causal?: boolean;
  readonly mask?: { readonly data: Uint8Array; readonly shape: readonly number[] };
}

export function seenBy(sight: Sight, words: number): HeadOptions {
  if (sight === "all") return {};
  if (sight === "back") return { causal: true };
  const ahead = Uint8Array.from({ length: words * words }, (_, at) => (at % words >= Math.floor(at / words) ? 1 : 0));
  return { mask: { data: ahead, shape: [words, words] } };
}

export interface Forward<Keep extends Keepable = Keepable> {
  readonly layers: readonly LayerRun<Keep>[];
  /** The rows after the last norm. */
  readonly rows: Tensor;
}

export type Off = number | { readonly layer: number; readonly head: number };

export interface ForwardOptions<Keep extends Keepable> {
  /** Of the sentences of a batch, each filled up to the longest. */
  readonly lengths?: readonly number[] | undefined;
  /** Layers whose heads are all off, or single heads: their rows of the output weight are zeros. */
  readonly off?: readonly Off[] | undefined;
  /** Left out: everything. */
  readonly keep?: readonly Keep[];
}

/** @param ids of the words; of several sentences one after another, where there are `lengths` */
export function forward<Keep extends Keepable = Keepable>(
  heed: Heed,
  parts: Parts,
  ids: ArrayLike<number>,
  { lengths, off = [], keep }: ForwardOptions<Keep> = {},
): Forward<Keep> {
  const words = ids.length / (lengths?.length ?? 1);
  let input = embedded(parts, ids, words, lengths?.length);
  const layers = parts.layers.map((layer, at): LayerRun<Keep> => {
    const run = layerRun(heed, withoutHeads(layer, at, off), input, { keyLengths: lengths, keep: keep ?? KEPT });
    input = run.output;
    return run as LayerRun<Keep>;
  });
  return { layers, rows: layerNorm(heed, input, { gain: parts.gain }) };
}

function withoutHeads(layer: LayerParts, at: number, off: readonly Off[]): LayerParts {
  const { data, shape } = layer.outputWeight;
  const changed = data.slice();
  const perHead = data.length / layer.heads;
  for (const one of off) {
    if (one === at) changed.fill(0);
    else if (typeof one === "object" && one.layer === at) changed.fill(0, one.head * perHead, (one.head + 1) * perHead);
  }
  return { ...layer, outputWeight: { data: changed, shape } };
}

function layerRun(
  heed: Heed,
  { sight, gain, netGain, up, down, ...weights }: LayerParts,
  input: Tensor,
  more: { readonly keyLengths: readonly number[] | undefined; readonly keep: readonly Keepable[] },
): LayerRun {
  const options = seenBy(sight, input.shape.at(-2)!);
  const x = layerNorm(heed, input, { gain });
  const kept = heed.selfAttention(x, { ...weights, ...options, ...more }) as LayerRun["kept"];
  const middle = sum(input, kept.output);
  const netX = layerNorm(heed, middle, { gain: netGain });
  const hidden = linear(heed, netX, { weight: up, activation: "gelu" });
  const feedForward = linear(heed, hidden, { weight: down });
  return { input, x, weights, options, kept, middle, netX, hidden, feedForward, output: sum(middle, feedForward) };
}

function embedded({ words: table, positions }: Parts, ids: ArrayLike<number>, words: number, batch?: number): Tensor {
  const dim = positions.shape[1]!;
  const data = new Float32Array(ids.length * dim);
  for (let row = 0; row < ids.length; row++) {
    const [word, place] = [ids[row]! * dim, (row % words) * dim];
    for (let column = 0; column < dim; column++)
      data[row * dim + column] = table.data[word + column]! + positions.data[place + column]!;
  }
  return { data, shape: batch === undefined ? [words, dim] : [batch, words, dim] };
}

function sum(one: Tensor, other: Tensor): Tensor {
  const data = new Float32Array(one.data.length);
  for (let at = 0; at < data.length; at++) data[at] = one.data[at]! + other.data[at]!;
  return { data, shape: one.shape };
}

/** The logits of every word for some rows, [rows, words of the table]. */
export function logitsOf(heed: Heed, { words }: Parts, rows: Tensor): Tensor {
  return linear(heed, rows, { weight: words, layout: "out-in" });
}
