// Encodes ONNX models: the part of the protocol buffer format that a graph of named nodes needs.
const bytesOf = (text) => new TextEncoder().encode(text);

function varint(value) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest < 128n) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

const concat = (parts) => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
};

// A field is its number and wire type (0: varint, 2: length and bytes, 5: four bytes), then its value.
const integer = (field, value) => Uint8Array.from([...varint(field << 3), ...varint(value)]);
const float = (field, value) => concat([varint((field << 3) | 5), new Uint8Array(Float32Array.of(value).buffer)]);
const blob = (field, bytes) => concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
const text = (field, value) => blob(field, bytesOf(value));
const message = (field, parts) => blob(field, concat(parts));

// The numbers below are those of onnx.proto: fields of NodeProto, AttributeProto, TensorProto, GraphProto, ModelProto.
const FLOAT = 1,
  INT32 = 6,
  INT64 = 7;
const ATTRIBUTE = { float: 1, integer: 2, integers: 7 };

function attribute([name, value]) {
  const head = [text(1, name)];
  if (Array.isArray(value))
    return message(5, [...head, ...value.map((item) => integer(8, item)), integer(20, ATTRIBUTE.integers)]);
  if (Number.isInteger(value)) return message(5, [...head, integer(3, value), integer(20, ATTRIBUTE.integer)]);
  return message(5, [...head, float(2, value), integer(20, ATTRIBUTE.float)]);
}

/**
 * One node: `node("MatMul", ["a", "b"], ["c"], { attribute: 1 }, "domain")`. "" stands for an input that is left out.
 */
export function node(kind, inputs, outputs, attributes = {}, domain = "") {
  return message(1, [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, kind),
    ...Object.entries(attributes).map(attribute),
    text(7, domain),
  ]);
}

function initializer([name, { shape, data }]) {
  const type = data instanceof BigInt64Array ? INT64 : data instanceof Int32Array ? INT32 : FLOAT;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(5, [...shape.map((extent) => integer(1, extent)), integer(2, type), text(8, name), blob(9, bytes)]);
}

function valueInfo(field, [name, shape]) {
  const extents = message(
    2,
    shape.map((extent) => message(1, [integer(1, extent)])),
  );
  return message(field, [text(1, name), message(2, [message(1, [integer(1, FLOAT), extents])])]);
}

// Attention became an operator of ONNX itself in version 23; IR 11 came with it.
const IR_VERSION = 11,
  OPSET = 23;

/** The bytes of a model: `inputs` and `outputs` are shapes by name, `constants` `{ shape, data }` by name. */
export function encodeModel({ nodes, inputs, outputs, constants = {} }) {
  const graph = [
    ...nodes,
    text(2, "attention"),
    ...Object.entries(constants).map(initializer),
    ...Object.entries(inputs).map((entry) => valueInfo(11, entry)),
    ...Object.entries(outputs).map((entry) => valueInfo(12, entry)),
  ];
  return concat([
    integer(1, IR_VERSION),
    message(7, graph),
    message(8, [text(1, ""), integer(2, OPSET)]),
    message(8, [text(1, "com.microsoft"), integer(2, 1)]),
  ]);
}
