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
import { scaleIn, stripOf } from "./row-cells.js";
import { maySee, mixedBy, type HeadPlace, type MachineRun } from "./run.js";
import { elementOf } from "./shapes.js";
import { wayOf } from "./steps.js";
import { headName, tell, wordName } from "./words.js";

/** What the view is of. */
interface Subject {
  readonly run: MachineRun;
  readonly place: HeadPlace;
  readonly line: number;
  readonly look: Computation;
  /** The row of the line in the look. */
  readonly row: number;
}

export interface HeadView {
  readonly title: string;
  readonly text: string;
  readonly table: HTMLTableElement;
}

/** Its numbers are buttons: `data-cell` is "matrix head row column". */
export function headView(run: MachineRun, place: HeadPlace, line: number): HeadView {
  const { lines } = run.layers[place.layer]!;
  const subject = { run, place, line, look: run.look(place.layer), row: line - lines[0] };
  const word = wordName(run, line);
  return {
    title: tell("opened", { head: headName(run, place), word }),
    text: tell("opened-text", { word }),
    table: tableOf(subject),
  };
}

function tableOf(subject: Subject): HTMLTableElement {
  const { run, place, line, look, row } = subject;
  const { q, k, v } = look.kept;
  const { head } = place;
  const from = keyHead(look, head);
  const word = wordName(run, line);
  const { seen } = run.layers[place.layer]!;
  const query = strip(look, { matrix: "q", head, row, name: tell("open-query", { word }) }, scaleIn(q.data));
  const [keys, values] = [scaleIn(k.data), scaleIn(v.data)];
  const rows = Array.from({ length: seen[1] - seen[0] }, (_, key) => {
    const name = wordName(run, seen[0] + key);
    const keyStrip = strip(look, { matrix: "k", head: from, row: key, name: tell("open-key", { word: name }) }, keys);
    const heading = make("th", { scope: "row" }, run.words[seen[0] + key]);
    if (!maySee(run, place, line, seen[0] + key)) {
      const why = tell(`hidden-${hiddenWay(subject)}`);
      return make(
        "tr",
        { class: "hidden" },
        heading,
        cell(keyStrip),
        cell("–"),
        cell("–"),
        make("td", { colspan: 2 }, why),
      );
    }
    const weight = numberIn(look.kept["weights"]!, head, row, key);
    const valueStrip = strip(
      look,
      { matrix: "v", head: from, row: key, name: tell("open-value", { word: name }) },
      values,
    );
    valueStrip.style.opacity = String(Math.max(0.1, weight));
    return make(
      "tr",
      { class: weight > 0.3 ? "much" : undefined },
      heading,
      cell(keyStrip),
      cell(opens(digits(numberIn(look.kept["raw"]!, head, row, key), 1), `raw ${head} ${row} ${key}`)),
      cell(opens(digits(numberIn(look.kept["scores"]!, head, row, key), 2), `scores ${head} ${row} ${key}`)),
      cell(bar(weight), opens(percent(weight), `weights ${head} ${row} ${key}`)),
      cell(valueStrip),
    );
  });
  const heads = ["who", "key", "score", scaleKey(look), "share", "value"].map((key) =>
    make("th", { scope: "col" }, tell(key, scaleNumbers(look))),
  );
  const asks = make("tr", { class: "asks" }, make("th", { scope: "row" }, run.words[line]), cell(query));
  asks.append(make("td", { colspan: 4 }, tell("query")));
  const total = make(
    "tr",
    {},
    make("th", { scope: "row", colspan: 5 }, tell("together", { word })),
    cell(mixed(subject, values)),
  );
  return make(
    "table",
    { class: "head-numbers" },
    make("thead", {}, asks, make("tr", {}, ...heads)),
    make("tbody", {}, ...rows),
    make("tfoot", {}, total),
  );
}

const cell = (...content: readonly (HTMLElement | string)[]): HTMLElement => make("td", {}, ...content);

function opens(text: string, key: string): HTMLElement {
  return make("button", { type: "button", class: "opens", "data-cell": key }, text);
}

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

interface StripOf {
  readonly matrix: CellMatrix;
  readonly head: number;
  readonly row: number;
  readonly name: string;
}

/** A row of q, k or v. It opens at the number that is pressed, or by keyboard at its first one. */
function strip(look: Computation, { matrix, head, row, name }: StripOf, scale: number): HTMLElement {
  const tensor = look.kept[matrix]!;
  const { rows, columns } = sizeOf(tensor);
  const start = (head * rows + row) * columns;
  return stripButton(tensor.data.subarray(start, start + columns), scale, `${matrix} ${head} ${row}`, name);
}

function stripButton(row: Float32Array, scale: number, key: string, name: string): HTMLElement {
  const picture = elementOf({
    tag: "svg",
    attributes: { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    inner: stripOf({ upright: false }, [{ row, scale, along: [0, 100], v: 5 }], 10, 0.1),
  });
  return make("button", { type: "button", class: "strip", "data-strip": key, "aria-label": name }, picture);
}

/** All values by their shares: what the head brings before the output weight. */
function mixed({ run, place: { head }, line, look, row }: Subject, scale: number): HTMLElement {
  const values = mixedBy(look, head, row);
  const isJoined = look.kept["joined"] !== undefined && look.kept["joined"].shape.length === 2;
  const first = isJoined ? head * values.length : 0;
  const matrix = look.kept["joined"] === undefined ? "output" : "joined";
  const key = `${matrix} ${isJoined || headsOf(look.kept.q) === 1 ? 0 : head} ${row} ${first}`;
  return stripButton(values, scale, key, tell("open-mixed", { word: wordName(run, line) }));
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
