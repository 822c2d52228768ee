// The trained weights: read once, as heed takes them.
import type { Floats, Tensor } from "heed";
import { bytesOf, inflate } from "./weights-text.js";

/** A matrix [outputs, inputs] and what is added to its outputs. */
export interface Dense {
  readonly weight: Tensor;
  readonly bias: Floats;
}

export interface Norm {
  readonly gain: Floats;
  readonly bias: Floats;
}

export interface LayerWeights {
  readonly norm: Norm;
  readonly query: Dense;
  readonly key: Dense;
  readonly value: Dense;
  readonly output: Dense;
  /** Makes 512 numbers of the 256 that come in. The heads' output is added to them. Only layer 0 has this. */
  readonly residual: Dense | undefined;
  readonly feedNorm: Norm;
  readonly hidden: Dense;
  readonly feedOutput: Dense;
}

export interface Weights {
  readonly pieces: readonly string[];
  /** The logarithm of each piece's probability. */
  readonly scores: Floats;
  /** The angles that a position turns by. */
  readonly frequencies: Floats;
  readonly embedding: QuantisedMatrix;
  readonly layers: readonly [LayerWeights, LayerWeights];
}

/** Rows of whole numbers with a scale each. */
export interface QuantisedMatrix {
  readonly scales: Floats;
  readonly numbers: Int8Array;
  readonly columns: number;
}

interface Header {
  readonly pieces: string;
  readonly tensors: readonly { readonly name: string; readonly count: number; readonly columns?: number }[];
}

export async function readWeights(text: string): Promise<Weights> {
  return weightsIn(await inflate(bytesOf(text)));
}

/** Four bytes with the header's length, the header as JSON, then each tensor. All begin at multiples of four bytes. */
function weightsIn(blob: ArrayBuffer): Weights {
  const [length] = new Uint32Array(blob, 0, 1) as unknown as [number];
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(blob, 4, length))) as Header;
  const vectors = new Map<string, Floats>();
  const matrices = new Map<string, QuantisedMatrix>();
  let offset = 4 + aligned(length);
  for (const { name, count, columns } of header.tensors) {
    const floats = new Float32Array(blob, offset, columns === undefined ? count : count / columns);
    offset += floats.byteLength;
    if (columns === undefined) {
      vectors.set(name, floats);
      continue;
    }
    matrices.set(name, { scales: floats, numbers: new Int8Array(blob, offset, count), columns });
    offset += aligned(count);
  }
  const named = (name: string): Floats => vectors.get(name)!;
  return {
    pieces: header.pieces.split("\n"),
    scores: named("scores"),
    frequencies: named("frequencies"),
    embedding: matrices.get("embedding")!,
    layers: layersOf(named, (name) => floatsOf(matrices.get(name)!)),
  };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

/** Both layers, from what a tensor is called: a vector's numbers, or a matrix [outputs, inputs]. */
export function layersOf(vector: (name: string) => Floats, matrix: (name: string) => Tensor): Weights["layers"] {
  return [layerOf(0, vector, matrix), layerOf(1, vector, matrix)];
}

function layerOf(at: 0 | 1, vector: (name: string) => Floats, matrix: (name: string) => Tensor): LayerWeights {
  const norm = (name: string): Norm => ({ gain: vector(`${at}.${name}Gain`), bias: vector(`${at}.${name}Bias`) });
  const dense = (name: string): Dense => ({ weight: matrix(name), bias: vector(`${name}Bias`) });
  const [query, key, value] = thirds(dense(`${at}.qkv`));
  return {
    norm: norm("norm"),
    query,
    key,
    value,
    output: dense(`${at}.output`),
    residual: at === 0 ? dense("residual") : undefined,
    feedNorm: norm("feedNorm"),
    hidden: dense(`${at}.hidden`),
    feedOutput: dense(`${at}.feedOutput`),
  };
}

/** The model projects to queries, keys and values at once. */
function thirds({ weight, bias }: Dense): [Dense, Dense, Dense] {
  const [outputs, inputs] = weight.shape as [number, number];
  const part = (at: number): Dense => {
    const [from, to] = [(at * outputs) / 3, ((at + 1) * outputs) / 3];
    return {
      weight: { data: weight.data.subarray(from * inputs, to * inputs), shape: [outputs / 3, inputs] },
      bias: bias.subarray(from, to),
    };
  };
  return [part(0), part(1), part(2)];
}

function floatsOf({ scales, numbers, columns }: QuantisedMatrix): Tensor {
  const data = new Float32Array(numbers.length);
  for (let row = 0, at = 0; row < scales.length; row++) {
    const scale = scales[row]!;
    for (const end = at + columns; at < end; at++) data[at] = numbers[at]! * scale;
  }
  return { data, shape: [scales.length, columns] };
}
