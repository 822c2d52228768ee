// The element's inside: caption, the stage with the table of cells, bar and words.
import { Arcs } from "./arcs/arcs.js";
import { ColourBar } from "./colour/colour-bar.js";
import { FieldMap } from "./map/field-map.js";
import { GridTable, isLarge } from "./grid/grid-table.js";
import { LineWords } from "./words/line-words.js";
import { make, lineAsPlace, lineAt, linesOf, whenFontsCome, type Place } from "../show/index.js";
import { cellText, columnLabel, rowLabel, type Picture } from "./picture.js";
import { Reader, type Listener } from "./reader.js";
import { Sheet } from "./sheet.js";
import type { Stage } from "./stage.js";

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
  readonly #words = new LineWords((place) => this.#reader.goTo(place));
  readonly #listener: Listener;
  readonly #reader: Reader;
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  #gridKey = "";
  #stage: Stage = new Sheet();
  #stageName: StageName = "sheet";
  #mark: Partial<Place> = {};
  #spoken: Partial<Place> = {};

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#caption.append(this.#captionText);
    this.root.dataset["stage"] = this.#stageName;
    this.#plate.append(this.#stage.root);
    this.root.append(
      this.#caption,
      this.#plate,
      this.#readout,
      this.#problem,
      this.#bar.root,
      this.#words.sentence,
      this.#words.list,
      this.probe,
    );
    this.#reader = new Reader(this.#plate, {
      listener,
      scene: () => this.#picture && this.#grid && { picture: this.#picture, grid: this.#grid, stage: this.#stage },
      turned: (by) => (by === "focus" ? this.speak() : this.#light()),
      restored: () => this.#settle(),
      complain: (sentence) => this.complain(sentence),
    });
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
        return new FieldMap({
          goTo: (place) => this.#reader.goTo(place),
          complain: (sentence) => this.complain(sentence),
          pool: (pool) => this.#listener.pooled(pool),
        });
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
    const axes = {
      rows,
      columns,
      rowLabel: (row: number) => rowLabel(picture, row),
      columnLabel: (column: number) => columnLabel(picture, column),
    };
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
    whenFontsCome(() => this.#settle());
  }

  #light(): void {
    const focused = this.#grid?.hasFocus === true ? this.#grid.stop : undefined;
    const { hovered } = this.#reader;
    const cursor = hovered ?? focused;
    this.#stage.light({ hovered, focused, chosen: this.#chosen(focused), mark: this.#mark });
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
