// Rows and cells of the tables that lessons fill.
import { make } from "../../../show/index.js";
import { byId } from "./page.js";

/** A row with its head. A text becomes a cell. */
export function tableRow(head: string, ...cells: readonly (string | HTMLTableCellElement)[]): HTMLTableRowElement {
  const made = cells.map((cell) => (typeof cell === "string" ? make("td", {}, cell) : cell));
  return make("tr", {}, headCell("row", head), ...made);
}

export function headCell(scope: "row" | "col", text: string): HTMLTableCellElement {
  return make("th", { scope }, text);
}

/** A share as digits over a bar of its length. */
export function shareCell(share: number, text: string): HTMLTableCellElement {
  const bar = make("span", { class: "share" });
  bar.style.inlineSize = `${100 * share}%`;
  return make("td", {}, text, make("span", { class: "track" }, bar));
}

/** Fills a table's body, and its foot where it has one. */
export function fillTable(
  id: string,
  rows: readonly HTMLTableRowElement[],
  foot: readonly HTMLTableRowElement[] = [],
): void {
  const table = byId(id) as HTMLTableElement;
  table.tBodies[0]!.replaceChildren(...rows);
  table.tFoot?.replaceChildren(...foot);
}
