// Attention as JSON: { tokens, attention } and the nested lists that bertviz takes.
import type { Source } from "../../../tensors/index.js";
import { checkMask } from "../../../show/index.js";
import { isMaskName, patternOf, type Contents, type MaskArray, type Named } from "./arrays.js";
import { heldBytes } from "./bytes.js";
import { LONGEST_JSON, MOST_LAYERS, MOST_MEMBERS } from "./limits.js";
import { byteCount } from "./byte-count.js";
import { FileProblem, plain, quoted, shapeText, told } from "./problem.js";
import { PYTHON } from "./python.js";
import { textsOf } from "./texts.js";
import { utf8 } from "./utf8.js";

/** More axes than any attention has. Lists may be nested deeper than a program can follow. */
const MOST_AXES = 6;
/** Objects within objects: { attention: [{ name, attn }] }. */
const MOST_DEPTH = 4;

export async function readJson(file: Source, into: Contents): Promise<void> {
  if (file.size > LONGEST_JSON)
    throw new FileProblem("json-long", { size: byteCount(file.size), most: byteCount(LONGEST_JSON) }, PYTHON.npz);
  const text = utf8(await file.read(0, file.size));
  if (text === undefined) throw new FileProblem("json-not-utf8", {}, PYTHON.json);
  addValue({ name: "", title: told("this-list"), folder: "" }, parsed(text), 0, { into, most: text.length });
}

interface Reading {
  readonly into: Contents;
  /** More numbers than the text has letters cannot be there. */
  readonly most: number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    try {
      return JSON.parse(withoutPythonNumbers(text));
    } catch {
      throw new FileProblem("json-broken", { where: plain((error as Error).message) }, PYTHON.json);
    }
  }
}

/** Python writes NaN and Infinity, which JSON does not have. They are read as NaN. */
function withoutPythonNumbers(text: string): string {
  return text.replace(/(?<=[[,:]\s*)-?(?:NaN|Infinity)(?=\s*[\],}])/g, "null");
}

function addValue(named: Named, value: unknown, depth: number, reading: Reading): void {
  const { into, most } = reading;
  const texts = textsOf(value);
  const mask = isMaskName(named.name) ? maskIn(named, value) : undefined;
  if (mask !== undefined) into.masks.push(mask);
  else if (texts !== undefined) into.texts.push({ ...named, lists: texts });
  else if (Array.isArray(value) && isNumeric(value)) into.arrays.push(arrayOf(named, value, most));
  else if (typeof value === "object" && value !== null && depth < MOST_DEPTH) addEntries(named, value, depth, reading);
  if (into.arrays.length > MOST_MEMBERS) throw new FileProblem("too-many-lists", { most: MOST_MEMBERS });
}

/** Nested lists of true and false, or of 1 and 0; undefined for anything else. */
function maskIn(named: Named, value: unknown): MaskArray | undefined {
  try {
    const { cells } = Array.isArray(value) ? checkMask(value) : {};
    if (cells === undefined) return undefined;
    const values = Uint8Array.from(cells.data, (may) => (may ? 1 : 0));
    return {
      ...named,
      shape: cells.shape ?? [values.length],
      fortran: false,
      bytes: heldBytes(values),
    };
  } catch {
    return undefined;
  }
}

/** The parts of an object, and the objects of a list: bertviz has one for each kind of attention. */
function addEntries({ name, folder }: Named, value: object, depth: number, reading: Reading): void {
  const own = "name" in value && typeof value.name === "string" ? value.name : name;
  if (Array.isArray(value) && value.length > MOST_LAYERS) return;
  for (const [key, inner] of Object.entries(value)) {
    const full = [own, key].filter((part) => part !== "").join(".");
    // An object with texts of its own is not a layer of another: its numbers stay by themselves.
    const step = typeof inner !== "object" || Array.isArray(inner) ? "" : `${hasTexts(inner) ? key : patternOf(key)}/`;
    addValue({ name: full, title: quoted(full), folder: folder + step }, inner, depth + 1, reading);
  }
}

function hasTexts(value: object | null): boolean {
  return Object.values(value ?? {}).some((inner) => textsOf(inner) !== undefined);
}

/** Whether lists hold numbers somewhere inside, at their first places. */
function isNumeric(value: unknown): boolean {
  let inner = value;
  for (let axis = 0; axis <= MOST_AXES && Array.isArray(inner); axis++) inner = inner[0];
  return typeof inner === "number" || inner === null || Array.isArray(inner);
}

function arrayOf(named: Named, value: readonly unknown[], most: number): Contents["arrays"][number] {
  const { title } = named;
  const shape: number[] = [];
  for (let inner: unknown = value; Array.isArray(inner); inner = inner[0]) {
    shape.push(inner.length);
    if (shape.length <= MOST_AXES) continue;
    throw new FileProblem("json-deep", { name: title, most: MOST_AXES }, PYTHON.json);
  }
  const count = shape.reduce((product, extent) => product * extent, 1);
  if (count > most) throw ragged(title, shape, shape.length - 1, "", value.at(-1));
  const values = new Float32Array(count);
  let at = 0;
  const fill = (list: unknown, axis: number, place: string): void => {
    if (!Array.isArray(list) || list.length !== shape[axis]) throw ragged(title, shape, axis, place, list);
    if (axis + 1 < shape.length) {
      list.forEach((inner, index) => fill(inner, axis + 1, `${place}[${index}]`));
      return;
    }
    for (const one of list) {
      if (typeof one !== "number" && one !== null)
        throw new FileProblem("json-type", { place: `${title}${place}`, type: typeof one }, PYTHON.json);
      values[at++] = one ?? NaN;
    }
  };
  fill(value, 0, "");
  return {
    ...named,
    shape,
    type: { float: "float", bigEndian: isBigEndian() },
    fortran: false,
    bytes: heldBytes(values),
  };
}

function ragged(title: string, shape: readonly number[], axis: number, place: string, list: unknown): FileProblem {
  const where = { name: title, shape: shapeText(shape), place: `${title}${place}`, needed: shape[axis]! };
  return Array.isArray(list)
    ? new FileProblem("ragged", { ...where, count: list.length }, PYTHON.json)
    : new FileProblem("ragged-none", where, PYTHON.json);
}

/** Numbers lie in memory as this machine has them. */
function isBigEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;
}
