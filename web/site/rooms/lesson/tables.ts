// Rows and cells of the tables that lessons fill.
import { byId } from "../../kit/index.js";
import { make, moveTime } from "../../../show/index.js";
import { fillAsOneStop } from "./one-tab-stop.js";

/** A row with its head. Content that is not a cell becomes one. */
export function tableRow(head: string | HTMLElement, ...cells: readonly (string | HTMLElement)[]): HTMLTableRowElement {
  const made = cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : make("td", {}, cell)));
  return make("tr", {}, headCell("row", head), ...made);
}

export function headCell(scope: "row" | "col", text: string | HTMLElement): HTMLTableCellElement {
  return make("th", { scope }, text);
}

/**
 * A share as digits after a bar of its length, on one line where there is room.
 * @param text the digits, or a button with them
 */
export function shareCell(share: number, text: string | HTMLElement): HTMLTableCellElement {
  const bar = make("span", { class: "share" });
  bar.style.inlineSize = `${100 * share}%`;
  const digits = make("span", { class: "digits" }, text);
  return make("td", {}, make("span", { class: "share-line" }, make("span", { class: "track" }, bar), digits));
}

/** Fills a table's body, and its foot where it has one. */
export function fillTable(
  id: string,
  rows: readonly HTMLTableRowElement[],
  foot: readonly HTMLTableRowElement[] = [],
): void {
  const table = byId(id) as HTMLTableElement;
  moveBars(table, () =>
    fillAsOneStop(table, () => {
      table.tBodies[0]!.replaceChildren(...rows);
      table.tFoot?.replaceChildren(...foot);
    }),
  );
}

/** If there are as many shares as before, their bars begin with the length that they have on the screen. */
function moveBars(table: HTMLTableElement, fill: () => void): void {
  const bars = (): HTMLElement[] => Array.from(table.querySelectorAll<HTMLElement>(".share"));
  const lengths = bars().map((bar) => getComputedStyle(bar).inlineSize);
  fill();
  const duration = moveTime(table);
  const now = bars();
  if (now.length !== lengths.length) return;
  now.forEach((bar, at) =>
    bar.animate(
      { inlineSize: [lengths[at]!, bar.style.inlineSize] },
      { duration, easing: "ease-out", fill: "backwards" },
    ),
  );
}
