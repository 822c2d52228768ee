// What the build changes inside a font file (OpenType's plain form): its name, and the sign of the root.

/** The number of the copyright line among the names of a font. */
const COPYRIGHT = 0;
const utf16 = (text) => Buffer.from(text, "utf16le").swap16();
const utf16ToText = (bytes) => Buffer.from(bytes).swap16().toString("utf16le");
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** Where a table of the file begins. */
function tableOf(sfnt, tag) {
  const entries = Array.from({ length: sfnt.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  return sfnt.readUInt32BE(entries.find((at) => sfnt.toString("latin1", at, at + 4) === tag) + 8);
}

/** Adobe's licence reserves the name "Source": a face that was cut may not bear it. Its copyright line stays. */
export function withoutReservedName(sfnt) {
  const name = tableOf(sfnt, "name");
  const strings = name + sfnt.readUInt16BE(name + 4);
  for (let at = name + 6; at < name + 6 + 12 * sfnt.readUInt16BE(name + 2); at += 12) {
    if (sfnt.readUInt16BE(at + 6) === COPYRIGHT) continue;
    const [length, offset] = [sfnt.readUInt16BE(at + 8), sfnt.readUInt16BE(at + 10)];
    const text = sfnt.subarray(strings + offset, strings + offset + length);
    text.set(utf16(utf16ToText(text).replaceAll("Source", "Carved")));
  }
}

/**
 * Chromium gives every root the width of its sign's widest form, so that a gap follows a small root. All roots of the
 * pages are one line high: the sign keeps its first form alone.
 */
export function withLowRoots(sfnt) {
  const variants = tableOf(sfnt, "MATH") + sfnt.readUInt16BE(tableOf(sfnt, "MATH") + 8);
  const at = covered(sfnt, variants + sfnt.readUInt16BE(variants + 2)).indexOf(glyphOf(sfnt, "√"));
  const construction = variants + sfnt.readUInt16BE(variants + 10 + 2 * at);
  sfnt.writeUInt16BE(0, construction); // no form put together from parts
  sfnt.writeUInt16BE(1, construction + 2); // of all forms the first
}

/** The glyphs of a coverage table. */
function covered(sfnt, table) {
  const entries = (size) => Array.from({ length: sfnt.readUInt16BE(table + 2) }, (_, at) => table + 4 + size * at);
  if (sfnt.readUInt16BE(table) === 1) return entries(2).map((at) => sfnt.readUInt16BE(at));
  return entries(6).flatMap((at) => range(sfnt.readUInt16BE(at), sfnt.readUInt16BE(at + 2)));
}

/** The glyph of a character, by the segments of the character map. */
function glyphOf(sfnt, character) {
  const map = tableOf(sfnt, "cmap");
  const tables = range(1, sfnt.readUInt16BE(map + 2)).map((at) => map + sfnt.readUInt32BE(map + 8 * at));
  const segments = tables.find((at) => sfnt.readUInt16BE(at) === 4);
  const size = sfnt.readUInt16BE(segments + 6);
  const code = character.codePointAt(0);
  let end = segments + 14;
  while (sfnt.readUInt16BE(end) < code) end += 2;
  const [start, delta, offset] = [end + size + 2, end + 2 * size + 2, end + 3 * size + 2];
  const past = code - sfnt.readUInt16BE(start);
  const into = sfnt.readUInt16BE(offset);
  const glyph = into === 0 ? code : sfnt.readUInt16BE(offset + into + 2 * past);
  return (glyph + sfnt.readUInt16BE(delta)) & 0xffff;
}
