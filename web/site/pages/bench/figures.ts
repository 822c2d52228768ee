// The table of figures: a group of rows for each shape. Each row has a bar on the scale of the peak.
import { make } from "../../../show/index.js";
import type { Shape } from "../../../measure/index.mjs";
import { figureOf, type Measured } from "./measure.js";
import { fixed, labelOf, titleOf } from "./names.js";
import type { Entry } from "./plan.js";
import { timeCell } from "./time-cell.js";

const EMPTY = "–";

export class Figures {
  #peak = 0;
  readonly #plain = new Map<string, number>();
  readonly #rows = new Map<string, HTMLTableRowElement[]>();

  constructor(private readonly table: HTMLTableElement) {}

  clear(peak: number): void {
    this.#peak = peak;
    this.#plain.clear();
    this.#rows.clear();
    for (const body of Array.from(this.table.tBodies)) body.remove();
  }

  show(shape: Shape, entry: Entry, measured: Measured): void {
    const figure = figureOf(measured);
    const row = this.#addRow(shape, entry);
    const speed = figure ? fixed(figure.gflops, 1) : (measured.refused ?? EMPTY);
    const bar = make("td", { class: "bar" }, make("span"));
    bar.style.setProperty("--part", String(Math.min(1, (figure?.gflops ?? 0) / this.#peak)));
    const part = figure ? `${Math.round((100 * figure.gflops) / this.#peak)}\u202f%` : EMPTY;
    const time = figure ? timeCell(figure) : make("td", {}, EMPTY);
    const name = make("th", { scope: "row" }, labelOf(entry));
    const speedCell = make("td", { class: "speed" }, speed);
    row.append(name, bar, speedCell, make("td", { class: "part" }, part), time, make("td", { class: "ratio" }, EMPTY));
    if (figure) row.dataset["ms"] = String(figure.ms);
    if (entry === "plain" && figure) this.#plain.set(shape.name, figure.ms);
    this.#compare(shape);
  }

  #addRow(shape: Shape, entry: Entry): HTMLTableRowElement {
    let rows = this.#rows.get(shape.name);
    if (!rows) {
      const body = this.table.createTBody();
      body.insertRow().append(make("th", { scope: "rowgroup", colspan: 6 }, titleOf(shape)));
      this.#rows.set(shape.name, (rows = []));
    }
    const row = this.table.tBodies[this.table.tBodies.length - 1]!.insertRow();
    row.className = entry;
    rows.push(row);
    return row;
  }

  /** Writes the ratio to plain JavaScript, once its speed is known. */
  #compare(shape: Shape): void {
    const plain = this.#plain.get(shape.name);
    if (plain === undefined) return;
    for (const row of this.#rows.get(shape.name)!) {
      const ratio = plain / Number(row.dataset["ms"]);
      const text = Number.isNaN(ratio) ? EMPTY : `${fixed(ratio, 1)}\u202f×`;
      row.lastElementChild!.textContent = text;
    }
  }
}
