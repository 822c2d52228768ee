// NumPy's own format: a magic string, a header that is a Python dictionary, then the numbers.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
import { countOf, type Contents } from "./arrays.js";
import { partOf, type Bytes } from "./bytes.js";
import { LONGEST_HEADER, LONGEST_TOKENS, MOST_TOKENS } from "./limits.js";
import { SIZE, type Float } from "./numbers.js";
import { byteCount, FileProblem, neededAndThere, PYTHON, quoted, shapeText, told } from "./problem.js";

export const NPY_MAGIC = "\x93NUMPY";
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
export async function readNpy(name: string, bytes: Bytes, into: Contents): Promise<void> {
  const header = await readHeader(name, bytes);
  const { descr, shape, fortran } = header;
  const [order, letter, digits] = /^([<>=|]?)([A-Za-z])(\d*)$/.exec(descr)?.slice(1) ?? ["", "", ""];
  if (letter === "O") {
    into.unread.push({ why: "objects", given: { name: quoted(name) }, python: TOKENS_AS_TEXT });
    return;
  }
  const bigEndian = order === ">";
  const float = FLOATS[`${letter}${digits}`];
  const size = float !== undefined ? SIZE[float] : textSize(letter!, Number(digits));
  if (size === undefined) {
    const given = { name: quoted(name), type: quoted(descr) };
    into.unread.push({ why: "other-type", given, python: ".astype(np.float32)" });
    return;
  }
  const count = countOf(shape);
  const available = bytes.length - header.begin;
  if (count === undefined || count * size > available) {
    const sizes = neededAndThere((count ?? Infinity) * size, Math.max(0, available));
    throw new FileProblem("npy-cut", { name: quoted(name), shape: shapeText(shape), ...sizes });
  }
  const numbers = partOf(bytes, header.begin, count * size);
  if (float !== undefined) into.arrays.push({ name, shape, type: { float, bigEndian }, fortran, bytes: numbers });
  else
    into.texts.push({ name, lists: await readTexts(name, numbers, header, { size, wide: letter === "U", bigEndian }) });
}

async function readHeader(name: string, bytes: Bytes): Promise<Header> {
  const prefix = await bytes.read(0, Math.min(12, bytes.length));
  const magic = String.fromCharCode(...prefix.subarray(0, 6));
  if (magic !== NPY_MAGIC || prefix.length < 10) throw new FileProblem("npy-begin", { name: quoted(name) }, PYTHON.npy);
  const view = new DataView(prefix.buffer);
  const [length, from] = prefix[6]! < 2 ? [view.getUint16(8, true), 10] : [view.getUint32(8, true), 12];
  if (length > LONGEST_HEADER || from + length > bytes.length) {
    const sizes = { length: byteCount(length), size: byteCount(bytes.length) };
    throw new FileProblem("npy-long", { name: quoted(name), ...sizes });
  }
  const text = new TextDecoder().decode(await bytes.read(from, from + length));
  const descr = /'descr'\s*:\s*(?:'([^']*)'|\[)/.exec(text);
  const fortran = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([\d\sL,]*)\)/.exec(text)?.[1];
  if (descr === null || fortran === undefined || shape === undefined)
    throw new FileProblem("npy-damaged", { name: quoted(name), text: quoted(text.trim()) }, PYTHON.npy);
  return {
    descr: descr[1] ?? told("fields"),
    fortran: fortran === "True",
    shape: (shape.match(/\d+/g) ?? []).map(Number),
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

/** A list of texts, or one list for each text of a batch. */
async function readTexts(name: string, bytes: Bytes, { shape, fortran }: Header, form: TextForm): Promise<string[][]> {
  const each = shape.at(-1) ?? 1;
  const lists = shape.slice(0, -1).reduce((product, extent) => product * extent, 1);
  if (each * lists > MOST_TOKENS || bytes.length > LONGEST_TOKENS || shape.length > 2)
    throw new FileProblem(
      "npy-texts",
      { name: quoted(name), shape: shapeText(shape), most: MOST_TOKENS },
      TOKENS_AS_TEXT,
    );
  const read = await bytes.read(0, bytes.length);
  return Array.from({ length: lists }, (_, list) =>
    Array.from({ length: each }, (_, at) => {
      const index = fortran ? at * lists + list : list * each + at;
      const own = read.subarray(index * form.size, (index + 1) * form.size);
      return form.wide ? wideText(own, form.bigEndian) : new TextDecoder().decode(own).replace(/\0+$/, "");
    }),
  );
}

/** Letters of four bytes each, with zeros after the last. */
function wideText(bytes: Uint8Array, bigEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const letter = view.getUint32(at, !bigEndian);
    text += letter <= 0x10ffff ? String.fromCodePoint(letter) : "\ufffd";
  }
  return text.replace(/\0+$/, "");
}
