// The heat map whose cells are the table's own, and the table of digits without colours.
import type { GridTable } from "./grid/grid-table.js";
import { make, isHatched, type Place, roomIn } from "../show/index.js";
import { paintCells } from "./colour/paint.js";
import { palette, type Picture } from "./picture.js";
import type { Lights, Stage } from "./stage.js";
import { writeCells } from "./grid/write-cells.js";

/** Digits begin where a cell is so wide, in CSS pixels. */
export const LEGIBLE = 24;
/** Size of digits in a share of their cell's width, at most. */
export const FITTING = 0.39;
/** Characters in a cell of the table of digits: it is as wide as they need. */
const TABLE_ROOM = 9;
/** The chosen row of vectors is bold, see styles.ts. */
const CHOSEN_WEIGHT = 650;
/** Below this width of a column its label is set upright. */
const TURNED_BELOW = 36;

export class Sheet implements Stage {
  readonly root = make("div", { class: "sheet" });
  readonly holdsCells = true;
  readonly #canvas = make("canvas", { "aria-hidden": "true" });
  readonly #home = make("div", { class: "home" });
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  /** How many characters a cell has room for. */
  #room = 8;

  constructor() {
    this.#home.append(this.#canvas);
    this.root.append(this.#home);
  }

  get legible(): boolean {
    return this.#room > 0;
  }

  show(picture: Picture, grid: GridTable): void {
    this.#picture = picture;
    this.#grid = grid;
    if (grid.table.parentNode !== this.#home) this.#home.append(grid.table);
    this.#paint(picture, grid);
  }

  settle(): void {
    if (this.#picture === undefined || this.#grid === undefined) return;
    this.#turn(this.#picture, this.#grid);
    this.#room = this.#roomNow();
    writeCells(this.#grid, this.#picture, this.#room);
  }

  light({ hovered, focused }: Lights): void {
    const cursor = hovered ?? focused;
    for (const head of this.root.querySelectorAll("th.here")) head.classList.remove("here");
    const cell = cursor && this.#grid?.cell(cursor);
    if (!cell) return;
    cell.parentElement!.querySelector("th")!.classList.add("here");
    this.#grid!.table.querySelector("thead")!.rows[0]!.cells[cell.cellIndex]?.classList.add("here");
  }

  placeAt(): Place | undefined {
    return undefined;
  }

  #paint(picture: Picture, grid: GridTable): void {
    const { numbers, filled } = picture;
    const coloured = filled && picture.view !== "table" && picture.kind !== "vectors";
    const { pixels, inks } = palette(picture);
    this.#canvas.hidden = !coloured || numbers.rows * numbers.columns === 0;
    const steps = this.#canvas.hidden ? undefined : picture.scale.steps(numbers);
    if (steps !== undefined)
      paintCells(this.#canvas, { steps, ...numbers }, { row: 0, column: 0, ...numbers }, { pixels, inks });
    for (const [place, cell] of grid.cells()) {
      cell.toggleAttribute("data-hatched", filled && isHatched(numbers, place));
      cell.setAttribute("data-ink", (steps && inks[steps[place.row * numbers.columns + place.column]!]) || "");
    }
  }

  /** In a narrow cell digits are smaller before they are fewer. */
  #roomNow(): number {
    const cell = this.#grid?.cell(this.#grid.window);
    if (cell) this.root.style.setProperty("--fitting", `${cell.getBoundingClientRect().width * FITTING}px`);
    if (this.#picture?.view === "table") return TABLE_ROOM;
    const found = cell && roomIn(cell, this.#picture?.kind === "vectors" ? CHOSEN_WEIGHT : undefined);
    if (cell === undefined || found === undefined) return this.#room;
    return cell.getBoundingClientRect().width < LEGIBLE ? 0 : found;
  }

  /** Labels of narrow columns stand upright, since two letters of each would tell them apart no more. */
  #turn({ view, columnLabels }: Picture, grid: GridTable): void {
    const cell = grid.cell(grid.window);
    const width = cell?.getBoundingClientRect().width ?? 0;
    const narrow =
      view !== "table" && width > 0 && width < TURNED_BELOW && columnLabels.some((label) => label.length > 3);
    this.root.toggleAttribute("data-turned", narrow);
  }
}
