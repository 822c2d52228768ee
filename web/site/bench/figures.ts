// The table of figures: a group of rows for each shape, in each row a bar on the scale of the peak.
import type { Shape } from "../../../tests/bench/measure/shapes.mjs";
import { titleOf, type Entry } from "./plan.js";
import type { Measured } from "./measure.js";

const EMPTY = "–";

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
  className = "",
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

/** 3.4 µs, 12.5 ms, 1.69 s */
export function duration(ms: number): string {
  const [value, unit] = ms < 1 ? [ms * 1000, "µs"] : ms < 1000 ? [ms, "ms"] : [ms / 1000, "s"];
  return `${Number(value.toPrecision(3))}\u202f${unit}`;
}

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

  show(shape: Shape, entry: Entry, { kernel, call, refused }: Measured): void {
    // Plain JavaScript has no memory of its own to keep arrays in: its call is its kernel.
    const figure = kernel ?? call;
    const row = this.#addRow(shape, entry);
    const head = make("th");
    head.scope = "row";
    const name = make("span", "", "name");
    name.append(make("span", entry.label), make("b", figure ? figure.gflops.toFixed(1) : (refused ?? EMPTY)));
    const bar = make("span", "", "bar");
    bar.setAttribute("aria-hidden", "true");
    const fill = make("span");
    fill.style.setProperty("--part", String(Math.min(1, (figure?.gflops ?? 0) / this.#peak)));
    bar.append(fill);
    head.append(name, bar);
    const part = figure ? `${Math.round((100 * figure.gflops) / this.#peak)}\u202f%` : EMPTY;
    row.append(head, make("td", part), make("td", figure ? duration(figure.ms) : EMPTY), make("td", EMPTY));
    if (figure) row.dataset["ms"] = String(figure.ms);
    if (entry.name === "plain" && figure) this.#plain.set(shape.name, figure.ms);
    this.#compare(shape);
  }

  #addRow(shape: Shape, entry: Entry): HTMLTableRowElement {
    let rows = this.#rows.get(shape.name);
    if (!rows) {
      const body = this.table.createTBody();
      const title = make("th", titleOf(shape));
      title.scope = "rowgroup";
      title.colSpan = 4;
      body.insertRow().append(title);
      this.#rows.set(shape.name, (rows = []));
    }
    const row = this.table.tBodies[this.table.tBodies.length - 1]!.insertRow();
    row.className = entry.name;
    rows.push(row);
    return row;
  }

  /** How many times the speed of plain JavaScript, once that is known. */
  #compare(shape: Shape): void {
    const plain = this.#plain.get(shape.name);
    if (plain === undefined) return;
    for (const row of this.#rows.get(shape.name)!) {
      const ratio = plain / Number(row.dataset["ms"]);
      row.lastElementChild!.textContent = Number.isNaN(ratio) ? EMPTY : `${ratio.toFixed(ratio < 9.95 ? 1 : 0)}\u202f×`;
    }
  }
}
