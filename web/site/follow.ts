// One query on its way through the four steps, as a table: a line per key that it meets.
import { digits, fitted } from "../element/digits.js";
import type { Computed } from "./compute.js";
import { TOKENS } from "./example.js";

/** Characters in a cell of the table: a sign, a digit, the point and four decimals. */
const ROOM = 7;

export class Follow {
  readonly #body: HTMLTableSectionElement;
  readonly #query: HTMLElement;
  readonly #output: HTMLElement;

  constructor(section: HTMLElement) {
    this.#body = section.querySelector("tbody")!;
    this.#query = section.querySelector("[data-follow=query]")!;
    this.#output = section.querySelector("[data-follow=output]")!;
    for (const token of TOKENS) this.#body.append(line(token));
  }

  show(computed: Computed, row: number): void {
    const { q, raw, scores, weights, v, output } = computed;
    this.#query.textContent = vectorText(rowOf(q, row));
    this.#output.textContent = vectorText(rowOf(output, row));
    for (const [key, { cells }] of Array.from(this.#body.rows).entries()) {
      const at = row * TOKENS.length + key;
      const values = [raw.data[at]!, scores.data[at]!, weights.data[at]!, ...rowOf(v, key)];
      values.forEach((value, column) => {
        const cell = cells[column + 1]!;
        cell.firstElementChild!.textContent = fitted(value, 4, ROOM);
        if (column === 2) cell.querySelector<HTMLElement>(".share")!.style.inlineSize = `${value * 100}%`;
      });
    }
  }
}

/** Raw score, score, weight (over a bar as long as it), and the two numbers of the value. */
function line(token: string): HTMLTableRowElement {
  const row = document.createElement("tr");
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = token;
  row.append(head);
  for (let column = 0; column < 5; column++) {
    const cell = row.insertCell();
    cell.append(document.createElement("span"));
    if (column === 2) cell.append(bar());
  }
  return row;
}

function bar(): HTMLElement {
  const track = Object.assign(document.createElement("div"), { className: "track" });
  track.append(Object.assign(document.createElement("div"), { className: "share" }));
  return track;
}

function rowOf(matrix: { data: ArrayLike<number>; shape: readonly number[] }, row: number): number[] {
  const columns = matrix.shape.at(-1)!;
  return Array.from({ length: columns }, (_, column) => matrix.data[row * columns + column]!);
}

function vectorText(values: number[]): string {
  return `(${values.map((value) => digits(value)).join(", ")})`;
}
