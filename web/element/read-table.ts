// Reads the numbers of a <table> inside the element, which readers without scripts see.
import { countOfNumbers, readDecimal, type Matrix } from "../show/index.js";

export interface ReadTable {
  readonly matrix: Matrix;
  /** Cells that are empty or hold a dash may not be attended to. */
  readonly mask: readonly boolean[] | null;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly caption: string;
}

/**
 * A row of <td> holds numbers, and a <th> before them its label. A row of several <th> holds the labels of the columns.
 * Returns a sentence if the table holds no matrix.
 */
export function readTable(table: HTMLTableElement): ReadTable | string {
  const lines = Array.from(table.rows, (row) => Array.from(row.cells)).filter((cells) => cells.length > 0);
  const body = lines.filter((cells) => !isHead(cells));
  const head = lines.find((cells) => !body.includes(cells)) ?? [];
  const numbers = body.map((cells) => cells.filter(({ tagName }) => tagName === "TD").map(numberIn));
  const columns = numbers[0]?.length ?? 0;
  const unequal = numbers.findIndex((row) => row.length !== columns);
  if (columns === 0) return "The table holds no numbers: each row needs cells of <td>.";
  if (unequal !== -1) {
    const [has, first] = [countOfNumbers(numbers[unequal]!.length), countOfNumbers(columns)];
    return `Row ${unequal + 1} of the table has ${has}, but row 1 has ${first}.`;
  }
  const flat = numbers.flat();
  const labelled = body.some((cells) => cells[0]!.tagName === "TH");
  return {
    matrix: { data: Float64Array.from(flat, (value) => value ?? NaN), shape: [numbers.length, columns] },
    mask: flat.includes(undefined) ? flat.map((value) => value !== undefined) : null,
    rowLabels: labelled ? body.map((cells) => textOf(cells[0]!)) : [],
    columnLabels: head.slice(-columns).map(textOf),
    caption: table.caption === null ? "" : textOf(table.caption),
  };
}

/** Whether a row holds the labels of columns: it stands in a thead, has only th, or has a th after its first cell. */
function isHead(cells: readonly HTMLTableCellElement[]): boolean {
  return (
    Boolean(cells[0]?.closest("thead")) ||
    cells.every(({ tagName }) => tagName === "TH") ||
    cells.slice(1).some(({ tagName }) => tagName === "TH")
  );
}

/** The number of a cell; undefined if it is masked. `data-value` may hold more digits than the text. */
function numberIn(cell: HTMLTableCellElement): number | undefined {
  const text = cell.dataset["value"] ?? textOf(cell);
  if (/^[-\u2012-\u2015\u2212]?$/.test(text)) return undefined;
  const share = /^(.*?)\s*%$/.exec(text);
  return share ? (readDecimal(share[1]!) ?? NaN) / 100 : (readDecimal(text) ?? infinityIn(text));
}

function infinityIn(text: string): number {
  const infinite = /^([-\u2212+]?)(∞|inf|infinity)$/i.exec(text);
  return infinite ? (infinite[1] === "" || infinite[1] === "+" ? Infinity : -Infinity) : NaN;
}

function textOf(element: HTMLElement): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}
