// The call of heed at a shape: its method, its arguments and its options. heed/workers has the same methods.
import { modelDim } from "../measure/shapes.mjs";

function attentionCall({ heads, queries, keys, dim, causal, keep, backward }, { q, k, v, dOutput }) {
  const tensor = (data, rows) => ({ data, shape: [heads, rows, dim] });
  const given = [tensor(q, queries), tensor(k, keys), tensor(v, keys)];
  return backward
    ? { method: "attentionBackward", given: [...given, tensor(dOutput, queries)], options: { causal } }
    : { method: "attention", given, options: { causal, keep: keep ? ["weights"] : [] } };
}

function layerCall(shape, { x, query, key, value, output }) {
  const width = modelDim(shape);
  const square = (data) => ({ data, shape: [width, width] });
  const weights = {
    query: square(query),
    key: square(key),
    value: square(value),
    output: square(output),
    heads: shape.heads,
  };
  return { method: "selfAttention", given: [{ data: x, shape: [shape.queries, width] }, weights], options: {} };
}

export const callOf = (shape, inputs) => (shape.kind === "layer" ? layerCall : attentionCall)(shape, inputs);

/** The arrays of a result by name. */
export const arraysOf = (results) =>
  Object.fromEntries(Object.entries(results).map(([name, { data }]) => [name, data]));
