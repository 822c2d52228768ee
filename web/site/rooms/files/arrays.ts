// An array in a file: its name, its shape, and its numbers, read a part at a time.
import type { Parameters } from "../../kit/texts/index.js";
import type { Bytes } from "./bytes.js";
import { MOST_SCATTERED } from "./limits.js";
import { decode, SIZE, TYPE_NAME, type NumberType } from "./numbers.js";
import { FileProblem, quoted, shapeText } from "./problem.js";

/** A name in a file, and where it comes from. */
export interface Named {
  /** "" for what is alone in its file. */
  readonly name: string;
  /** As a sentence calls it: “attention”. */
  readonly title: string;
  /** What holds it: "layers.#." of layers.0.attention, the object of a list in JSON. */
  readonly folder: string;
}

export interface StoredArray extends Named {
  readonly shape: readonly number[];
  readonly type: NumberType;
  /** Fortran order: the first index runs fastest. */
  readonly fortran: boolean;
  readonly bytes: Bytes;
}

/** Booleans or whole numbers that say who may attend to whom: 0 = may not. */
export interface MaskArray extends Named {
  readonly shape: readonly number[];
  readonly fortran: boolean;
  /** As many bytes for each value as there are bytes for one. */
  readonly bytes: Bytes;
}

/** Everything that a file holds, by kind. */
export interface Contents {
  readonly arrays: StoredArray[];
  readonly masks: MaskArray[];
  /** Lists of texts; a list of lists is one for each text of a batch. */
  readonly texts: TextList[];
  readonly unread: Unread[];
  /** The members of a zip file, also those that hold neither. */
  readonly members: Bytes[];
  /** The bytes of all texts so far. */
  textBytes: number;
  /** What else to say about the file, in sentences. */
  readonly notes: string[];
}

/** A member that is neither, and why it was not read. */
export interface Unread {
  /** A key of the section "files": "objects", "bad-text" or "other-type". */
  readonly why: string;
  readonly given: Parameters;
  /** What to type in Python. */
  readonly python: string;
}

export interface TextList extends Named {
  readonly lists: readonly (readonly string[])[];
}

/** mask, layers.0.mask */
export function isMaskName(name: string): boolean {
  return /(^|[./])mask$/i.test(name);
}

/** layers.10.attn → layers.#.attn */
export function patternOf(name: string): string {
  return name.replace(/\d+/g, "#");
}

/** An array or a list with this name in a flat file. */
export function named(name: string): Named {
  return { name, title: quoted(name), folder: patternOf(/.*[./]/s.exec(name)?.[0] ?? "") };
}

/** How many numbers a shape has; undefined for a shape that no file can hold. */
export function countOf(shape: readonly number[]): number | undefined {
  const count = shape.reduce((product, extent) => product * extent, 1);
  return Number.isSafeInteger(count) ? count : undefined;
}

export class ArrayReader {
  readonly array: StoredArray;
  #whole: Promise<Float32Array> | undefined;

  constructor(array: StoredArray) {
    if (array.fortran && countOf(array.shape)! > MOST_SCATTERED) {
      const given = { name: array.title, shape: shapeText(array.shape) };
      throw new FileProblem("scattered", given, "a = np.ascontiguousarray(a)");
    }
    this.array = array;
  }

  get typeName(): string {
    return TYPE_NAME[this.array.type.float];
  }

  /** The numbers of the last two axes at these indices of the axes before them. */
  async matrix(indices: readonly number[]): Promise<Float32Array<ArrayBuffer>> {
    const { shape, type, bytes, fortran } = this.array;
    const [rows, columns] = [shape.at(-2)!, shape.at(-1)!];
    if (fortran) return this.#gather(indices);
    const index = indices.reduce((sum, at, axis) => sum * shape[axis]! + at, 0);
    const size = rows * columns * SIZE[type.float];
    return decode(await bytes.read(index * size, (index + 1) * size), type);
  }

  async #gather(indices: readonly number[]): Promise<Float32Array<ArrayBuffer>> {
    const { shape, type, bytes } = this.array;
    this.#whole ??= bytes.read(0, bytes.size).then((read) => decode(read, type));
    const whole = await this.#whole;
    const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, extent) => product * extent, 1));
    const first = indices.reduce((sum, at, axis) => sum + at * strides[axis]!, 0);
    const [rows, columns] = [shape.at(-2)!, shape.at(-1)!];
    const [down, across] = [strides.at(-2)!, strides.at(-1)!];
    const values = new Float32Array(rows * columns);
    for (let row = 0, at = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) values[at++] = whole[first + row * down + column * across]!;
    return values;
  }
}
