// The heat map whose cells are those of the table, and the table of digits without colours.
import type { GridTable } from "./grid-table.js";
import { allFit, charactersThatFit, isHatched, make, type Place } from "../../show/index.js";
import { CellColours } from "../colour/cell-colours.js";
import { palette, type Picture } from "../picture.js";
import type { Highlights, Layout } from "../layout.js";
import { writeCells } from "./write-cells.js";

/** Digits are shown from this width of a cell on, in CSS pixels. */
export const LEGIBLE = 24;
/** The largest size of digits, as a share of their cell's width. */
export const FITTING = 0.39;
/** In wider cells, digits of up to 20 CSS pixels have their own size. */
const SMALLER_BELOW = 52;
/** Characters in a cell of the table of digits. Its columns are as wide as their digits. */
const TABLE_ROOM = 9;
/** The chosen row of vectors is bold, see styles.ts. */
const CHOSEN_WEIGHT = 650;
/** Labels of columns narrower than this stand upright. */
const TURNED_BELOW = 36;
/** The room on either side of a column's label, see styles.ts. */
const LABEL_PADDING = 1;

export class CellsLayout implements Layout {
  readonly root = make("div", { class: "sheet" });
  readonly showsCells = true;
  readonly #colours = new CellColours();
  readonly #home = make("div", { class: "home" });
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  /** How many characters a cell has room for. */
  #room = 8;

  constructor() {
    this.#home.append(this.#colours.canvas);
    this.root.append(this.#home);
  }

  get showsAllDigits(): boolean {
    return this.#room > 0;
  }

  show(picture: Picture, grid: GridTable): void {
    this.#picture = picture;
    this.#grid = grid;
    if (grid.table.parentNode !== this.#home) this.#home.append(grid.table);
    this.#paint(picture, grid);
  }

  refit(): void {
    if (this.#picture === undefined || this.#grid === undefined) return;
    this.#turn(this.#picture, this.#grid);
    this.#room = this.#roomNow();
    this.root.toggleAttribute("data-wordless", this.#room === 0);
    writeCells(this.#grid, this.#picture, this.#room);
  }

  highlight({ hovered, focused }: Highlights): void {
    const cursor = hovered ?? focused;
    for (const head of this.root.querySelectorAll("th.here")) head.classList.remove("here");
    const cell = cursor && this.#grid?.cell(cursor);
    if (!cell) return;
    // A matrix beside another one has no row labels of its own.
    const label = cell.parentElement!.querySelector("th")!;
    label.classList.toggle("here", label.clientWidth > 0);
    this.#grid!.table.querySelector("thead")!.rows[0]!.cells[cell.cellIndex]?.classList.add("here");
  }

  placeAt(): Place | undefined {
    return undefined;
  }

  #paint(picture: Picture, grid: GridTable): void {
    const { numbers, filled } = picture;
    const coloured = filled && picture.view !== "table" && picture.kind !== "vectors";
    const steps = coloured && numbers.rows * numbers.columns > 0 ? picture.scale.steps(numbers) : undefined;
    this.#colours.show(picture, steps);
    const { inks } = palette(picture);
    for (const [place, cell] of grid.cells()) {
      cell.toggleAttribute("data-hatched", filled && isHatched(numbers, place));
      const ink = (steps && inks[steps[place.row * numbers.columns + place.column]!]) || "";
      if (cell.getAttribute("data-ink") !== ink) cell.setAttribute("data-ink", ink);
    }
  }

  /** In a narrow cell digits first get smaller, then fewer. */
  #roomNow(): number {
    const cell = this.#grid?.cell(this.#grid.window);
    const width = cell?.getBoundingClientRect().width ?? 0;
    this.#fit(width);
    if (this.#picture?.view === "table") return TABLE_ROOM;
    const found = cell && charactersThatFit(cell, this.#picture?.kind === "vectors" ? CHOSEN_WEIGHT : undefined);
    if (found === undefined) return this.#room;
    return width < LEGIBLE ? 0 : found;
  }

  /** Only cells that need it get another size of digits. Otherwise all of them would be laid out again. */
  #fit(width: number): void {
    const fitting = width >= LEGIBLE && width <= SMALLER_BELOW ? `${width * FITTING}px` : "";
    if (this.root.style.getPropertyValue("--fitting") !== fitting) this.root.style.setProperty("--fitting", fitting);
  }

  /** Labels of narrow columns stand upright: two letters of each would not tell them apart. In columns of middling
   * width they do so where one of them would be cut. */
  #turn({ view, columnLabels }: Picture, grid: GridTable): void {
    const cell = grid.cell(grid.window);
    const width = cell?.getBoundingClientRect().width ?? 0;
    const long = columnLabels.filter((label) => label.length > 3);
    const isNarrow = view !== "table" && width > 0 && width <= SMALLER_BELOW && long.length > 0;
    this.root.toggleAttribute("data-turned", isNarrow && (width < TURNED_BELOW || !this.#hasRoom(long, grid, width)));
  }

  #hasRoom(labels: readonly string[], { table }: GridTable, width: number): boolean {
    const head = table.querySelector<HTMLElement>("th[scope=col]");
    return head === null || allFit(labels, head, width - 2 * LABEL_PADDING, CHOSEN_WEIGHT);
  }
}
