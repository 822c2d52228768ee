// Where each head looks, and what it adds to the answer, as tables.
import { byId, type Fields } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import { cellButton, fillTable, headCell, shareCell, tableRow, type Page } from "../../rooms/lesson/index.js";
import { partName, WHOLE } from "./computed-again.js";
import type { Layer, Watched } from "./heads.js";
import { partsOf } from "./parts.js";

/** A row for each token, a column for each head. */
export function showWeights<F extends Fields>(
  page: Page<F>,
  watched: Watched | undefined,
  layer: Layer | undefined,
): void {
  if (watched === undefined || layer === undefined) return clear("weights");
  const { words, facts } = watched;
  fillHead("weights", headNames(page, layer.heads));
  const rows = words.map((word, token) => {
    const cells = Array.from({ length: layer.heads }, (_, head) => {
      const weight = layer.weights[head * words.length + token]!;
      const cell = { matrix: "weights", head, row: words.length - 1, column: token } as const;
      return shareCell(weight, cellButton(digits(weight, 3), WHOLE, cell));
    });
    const row = tableRow(make("span", { lang: "en" }, word), ...cells);
    row.classList.toggle("meant", facts.includes(token));
    return row;
  });
  fillTable("weights", rows);
}

/** A row for each head, a column for the right answer to each thing asked. The foot is the core's sum of all heads. */
export function showLogits<F extends Fields>(
  page: Page<F>,
  watched: Watched | undefined,
  layer: Layer | undefined,
): void {
  if (watched === undefined || layer === undefined) return clear("logits");
  const { answers, names, words } = watched;
  const columns = answers.map((answer, asked) => asked * names.length + answer);
  fillHead(
    "logits",
    answers.map((answer, asked) =>
      page.text(answers.length === 1 ? "right" : asked === 0 ? "first" : "second", { name: names[answer]! }),
    ),
  );
  const parts = partsOf(layer.joined, layer.outputWeight, layer.heads);
  const logits = names.length * answers.length;
  const button = (value: number, name: string, column: number): HTMLElement =>
    cellButton(digits(value, 3), name, { matrix: "output", row: words.length - 1, column });
  const rows = headNames(page, layer.heads).map((name, head) =>
    tableRow(name, ...columns.map((column) => button(parts[head * logits + column]!, partName(head), column))),
  );
  const sum = tableRow(page.text("sum"), ...columns.map((column) => button(layer.output[column]!, WHOLE, column)));
  fillTable("logits", rows, [sum]);
}

function headNames<F extends Fields>(page: Page<F>, heads: number): string[] {
  return Array.from({ length: heads }, (_, head) => page.text("head", { head }));
}

function clear(id: string): void {
  (byId(id) as HTMLTableElement).tHead!.replaceChildren();
  fillTable(id, []);
}

function fillHead(id: string, names: readonly string[]): void {
  const row = make("tr", {}, make("td"), ...names.map((name) => headCell("col", name)));
  (byId(id) as HTMLTableElement).tHead!.replaceChildren(row);
}
