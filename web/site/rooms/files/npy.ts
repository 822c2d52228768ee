// NumPy's own format: a magic string, a header that is a Python dictionary, then the numbers.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
import { countOf, isMaskName, type Contents, type Named } from "./arrays.js";
import { partOf, type Bytes } from "./bytes.js";
import { LONGEST_HEADER, LONGEST_TOKENS, MOST_AXES, MOST_TOKENS } from "./limits.js";
import { SIZE, type Float } from "./numbers.js";
import { byteCount } from "./byte-count.js";
import { FileProblem, leftOver, neededAndThere, quoted, shapeText, told } from "./problem.js";
import { PYTHON } from "./python.js";
import { utf8 } from "./utf8.js";

const NPY_MAGIC = "\x93NUMPY";
const FLOATS: Readonly<Record<string, Float>> = { f2: "half", f4: "float", f8: "double" };

const TOKENS_AS_TEXT = "tokens=np.array(tokens, dtype=str)";

interface Header {
  readonly descr: string;
  readonly fortran: boolean;
  readonly shape: readonly number[];
  /** Where the numbers begin. */
  readonly begin: number;
}

/** Adds what the array holds to the contents. */
export async function readNpy(named: Named, bytes: Bytes, into: Contents): Promise<void> {
  const { title } = named;
  const header = await readHeader(title, bytes);
  const { descr, shape, fortran } = header;
  const [order, letter, digits] = /^([<>=|]?)([A-Za-z])(\d*)$/.exec(descr)?.slice(1) ?? ["", "", ""];
  if (letter === "O") return void into.unread.push({ why: "objects", given: { name: title }, python: TOKENS_AS_TEXT });
  const bigEndian = order === ">";
  const float = FLOATS[`${letter}${digits}`];
  const isMask = isMaskName(named.name) && /[biu]/.test(letter!);
  const size = float !== undefined ? SIZE[float] : isMask ? Number(digits) : textSize(letter!, Number(digits));
  if (size === undefined) {
    const given = { name: title, type: quoted(descr) };
    return void into.unread.push({ why: "other-type", given, python: ".astype(np.float32)" });
  }
  const count = countOf(shape);
  const available = bytes.size - header.begin;
  if (count === undefined || count * size > available) {
    const sizes = neededAndThere(count === undefined ? Infinity : count * size, available);
    throw new FileProblem("npy-cut", { name: title, shape: shapeText(shape), ...sizes });
  }
  if (count * size < available) into.notes.push(leftOver(title, available - count * size));
  const numbers = partOf(bytes, header.begin, count * size);
  if (float !== undefined) into.arrays.push({ ...named, shape, type: { float, bigEndian }, fortran, bytes: numbers });
  else if (isMask) into.masks.push({ ...named, shape, fortran, bytes: numbers });
  else await readTexts(named, numbers, header, { size, wide: letter === "U", bigEndian }, into);
}

async function readHeader(title: string, bytes: Bytes): Promise<Header> {
  const prefix = await bytes.read(0, Math.min(12, bytes.size));
  const magic = String.fromCharCode(...prefix.subarray(0, 6));
  const from = prefix[6]! < 2 ? 10 : 12;
  if (magic !== NPY_MAGIC || prefix.length < from) throw new FileProblem("npy-begin", { name: title }, PYTHON.npy);
  const view = new DataView(prefix.buffer);
  const length = from === 10 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER || from + length > bytes.size) {
    const sizes = { length: byteCount(length), size: byteCount(bytes.size) };
    throw new FileProblem("npy-long", { name: title, ...sizes });
  }
  // Latin-1 until version 3. What is read of it has plain letters only.
  const text = Array.from(await bytes.read(from, from + length), (byte) => String.fromCharCode(byte)).join("");
  const descr = /'descr'\s*:\s*(?:'([^']*)'|\[)/.exec(text);
  const fortran = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([\d\sL,]*)\)/.exec(text)?.[1];
  const extents = (shape?.match(/\d+/g) ?? []).map(Number);
  if (descr === null || fortran === undefined || shape === undefined || extents.length > MOST_AXES)
    throw new FileProblem(
      "npy-damaged",
      { name: title, text: text.trim() === "" ? told("nothing") : quoted(text.trim()) },
      PYTHON.npy,
    );
  return {
    descr: descr[1] ?? told("fields"),
    fortran: fortran === "True",
    shape: extents,
    begin: from + length,
  };
}

/** U7 is seven letters of four bytes each, S7 is seven bytes. */
function textSize(letter: string, length: number): number | undefined {
  return letter === "U" ? 4 * length : letter === "S" ? length : undefined;
}

interface TextForm {
  readonly size: number;
  readonly wide: boolean;
  readonly bigEndian: boolean;
}

/** Adds a list of texts, or one list for each text of a batch. */
async function readTexts(
  named: Named,
  bytes: Bytes,
  { shape, fortran }: Header,
  form: TextForm,
  into: Contents,
): Promise<void> {
  const each = shape.at(-1) ?? 1;
  const lists = shape.slice(0, -1).reduce((product, extent) => product * extent, 1);
  const given = { name: named.title, shape: shapeText(shape), most: MOST_TOKENS };
  into.textBytes += bytes.size;
  if (each * lists > MOST_TOKENS || into.textBytes > LONGEST_TOKENS || shape.length > 2)
    throw new FileProblem("npy-texts", given, TOKENS_AS_TEXT);
  const read = await bytes.read(0, bytes.size);
  while ((await bytes.checkOn?.()) === false);
  const texts = Array.from({ length: lists }, (_, list) =>
    Array.from({ length: each }, (__, at) => {
      const index = fortran ? at * lists + list : list * each + at;
      const own = read.subarray(index * form.size, (index + 1) * form.size);
      return (form.wide ? wideText(own, form.bigEndian) : utf8(own))?.replace(/\0+$/, "");
    }),
  );
  if (texts.every((list): list is string[] => list.every((text) => text !== undefined)))
    into.texts.push({ ...named, lists: texts });
  else into.unread.push({ why: "bad-text", given: { name: named.title }, python: TOKENS_AS_TEXT });
}

/** Letters of four bytes each, with zeros after the last; undefined if one is not a letter of Unicode. */
function wideText(bytes: Uint8Array, bigEndian: boolean): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const letter = view.getUint32(at, !bigEndian);
    if (letter > 0x10ffff || (letter >= 0xd800 && letter < 0xe000)) return undefined;
    text += String.fromCodePoint(letter);
  }
  return text;
}
