// What the folds make of numbers: those that open, bars to both sides of 0, and a table that is one stop of Tab.
import { digits, make } from "../../../show/index.js";

/** A number that opens. With all digits for programs. */
export function opens(value: number, text: string, key: string): HTMLElement {
  const button = make("button", { type: "button", class: "opens", "data-opens": key });
  button.append(make("data", { value }, text));
  return button;
}

export const signed = (value: number): string => (value > 0 ? `+${digits(value, 2)}` : digits(value, 2));

/** @param most the length of the longest bar */
export function signedBar(value: number, most: number): HTMLElement {
  const bar = make("i", { "aria-hidden": "true", class: value < 0 ? "below" : "above" });
  const size = most === 0 ? 0 : (50 * Math.abs(value)) / most;
  bar.style.setProperty("--from", `${(value < 0 ? 50 - size : 50).toFixed(2)}%`);
  bar.style.setProperty("--size", `${size.toFixed(2)}%`);
  return make("span", { class: "signed-track" }, bar);
}

export function shareBar(share: number): HTMLElement {
  const bar = make("i", { "aria-hidden": "true", class: "share-bar" });
  bar.style.setProperty("--share", `${(100 * share).toFixed(2)}%`);
  return bar;
}

/** @param titles "" for a column of bars */
export function headRow(titles: readonly string[]): HTMLElement {
  const cells = titles.map((title) => (title === "" ? make("td") : make("th", { scope: "col" }, title)));
  return make("thead", {}, make("tr", {}, ...cells));
}

const STEPS: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys go from button to button of a table; the Tab key reaches the one that had focus last. */
export function keepOneTabStop(table: HTMLTableElement): void {
  const buttonIn = (row: number, column: number): HTMLElement | null | undefined =>
    table.tBodies[0]?.rows[row]?.cells[column]?.querySelector("button");
  table.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const cell = (event.target as Element).closest("td");
    const row = cell?.closest("tr");
    if (step === undefined || !cell || !row) return;
    const next = buttonIn(row.sectionRowIndex + step[0], cell.cellIndex + step[1]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  table.addEventListener("focusin", ({ target }) => reach(table, target as HTMLElement));
}

/** The Tab key reaches this button of the table. */
export function reach(table: HTMLElement, button: HTMLElement | null): void {
  if (button === null) return;
  for (const other of table.querySelectorAll<HTMLElement>("tbody button")) other.tabIndex = other === button ? 0 : -1;
}
