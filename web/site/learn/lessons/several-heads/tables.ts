// Where each head looks, and what it adds to the answer, as tables.
import { digits } from "../../../../show/index.js";
import type { Page } from "../../frame/page.js";
import { byId } from "../../frame/page.js";
import type { Fields } from "../../frame/state.js";
import { headCell, rowOf, shareCell } from "../../training/cells.js";
import { partsOf } from "./parts.js";
import type { Layer, Watched } from "./training.js";

/** A token a row, a head a column. */
export function showWeights<F extends Fields>(
  page: Page<F>,
  watched: Watched | undefined,
  layer: Layer | undefined,
): void {
  const table = byId("weights") as HTMLTableElement;
  if (watched === undefined || layer === undefined) return clear(table);
  const { words, facts } = watched;
  headRow(
    table,
    Array.from({ length: layer.heads }, (_, head) => page.text("head", { head: head + 1 })),
  );
  const rows = words.map((word, token) => {
    const row = rowOf(word);
    row.classList.toggle("meant", facts.includes(token));
    for (let head = 0; head < layer.heads; head++) {
      const weight = layer.weights[head * words.length + token]!;
      row.append(shareCell(weight, digits(weight, 3)));
    }
    return row;
  });
  table.tBodies[0]!.replaceChildren(...rows);
}

/** A head a row, the right answer to each thing asked a column; below them what the core made of all heads. */
export function showLogits<F extends Fields>(
  page: Page<F>,
  watched: Watched | undefined,
  layer: Layer | undefined,
): void {
  const table = byId("logits") as HTMLTableElement;
  if (watched === undefined || layer === undefined) return clear(table);
  const { answers, names } = watched;
  const columns = answers.map((answer, asked) => asked * names.length + answer);
  headRow(
    table,
    answers.map((answer, asked) =>
      page.text(answers.length === 1 ? "right" : asked === 0 ? "first" : "second", { name: names[answer]! }),
    ),
  );
  const parts = partsOf(layer.context, layer.outputWeight, layer.heads);
  const logits = names.length * answers.length;
  const rows = Array.from({ length: layer.heads }, (_, head) => {
    const row = rowOf(page.text("head", { head: head + 1 }));
    for (const column of columns) row.insertCell().textContent = digits(parts[head * logits + column]!, 3);
    return row;
  });
  const sum = rowOf(page.text("sum"));
  for (const column of columns) sum.insertCell().textContent = digits(layer.output[column]!, 3);
  table.tBodies[0]!.replaceChildren(...rows);
  table.tFoot!.replaceChildren(sum);
}

function clear(table: HTMLTableElement): void {
  for (const part of [table.tHead, table.tBodies[0], table.tFoot]) part?.replaceChildren();
}

function headRow(table: HTMLTableElement, names: readonly string[]): void {
  const row = document.createElement("tr");
  row.append(document.createElement("td"), ...names.map((name) => headCell("col", name)));
  table.tHead!.replaceChildren(row);
}
