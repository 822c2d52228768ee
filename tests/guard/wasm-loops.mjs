// The innermost loops of a WebAssembly module, each as the list of its instructions in their order.

const NAMES = {
  0x02: "block",
  0x03: "loop",
  0x04: "if",
  0x05: "else",
  0x0b: "end",
  0x20: "local.get",
  0x21: "local.set",
  0x22: "local.tee",
  0x6a: "i32.add",
  0xfd00: "v128.load",
  0xfd09: "v128.load32_splat",
  0xfd0b: "v128.store",
  0xfde4: "f32x4.add",
  0xfde6: "f32x4.mul",
  0xfd105: "f32x4.relaxed_madd",
};

/** A reader over the bytes of the format. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** LEB128, unsigned. Signed numbers are skipped in the same way; only their value would be wrong. */
  number() {
    let value = 0,
      shift = 0,
      byte;
    do {
      byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return value;
  }

  advance(bytes) {
    this.at += bytes;
  }

  numbers(count) {
    for (let i = 0; i < count; i++) this.number();
  }

  /** The constant offset of the address. */
  memoryArgument() {
    this.number();
    return this.number();
  }
}

/** Skips what follows an opcode of one byte. */
function skipImmediates(reader, opcode) {
  if (opcode >= 0x28 && opcode <= 0x3e) return reader.memoryArgument();
  switch (opcode) {
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x0c:
    case 0x0d:
    case 0x10:
    case 0x20:
    case 0x21:
    case 0x22:
    case 0x23:
    case 0x24:
    case 0x25:
    case 0x26:
    case 0x3f:
    case 0x40:
    case 0x41:
    case 0x42:
    case 0xd0:
    case 0xd2:
      return reader.number();
    case 0x0e: // br_table: the labels and the default
      return reader.numbers(reader.number() + 1);
    case 0x11: // call_indirect
      return reader.numbers(2);
    case 0x1c: // select with types
      return reader.numbers(reader.number());
    case 0x43: // f32.const
      return reader.advance(4);
    case 0x44: // f64.const
      return reader.advance(8);
  }
}

/** 0xfc: saturating conversions (none), bulk memory and tables. */
function skipBulk(reader, opcode) {
  const counts = { 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1 };
  reader.numbers(counts[opcode] ?? 0);
}

/** 0xfd: vectors. Gives the offset of what reads or writes a whole vector. */
function skipVector(reader, opcode) {
  if (opcode <= 11 || opcode === 92 || opcode === 93) return reader.memoryArgument();
  if (opcode === 12 || opcode === 13) reader.advance(16);
  else if (opcode >= 21 && opcode <= 34) reader.advance(1);
  else if (opcode >= 84 && opcode <= 91) {
    reader.memoryArgument();
    reader.advance(1);
  }
}

function instruction(reader) {
  const first = reader.byte();
  if (first !== 0xfc && first !== 0xfd) {
    skipImmediates(reader, first);
    return NAMES[first] ?? `0x${first.toString(16)}`;
  }
  const opcode = reader.number();
  if (first === 0xfc) skipBulk(reader, opcode);
  const offset = first === 0xfd ? skipVector(reader, opcode) : undefined;
  const hex = `${first.toString(16)}${opcode.toString(16).padStart(2, "0")}`;
  const name = NAMES[Number(`0x${hex}`)] ?? `0x${hex}`;
  return name === "v128.load32_splat" && offset ? `${name} offset=${offset}` : name;
}

/** The innermost loops of one body. */
function loopsOf(reader, end) {
  const open = [],
    found = [];
  while (reader.at < end) {
    const name = instruction(reader);
    for (const block of open) if (block.kind === "loop") block.instructions.push(name);
    if (name === "loop") for (const block of open) block.innermost = false;
    if (["block", "loop", "if"].includes(name)) open.push({ kind: name, innermost: true, instructions: [] });
    if (name === "end") {
      const block = open.pop();
      if (block?.kind === "loop" && block.innermost) found.push(block.instructions);
    }
  }
  return found;
}

const CODE_SECTION = 10;

/** @returns {string[][]} */
export function innermostLoops(bytes) {
  const reader = new Reader(bytes, 8);
  const found = [];
  while (reader.at < bytes.length) {
    const section = reader.byte(),
      size = reader.number(),
      end = reader.at + size;
    if (section === CODE_SECTION)
      for (let left = reader.number(); left > 0; left--) {
        const bodySize = reader.number(),
          bodyEnd = reader.at + bodySize;
        for (let groups = reader.number(); groups > 0; groups--) reader.numbers(2);
        found.push(...loopsOf(reader, bodyEnd));
        reader.at = bodyEnd;
      }
    reader.at = end;
  }
  return found;
}
