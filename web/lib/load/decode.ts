// Turns the characters that a carried wasm is written in back into bytes. scripts/build-lib.mjs writes them.

/** The bytes by which wasm memory grows. */
const PAGE = 65_536;

// Decodes the text at the start of its memory in place, up to `end`, and returns how many bytes there are. It is wasm
// itself, because a loop of JavaScript that runs once is interpreted: 100 KB took it 5 ms, and take this 0.5.
// prettier-ignore
const DECODER = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, /* type (i32) → i32 */ 1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f, /* function 0 */ 3, 2, 1, 0,
  /* memory 0, empty */ 5, 3, 1, 0, 0, /* exports memory, decode */ 7, 9, 2, 1, 0x6d, 2, 0, 1, 0x64, 0, 0,
  /* code; locals from, to, above, code, ends: i32 */ 10, 71, 1, 69, 1, 5, 0x7f,
  /* do { code = text[from]; text[to] = above + code − 35 */
  3, 0x40, 0x20, 2, 0x20, 3, 0x20, 1, 0x2d, 0, 0, 0x22, 4, 0x6a, 0x41, 35, 0x6b, 0x3a, 0, 0,
  /* ends = code < 124; to += ends */ 0x20, 2, 0x20, 4, 0x41, 0xfc, 0, 0x48, 0x22, 5, 0x6a, 0x21, 2,
  /* above = ends ? 0 : 92 · (code − 123) */
  0x41, 0, 0x20, 4, 0x41, 0xfb, 0, 0x6b, 0x41, 0xdc, 0, 0x6c, 0x20, 5, 0x1b, 0x21, 3,
  /* } while (++from < end); return to */ 0x20, 1, 0x41, 1, 0x6a, 0x22, 1, 0x20, 0, 0x49, 0x0d, 0, 0x0b, 0x20, 2, 0x0b,
];

export function decoded(text: string): Uint8Array<ArrayBuffer> {
  try {
    return decodedByWasm(text);
  } catch {
    // A policy forbids wasm, or memory is short. If the core has none either, load() says why.
    return decodedHere(text);
  }
}

function decodedByWasm(text: string): Uint8Array<ArrayBuffer> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(DECODER)));
  const { m: memory, d: decode } = exports as { m: WebAssembly.Memory; d: (end: number) => number };
  memory.grow(Math.ceil(text.length / PAGE));
  new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer));
  return new Uint8Array(memory.buffer, 0, decode(text.length));
}

function decodedHere(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let above = 0;
  for (const sign of text) {
    const code = sign.charCodeAt(0);
    if (code < 124) bytes.push(above + code - 35);
    above = code < 124 ? 0 : 92 * (code - 123);
  }
  return Uint8Array.from(bytes);
}
