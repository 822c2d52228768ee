// Attention as a .tflite file: MUL by the scale, BATCH_MATMUL with a transposed k, ADD of the causal mask, SOFTMAX,
// BATCH_MATMUL. The numbers of tables, fields and operators are those of TensorFlow Lite's schema.fbs.

const FLOAT32 = 0;
/** Builtin operators, and the types of their options. */
const ADD = { code: 0, options: 11 };
const MUL = { code: 18, options: 21 };
const SOFTMAX = { code: 25, options: 9 };
const BATCH_MATMUL = { code: 126, options: 101 };
const OPERATORS = [MUL, BATCH_MATMUL, SOFTMAX, ADD];

const MASKED = -1e9;

/** A table with these fields: each gets the builder and its number. */
function table(builder, ...fields) {
  builder.startObject(fields.length);
  fields.forEach((field, at) => field?.(at));
  return builder.endObject();
}

function vector(builder, items, add, bytes = 4) {
  builder.startVector(bytes, items.length, bytes);
  for (let at = items.length - 1; at >= 0; at--) add(items[at]);
  return builder.endVector();
}

/**
 * The file, for `flatbuffers` of npm. It takes q (heads, queries, dim), k and v (heads, keys, dim). It gives the output
 * and, where they are kept, the weights.
 */
export function attentionFile({ Builder }, { heads, queries, keys, dim, causal, keep }) {
  const b = new Builder(2 ** 16);
  const integer = (value) => (at) => b.addFieldInt32(at, value, 0);
  const byte = (value) => (at) => b.addFieldInt8(at, value, 0);
  const offset = (value) => (at) => b.addFieldOffset(at, value, 0);
  const integers = (list) => vector(b, list, (item) => b.addInt32(item));
  const tables = (list) => vector(b, list, (item) => b.addOffset(item));

  // The first buffer is empty: that of all tensors without numbers of their own.
  const buffers = [table(b, undefined)];
  const tensors = [];
  const tensor = (name, shape, numbers) => {
    if (numbers) buffers.push(table(b, offset(b.createByteVector(new Uint8Array(numbers.buffer)))));
    const fields = [offset(integers(shape)), byte(FLOAT32), numbers && integer(buffers.length - 1)];
    return tensors.push(table(b, ...fields, offset(b.createString(name)))) - 1;
  };
  const operators = [];
  const compute = (operator, inputs, output, ...options) => {
    const lists = [offset(integers(inputs)), offset(integers([output]))];
    const said = table(b, ...options);
    operators.push(table(b, integer(OPERATORS.indexOf(operator)), ...lists, byte(operator.options), offset(said)));
    return output;
  };

  const scores = [heads, queries, keys];
  const [q, k, v] = [
    tensor("q", [heads, queries, dim]),
    tensor("k", [heads, keys, dim]),
    tensor("v", [heads, keys, dim]),
  ];
  const scale = tensor("scale", [1], Float32Array.of(1 / Math.sqrt(dim)));
  const scaled = compute(MUL, [q, scale], tensor("scaled", [heads, queries, dim]), byte(0));
  let last = compute(BATCH_MATMUL, [scaled, k], tensor("scores", scores), undefined, byte(1));
  if (causal) {
    const mask = new Float32Array(queries * keys);
    for (let i = 0; i < queries; i++) mask.fill(MASKED, i * keys + i + 1, (i + 1) * keys);
    last = compute(ADD, [last, tensor("mask", [1, queries, keys], mask)], tensor("logits", scores), byte(0));
  }
  const beta = (at) => b.addFieldFloat32(at, 1, 0);
  const weights = compute(SOFTMAX, [last], tensor("weights", scores), beta);
  const output = compute(BATCH_MATMUL, [weights, v], tensor("output", [heads, queries, dim]), undefined, undefined);

  const outputs = keep ? [output, weights] : [output];
  const lists = [tables(tensors), integers([q, k, v]), integers(outputs), tables(operators)].map(offset);
  const graph = table(b, ...lists, offset(b.createString("attention")));
  const codes = tables(OPERATORS.map(({ code }) => table(b, byte(code), undefined, integer(1), integer(code))));
  const parts = [codes, tables([graph]), b.createString("heed bench"), tables(buffers)].map(offset);
  b.finish(table(b, integer(3), ...parts), "TFL3");
  return b.asUint8Array();
}
