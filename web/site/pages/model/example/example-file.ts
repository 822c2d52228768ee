// The built-in example, as a real file: safetensors with attention, queries and keys of each layer of the trained
// encoder for one sentence. It is read as any other.
import animal from "trained:animal/qk";
import { dot, readPacked, softmax } from "../../../kit/index.js";

export const EXAMPLE_NAME = "example.safetensors";

interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

export function exampleFile(): File {
  const tensors: Record<string, Tensor> = {};
  for (const [layer, packed] of animal.layers.entries()) {
    const [q, k] = [readPacked(packed.q) as Tensor, readPacked(packed.k) as Tensor];
    Object.assign(tensors, {
      [`layers.${layer}.attention`]: weightsOf(q, k),
      [`layers.${layer}.q`]: q,
      [`layers.${layer}.k`]: k,
    });
  }
  return safetensors(tensors, animal.tokens);
}

/** softmax(q·kᵀ ∕ √dim) of each head, in double precision. */
function weightsOf({ data: q, shape }: Tensor, { data: k }: Tensor): Tensor {
  const [heads, tokens, dim] = shape as [number, number, number];
  const row = (values: Float32Array, at: number): Float32Array => values.subarray(at * dim, (at + 1) * dim);
  const weights = Array.from({ length: heads * tokens }, (_, at) => {
    const first = at - (at % tokens);
    const scores = Array.from({ length: tokens }, (__, key) => dot(row(q, at), row(k, first + key)) / Math.sqrt(dim));
    return softmax(scores).weights;
  });
  return { shape: [heads, tokens, tokens], data: Float32Array.from(weights.flat()) };
}

function safetensors(tensors: Readonly<Record<string, Tensor>>, tokens: readonly string[]): File {
  const header: Record<string, unknown> = { __metadata__: { tokens: JSON.stringify(tokens) } };
  let offset = 0;
  for (const [name, { shape, data }] of Object.entries(tensors))
    header[name] = { dtype: "F32", shape, data_offsets: [offset, (offset += data.byteLength)] };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, text.length, true);
  const parts = Object.values(tensors).map(({ data }) => data as Float32Array<ArrayBuffer>);
  return new File([length, text, ...parts], EXAMPLE_NAME);
}
