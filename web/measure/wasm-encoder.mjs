// Encodes small WebAssembly modules. The benchmark's own loops are so small that they need no compiler, so they also
// run in a page.

/** Value types, as the binary format numbers them. */
export const type = { i32: 0x7f, f32: 0x7d, v128: 0x7b };

/** LEB128, unsigned: for counts, indices, and opcodes after a prefix. */
function unsigned(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
}

/** LEB128, signed: for constants. */
function signed(value) {
  const bytes = [];
  for (;;) {
    const low = value & 0x7f;
    value >>= 7;
    const done = (value === 0 && !(low & 0x40)) || (value === -1 && low & 0x40);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}

const vector = (opcode, ...rest) => [0xfd, ...unsigned(opcode), ...rest];

/** Instructions. Their operands are on the stack, so they come first. */
export const op = {
  get: (local) => [0x20, ...unsigned(local)],
  set: (local) => [0x21, ...unsigned(local)],
  tee: (local) => [0x22, ...unsigned(local)],
  i32: (value) => [0x41, ...signed(value)],
  add: [0x6a],
  subtract: [0x6b],
  and: [0x71],
  /** Runs the body again while it leaves a number other than 0 on the stack. */
  repeat: (...body) => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b],
  splat: vector(0x13),
  lane0: vector(0x1f, 0),
  f32x4Add: vector(0xe4),
  f32x4Multiply: vector(0xe6),
  relaxedMultiplyAdd: vector(0x105),
  i32x4Add: vector(0xae),
  i32x4Lane0: vector(0x1b, 0),
  /** v128.load at address + offset; 4: aligned to 2⁴ bytes. */
  load: (offset) => vector(0x00, 4, ...unsigned(offset)),
};

const list = (items) => [...unsigned(items.length), ...items.flat()];
const section = (id, items) => (items.length ? [id, ...sized(list(items))] : []);
const sized = (bytes) => [...unsigned(bytes.length), ...bytes];
const text = (characters) => sized(new TextEncoder().encode(characters));

/**
 * The bytes of a module. Each function is `{ name, parameters, result, vectors, body }`; `vectors` is the number of
 * v128 locals after the parameters. With `pages`, the module exports a memory of that many pages of 64 KB as "memory".
 */
export function encodeModule(functions, pages = 0) {
  const types = functions.map((f) => [0x60, ...list(f.parameters.map((t) => [t])), 1, f.result]);
  const bodies = functions.map((f) => sized([1, ...unsigned(f.vectors), type.v128, ...f.body.flat(), 0x0b]));
  const exports = functions.map((f, index) => [...text(f.name), 0, ...unsigned(index)]);
  if (pages) exports.push([...text("memory"), 2, 0]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(5, pages ? [[0, ...unsigned(pages)]] : []),
    ...section(7, exports),
    ...section(10, bodies),
  ]);
}
