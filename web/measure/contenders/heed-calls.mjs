// The call of heed at a shape: its method, its arguments and its options. heed/workers has the same methods.
import { halfBits } from "../inputs.mjs";
import { modelDim } from "../shapes.mjs";

/** The options that a shape names. */
export function optionsOf({ queries, causal, keep, options, sequences }) {
  const ends = Int32Array.from({ length: sequences ? sequences + 1 : 0 }, (_, at) => at * queries);
  return {
    ...(causal && { causal }),
    keep: keep ? ["weights"] : [],
    ...(sequences && { sequences: { queries: ends } }),
    ...options,
  };
}

function attentionCall(shape, { q, k, v, dOutput }) {
  const { heads, queries, keys, dim, backward, half, sequences = 1 } = shape;
  const tensor = (data, rows) => ({
    data: half ? halfBits(data) : data,
    shape: [heads / sequences, rows * sequences, dim],
    ...(half && { type: "float16" }),
  });
  const given = [tensor(q, queries), tensor(k, keys), tensor(v, keys)];
  const options = optionsOf(shape);
  const { keep, ...withoutKeep } = options;
  return backward
    ? { method: "attentionBackward", given: [...given, tensor(dOutput, queries)], options: withoutKeep }
    : { method: "attention", given, options };
}

function layerCall(shape, { x, query, key, value, output }) {
  const width = modelDim(shape);
  const square = (data) => ({ data, shape: [width, width] });
  const weights = {
    queryWeight: square(query),
    keyWeight: square(key),
    valueWeight: square(value),
    outputWeight: square(output),
    heads: shape.heads,
  };
  return { method: "selfAttention", given: [{ data: x, shape: [shape.queries, width] }], options: weights };
}

export const callOf = (shape, inputs) => (shape.kind === "layer" ? layerCall : attentionCall)(shape, inputs);

/** The arrays of a result by name. */
export const arraysOf = (results) =>
  Object.fromEntries(Object.entries(results).map(([name, { data }]) => [name, data]));
