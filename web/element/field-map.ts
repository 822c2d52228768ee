// The heat map of a matrix too large to stand cell by cell: what is in sight of it, zoomed and panned.
import { Axis } from "./axis.js";
import { Gestures, type Steered } from "./gestures.js";
import type { GridTable } from "./grid-table.js";
import { InkLayer } from "./ink-layer.js";
import { make } from "./make.js";
import { MapControls } from "./map-controls.js";
import { MeanPyramid } from "./mean-pyramid.js";
import type { Extent, Place } from "./numbers.js";
import { paintCells } from "./paint.js";
import { columnLabel, palette, rowLabel, type Picture } from "./picture.js";
import { StrongestPyramid, type Pool, type Pyramid } from "./pyramid.js";
import { closeTo, held, isClosest, isWhole, panned, placeAt, revealing, whole, zoomed, type Sight, type Size } from "./sight.js";
import type { Lights, Stage } from "./stage.js";
import { writeCells } from "./write-cells.js";

const STEP = 2;
/** How close "go to" goes. */
const CLOSE = 40;
/** Beyond these proportions the field keeps them, and part of it stays empty. */
const PROPORTIONS = [0.5, 2] as const;
/** What readers ask for beside the field, and who does it. */
export interface MapAsked {
  readonly goTo: (place: Place) => void;
  readonly complain: (sentence: string) => void;
  readonly pool: (pool: Pool) => void;
}

const DARK: Lights = { hovered: undefined, focused: undefined, chosen: {}, mark: {} };

export class FieldMap implements Stage, Steered {
  readonly root = make("div", { class: "map" });
  readonly controls: HTMLElement;
  readonly #buttons: MapControls;
  readonly #field = make("div", { class: "field" });
  readonly #cells = make("canvas", { "aria-hidden": "true" });
  readonly #ink = new InkLayer(make("canvas", { class: "ink", "aria-hidden": "true" }));
  readonly #ring = make("div", { class: "ring" });
  readonly #hover = make("div", { class: "hover" });
  readonly #marked = make("div", { class: "marked" });
  readonly #rows = new Axis("rows");
  readonly #columns = new Axis("columns");
  readonly #gestures: Gestures;
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  #pyramid: Pyramid | undefined;
  #pyramidKey = "";
  #painted = "";
  #size: Size = { width: 0, height: 0 };
  #sight: Sight = { scale: 1, x: 0, y: 0 };
  #lights = DARK;
  #asked = false;

  constructor(asked: MapAsked) {
    this.#field.append(this.#cells, this.#ink.canvas, this.#marked, this.#hover, this.#ring);
    this.root.append(this.#columns.root, this.#rows.root, this.#field);
    this.#gestures = new Gestures(this.#field, this);
    this.#buttons = new MapControls({
      zoom: (inwards) => this.zoomStep(inwards),
      fit: () => this.#set(whole(this.#extent, this.#size)),
      pan: (right, down) => this.panStep(right, down),
      ...asked,
      extent: () => this.#extent,
    });
    this.controls = this.#buttons.root;
  }

  get legible(): boolean {
    return false;
  }

  get isWhole(): boolean {
    return isWhole(this.#sight, this.#extent, this.#size);
  }

  get takesWheel(): boolean {
    return this.#lights.focused !== undefined;
  }

  get #extent(): Extent {
    return this.#picture?.numbers ?? { rows: 0, columns: 0 };
  }

  show(picture: Picture, grid: GridTable): void {
    const fresh = this.#picture === undefined || this.#extent.rows !== picture.numbers.rows || this.#extent.columns !== picture.numbers.columns;
    this.#picture = picture;
    this.#grid = grid;
    if (grid.table.parentNode !== this.#field) this.#field.append(grid.table);
    this.#ink.measure();
    const { rows, columns } = picture.numbers;
    this.root.style.setProperty("--ratio", String(Math.min(PROPORTIONS[1], Math.max(PROPORTIONS[0], columns / Math.max(1, rows)))));
    this.#build(picture);
    this.#measure(fresh);
    this.#painted = "";
    this.#draw();
  }

  settle(): void {
    if (this.#picture === undefined || this.#grid === undefined) return;
    this.#measure(false);
    writeCells(this.#grid, this.#picture, 9);
    this.#draw();
  }

  light(lights: Lights): void {
    const { focused } = lights;
    const moved = focused !== undefined && (focused.row !== this.#lights.focused?.row || focused.column !== this.#lights.focused.column);
    this.#lights = lights;
    if (moved) this.#sight = revealing(this.#sight, focused, this.#extent, this.#size);
    this.#ask();
  }

  placeAt(clientX: number, clientY: number): Place | undefined {
    if (this.#gestures.isMoving) return undefined;
    const { left, top } = this.#field.getBoundingClientRect();
    const [px, py] = [clientX - left, clientY - top];
    if (px < 0 || py < 0 || px >= this.#size.width || py >= this.#size.height) return undefined;
    return placeAt(this.#sight, px, py, this.#extent);
  }

  approach(place: Place): void {
    if (this.#sight.scale < CLOSE) this.#set(closeTo(place, CLOSE, this.#extent, this.#size));
    else this.#set(revealing(this.#sight, place, this.#extent, this.#size));
  }

  key(event: KeyboardEvent): boolean {
    const arrow = /^Arrow(Left|Up|Right|Down)$/.exec(event.key)?.[1];
    if (event.shiftKey && arrow !== undefined) this.panStep(arrow === "Right" ? 1 : arrow === "Left" ? -1 : 0, arrow === "Down" ? 1 : arrow === "Up" ? -1 : 0);
    else if (event.key === "+" || event.key === "=") this.zoomStep(true);
    else if (event.key === "-") this.zoomStep(false);
    else if (event.key === "0") this.#set(whole(this.#extent, this.#size));
    else if (event.key === "g") this.#buttons.focusGoTo();
    else return false;
    return true;
  }

  zoomBy(factor: number, px: number, py: number): void {
    this.#set(zoomed(this.#sight, factor, px, py, this.#extent, this.#size));
  }

  panBy(dx: number, dy: number): void {
    this.#set(panned(this.#sight, dx, dy, this.#extent, this.#size));
  }

  /** Round the cell the reader is at, or else round the middle. */
  zoomStep(inwards: boolean): void {
    const { focused } = this.#lights;
    const { scale, x, y } = this.#sight;
    const stop = focused ?? undefined;
    const [px, py] = stop === undefined ? [this.#size.width / 2, this.#size.height / 2] : [(stop.column + 0.5 - x) * scale, (stop.row + 0.5 - y) * scale];
    this.zoomBy(inwards ? STEP : 1 / STEP, px, py);
  }

  /** A third of what is in sight. */
  panStep(right: number, down: number): void {
    this.panBy((-right * this.#size.width) / 3, (-down * this.#size.height) / 3);
  }

  #set(sight: Sight): void {
    this.#sight = sight;
    this.#ask();
  }

  /** Steps are found again only when numbers or scale have changed. */
  #build(picture: Picture): void {
    const key = `${picture.revision} ${picture.head} ${picture.scale.key} ${picture.pool}`;
    if (key === this.#pyramidKey && this.#pyramid !== undefined) return;
    this.#pyramidKey = key;
    const { numbers, scale, filled } = picture;
    const steps = filled ? scale.steps(numbers) : new Uint8Array(numbers.rows * numbers.columns);
    const base = { steps, rows: numbers.rows, columns: numbers.columns };
    this.#pyramid = filled && picture.pool === "mean" ? new MeanPyramid(base, numbers, scale) : new StrongestPyramid(base, scale.signed);
  }

  #measure(fresh: boolean): void {
    const { clientWidth: width, clientHeight: height } = this.#field;
    const wasWhole = fresh || this.#size.width === 0 || this.isWhole;
    this.#size = { width, height };
    this.#sight = wasWhole ? whole(this.#extent, this.#size) : held(this.#sight, this.#extent, this.#size);
  }

  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.#draw();
    });
  }

  #draw(): void {
    const picture = this.#picture;
    if (picture === undefined || this.#pyramid === undefined || this.#size.width === 0 || this.#extent.rows === 0 || this.#extent.columns === 0) return;
    const pixelRatio = picture.theme === "paper" ? 3 : devicePixelRatio;
    const { rows, columns } = this.#extent;
    const { scale, x, y } = this.#sight;
    const from = { row: Math.floor(y), column: Math.floor(x) };
    const to = { row: Math.min(rows, Math.ceil(y + this.#size.height / scale)) - 1, column: Math.min(columns, Math.ceil(x + this.#size.width / scale)) - 1 };
    this.#paint(picture, from, to, pixelRatio);
    this.#ink.draw({ picture, steps: this.#pyramid.layer(0), sight: this.#sight, size: this.#size, pixelRatio, from, to });
    this.#label(picture, from, to);
    this.#place();
    const pooled = layerFor(whole(this.#extent, this.#size).scale * pixelRatio) > 0;
    this.#buttons.show({ whole: this.isWhole, closest: isClosest(this.#sight, this.#extent, this.#size), pool: pooled ? picture.pool : undefined });
    this.#field.toggleAttribute("data-pans", !this.isWhole);
  }

  /** One pixel per cell, or per 2ᵏ × 2ᵏ cells where they would be smaller than a pixel of the screen. */
  #paint(picture: Picture, from: Place, to: Place, pixelRatio: number): void {
    const { scale, x, y } = this.#sight;
    const k = layerFor(scale * pixelRatio);
    const side = 2 ** k;
    const row = Math.floor(from.row / side);
    const column = Math.floor(from.column / side);
    const window = { row, column, rows: Math.floor(to.row / side) - row + 1, columns: Math.floor(to.column / side) - column + 1 };
    const key = [k, ...Object.values(window)].join();
    if (key !== this.#painted) paintCells(this.#cells, this.#pyramid!.layer(k), window, palette(picture));
    this.#painted = key;
    this.#cells.dataset["side"] = String(side);
    this.#lay(this.#cells, (column * side - x) * scale, (row * side - y) * scale, window.columns * side * scale, window.rows * side * scale);
  }

  /** In shares of the field, so that paper may have another size. */
  #lay({ style }: HTMLElement, left: number, top: number, width: number, height: number): void {
    style.left = `${(100 * left) / this.#size.width}%`;
    style.top = `${(100 * top) / this.#size.height}%`;
    style.width = `${(100 * width) / this.#size.width}%`;
    style.height = `${(100 * height) / this.#size.height}%`;
  }

  #label(picture: Picture, from: Place, to: Place): void {
    const { scale, x, y } = this.#sight;
    const here = this.#lights.hovered ?? this.#lights.focused;
    const { chosen, mark: marked } = this.#lights;
    this.#rows.show({ from: from.row, to: to.row, scale, length: this.#size.height, origin: y, label: (row) => rowLabel(picture, row), here: here?.row ?? marked.row, chosen: chosen.row });
    this.#columns.show({ from: from.column, to: to.column, scale, length: this.#size.width, origin: x, label: (column) => columnLabel(picture, column), here: here?.column ?? marked.column, chosen: chosen.column });
  }

  /** The table's cells lie over the painted ones; rings are never too small to be seen. */
  #place(): void {
    const { scale, x, y } = this.#sight;
    const { table, window } = this.#grid!;
    table.style.setProperty("--side", `${scale}px`);
    table.style.transform = `translate(${(window.column - x) * scale}px, ${(window.row - y) * scale}px)`;
    table.style.width = `${window.columns * scale}px`;
    this.#frame(this.#ring, this.#lights.focused, 16);
    this.#frame(this.#hover, this.#lights.hovered, 8);
    this.#frame(this.#marked, this.#lights.mark, 3);
  }

  #frame(ring: HTMLElement, { row, column }: Partial<Place> = {}, least: number): void {
    ring.hidden = row === undefined && column === undefined;
    if (ring.hidden) return;
    const { scale, x, y } = this.#sight;
    const { rows, columns } = this.#extent;
    const [width, height] = [Math.max(least, (column === undefined ? columns : 1) * scale), Math.max(least, (row === undefined ? rows : 1) * scale)];
    const centreX = ((column ?? (columns - 1) / 2) + 0.5 - x) * scale;
    const centreY = ((row ?? (rows - 1) / 2) + 0.5 - y) * scale;
    this.#lay(ring, centreX - width / 2, centreY - height / 2, width, height);
  }
}

/** Which layer has a cell for each pixel, or a little less, where a cell of the matrix is so many pixels wide. */
function layerFor(pixels: number): number {
  return Math.max(0, Math.ceil(Math.log2(1 / pixels) - 1e-6));
}
