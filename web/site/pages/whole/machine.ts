// The whole Transformer, small: an encoder of two layers reads a sentence, a decoder of two writes a translation.
// Its weights are drawn from a seed and not trained.
//
//   ids ── embed ── h0 ── layer 0 ── h1 ── layer 1 ── h2 ────────────┐ keys and values
//   ids so far ── embed ── h0 ── layer 0 ── h1 ── layer 1 ── h2 ── last matrix ── softmax ── the next word
//
//   layer:  x ← x + heads(norm(x))   [decoder: x ← x + heads(norm(x), encoder's h2)]   x ← x + net(norm(x))
import type { Heed, SelfAttentionOptions, SelfAttentionWeights, Tensor } from "heed";
import { feedForward, layerNorm, linear } from "heed/layers";
import { seededRandom } from "heed/train";

export const SOURCE = ["the", "cat", "sat", "because", "it", "was", "tired"] as const;
export const TARGET = ["die", "Katze", "saß"] as const;
/** What the decoder can write. The last ends the sentence. */
export const VOCABULARY = [...TARGET, "weil", "sie", "müde", "war", "."] as const;

export const DIM = 8;
const HEADS = 2;
const HIDDEN = 4 * DIM;
const LAYERS = 2;

/** What a layer shows: the weights of its heads, [heads, rows, keys], and the rows that leave it. */
export interface LayerSeen {
  readonly own: Tensor;
  readonly across?: Tensor;
  readonly attended: Tensor;
  readonly output: Tensor;
}

export interface Stack {
  readonly embedded: Tensor;
  readonly layers: readonly LayerSeen[];
}

export interface Seen {
  readonly encoder: Stack;
  readonly decoder: Stack;
  /** A share for each word of the vocabulary: what the last row of the decoder asks for. */
  readonly next: readonly number[];
}

export function runMachine(heed: Heed, seed: number): Seen {
  const numbers = seededRandom(seed);
  const draw = (rows: number, columns: number): Tensor => ({
    data: Float32Array.from({ length: rows * columns }, () => numbers.normal() / Math.sqrt(rows)),
    shape: [rows, columns],
  });
  const encoder = stack(heed, embed(draw, SOURCE.length), draw, {});
  const memory = encoder.layers.at(-1)!.output;
  const decoder = stack(heed, embed(draw, TARGET.length), draw, { causal: true }, memory);
  const logits = linear(heed, layerNorm(heed, decoder.layers.at(-1)!.output), { weight: draw(DIM, VOCABULARY.length) });
  return { encoder, decoder, next: softmax(logits.data.subarray((TARGET.length - 1) * VOCABULARY.length)) };
}

type Draw = (rows: number, columns: number) => Tensor;

/** A row of a table for each word, and its place: a sine and a cosine for each frequency. */
function embed(draw: Draw, count: number): Tensor {
  const { data } = draw(count, DIM);
  for (let at = 0; at < data.length; at++) {
    const [place, column] = [Math.floor(at / DIM), at % DIM];
    const angle = place / 10 ** (Math.floor(column / 2) / 2);
    data[at] = Math.sqrt(count) * data[at]! + (column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
  }
  return { data, shape: [count, DIM] };
}

function stack(heed: Heed, embedded: Tensor, draw: Draw, options: SelfAttentionOptions, memory?: Tensor): Stack {
  const layers: LayerSeen[] = [];
  let x = embedded;
  for (let at = 0; at < LAYERS; at++) {
    const own = heads(heed, x, draw, options);
    let attended = sum(x, own.output);
    const across = memory && heads(heed, attended, draw, { context: memory });
    if (across !== undefined) attended = sum(attended, across.output);
    const hidden = { weight: draw(DIM, HIDDEN) };
    const net = { hidden, output: { weight: draw(HIDDEN, DIM) }, activation: "relu" } as const;
    const output = sum(attended, feedForward(heed, layerNorm(heed, attended), net));
    layers.push({ own: own.weights, ...(across && { across: across.weights }), attended, output });
    x = output;
  }
  return { embedded, layers };
}

function heads(heed: Heed, x: Tensor, draw: Draw, options: SelfAttentionOptions): { output: Tensor; weights: Tensor } {
  const projections: SelfAttentionWeights = {
    heads: HEADS,
    queryWeight: draw(DIM, DIM),
    keyWeight: draw(DIM, DIM),
    valueWeight: draw(DIM, DIM),
    outputWeight: draw(DIM, DIM),
  };
  return heed.selfAttention(layerNorm(heed, x), { ...projections, ...options, keep: ["weights"] });
}

function sum(a: Tensor, b: Tensor): Tensor {
  return { data: a.data.map((value, at) => value + b.data[at]!), shape: a.shape };
}

function softmax(logits: Float32Array): number[] {
  const largest = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - largest));
  const total = powers.reduce((all, one) => all + one, 0);
  return powers.map((power) => power / total);
}
