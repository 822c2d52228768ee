// Where each head looks, and what it adds to the answer, as tables.
import { digits, make } from "../../../../show/index.js";
import { byId, fillTable, headCell, shareCell, tableRow, type Fields, type Page } from "../../frame/index.js";
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
    const weights = Array.from({ length: layer.heads }, (_, head) => layer.weights[head * words.length + token]!);
    const row = tableRow(word, ...weights.map((weight) => shareCell(weight, digits(weight, 3))));
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
  const { answers, names } = watched;
  const columns = answers.map((answer, asked) => asked * names.length + answer);
  fillHead(
    "logits",
    answers.map((answer, asked) =>
      page.text(answers.length === 1 ? "right" : asked === 0 ? "first" : "second", { name: names[answer]! }),
    ),
  );
  const parts = partsOf(layer.joined, layer.outputWeight, layer.heads);
  const logits = names.length * answers.length;
  const rows = headNames(page, layer.heads).map((name, head) =>
    tableRow(name, ...columns.map((column) => digits(parts[head * logits + column]!, 3))),
  );
  const sum = tableRow(page.text("sum"), ...columns.map((column) => digits(layer.output[column]!, 3)));
  fillTable("logits", rows, [sum]);
}

function headNames<F extends Fields>(page: Page<F>, heads: number): string[] {
  return Array.from({ length: heads }, (_, head) => page.text("head", { head: head + 1 }));
}

function clear(id: string): void {
  (byId(id) as HTMLTableElement).tHead!.replaceChildren();
  fillTable(id, []);
}

function fillHead(id: string, names: readonly string[]): void {
  const row = make("tr", {}, make("td"), ...names.map((name) => headCell("col", name)));
  (byId(id) as HTMLTableElement).tHead!.replaceChildren(row);
}
