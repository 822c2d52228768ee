// The built-in example, as a real file: safetensors with attention, queries and keys. It is read as any other.
import { dot, softmax } from "../../shared/index.js";
import { DIM, keyOf, queryOf, RULES, TOKENS } from "./rules.js";

export const EXAMPLE_NAME = "example.safetensors";

export function exampleFile(): File {
  const n = TOKENS.length;
  const [layers, heads] = [RULES.length, RULES[0]!.length];
  // Queries are stored √d times as large, since attention divides their products by √d.
  const scaled = (row: readonly number[]): number[] => row.map((part) => Math.fround(part * Math.sqrt(DIM)));
  const rules = RULES.flat();
  const queries = rules.map((rule) => TOKENS.map((_, at) => scaled(queryOf(rule, at))));
  const keys = rules.map((rule) => TOKENS.map((_, at) => keyOf(rule, at).map(Math.fround)));
  const weights = queries.map((rows, head) =>
    rows.map((query, at) => {
      const seen = rules[head]!.causal ? at + 1 : n;
      const own = keys[head]!.slice(0, seen).map((key) => dot(query, key) / Math.sqrt(DIM));
      return [...softmax(own).weights, ...Array<number>(n - seen).fill(0)];
    }),
  );
  return safetensors({
    attention: { shape: [layers, heads, n, n], values: weights.flat(2) },
    q: { shape: [layers, heads, n, DIM], values: queries.flat(2) },
    k: { shape: [layers, heads, n, DIM], values: keys.flat(2) },
  });
}

interface Tensor {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

function safetensors(tensors: Readonly<Record<string, Tensor>>): File {
  const header: Record<string, unknown> = { __metadata__: { tokens: JSON.stringify(TOKENS) } };
  let offset = 0;
  for (const [name, { shape, values }] of Object.entries(tensors))
    header[name] = { dtype: "F32", shape, data_offsets: [offset, (offset += 4 * values.length)] };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, text.length, true);
  const data = Object.values(tensors).map(({ values }) => Float32Array.from(values));
  return new File([length, text, ...data], EXAMPLE_NAME);
}
