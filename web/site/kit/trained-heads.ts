// Queries, keys and values of the trained encoder for a sentence, as scripts/encoder-heads.mjs packs them:
//
//   import animal from "trained:animal";
//   const { tokens, layers } = readTrained(animal);
//   heed.attention(layers[1].q, layers[1].k, layers[1].v, { keep: ["weights"] });
import type { Tensor } from "heed";

/** A tensor of the shape [heads, tokens, dim]: base64 of a float32 for each row, then 16-bit whole numbers. */
export interface Packed {
  readonly shape: readonly number[];
  readonly numbers: string;
}

export interface PackedHeads {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly layers: readonly { readonly q: Packed; readonly k: Packed; readonly v: Packed }[];
}

/** As "trained:animal/qk" has it: without the values. */
export interface PackedQueries {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly layers: readonly { readonly q: Packed; readonly k: Packed }[];
}

/** What the heads of one layer hold, each tensor of the shape [heads, tokens, dim]. */
export interface TrainedLayer {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
}

export interface TrainedHeads {
  readonly text: string;
  /** The model's pieces. "▁" stands for a space before the piece. */
  readonly tokens: readonly string[];
  readonly layers: readonly TrainedLayer[];
}

export function readTrained({ text, tokens, layers }: PackedHeads): TrainedHeads {
  return {
    text,
    tokens,
    layers: layers.map(({ q, k, v }) => ({ q: readPacked(q), k: readPacked(k), v: readPacked(v) })),
  };
}

export function readPacked({ shape, numbers }: Packed): Tensor {
  const { buffer } = Uint8Array.from(atob(numbers), (sign) => sign.charCodeAt(0));
  const columns = shape.at(-1)!;
  const rows = shape.reduce((product, extent) => product * extent, 1) / columns;
  const scales = new Float32Array(buffer, 0, rows);
  const whole = new Int16Array(buffer, scales.byteLength);
  return { data: Float32Array.from(whole, (value, at) => value * scales[Math.floor(at / columns)]!), shape };
}
