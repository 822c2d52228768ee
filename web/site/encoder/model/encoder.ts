// The encoder: an embedding with positions, then two layers of attention and feed-forward. Each adds to what came in.
import type { Heed, Tensor } from "heed";
import { feedForward, layerNorm, linear, sum } from "./operations.js";
import type { Dense, LayerWeights, QuantisedMatrix, Weights } from "./weights.js";

/** The model was trained on so many pieces at most. */
export const MOST_PIECES = 128;
export const HEADS = 4;
export const LAYERS = 2;

const KEEP = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"] as const;
type Kept = Record<(typeof KEEP)[number], Tensor>;

/** The projections of a layer as heed.selfAttention takes them. */
export interface Projections {
  readonly heads: number;
  readonly layout: "out-in";
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
  readonly output: Tensor;
  readonly queryBias: Tensor;
  readonly keyBias: Tensor;
  readonly valueBias: Tensor;
  readonly outputBias: Tensor;
}

export interface EncodedLayer {
  /** The rows that the heads read. */
  readonly x: Tensor;
  readonly weights: Projections;
  /** Of all four heads. */
  readonly kept: Kept & { readonly output: Tensor };
}

export interface Encoded {
  readonly ids: readonly number[];
  readonly layers: readonly EncodedLayer[];
  /** The vectors of all pieces: as embedded, after layer 0, after layer 1. */
  readonly stages: readonly [Tensor, Tensor, Tensor];
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

  /** @param ids numbers of pieces, one or more */
  encode(ids: readonly number[]): Encoded {
    const embedded = embed(this.#weights.embedding, ids);
    const first = this.#layer(0, withPositions(embedded, this.#weights.frequencies));
    const second = this.#layer(1, first.output);
    return { ids, layers: [first.layer, second.layer], stages: [embedded, first.output, second.output] };
  }

  /** The queries and keys of one head of layer 0, for any number of pieces: [pieces, 64] each. */
  queriesAndKeys(ids: readonly number[], head: number): { q: Tensor; k: Tensor } {
    const { embedding, frequencies, layers } = this.#weights;
    const x = layerNorm(withPositions(embed(embedding, ids), frequencies), layers[0].norm);
    const project = (dense: Dense): Tensor => linear(this.#heed, x, headOf(dense, head));
    return { q: project(layers[0].query), k: project(layers[0].key) };
  }

  #layer(at: 0 | 1, input: Tensor): { layer: EncodedLayer; output: Tensor } {
    const own = this.#weights.layers[at];
    const weights = this.#layers[at]!;
    const x = layerNorm(input, own.norm);
    const kept = this.#heed.selfAttention(x, weights, { keep: KEEP });
    const base = own.residual === undefined ? input : linear(this.#heed, input, own.residual);
    const attended = sum(kept.output, base);
    const fed = feedForward(this.#heed, layerNorm(attended, own.feedNorm), own.hidden, own.feedOutput);
    return { layer: { x, weights, kept }, output: sum(attended, fed) };
  }
}

function projectionsOf({ query, key, value, output }: LayerWeights): Projections {
  const bias = (dense: Dense): Tensor => ({ data: dense.bias, shape: [dense.bias.length] });
  return {
    heads: HEADS,
    layout: "out-in",
    query: query.weight,
    key: key.weight,
    value: value.weight,
    output: output.weight,
    queryBias: bias(query),
    keyBias: bias(key),
    valueBias: bias(value),
    outputBias: bias(output),
  };
}

/**
 * The vectors of pieces, before their positions. The embedding counts twice, as in the model's graph, where it is added
 * to itself with its position.
 */
function embed({ scales, numbers, columns }: QuantisedMatrix, ids: readonly number[]): Tensor {
  const data = new Float32Array(ids.length * columns);
  for (const [row, id] of ids.entries())
    for (let c = 0; c < columns; c++) data[row * columns + c] = 2 * numbers[id * columns + c]! * scales[id]!;
  return { data, shape: [ids.length, columns] };
}

/** Adds the sine and then the cosine of each piece's place times each frequency. */
function withPositions({ data, shape }: Tensor, frequencies: Float32Array): Tensor {
  const [rows, columns] = shape as [number, number];
  const count = frequencies.length;
  const moved = data.slice();
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < count; at++) {
      const angle = row * frequencies[at]!;
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
