// Writes files of attention by the specifications of their formats, and shares nothing with the page's reader.
import { crc32, deflateRawSync } from "node:zlib";

const ascii = (text) => Buffer.from(text, "latin1");

const WRITE = {
  f2: (view, at, value, little) => view.setUint16(at, halfBits(value), little),
  f4: (view, at, value, little) => view.setFloat32(at, value, little),
  f8: (view, at, value, little) => view.setFloat64(at, value, little),
  // A bfloat16 is the upper half of a float32: these values need no rounding.
  bf: (view, at, value, little) => {
    const bits = new DataView(new ArrayBuffer(4));
    bits.setFloat32(0, value);
    view.setUint16(at, bits.getUint16(0), little);
  },
};
const SIZE = { f2: 2, f4: 4, f8: 8, bf: 2 };

/** Numbers that half precision holds exactly, or whose rounding does not matter here. */
function halfBits(value) {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === Infinity) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | Math.round(size / 2 ** -24);
  const power = Math.floor(Math.log2(size));
  return sign + ((power + 15) << 10) + Math.round((size / 2 ** power - 1) * 1024);
}

export function numberBytes(values, type = "f4", little = true) {
  const bytes = Buffer.alloc(values.length * SIZE[type]);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  values.forEach((value, at) => WRITE[type](view, at * SIZE[type], value, little));
  return bytes;
}

/** The same numbers with the first index running fastest. */
function fortranOrder(values, shape) {
  const turned = Array(values.length);
  values.forEach((value, at) => {
    let [rest, index, stride] = [at, 0, values.length];
    for (const extent of shape.toReversed()) {
      stride /= extent;
      index += (rest % extent) * stride;
      rest = Math.floor(rest / extent);
    }
    turned[index] = value;
  });
  return turned;
}

/** An .npy array with that header, of version 1, 2 or 3. */
export function npyOf(descr, shape, data, { fortran = false, version = 1 } = {}) {
  const axes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const dictionary = `{'descr': ${descr}, 'fortran_order': ${fortran ? "True" : "False"}, 'shape': (${axes}), }`;
  const prefix = version === 1 ? 10 : 12;
  const header = ascii(`${dictionary.padEnd(64 * Math.ceil((dictionary.length + prefix + 1) / 64) - prefix - 1)}\n`);
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  if (version === 1) length.writeUInt16LE(header.length);
  else length.writeUInt32LE(header.length);
  return Buffer.concat([ascii("\x93NUMPY"), Buffer.from([version, 0]), length, header, data]);
}

export function npyNumbers(values, shape, { type = "f4", order = "<", fortran = false, version = 1 } = {}) {
  const inOrder = fortran ? fortranOrder(Array.from(values), shape) : Array.from(values);
  return npyOf(`'${order}${type}'`, shape, numberBytes(inOrder, type, order !== ">"), { fortran, version });
}

/** A list of texts as <U or S. */
export function npyTexts(texts, { kind = "U", order = "<" } = {}) {
  const letters = texts.map((text) => (kind === "U" ? Array.from(text) : Array.from(Buffer.from(text))));
  const longest = Math.max(...letters.map(({ length }) => length));
  const bytes = Buffer.alloc(texts.length * longest * (kind === "U" ? 4 : 1));
  letters.forEach((own, text) =>
    own.forEach((letter, at) => {
      const index = text * longest + at;
      if (kind === "S") bytes[index] = letter;
      else if (order === ">") bytes.writeUInt32BE(letter.codePointAt(0), 4 * index);
      else bytes.writeUInt32LE(letter.codePointAt(0), 4 * index);
    }),
  );
  return npyOf(kind === "U" ? `'${order}U${longest}'` : `'|S${longest}'`, [texts.length], bytes);
}

/**
 * A zip file of { name: bytes }.
 * @param {Record<string, Uint8Array>} members
 * @param {{ deflate?: boolean, level?: number, descriptors?: boolean, zip64?: boolean, method?: number }} [options]
 *   `descriptors`: sizes come after the data, not in the member's own header; `zip64`: sizes are in the extra
 *   fields for 64 bits
 */
export function zipOf(members, { deflate = false, level = 1, descriptors = false, zip64 = false, method } = {}) {
  const [locals, entries] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(members)) {
    const packed = deflate ? deflateRawSync(content, { level }) : content;
    const sizes = [content.length, packed.length];
    const code = method ?? (deflate ? 8 : 0);
    const common = { code, crc: crc32(content), sizes, name, descriptors };
    const local = Buffer.concat([
      localHeader(common, zip64),
      ascii(name),
      zip64 ? wideField(sizes) : Buffer.alloc(0),
      packed,
      descriptors ? descriptor(common, zip64) : Buffer.alloc(0),
    ]);
    const extra = zip64 ? wideField([...sizes, offset]) : Buffer.alloc(0);
    entries.push(Buffer.concat([entryHeader(common, extra.length, offset, zip64), ascii(name), extra]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  return Buffer.concat([...locals, directory, endOf(entries.length, directory.length, offset, zip64)]);
}

const KNOWN_LATER = 8;

function localHeader({ code, crc, sizes, name, descriptors }, zip64) {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(zip64 ? 45 : 20, 4);
  header.writeUInt16LE(descriptors ? KNOWN_LATER : 0, 6);
  header.writeUInt16LE(code, 8);
  if (!descriptors) {
    header.writeUInt32LE(crc, 14);
    header.writeUInt32LE(zip64 ? 0xffffffff : sizes[1], 18);
    header.writeUInt32LE(zip64 ? 0xffffffff : sizes[0], 22);
  }
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(zip64 ? 20 : 0, 28);
  return header;
}

function entryHeader({ code, crc, sizes, name, descriptors }, extra, offset, zip64) {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(descriptors ? KNOWN_LATER : 0, 8);
  header.writeUInt16LE(code, 10);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(zip64 ? 0xffffffff : sizes[1], 20);
  header.writeUInt32LE(zip64 ? 0xffffffff : sizes[0], 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra, 30);
  header.writeUInt32LE(zip64 ? 0xffffffff : offset, 42);
  return header;
}

/** The extra field for 64 bits: unpacked size, packed size, and in the directory the offset. */
function wideField(values) {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, at) => field.writeBigUInt64LE(BigInt(value), 4 + 8 * at));
  return field;
}

function descriptor({ crc, sizes }, zip64) {
  const bytes = Buffer.alloc(zip64 ? 24 : 16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  if (zip64) sizes.toReversed().forEach((size, at) => bytes.writeBigUInt64LE(BigInt(size), 8 + 8 * at));
  else sizes.toReversed().forEach((size, at) => bytes.writeUInt32LE(size, 8 + 4 * at));
  return bytes;
}

function endOf(count, size, offset, zip64) {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(zip64 ? 0xffff : count, 8);
  end.writeUInt16LE(zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : size, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
  if (!zip64) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  [count, count, size, offset].forEach((value, at) => record.writeBigUInt64LE(BigInt(value), 24 + 8 * at));
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

/** safetensors of { name: { dtype, shape, bytes } }. */
export function safetensorsOf(tensors, metadata) {
  let offset = 0;
  const header = metadata === undefined ? {} : { __metadata__: metadata };
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [offset, offset + bytes.length] };
    offset += bytes.length;
  }
  return rawSafetensors(
    JSON.stringify(header),
    Object.values(tensors).map(({ bytes }) => bytes),
  );
}

export function rawSafetensors(header, parts = []) {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
  return Buffer.concat([length, Buffer.from(header), ...parts]);
}

/** Rows of weights that differ at every place and that half precision holds well: they sum to 1. */
export function weightsOf(...shape) {
  const columns = shape.at(-1);
  const values = new Float32Array(shape.reduce((product, extent) => product * extent, 1));
  for (let row = 0; row < values.length / columns; row++) {
    const draws = Array.from(
      { length: columns },
      (_, column) => 1 + ((row * 7 + column * column * 3 + row * column) % 13),
    );
    const sum = draws.reduce((total, draw) => total + draw);
    draws.forEach((draw, column) => (values[row * columns + column] = draw / sum));
  }
  return values;
}
