// The grid of heads for keys and screen readers: a table whose cells lie over the painted pictures.
import { make } from "../../../../show/index.js";
import { languageNow, phrase } from "../../../kit/texts/index.js";
import { placeName, samePlace, type HeadPlace } from "../source.js";
import type { GridOrder } from "./order.js";

export interface TableEvents {
  readonly opened: (place: HeadPlace) => void;
  readonly marked: (place: HeadPlace) => void;
}

const STEP: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  PageDown: [10, 0],
  PageUp: [-10, 0],
};

export class HeadsTable {
  readonly root = make("table", { role: "grid", "aria-multiselectable": "true" });
  readonly #events: TableEvents;
  #order: GridOrder = { rows: [], byLayer: true };
  #cells = new Map<string, HTMLElement>();
  #stop: HeadPlace | undefined;
  #key = "";

  constructor(events: TableEvents) {
    this.#events = events;
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
    this.root.addEventListener("click", (event) => {
      const place = this.#placeOf(event.target);
      if (place === undefined) return;
      this.#moveStop(place);
      if (event.ctrlKey || event.metaKey || event.shiftKey) this.#events.marked(place);
      else this.#events.opened(place);
    });
  }

  /** Builds the cells again if others are shown. Focus stays on its head. */
  show(order: GridOrder): void {
    const key = JSON.stringify([languageNow(), order]);
    if (key === this.#key) return;
    this.#key = key;
    this.root.setAttribute("aria-label", phrase("heads.grid"));
    const focused = this.root.contains(document.activeElement);
    this.#order = order;
    this.#cells = new Map();
    const columns = Math.max(...order.rows.map(({ length }) => length));
    const rows = order.rows.map((places, row) => {
      const at = order.byLayer ? places[0]!.layer : row * columns + 1;
      const title = order.byLayer ? `L${at}` : String(at);
      const name = order.byLayer ? phrase("heads.layer-name", { layer: at }) : phrase("heads.rank-name", { rank: at });
      const cells = places.map((place) => this.#cell(place));
      return make("tr", {}, make("th", { scope: "row", "aria-label": name }, title), ...cells);
    });
    this.root.replaceChildren(
      ...(order.byLayer ? [make("thead", {}, headRow(columns))] : []),
      make("tbody", {}, ...rows),
    );
    const all = order.rows.flat();
    this.#moveStop(all.find((place) => samePlace(place, this.#stop)) ?? all[0]);
    if (focused) this.focus();
  }

  #cell(place: HeadPlace): HTMLElement {
    const cell = make("td", { tabindex: -1, "data-layer": place.layer, "data-head": place.head });
    cell.append(make("span", { "aria-hidden": "true" }));
    this.#cells.set(placeName(place), cell);
    return cell;
  }

  /** The text under the picture, and what is read aloud. */
  write(place: HeadPlace, caption: string, spoken: string, isProblem: boolean): void {
    const cell = this.#cells.get(placeName(place));
    if (cell === undefined) return;
    cell.firstElementChild!.textContent = caption;
    cell.setAttribute("aria-label", spoken);
    cell.title = spoken;
    cell.classList.toggle("wrong", isProblem);
  }

  mark(marked: readonly HeadPlace[]): void {
    for (const [name, cell] of this.#cells)
      cell.setAttribute("aria-selected", String(marked.some((place) => placeName(place) === name)));
  }

  /** Shows which head is open beside the grid. */
  open(open: HeadPlace | undefined): void {
    const wanted = open && placeName(open);
    for (const [name, cell] of this.#cells)
      if (name === wanted) cell.setAttribute("aria-current", "true");
      else cell.removeAttribute("aria-current");
  }

  focus(place = this.#stop): void {
    if (place === undefined) return;
    this.#moveStop(place);
    this.#cells.get(placeName(place))?.focus();
  }

  #moveStop(place: HeadPlace | undefined): void {
    if (this.#stop !== undefined) this.#cells.get(placeName(this.#stop))?.setAttribute("tabindex", "-1");
    this.#stop = place;
    if (place !== undefined) this.#cells.get(placeName(place))?.setAttribute("tabindex", "0");
  }

  #placeOf(target: EventTarget | null): HeadPlace | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>("td[data-layer]") : null;
    if (cell === null) return undefined;
    return { layer: Number(cell.dataset["layer"]), head: Number(cell.dataset["head"]) };
  }

  #onKey(event: KeyboardEvent): void {
    const place = this.#placeOf(event.target);
    if (place === undefined || event.altKey || event.metaKey) return;
    if (event.key === "Enter") this.#events.opened(place);
    else if (event.key === " ") this.#events.marked(place);
    else if (!this.#move(event, place)) return;
    event.preventDefault();
  }

  #move({ key, ctrlKey }: KeyboardEvent, place: HeadPlace): boolean {
    const { rows } = this.#order;
    const row = rows.findIndex((places) => places.some((one) => samePlace(one, place)));
    const column = rows[row]?.findIndex((one) => samePlace(one, place)) ?? 0;
    const last = (at: number): number => rows[at]!.length - 1;
    let next: [number, number];
    if (key === "Home") next = ctrlKey ? [0, 0] : [row, 0];
    else if (key === "End") next = ctrlKey ? [rows.length - 1, last(rows.length - 1)] : [row, last(row)];
    else if (key in STEP && !ctrlKey) {
      const down = Math.max(0, Math.min(rows.length - 1, row + STEP[key]![0]));
      next = [down, Math.max(0, Math.min(last(down), column + STEP[key]![1]))];
    } else return false;
    this.focus(rows[next[0]]![next[1]]);
    return true;
  }
}

function headRow(columns: number): HTMLElement {
  const heads = Array.from({ length: columns }, (_, head) =>
    make("th", { scope: "col", "aria-label": phrase("heads.column-name", { head }) }, `H${head}`),
  );
  return make("tr", {}, make("td"), ...heads);
}
