// A head that is opened: the query of the followed word, a score for each word, the shares, what is brought, and the
// whole matrix.
import type { AttentionMatrix } from "heed/element";
import { digits, make, percent } from "../../../show/index.js";
import {
  elementOf as numberIn,
  headsOf,
  keyHead,
  scaleOf as factorOf,
  sizeOf,
  type CellMatrix,
  type Computation,
} from "../inspector/index.js";
import { scaleOf, stripPicture } from "./row-cells.js";
import { maySee, mixedBy, type HeadPlace, type MachineRun } from "./run.js";
import { wayOf } from "./steps.js";
import { tell, wordName } from "./words.js";

/** What the view is of. */
interface Subject {
  readonly run: MachineRun;
  readonly place: HeadPlace;
  readonly line: number;
  readonly look: Computation;
  /** The row of the line in the look. */
  readonly row: number;
  /** Without scores and shares. */
  readonly given: boolean;
}

/**
 * Its numbers are buttons: `data-cell` is "matrix head row column".
 * @param given whether it shows the query, keys and values only, as they are before any score
 */
export function headTable(run: MachineRun, place: HeadPlace, line: number, given = false): HTMLTableElement {
  const { lines, seen } = run.layers[place.layer]!;
  const look = run.look(place.layer);
  const subject: Subject = { run, place, line, look, row: line - lines[0], given };
  const word = wordName(run, line);
  const columns = given ? ["who", "key", "value-given"] : ["who", "key", "score", scaleKey(look), "share", "value"];
  const heads = columns.map((key) => make("th", { scope: "col" }, tell(key, scaleNumbers(look))));
  const asks = make(
    "tr",
    { class: "asks" },
    make("th", { scope: "row" }, run.words[line]),
    cell(strip(look, "q", { head: place.head, row: subject.row }, word)),
    make("td", { colspan: columns.length - 2 }, tell("query")),
  );
  const total = make(
    "tr",
    {},
    make("th", { scope: "row", colspan: 5 }, tell("together", { word })),
    cell(mixed(subject)),
  );
  return make(
    "table",
    { class: given ? undefined : "head-numbers" },
    make("thead", {}, asks, make("tr", {}, ...heads)),
    make("tbody", {}, ...Array.from({ length: seen[1] - seen[0] }, (_, key) => rowOf(subject, key))),
    given ? "" : make("tfoot", {}, total),
  );
}

/** A word that may answer: its key, its scores and its share, and its value as strong as that. */
function rowOf(subject: Subject, key: number): HTMLElement {
  const { run, place, line, look, row, given } = subject;
  const { head, layer } = place;
  const from = { head: keyHead(look, head), row: key };
  const at = run.layers[layer]!.seen[0] + key;
  const word = wordName(run, at);
  const heading = make("th", { scope: "row" }, run.words[at]);
  const keyStrip = strip(look, "k", from, word);
  if (!maySee(run, place, line, at)) {
    const why = make("td", { colspan: 2 }, tell(`hidden-${given ? "some" : hiddenWay(subject)}`));
    return make("tr", { class: "hidden" }, heading, cell(keyStrip), ...(given ? [] : [cell("–"), cell("–")]), why);
  }
  const value = strip(look, "v", from, word);
  if (given) return make("tr", {}, heading, cell(keyStrip), cell(value));
  const number = (matrix: string): number => numberIn(look.kept[matrix]!, head, row, key);
  const button = (matrix: CellMatrix, text: string): HTMLElement => {
    const cell = `${matrix} ${head} ${row} ${key}`;
    return make("button", { type: "button", class: "opens", "data-cell": cell }, text);
  };
  const weight = number("weights");
  value.style.opacity = String(Math.max(0.1, weight));
  return make(
    "tr",
    { class: weight > 0.3 ? "much" : undefined },
    heading,
    cell(keyStrip),
    cell(button("raw", digits(number("raw"), 1))),
    cell(button("scores", digits(number("scores"), 2))),
    cell(bar(weight), button("weights", percent(weight))),
    cell(value),
  );
}

const cell = (...content: readonly (HTMLElement | string)[]): HTMLElement => make("td", {}, ...content);

function bar(share: number): HTMLElement {
  const made = make("span", { class: "share-bar", "aria-hidden": "true" });
  made.style.setProperty("--share", share.toFixed(3));
  return made;
}

/** "÷ √16", or the factor that the scores are multiplied by. */
const scaleKey = (look: Computation): string => (factorOf(look).rule === "sqrt-dk" ? "scaled" : "scaled-by");
function scaleNumbers(look: Computation): { dim: number; factor: string } {
  const { dim, factor } = factorOf(look);
  return { dim, factor: digits(factor, 3) };
}

function hiddenWay({ run, place }: Subject): "back" | "ahead" | "some" {
  const way = wayOf(run, place);
  return way === "all" ? "some" : way;
}

/** A row of q, k or v. It opens at the number that is pressed, or by keyboard at its first one. */
function strip(look: Computation, matrix: "q" | "k" | "v", at: RowAt, word: string): HTMLElement {
  const tensor = look.kept[matrix];
  const { rows, columns } = sizeOf(tensor);
  const start = (at.head * rows + at.row) * columns;
  const name = tell(`open-${{ q: "query", k: "key", v: "value" }[matrix]}`, { word });
  const row = tensor.data.subarray(start, start + columns);
  return stripButton(row, scaleOf(tensor), `${matrix} ${at.head} ${at.row}`, name);
}

/** A row of a head. */
interface RowAt {
  readonly head: number;
  readonly row: number;
}

function stripButton(row: Float32Array, scale: number, key: string, name: string): HTMLElement {
  const button = make("button", { type: "button", class: "strip", "data-strip": key, "aria-label": name });
  button.append(stripPicture(row, scale));
  return button;
}

/** All values by their shares: what the head brings before the output weight. */
function mixed({ run, place: { head }, line, look, row }: Subject): HTMLElement {
  const values = mixedBy(look, head, row);
  const isJoined = look.kept["joined"] !== undefined && look.kept["joined"].shape.length === 2;
  const first = isJoined ? head * values.length : 0;
  const matrix = look.kept["joined"] === undefined ? "output" : "joined";
  const key = `${matrix} ${isJoined || headsOf(look.kept.q) === 1 ? 0 : head} ${row} ${first}`;
  return stripButton(values, scaleOf(look.kept.v), key, tell("open-mixed", { word: wordName(run, line) }));
}

/** The whole matrix of a head, in the site's own view. The page imports heed/element. */
export function wholeMatrix(run: MachineRun, place: HeadPlace, line: number): AttentionMatrix {
  const { lines, seen } = run.layers[place.layer]!;
  const [rows, columns] = [lines[1] - lines[0], seen[1] - seen[0]];
  const { data } = run.look(place.layer).kept["weights"]!;
  const start = place.head * rows * columns;
  const matrix = document.createElement("attention-matrix");
  matrix.rowLabels = run.words.slice(...lines);
  matrix.columnLabels = run.words.slice(...seen);
  matrix.mask = Array.from({ length: rows * columns }, (_, at) =>
    maySee(run, place, lines[0] + Math.floor(at / columns), seen[0] + (at % columns)),
  );
  matrix.matrix = { data: data.slice(start, start + rows * columns), shape: [rows, columns] };
  matrix.mark = { row: line - lines[0] };
  return matrix;
}
