// Writes safetensors: tensors by their names, in float32, float16 or bfloat16.

/** @typedef {{ shape: number[], values: Float64Array, type?: string }} TestTensor */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const bitsOf = (value) => {
  float[0] = value;
  return bits[0];
};
const floatOf = (word) => {
  bits[0] = word;
  return float[0];
};

/** The nearest bfloat16, as a float. */
export const toBrain = (value) => floatOf(((bitsOf(value) + 0x7fff + ((bitsOf(value) >>> 16) & 1)) & 0xffff0000) >>> 0);

/** A number near this one that float16 has, of those with ten bits after the first. */
export function toHalf(value) {
  if (Math.abs(value) < 2 ** -14) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 10);
  return Math.round(value / unit) * unit;
}

export const ROUNDED = { F32: Math.fround, BF16: toBrain, F16: toHalf };

function bytesOf(values, type) {
  if (type === "F32") return new Uint8Array(Float32Array.from(values).buffer);
  const half = (value) => {
    const word = bitsOf(value);
    return value === 0 ? 0 : ((word >>> 16) & 0x8000) | ((((word >>> 23) & 255) - 112) << 10) | ((word >>> 13) & 1023);
  };
  const number = type === "BF16" ? (value) => bitsOf(value) >>> 16 : half;
  return new Uint8Array(Uint16Array.from(values, number).buffer);
}

/**
 * A file of these tensors.
 *
 * @param {Record<string, TestTensor>} tensors
 * @param {{ header?: (header: Record<string, any>) => void, metadata?: boolean, buffers?: Record<string, any> }}
 *   [options]
 *   `buffers`: further entries of the header, with the bytes of each.
 */
export function safetensors(tensors, { header: change = () => {}, metadata = true, buffers = {} } = {}) {
  const header = metadata ? { __metadata__: { format: "pt" } } : {};
  const parts = [];
  let at = 0;
  const add = (name, dtype, shape, bytes) => {
    header[name] = { dtype, shape, data_offsets: [at, at + bytes.length] };
    parts.push(bytes);
    at += bytes.length;
  };
  for (const [name, { dtype, shape, bytes }] of Object.entries(buffers)) add(name, dtype, shape, bytes);
  // The order of names is not the order of the data.
  for (const [name, { shape, values, type = "F32" }] of Object.entries(tensors).reverse())
    add(name, type, shape, bytesOf(values, type));
  change(header);
  let text = new TextEncoder().encode(JSON.stringify(header));
  // An odd length, so that tensors begin at odd addresses of the file.
  if (text.length % 2 === 0) text = Uint8Array.of(...text, 32);
  const file = new Uint8Array(8 + text.length + at);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  let to = 8 + text.length;
  for (const part of parts) {
    file.set(part, to);
    to += part.length;
  }
  return file;
}

/** The numbers of a half. */
function halfOf(word) {
  const [power, rest] = [(word >>> 10) & 31, word & 1023];
  const size = power === 0 ? rest * 2 ** -24 : (1 + rest / 1024) * 2 ** (power - 15);
  return word & 0x8000 ? -size : size;
}

/**
 * The tensors of a file in float32 or float16, for an oracle.
 *
 * @param {Buffer} file
 */
export function tensorsIn(file) {
  const begin = 8 + Number(file.readBigUInt64LE(0));
  const header = JSON.parse(String(file.subarray(8, begin)));
  const tensors = Object.entries(header).filter(([name]) => name !== "__metadata__");
  return Object.fromEntries(
    tensors.map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const size = dtype === "F16" ? 2 : 4;
        const read = (at) =>
          size === 2 ? halfOf(file.readUInt16LE(begin + from + 2 * at)) : file.readFloatLE(begin + from + 4 * at);
        return [name, { shape, values: Float64Array.from({ length: (to - from) / size }, (_, at) => read(at)) }];
      },
    ),
  );
}
