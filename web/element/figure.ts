// Everything inside the element, a <figure>: caption, cells in one of three layouts, colour bar and sentence.
import { ArcsLayout } from "./arcs/arcs-layout.js";
import { ColourBar } from "./colour/colour-bar.js";
import { MapLayout } from "./map/map-layout.js";
import { GridTable } from "./grid/grid-table.js";
import { LineWords } from "./words/line-words.js";
import {
  inNextFrame,
  make,
  lineAsPlace,
  lineAt,
  linesOf,
  whenFontsCome,
  whenResized,
  type Place,
} from "../show/index.js";
import { cellText, columnLabel, hasSameCells, isLarge, isSameScene, rowLabel, type Picture } from "./picture.js";
import { UserInput, type Listener } from "./user-input.js";
import { CellsLayout } from "./grid/cells-layout.js";
import type { Layout } from "./layout.js";

type LayoutName = "arcs" | "map" | "cells";

/** Vectors have no arcs: their cells do not join a query and a key. */
function layoutFor({ view, kind, numbers, zoom }: Picture): LayoutName {
  if (view === "arcs" && kind !== "vectors") return "arcs";
  return view !== "table" && (isLarge(numbers) || zoom) ? "map" : "cells";
}

/** Whether a number that is being typed still belongs into its cell. */
function keepsField(before: Picture, now: Picture): boolean {
  return (
    now.editable &&
    now.filled &&
    before.head === now.head &&
    layoutFor(before) === layoutFor(now) &&
    hasSameCells(before, now)
  );
}

export class Figure {
  readonly root = make("figure", { part: "figure" });
  /** Takes the colour Canvas, from which the theme is read. It is never seen. */
  readonly probe = make("span", { class: "spoken", "aria-hidden": "true" });
  readonly #captionText = make("slot", { name: "caption" });
  readonly #plate = make("div", { class: "plate", part: "plate" });
  readonly #readout = make("p", { class: "readout", part: "readout", "aria-hidden": "true" });
  readonly #problem = make("p", { class: "problem", id: "problem", part: "problem", role: "alert" });
  readonly #bar = new ColourBar();
  readonly #words = new LineWords((place) => this.#input.goTo(place));
  readonly #listener: Listener;
  readonly #input: UserInput;
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  #gridKey = "";
  #layout: Layout = new CellsLayout();
  #layoutName: LayoutName = "cells";
  #refitRequested = false;
  #mark: Partial<Place> = {};
  #spoken: Partial<Place> = {};
  /** Whether a draw was asked for and has not begun. */
  #drawing = false;

  constructor(listener: Listener) {
    this.#listener = listener;
    this.root.dataset["layout"] = this.#layoutName;
    this.#plate.append(this.#layout.root);
    this.root.append(
      make("figcaption", { id: "caption", part: "caption" }, this.#captionText),
      this.#plate,
      this.#readout,
      this.#problem,
      this.#bar.root,
      this.#words.sentence,
      this.#words.list,
      this.probe,
    );
    this.#input = new UserInput(this.#plate, {
      listener,
      scene: () => this.#picture && this.#grid && { picture: this.#picture, grid: this.#grid, layout: this.#layout },
      moved: (by) => (by === "focus" ? this.speak() : this.#highlight()),
      closed: () => this.#refit(),
      complain: (sentence) => this.complain(sentence),
    });
    whenResized(this.#plate, () => this.#refitInFrame());
  }

  /** The table goes by its caption; if there is none, by `name`. */
  show(asked: Picture, caption: string, name: string): void {
    const focused = this.#grid?.hasFocus === true;
    if (this.#picture !== undefined && !keepsField(this.#picture, asked)) this.#input.dropField();
    const moves = this.#picture !== undefined && isSameScene(this.#picture, asked);
    const picture = moves ? asked : { ...asked, move: 0 };
    this.#picture = picture;
    this.#captionText.textContent = caption;
    this.#takeLayout(picture);
    this.#buildGrid(picture);
    this.#nameTable(this.#grid!.table, name);
    this.#grid!.table.setAttribute("aria-readonly", String(!picture.editable));
    Object.assign(this.root.dataset, { view: picture.view, kind: picture.kind });
    this.root.toggleAttribute("data-quiet", picture.quiet);
    this.root.style.setProperty("--columns", String(picture.numbers.columns));
    this.#layout.show(picture, this.#grid!);
    if (focused && !this.#grid!.hasFocus) this.#grid!.focus(this.#grid!.stop);
    this.speak();
    this.#refit();
  }

  /** Whether other numbers wait to be drawn. */
  set busy(busy: boolean) {
    this.#drawing = busy;
    if (busy || this.#layout.isBuilding) this.root.setAttribute("aria-busy", "true");
    else this.root.removeAttribute("aria-busy");
  }

  /** The row, or by `along` the column, that the sentence is about. Without one it is the line where the user is. */
  set spoken(spoken: Partial<Place>) {
    this.#spoken = spoken;
  }

  set mark(mark: Partial<Place>) {
    this.#mark = mark;
    this.#grid?.mark(mark);
    this.#highlight();
  }

  complain(sentence: string): void {
    if (this.#problem.textContent !== sentence) this.#problem.textContent = sentence;
  }

  speak(): void {
    if (this.#picture === undefined || this.#grid === undefined) return;
    const { numbers, along, kind, filled, view } = this.#picture;
    const asked = lineAt(this.#spoken, along) !== undefined;
    const line = this.#lineOf(this.#picture, this.#grid);
    this.#bar.root.hidden = !filled || view === "table" || (kind === "vectors" && this.#layoutName === "cells");
    if (numbers.rows > 0) {
      this.#grid.choose(asked ? lineAsPlace(line, along) : {});
      if (!this.#bar.root.hidden) this.#bar.show(this.#picture, line);
    }
    this.#words.show(this.#picture, line);
    this.#highlight();
  }

  #lineOf({ numbers, along }: Picture, grid: GridTable): number {
    return Math.max(0, Math.min(linesOf(numbers, along) - 1, lineAt(this.#spoken, along) ?? lineAt(grid.stop, along)));
  }

  /** Another view may need another layout. The table of cells moves over to it. */
  #takeLayout(picture: Picture): void {
    const name = layoutFor(picture);
    if (name === this.#layoutName) return;
    this.#layoutName = name;
    this.root.dataset["layout"] = name;
    const before = this.#layout;
    this.#layout = this.#makeLayout(name);
    before.root.replaceWith(this.#layout.root);
    before.controls?.remove();
    if (this.#layout.controls) this.#plate.after(this.#layout.controls);
  }

  #makeLayout(name: LayoutName): Layout {
    switch (name) {
      case "arcs":
        return new ArcsLayout();
      case "map":
        return new MapLayout({
          goTo: (place) => this.#input.goTo(place),
          complain: (sentence) => this.complain(sentence),
          pool: (pool) => this.#listener.pooled(pool),
          built: () => {
            this.#refit();
            this.busy = this.#drawing;
          },
        });
      case "cells":
        return new CellsLayout();
    }
  }

  /** The table changes only with size and labels. */
  #nameTable(table: HTMLElement, name: string): void {
    const hasCaption = this.#captionText.textContent !== "" || this.#captionText.assignedNodes().length > 0;
    if (hasCaption) table.setAttribute("aria-labelledby", "caption");
    else table.removeAttribute("aria-labelledby");
    table.setAttribute("aria-label", name);
  }

  #buildGrid(picture: Picture): void {
    const { rows, columns } = picture.numbers;
    const key = JSON.stringify([rows, columns, picture.rowLabels, picture.columnLabels]);
    if (key === this.#gridKey) return;
    this.#gridKey = key;
    const axes = {
      rows,
      columns,
      rowLabel: (row: number) => rowLabel(picture, row),
      columnLabel: (column: number) => columnLabel(picture, column),
    };
    if (this.#grid !== undefined) return this.#grid.resize(axes);
    this.#grid = new GridTable(axes, { row: 0, column: 0 }, () => this.#refit());
    this.#grid.table.setAttribute("aria-describedby", "sentence");
    this.#grid.mark(this.#mark);
  }

  /**
   * Refits once before the next frame is painted, since fitting makes the browser lay out the page. It may also change
   * the plate's height.
   */
  #refitInFrame(): void {
    if (this.#refitRequested) return;
    this.#refitRequested = true;
    inNextFrame(() => {
      this.#refitRequested = false;
      this.#refit();
    });
  }

  #refit(): void {
    if (this.#picture === undefined) return;
    this.#layout.refit();
    this.#readout.hidden = this.#layout.showsAllDigits || !this.#picture.filled;
    void whenFontsCome(() => this.#refit());
  }

  #highlight(): void {
    const focused = this.#grid?.hasFocus === true ? this.#grid.stop : undefined;
    const { hovered } = this.#input;
    const cursor = hovered ?? focused;
    this.#layout.highlight({ hovered, focused, chosen: this.#chosen(focused), mark: this.#mark });
    this.#readout.textContent =
      cursor === undefined || this.#picture === undefined ? "\u00a0" : cellText(this.#picture, cursor);
  }

  #chosen(focused: Place | undefined): Partial<Place> {
    const picture = this.#picture;
    if (
      picture === undefined ||
      this.#grid === undefined ||
      (focused === undefined && lineAt(this.#spoken, picture.along) === undefined)
    )
      return {};
    return lineAsPlace(this.#lineOf(picture, this.#grid), picture.along);
  }
}
