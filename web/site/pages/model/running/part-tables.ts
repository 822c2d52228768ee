// The parts of a score as tables: the largest by their size, with a bar to each side of 0, and the rest as one.
import { digits, make } from "../../../../show/index.js";
import { phrase } from "../../../kit/texts/index.js";

/** How many parts have a row of their own. */
const SHOWN = 10;

export interface NamedPart {
  readonly name: string;
  readonly value: number;
}

/** A table whose numbers sum to the score. */
export function showParts(table: HTMLElement, first: string, parts: readonly NamedPart[]): void {
  const sorted = Array.from(parts).sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const [shown, rest] = [sorted.slice(0, SHOWN), sorted.slice(SHOWN)];
  const others = { name: phrase("parts-others", { count: rest.length }), value: sumOf(rest) };
  const rows = rest.length === 0 ? shown : [...shown, others];
  const most = Math.max(...rows.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  fillRows(
    table,
    [first, phrase("parts-adds")],
    rows.map(({ name, value }) => [name, signedBar(value, most)]),
  );
}

export function sumOf(parts: readonly NamedPart[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

export function fillRows(
  table: HTMLElement,
  titles: readonly string[],
  rows: readonly (readonly [name: string, ...cells: readonly HTMLElement[]])[],
): void {
  table.replaceChildren(
    make("thead", {}, make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, title)))),
    make(
      "tbody",
      {},
      ...rows.map(([name, ...cells]) =>
        make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => make("td", {}, cell))),
      ),
    ),
  );
}

/** With all digits for programs. */
export function number(value: number): HTMLElement {
  return make("data", { value }, digits(value));
}

function signedBar(value: number, most: number): HTMLElement {
  const bar = make("i", { "aria-hidden": "true", class: value < 0 ? "below" : "above" });
  const size = (50 * Math.abs(value)) / most;
  bar.style.setProperty("--from", `${(value < 0 ? 50 - size : 50).toFixed(2)}%`);
  bar.style.setProperty("--size", `${size.toFixed(2)}%`);
  return make("span", { class: "part-bar" }, make("span", { class: "part-track" }, bar), number(value));
}
