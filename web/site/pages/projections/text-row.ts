// A row of numbers, headed by a text of the page.
import { tableRow } from "../../rooms/lesson/index.js";
import { page } from "./state.js";

/** @param key the key of the text in the row's head */
export function rowWithText(key: string, ...cells: string[]): HTMLTableRowElement {
  const row = tableRow("", ...cells);
  page.fill(row.cells[0]!, key);
  return row;
}
