// The encoder: an embedding with positions, then two layers of attention and feed-forward. Each adds to what came in.
import type { Floats, Heed, Tensor } from "heed";
import { feedForward, layerNorm, linear, type FeedForwardWeights, type LinearWeights } from "heed/layers";
import type { Dense, LayerWeights, Norm, QuantisedMatrix, Weights } from "./weights.js";

/** The most pieces that the model was trained on. */
export const MOST_PIECES = 128;
export const HEADS = 4;
export const LAYERS = 2;
const EPSILON = 1e-6;

const KEEP = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"] as const;
type Kept = Record<(typeof KEEP)[number], Tensor>;

/** The projections to queries, keys and values. */
export interface InputProjections {
  readonly layout: "out-in";
  readonly queryWeight: Tensor;
  readonly keyWeight: Tensor;
  readonly valueWeight: Tensor;
  readonly queryBias: Tensor;
  readonly keyBias: Tensor;
  readonly valueBias: Tensor;
}

/** The projections of a layer as heed.selfAttention takes them. */
export interface Projections extends InputProjections {
  readonly heads: number;
  readonly outputWeight: Tensor;
  readonly outputBias: Tensor;
}

export interface EncodedLayer {
  /** The rows that the heads read. */
  readonly x: Tensor;
  readonly weights: Projections;
  /** What was kept of all four heads. */
  readonly kept: Kept & { readonly output: Tensor };
}

export interface Encoded {
  readonly ids: readonly number[];
  readonly layers: readonly EncodedLayer[];
  /** The vectors of all pieces: as embedded, after layer 0, after layer 1. No head needs the last: it is computed when
   * it is asked for. */
  readonly stages: readonly [Tensor, Tensor, Tensor];
}

/** What one head makes of the pieces before any of them looks at another. */
export interface QueriesAndKeys {
  /** The rows that the head reads. */
  readonly x: Tensor;
  readonly weights: InputProjections;
  /** [pieces, 64] each. */
  readonly q: Tensor;
  readonly k: Tensor;
}

/** What is otherwise in a layer's heads. */
export interface ChangedLayer {
  /** `[heads, pieces, pieces]`: 0 where a piece may not look. */
  readonly mask?: { readonly data: Uint8Array; readonly shape: readonly number[] } | undefined;
  /** Changes the heads side by side in place, before they leave the layer. */
  readonly change?: ((joined: Tensor) => void) | undefined;
}

export class Encoder {
  readonly #heed: Heed;
  readonly #weights: Weights;
  readonly #layers: readonly Projections[];

  constructor(heed: Heed, weights: Weights) {
    this.#heed = heed;
    this.#weights = weights;
    this.#layers = weights.layers.map(projectionsOf);
  }

  /**
   * @param ids numbers of pieces, one or more @param start the place of the first of them
   * @param changed what is otherwise in a layer
   */
  encode(ids: readonly number[], start = 0, changed: (layer: number) => ChangedLayer = () => ({})): Encoded {
    const embedded = embed(this.#weights.embedding, ids);
    const first = this.#layer(0, withPositions(embedded, this.#weights.frequencies, start), changed(0));
    const between = first.output();
    const second = this.#layer(1, between, changed(1));
    let stages: Encoded["stages"] | undefined;
    return {
      ids,
      layers: [first.layer, second.layer],
      get stages() {
        return (stages ??= [embedded, between, second.output()]);
      },
    };
  }

  /** One head of layer 0, for any number of pieces. @param first the place of the first of them in its text */
  queriesAndKeys(ids: readonly number[], head: number, first = 0): QueriesAndKeys {
    const { embedding, frequencies, layers } = this.#weights;
    const x = normalised(this.#heed, withPositions(embed(embedding, ids), frequencies, first), layers[0].norm);
    const { query, key, value } = layers[0];
    const own = { query: headOf(query, head), key: headOf(key, head), value: headOf(value, head) };
    const project = (dense: Dense): Tensor => linear(this.#heed, x, linearOf(dense));
    return { x, weights: inputProjections(own), q: project(own.query), k: project(own.key) };
  }

  /** A layer's heads, and what computes the rows that leave it. */
  #layer(at: 0 | 1, input: Tensor, { mask, change }: ChangedLayer): { layer: EncodedLayer; output: () => Tensor } {
    const own = this.#weights.layers[at];
    const weights = this.#layers[at]!;
    const x = normalised(this.#heed, input, own.norm);
    const kept = this.#heed.selfAttention(x, { ...weights, keep: KEEP, mask });
    const attention = change === undefined ? kept.output : this.#changedOutput(kept.joined, own.output, change);
    const output = (): Tensor => {
      const base = own.residual === undefined ? input : linear(this.#heed, input, linearOf(own.residual));
      const attended = sum(attention, base);
      return sum(attended, feedForward(this.#heed, normalised(this.#heed, attended, own.feedNorm), feedForwardOf(own)));
    };
    return { layer: { x, weights, kept }, output };
  }

  /** What leaves the heads after a change of them. */
  #changedOutput({ data, shape }: Tensor, output: Dense, change: (joined: Tensor) => void): Tensor {
    const joined = { data: data.slice(), shape };
    change(joined);
    return linear(this.#heed, joined, linearOf(output));
  }
}

function projectionsOf({ query, key, value, output }: LayerWeights): Projections {
  const inputs = inputProjections({ query, key, value });
  return { heads: HEADS, ...inputs, outputWeight: output.weight, outputBias: vector(output.bias) };
}

function inputProjections({ query, key, value }: Pick<LayerWeights, "query" | "key" | "value">): InputProjections {
  return {
    layout: "out-in",
    queryWeight: query.weight,
    keyWeight: key.weight,
    valueWeight: value.weight,
    queryBias: vector(query.bias),
    keyBias: vector(key.bias),
    valueBias: vector(value.bias),
  };
}

function vector(data: Floats): Tensor {
  return { data, shape: [data.length] };
}

function linearOf({ weight, bias }: Dense): LinearWeights {
  return { weight, bias: vector(bias), layout: "out-in" };
}

function feedForwardOf({ hidden, feedOutput }: LayerWeights): FeedForwardWeights {
  const pair = ({ weight, bias }: Dense): FeedForwardWeights["hidden"] => ({ weight, bias: vector(bias) });
  return { hidden: pair(hidden), output: pair(feedOutput), activation: "relu", layout: "out-in" };
}

function normalised(heed: Heed, x: Tensor, { gain, bias }: Norm): Tensor {
  return layerNorm(heed, x, { gain: vector(gain), bias: vector(bias), epsilon: EPSILON });
}

function sum(a: Tensor, b: Tensor): Tensor {
  const data = a.data.slice();
  for (let at = 0; at < data.length; at++) data[at]! += b.data[at]!;
  return { data, shape: a.shape };
}

/**
 * The vectors of pieces, before their positions. The embedding counts twice, as in the model's graph, where it is added
 * to itself with its position. heed/layers.embedding would hold the table as 2 million floats, and another of
 * gradients; here it stays quantised.
 */
function embed({ scales, numbers, columns }: QuantisedMatrix, ids: readonly number[]): Tensor {
  const data = new Float32Array(ids.length * columns);
  for (const [row, id] of ids.entries())
    for (let c = 0; c < columns; c++) data[row * columns + c] = 2 * numbers[id * columns + c]! * scales[id]!;
  return { data, shape: [ids.length, columns] };
}

/** Adds the sine and then the cosine of each piece's place times each frequency. */
function withPositions({ data, shape }: Tensor, frequencies: Float32Array, first = 0): Tensor {
  const [rows, columns] = shape as [number, number];
  const count = frequencies.length;
  const moved = data.slice();
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < count; at++) {
      const angle = (first + row) * frequencies[at]!;
      moved[row * columns + at]! += Math.sin(angle);
      moved[row * columns + count + at]! += Math.cos(angle);
    }
  }
  return { data: moved, shape };
}

/** The outputs that belong to one head. */
function headOf({ weight, bias }: Dense, head: number): Dense {
  const [outputs, inputs] = weight.shape as [number, number];
  const dim = outputs / HEADS;
  const data = weight.data.subarray(head * dim * inputs, (head + 1) * dim * inputs);
  return { weight: { data, shape: [dim, inputs] }, bias: bias.subarray(head * dim, (head + 1) * dim) };
}
