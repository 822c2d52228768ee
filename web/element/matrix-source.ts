// Where the numbers and their labels come from: the properties, or else a table inside the element.
import { readTable, type ReadTable } from "./read-table.js";
import { headsOf, numbersOf, type Edit, type Mask, type Matrix, type Numbers } from "../show/index.js";

export class MatrixSource {
  /** What the properties were set to. */
  given: { matrix: Matrix | null; mask: Mask | null; rowLabels: readonly string[]; columnLabels: readonly string[] } = {
    matrix: null,
    mask: null,
    rowLabels: [],
    columnLabels: [],
  };
  #table: ReadTable | undefined;
  #problem = "";
  /** Changes whenever the numbers may have changed, also within the same array. */
  revision = 0;

  readTable(host: HTMLElement): void {
    const table = host.querySelector("table");
    const read = table === null ? undefined : readTable(table);
    this.#table = typeof read === "string" ? undefined : read;
    this.#problem = typeof read === "string" ? read : "";
    this.revision++;
  }

  get matrix(): Matrix | null {
    return this.given.matrix ?? this.#table?.matrix ?? null;
  }

  get mask(): Mask | null {
    return this.given.mask ?? this.#shownTable?.mask ?? null;
  }

  get rowLabels(): readonly string[] {
    return this.given.rowLabels.length > 0 ? this.given.rowLabels : (this.#shownTable?.rowLabels ?? []);
  }

  get columnLabels(): readonly string[] {
    return this.given.columnLabels.length > 0 ? this.given.columnLabels : (this.#shownTable?.columnLabels ?? []);
  }

  get caption(): string {
    return this.#table?.caption ?? "";
  }

  get heads(): number {
    return this.matrix === null ? 0 : headsOf(this.matrix);
  }

  /** The numbers of one head. Before there is a matrix, its size comes from the labels. */
  numbers(head: number): Numbers {
    const { matrix } = this;
    if (matrix !== null && head < this.heads) return numbersOf(matrix, head, this.mask);
    return { data: [], start: 0, rows: this.rowLabels.length, columns: this.columnLabels.length, mask: null };
  }

  /** Why there are no numbers; empty if there are some, or if the page gave none. */
  problemWith(head: number): string {
    const { heads } = this;
    if (this.matrix === null) return this.#problem;
    if (heads === 0 || head < heads) return "";
    return `There is no head ${head}: ${heads === 1 ? "the matrix has one, 0" : `heads go from 0 to ${heads - 1}`}.`;
  }

  /** Continues with a copy of the matrix that holds the new number. */
  edit(matrix: Matrix, head: number, { row, column, value }: Edit): void {
    const { start, columns } = numbersOf(matrix, head, null);
    const data = matrix.data instanceof Float32Array ? matrix.data.slice() : Float64Array.from(matrix.data);
    data[start + row * columns + column] = value;
    const after = { data, shape: matrix.shape };
    if (this.given.matrix !== null) this.given.matrix = after;
    else if (this.#table !== undefined) this.#table = { ...this.#table, matrix: after };
    this.revision++;
  }

  /** The table, if its numbers are the ones shown. */
  get #shownTable(): ReadTable | undefined {
    return this.given.matrix === null ? this.#table : undefined;
  }
}
