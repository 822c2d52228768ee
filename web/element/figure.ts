// The element's inside: caption, the stage with the table of cells, bar, words; and what readers do there.
import { Arcs } from "./arcs.js";
import { CellEditor } from "./cell-editor.js";
import { ColourBar } from "./colour-bar.js";
import { FieldMap } from "./field-map.js";
import { GridTable, isLarge } from "./grid-table.js";
import { LineWords } from "./line-words.js";
import { make } from "./make.js";
import { lineAsPlace, lineAt, linesOf, valueAt, type Edit, type Place } from "./numbers.js";
import { cellText, columnLabel, rowLabel, type Picture } from "./picture.js";
import type { Pool } from "./pyramid.js";
import { whole } from "./read-number.js";
import { Sheet } from "./sheet.js";
import type { Stage } from "./stage.js";

/** What is told of readers. */
export interface Listener {
  focused(place: Place | null): void;
  hovered(place: Place | null): void;
  opened(place: Place): void;
  edited(edit: Edit): void;
  pooled(pool: Pool): void;
}

type StageName = "arcs" | "map" | "sheet";

/** Vectors go from nobody to nobody: they have no arcs. */
function stageFor({ view, kind, numbers, zoom }: Picture): StageName {
  if (view === "arcs" && kind !== "vectors") return "arcs";
  return view !== "table" && (isLarge(numbers) || zoom) ? "map" : "sheet";
}

export class Figure {
  readonly root = make("figure", { part: "figure" });
  /** Is given the colour of the page's ground, and never seen. */
  readonly probe = make("span", { class: "spoken", "aria-hidden": "true" });
  readonly #caption = make("figcaption", { id: "caption", part: "caption" });
  readonly #captionText = make("slot", { name: "caption" });
  readonly #plate = make("div", { class: "plate", part: "plate" });
  readonly #readout = make("p", { class: "readout", part: "readout", "aria-hidden": "true" });
  readonly #problem = make("p", { class: "problem", id: "problem", part: "problem", role: "alert" });
  readonly #bar = new ColourBar();
  readonly #words = new LineWords((place) => this.#goTo(place));
  readonly #listener: Listener;
  readonly #editor = new CellEditor({
    commit: (place, value) => this.#listener.edited({ ...place, value }),
    closed: (place, step) => this.#closeCell(place, step),
    complain: (sentence) => this.complain(sentence),
  });
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  #gridKey = "";
  #stage: Stage = new Sheet();
  #stageName: StageName = "sheet";
  #hovered: Place | undefined;
  #mark: Partial<Place> = {};
  #spoken: Partial<Place> = {};

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#caption.append(this.#captionText);
    this.root.dataset["stage"] = this.#stageName;
    this.#plate.append(this.#stage.root);
    this.root.append(this.#caption, this.#plate, this.#readout, this.#problem, this.#bar.root, this.#words.sentence, this.#words.list, this.probe);
    this.#plate.addEventListener("focusin", (event) => this.#onFocus(event));
    this.#plate.addEventListener("focusout", (event) => this.#onBlur(event));
    this.#plate.addEventListener("pointermove", (event) => this.#onHover(this.#placeOf(event)));
    this.#plate.addEventListener("pointerleave", () => this.#onHover(undefined));
    this.#plate.addEventListener("click", (event) => this.#onClick(event));
    this.#plate.addEventListener("dblclick", (event) => this.#openCell(this.#placeOf(event), undefined));
    this.#plate.addEventListener("keydown", (event) => this.#onKey(event));
    // In the next frame, since settling may itself change the plate's height.
    new ResizeObserver(() => requestAnimationFrame(() => this.#settle())).observe(this.#plate);
  }

  show(picture: Picture, caption: string): void {
    const focused = this.#grid?.hasFocus === true;
    this.#picture = picture;
    this.#captionText.textContent = caption;
    this.#takeStage(picture);
    this.#layGrid(picture);
    this.#grid!.table.setAttribute("aria-readonly", String(!picture.editable));
    Object.assign(this.root.dataset, { view: picture.view, kind: picture.kind });
    this.root.toggleAttribute("data-quiet", picture.quiet);
    this.root.style.setProperty("--columns", String(picture.numbers.columns));
    this.#stage.show(picture, this.#grid!);
    if (focused && !this.#grid!.hasFocus) this.#grid!.focus(this.#grid!.stop);
    this.#settle();
    this.speak();
  }

  /** The row and the column that are spoken of, the one where rows are, the other where columns are; without one, that of the reader. */
  set spoken(spoken: Partial<Place>) {
    this.#spoken = spoken;
    this.speak();
  }

  set mark(mark: Partial<Place>) {
    this.#mark = mark;
    this.#grid?.mark(mark);
    this.#light();
  }

  complain(sentence: string): void {
    if (this.#problem.textContent !== sentence) this.#problem.textContent = sentence;
  }

  speak(): void {
    if (this.#picture === undefined || this.#grid === undefined) return;
    const { numbers, along, kind, filled, view } = this.#picture;
    const asked = lineAt(this.#spoken, along) !== undefined;
    const line = this.#lineOf(this.#picture, this.#grid);
    this.#bar.root.hidden = !filled || view === "table" || (kind === "vectors" && this.#stageName === "sheet");
    if (numbers.rows > 0) {
      this.#grid.choose(asked ? lineAsPlace(line, along) : {});
      if (!this.#bar.root.hidden) this.#bar.show(this.#picture, line);
    }
    this.#words.show(this.#picture, line);
    this.#light();
  }

  #lineOf({ numbers, along }: Picture, grid: GridTable): number {
    return Math.max(0, Math.min(linesOf(numbers, along) - 1, lineAt(this.#spoken, along) ?? lineAt(grid.stop, along)));
  }

  /** Another way of showing brings its own stage, onto which the table of cells moves over. */
  #takeStage(picture: Picture): void {
    const name = stageFor(picture);
    if (name === this.#stageName) return;
    this.#stageName = name;
    this.root.dataset["stage"] = name;
    const before = this.#stage;
    this.#stage = this.#makeStage(name);
    before.root.replaceWith(this.#stage.root);
    before.controls?.remove();
    if (this.#stage.controls) this.#plate.after(this.#stage.controls);
  }

  #makeStage(name: StageName): Stage {
    switch (name) {
      case "arcs":
        return new Arcs();
      case "map":
        return new FieldMap({ goTo: (place) => this.#goTo(place), complain: (sentence) => this.complain(sentence), pool: (pool) => this.#listener.pooled(pool) });
      case "sheet":
        return new Sheet();
    }
  }

  /** The table is laid anew only when it has other cells or labels: focus stays where it is when numbers change. */
  #layGrid(picture: Picture): void {
    const { rows, columns } = picture.numbers;
    const key = JSON.stringify([rows, columns, picture.rowLabels, picture.columnLabels]);
    if (key === this.#gridKey) return;
    this.#gridKey = key;
    const before = this.#grid;
    const axes = { rows, columns, rowLabel: (row: number) => rowLabel(picture, row), columnLabel: (column: number) => columnLabel(picture, column) };
    this.#grid = new GridTable(axes, before?.stop ?? { row: 0, column: 0 }, () => this.#settle());
    this.#grid.table.setAttribute("aria-labelledby", "caption");
    this.#grid.table.setAttribute("aria-describedby", "sentence");
    this.#grid.mark(this.#mark);
    before?.table.remove();
  }

  #settle(): void {
    if (this.#picture === undefined) return;
    this.#stage.settle();
    this.#readout.hidden = this.#stage.legible || !this.#picture.filled;
  }

  #light(): void {
    const focused = this.#grid?.hasFocus === true ? this.#grid.stop : undefined;
    const cursor = this.#hovered ?? focused;
    this.#stage.light({ hovered: this.#hovered, focused, chosen: this.#chosen(focused), mark: this.#mark });
    this.#readout.textContent = cursor === undefined || this.#picture === undefined ? "\u00a0" : cellText(this.#picture, cursor);
  }

  #chosen(focused: Place | undefined): Partial<Place> {
    const picture = this.#picture;
    if (picture === undefined || this.#grid === undefined || (focused === undefined && lineAt(this.#spoken, picture.along) === undefined)) return {};
    return lineAsPlace(this.#lineOf(picture, this.#grid), picture.along);
  }

  #placeOf(event: MouseEvent): Place | undefined {
    return this.#grid?.placeOf(event.target) ?? this.#stage.placeAt(event.clientX, event.clientY);
  }

  #goTo(place: Place): void {
    this.#grid?.focus(place);
    this.#stage.approach?.(place);
  }

  #onFocus(event: Event): void {
    const place = this.#grid?.placeOf(event.target);
    if (place === undefined) return;
    this.speak();
    this.#listener.focused(place);
  }

  #onBlur(event: FocusEvent): void {
    if (event.relatedTarget instanceof Node && this.#plate.contains(event.relatedTarget)) return;
    this.#light();
    this.#listener.focused(null);
  }

  #onHover(place: Place | undefined): void {
    if (place?.row === this.#hovered?.row && place?.column === this.#hovered?.column) return;
    this.#hovered = place;
    this.#light();
    this.#listener.hovered(place ?? null);
  }

  #onClick(event: MouseEvent): void {
    const place = this.#placeOf(event);
    if (place === undefined || this.#editor.isOpen) return;
    this.#grid?.focus(place);
    this.#listener.opened(place);
  }

  #onKey(event: KeyboardEvent): void {
    const place = this.#grid?.placeOf(event.target);
    if (place === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    const typed = /^[-+.,\d\u2212]$/.test(event.key) ? event.key : undefined;
    if (this.#picture?.editable && this.#stageName !== "arcs" && (typed !== undefined || event.key === "Enter" || event.key === "F2")) this.#openCell(place, typed);
    else if (event.key === "Enter") this.#listener.opened(place);
    else if (this.#stage.key?.(event)) event.preventDefault();
    else return;
    event.preventDefault();
  }

  #openCell(place: Place | undefined, typed: string | undefined): void {
    const cell = place && this.#grid?.cell(place);
    const picture = this.#picture;
    if (!cell || !picture?.editable || !picture.filled || this.#stageName === "arcs") return;
    this.#stage.approach?.(place);
    const text = whole(valueAt(picture.numbers, place), picture.numbers.data instanceof Float32Array);
    this.#editor.open({ cell, place, name: `${rowLabel(picture, place.row)}, ${columnLabel(picture, place.column)}`, text, typed });
  }

  #closeCell({ row, column }: Place, step: number | undefined): void {
    this.#settle();
    if (step !== undefined) this.#grid?.focus({ row: row + step, column });
  }
}
