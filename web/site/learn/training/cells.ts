// Rows and cells of the tables that lessons fill.

export function rowOf(name: string, ...texts: readonly string[]): HTMLTableRowElement {
  const row = document.createElement("tr");
  row.append(headCell("row", name));
  for (const text of texts) row.insertCell().textContent = text;
  return row;
}

export function headCell(scope: "row" | "col", text: string): HTMLTableCellElement {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}

/** A share as its digits over a bar as long as it. */
export function shareCell(share: number, text: string): HTMLTableCellElement {
  const cell = document.createElement("td");
  const track = document.createElement("span");
  track.className = "track";
  const bar = document.createElement("span");
  bar.className = "share";
  bar.style.inlineSize = `${100 * share}%`;
  track.append(bar);
  cell.append(text, track);
  return cell;
}
