// Reads what ONNX's tests consist of: a model with one node, and tensors. Both are messages of Protocol Buffers.
import { readFileSync } from "node:fs";

/** The fields of a message by their numbers: for each a list of its values, which are numbers or bytes. */
function fieldsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields = new Map();
  let at = 0;
  const whole = () => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(BigInt.asIntN(64, value));
    }
  };
  const taken = (count) => bytes.subarray(at, (at += count));
  const readers = {
    0: whole,
    1: () => taken(8),
    2: () => taken(whole()),
    5: () => view.getFloat32((at += 4) - 4, true),
  };
  while (at < bytes.length) {
    const key = whole();
    const number = key >> 3;
    fields.set(number, [...(fields.get(number) ?? []), readers[key & 7]()]);
  }
  return (number) => fields.get(number) ?? [];
}

const textOf = (bytes) => new TextDecoder().decode(bytes);

/** The numbers of a tensor, which lie in it as raw bytes: `types` has ONNX's numbers for the types that are read. */
const types = {
  1: (buffer) => new Float32Array(buffer),
  7: (buffer) => Array.from(new BigInt64Array(buffer), Number),
  9: (buffer) => Array.from(new Uint8Array(buffer), Boolean),
  10: (buffer) => new Uint16Array(buffer),
};

/** A tensor as heed takes it. Half precision stays as it is. */
export function tensorOf(message) {
  const field = fieldsOf(message);
  const [type] = field(2);
  const [bytes] = field(9);
  if (!types[type] || !bytes) throw new Error(`A tensor has the type ${type}, or no raw bytes.`);
  const data = types[type](Uint8Array.from(bytes).buffer);
  return { data, shape: field(1), ...(type === 10 && { type: "float16" }) };
}

export const readTensor = (file) => tensorOf(readFileSync(file));

// A float, a whole number or a text: the fields 2, 3 and 4 of an attribute.
const attributeOf = (field) => field(2)[0] ?? field(3)[0] ?? textOf(field(4)[0]);

/** { type, inputs, outputs, attributes } of the node of a model. An input or output that is left out has no name. */
export function readNode(file) {
  const graph = fieldsOf(fieldsOf(readFileSync(file))(7)[0]);
  const node = fieldsOf(graph(1)[0]);
  const attributes = node(5).map(fieldsOf);
  return {
    type: textOf(node(4)[0]),
    inputs: node(1).map(textOf),
    outputs: node(2).map(textOf),
    attributes: Object.fromEntries(attributes.map((field) => [textOf(field(1)[0]), attributeOf(field)])),
  };
}
