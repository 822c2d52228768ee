// Rows on the left, columns on the right, an arc for each weight: thicker and stronger in colour the larger it is.
// Arcs of negative numbers are dashed.
import { isBounded, STRONGEST, strengthOf, strongestCells, strongestOfLine } from "./choose-arcs.js";
import { Axis } from "../map/axis.js";
import type { GridTable } from "../grid/grid-table.js";
import { across, lineAt, make, MIDDLE, placeIn, redraw, say, svg, type Along, type Place } from "../../show/index.js";
import { columnLabel, palette, rowLabel, type Picture } from "../picture.js";
import { NO_HIGHLIGHTS, type Highlights, type Layout } from "../layout.js";
import { writeCells } from "../grid/write-cells.js";

/** CSS pixels from one label to the next. More labels than fit stand closer. */
const LINE = 22;
const TALLEST = 576;

export class ArcsLayout implements Layout {
  readonly root = make("div", { class: "arcs" });
  readonly showsAllDigits = false;
  readonly showsCells = false;
  readonly #left = new Axis("rows");
  readonly #right = new Axis("rows");
  readonly #field = make("div", { class: "bundle" });
  readonly #drawing = svg("svg", {
    viewBox: "0 0 100 100",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
    part: "arcs",
  });
  readonly #note = make("p", { class: "arcs-note" });
  readonly #unseen = make("div", { class: "spoken" });
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  #steps: Uint8Array = new Uint8Array();
  /** Arcs that are drawn wherever the reader is. */
  #general: Place[] = [];
  #drawn = "";
  #highlights = NO_HIGHLIGHTS;

  constructor() {
    this.#right.root.classList.add("right");
    this.#field.append(this.#drawing);
    this.root.append(this.#left.root, this.#field, this.#right.root, this.#note, this.#unseen);
  }

  show(picture: Picture, grid: GridTable): void {
    this.#picture = picture;
    this.#grid = grid;
    const { numbers, scale, filled } = picture;
    const { rows, columns } = numbers;
    if (grid.table.parentNode !== this.#unseen) this.#unseen.append(grid.table);
    this.root.style.setProperty("--tall", `${Math.min(TALLEST, LINE * Math.max(rows, columns, 1))}px`);
    this.#steps = filled ? scale.steps(numbers) : new Uint8Array(rows * columns);
    this.#general = strongestCells(this.#steps, scale.signed).map((at) => ({
      row: Math.floor(at / columns),
      column: at % columns,
    }));
    const bounded = filled && isBounded(numbers);
    this.#note.textContent = bounded
      ? say(picture.along === "rows" ? "arcsOfRows" : "arcsOfColumns", {
          strongest: STRONGEST,
          rows,
          columns,
          top: picture.top,
        })
      : "";
    this.#drawn = "";
  }

  refit(): void {
    if (this.#picture === undefined || this.#grid === undefined) return;
    writeCells(this.#grid, this.#picture, 9);
    this.#draw(this.#picture);
  }

  highlight(highlights: Highlights): void {
    this.#highlights = highlights;
    if (this.#picture !== undefined) this.#draw(this.#picture);
  }

  /** The cell of an arc; on a label of either side, the strongest arc that ends there. */
  placeAt(x: number, y: number): Place | undefined {
    const picture = this.#picture;
    if (picture === undefined || picture.numbers.rows * picture.numbers.columns === 0) return undefined;
    const { left, right, top, height } = this.#field.getBoundingClientRect();
    const frame = this.root.getBoundingClientRect();
    if (y < top || y >= top + height || x < frame.left || x >= frame.right) return undefined;
    const share = (y - top) / height;
    const { rows, columns } = picture.numbers;
    if (x < left) return this.#strongestOf(picture, Math.floor(share * rows), "rows");
    if (x >= right) return this.#strongestOf(picture, Math.floor(share * columns), "columns");
    const met = (this.root.getRootNode() as ShadowRoot).elementFromPoint(x, y);
    const arc = met instanceof SVGElement ? met.dataset["arc"] : undefined;
    const [row, column] = arc?.split(",").map(Number) ?? [];
    return row === undefined || column === undefined ? undefined : { row, column };
  }

  #strongestOf({ numbers }: Picture, line: number, along: Along): Place {
    return strongestOfLine(numbers, line, along, 1)[0] ?? placeIn(line, 0, along);
  }

  #draw(picture: Picture): void {
    const { hovered, focused, chosen, mark } = this.#highlights;
    const { along, numbers } = picture;
    const here = hovered ?? focused;
    const line = [here, mark, chosen].map((each) => each && lineAt(each, along)).find((each) => each !== undefined);
    const isOwn = (place: Place): boolean => lineAt(place, along) === line;
    this.#label(picture, here, mark, chosen);
    this.root.toggleAttribute("data-focus", focused !== undefined && hovered === undefined);
    const key = JSON.stringify([line, here, mark]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const own = line === undefined ? [] : strongestOfLine(numbers, line, along, picture.top);
    const wanted = new Map<string, Place>();
    for (const place of [...this.#general, ...own, ...(here ? [here] : [])])
      wanted.set(`${place.row},${place.column}`, place);
    const places = Array.from(wanted.values()).sort(
      (a, b) => Number(isOwn(a)) - Number(isOwn(b)) || this.#strength(picture, a) - this.#strength(picture, b),
    );
    this.#drawing.toggleAttribute("data-one", line !== undefined);
    const arcs = places.map((place) => this.#arc(picture, place, isOwn(place), here));
    redraw(this.#drawing, arcs, picture.move);
  }

  #strength({ numbers, scale }: Picture, { row, column }: Place): number {
    return strengthOf(this.#steps[row * numbers.columns + column]!, scale.signed);
  }

  #arc(picture: Picture, place: Place, own: boolean, here: Place | undefined): SVGPathElement {
    const { numbers, scale } = picture;
    const step = this.#steps[place.row * numbers.columns + place.column]!;
    const [from, to] = [(100 * (place.row + 0.5)) / numbers.rows, (100 * (place.column + 0.5)) / numbers.columns];
    const [red, green, blue] = colourOf(palette(picture).pixels[step]!);
    const arc = svg("path", {
      d: across([0, from], [100, to]),
      stroke: step === 0 ? "currentColor" : `rgb(${red} ${green} ${blue})`,
      "stroke-width": 1 + 5 * strengthOf(step, scale.signed),
      "data-arc": `${place.row},${place.column}`,
    });
    if (scale.signed && step !== 0 && step < MIDDLE) arc.setAttribute("stroke-dasharray", "6 3");
    if (own) arc.classList.add("own");
    if (place.row === here?.row && place.column === here.column) arc.classList.add("at");
    return arc;
  }

  #label(picture: Picture, here: Place | undefined, mark: Partial<Place>, chosen: Partial<Place>): void {
    const { rows, columns } = picture.numbers;
    const length = this.#field.clientHeight;
    if (length === 0 || rows === 0 || columns === 0) return;
    const side = (count: number) => ({ from: 0, to: count - 1, scale: length / count, length, origin: 0 });
    this.#left.show({
      ...side(rows),
      label: (row) => rowLabel(picture, row),
      here: here?.row ?? mark.row,
      chosen: chosen.row,
    });
    this.#right.show({
      ...side(columns),
      label: (column) => columnLabel(picture, column),
      here: here?.column ?? mark.column,
      chosen: chosen.column,
    });
  }
}

/** A pixel's channels, lowest byte first. */
function colourOf(pixel: number): [number, number, number] {
  return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
}
