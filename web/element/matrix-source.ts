// Where the numbers and their labels come from: the properties, else the attributes, else a table inside the element.
import { GIVEN, readGiven, type Given } from "./given.js";
import { readTable, type ReadTable } from "./read-table.js";
import {
  headsOf,
  maskOf,
  numbersOf,
  type Along,
  type CheckedMask,
  type Edit,
  type Mask,
  type MaskedShape,
  type Matrix,
  type Numbers,
} from "../show/index.js";

const NONE: readonly string[] = [];

interface HeldMask {
  readonly list: Mask | null;
  /** What is wrong with it; empty if nothing is. */
  readonly problem: string;
}

export class MatrixSource {
  /** What the properties were set to. */
  #given: Given = {};
  /** What the attributes hold. */
  #written: Given = {};
  #table: ReadTable | undefined;
  /** What is wrong with an attribute, or with the table. */
  readonly #problems: { [Name in keyof Given | "table"]?: string } = {};
  /** The last mask that became a list, and what it was made for. */
  #held:
    (HeldMask & { readonly mask: CheckedMask; readonly along: Along; readonly shape: readonly number[] }) | undefined;
  /** Changes whenever the numbers may have changed, also within the same array. */
  revision = 0;

  /** Takes the value of a property; null for none. */
  give(given: Given): void {
    this.#given = { ...this.#given, ...given };
    if ("matrix" in given || "mask" in given) this.revision++;
  }

  /** Reads an attribute that holds the value of a property as JSON; null for none. */
  readAttribute(name: keyof Given, text: string | null): void {
    let value: Given = {};
    this.#problems[name] = "";
    try {
      if (text !== null) value = readGiven(name, text);
    } catch (error) {
      this.#problems[name] = sentenceOf(error);
    }
    this.#written = { ...this.#written, [name]: null, ...value };
    this.revision++;
  }

  readTable(host: HTMLElement): void {
    const table = host.querySelector("table");
    const read = table === null ? undefined : readTable(table);
    this.#table = typeof read === "string" ? undefined : read;
    this.#problems.table = typeof read === "string" ? read : "";
    this.revision++;
  }

  get matrix(): Matrix | null {
    return this.#outer("matrix") ?? this.#table?.matrix ?? null;
  }

  /** The mask as one list; null for none, and for options as long as there is no matrix that gives them a size. */
  mask(along: Along): Mask | null {
    return this.#maskAlong(along).list ?? this.#outer("mask")?.cells?.data ?? null;
  }

  get rowLabels(): readonly string[] {
    return this.#outer("rowLabels") ?? this.#shownTable?.rowLabels ?? NONE;
  }

  get columnLabels(): readonly string[] {
    return this.#outer("columnLabels") ?? this.#shownTable?.columnLabels ?? NONE;
  }

  /** What a property was set to, also while other labels are shown. */
  labelsGiven(name: "rowLabels" | "columnLabels"): readonly string[] {
    return this.#outer(name) ?? NONE;
  }

  get caption(): string {
    return this.#table?.caption ?? "";
  }

  get heads(): number {
    return this.matrix === null ? 0 : headsOf(this.matrix);
  }

  /** The numbers of one head. Before there is a matrix, its size comes from the labels. */
  numbers(head: number, along: Along): Numbers {
    const { matrix } = this;
    if (matrix !== null && head < this.heads) return numbersOf(matrix, head, this.#maskAlong(along).list);
    return { data: [], start: 0, rows: this.rowLabels.length, columns: this.columnLabels.length, mask: null };
  }

  /** What is wrong with what the page gave; empty if nothing is. */
  problemWith(head: number, along: Along): string {
    const { heads } = this;
    const wrong = GIVEN.find((name) => this.#problems[name] && !this.#given[name]);
    if (wrong !== undefined) return this.#problems[wrong]!;
    if (this.matrix === null) return this.#problems.table ?? "";
    if (heads === 0 || head < heads) return this.#maskAlong(along).problem;
    return `There is no head ${head}: ${heads === 1 ? "the matrix has one, 0" : `heads go from 0 to ${heads - 1}`}.`;
  }

  /** Continues with a copy of the matrix that holds the new number. */
  edit(matrix: Matrix, head: number, { row, column, value }: Edit): void {
    const { start, columns } = numbersOf(matrix, head, null);
    const data = matrix.data instanceof Float32Array ? matrix.data.slice() : Float64Array.from(matrix.data);
    data[start + row * columns + column] = value;
    const after = { data, shape: matrix.shape };
    if (this.#outer("matrix")) this.#given = { ...this.#given, matrix: after };
    else if (this.#table !== undefined) this.#table = { ...this.#table, matrix: after };
    this.revision++;
  }

  /** The list of the mask. One that does not fit the matrix hides nothing, and a sentence says so. */
  #maskAlong(along: Along): HeldMask {
    const mask = this.#outer("mask");
    const { matrix } = this;
    if (mask == null) return { list: this.#shownTable?.mask ?? null, problem: "" };
    if (matrix === null) return { list: null, problem: "" };
    const { shape } = matrix;
    const held = this.#held;
    if (held?.mask === mask && held.along === along && String(held.shape) === String(shape)) return held;
    const list = listFor(mask, { shape, textAxis: shape.length === 4 ? 0 : -1, along });
    this.#held = { mask, along, shape, ...list };
    return list;
  }

  #outer<Name extends keyof Given>(name: Name): Given[Name] {
    return this.#given[name] ?? this.#written[name];
  }

  /** The table, if its numbers are the ones shown. */
  get #shownTable(): ReadTable | undefined {
    return this.#outer("matrix") ? undefined : this.#table;
  }
}

function listFor(mask: CheckedMask, of: MaskedShape): HeldMask {
  try {
    return { list: maskOf(mask, of), problem: "" };
  } catch (error) {
    return { list: null, problem: sentenceOf(error) };
  }
}

/** What an error says, without the name of the element. */
function sentenceOf(error: unknown): string {
  const sentence = (error as Error).message.replace("<attention-matrix>: ", "");
  return sentence[0]!.toUpperCase() + sentence.slice(1);
}
