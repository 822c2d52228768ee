// The heat map of a matrix too large for all its cells to be shown: a part of it is in view, zoomed and panned.
import { inNextFrame, make, type Extent, type Place } from "../../show/index.js";
import type { GridTable } from "../grid/grid-table.js";
import { writeCells } from "../grid/write-cells.js";
import { NO_HIGHLIGHTS, type Highlights, type Layout } from "../layout.js";
import { columnLabel, rowLabel, type Picture } from "../picture.js";
import { Axis } from "./axis.js";
import { Gestures, type GestureTarget } from "./gestures.js";
import { HighlightFrames } from "./highlight-frames.js";
import { isPooled, MapCells } from "./map-cells.js";
import { MapControls, type MapRequests } from "./map-controls.js";
import { MapDigits } from "./map-digits.js";
import { Viewport } from "./viewport.js";

/** How long a turn of building goes on. */
const TURN_MS = 12;
/** One step of zoom. */
const STEP = 2;
/** "Go to" makes a cell at least this wide, in CSS pixels. */
const CLOSE = 40;
/** The field is no narrower and no wider than this for its height. Beyond, a part of it stays empty. */
const PROPORTIONS = [0.5, 2] as const;
/** Characters of a cell's digits, which are read aloud but not seen. */
const SPOKEN_ROOM = 9;

const DIRECTIONS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

export class MapLayout implements Layout, GestureTarget {
  readonly root = make("div", { class: "map" });
  readonly showsAllDigits = false;
  readonly showsCells = true;
  readonly controls: HTMLElement;
  readonly #buttons: MapControls;
  readonly #field = make("div", { class: "field" });
  readonly #cells = new MapCells();
  readonly #digits = new MapDigits();
  readonly #frames = new HighlightFrames();
  readonly #rows = new Axis("rows");
  readonly #columns = new Axis("columns");
  readonly #gestures: Gestures;
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  #viewport = Viewport.whole({ rows: 0, columns: 0 }, { width: 0, height: 0 });
  #highlights = NO_HIGHLIGHTS;
  #drawRequested = false;
  #building: ReturnType<typeof setTimeout> | undefined;
  readonly #built: () => void;

  constructor({ built, ...requests }: MapRequests & { readonly built: () => void }) {
    this.#built = built;
    this.#field.append(this.#cells.canvas, this.#digits.canvas, ...this.#frames.elements);
    this.root.append(this.#columns.root, this.#rows.root, this.#field);
    this.#gestures = new Gestures(this.#field, this);
    this.#buttons = new MapControls({
      zoom: (inwards) => this.#zoomStep(inwards),
      fit: () => this.#fit(),
      pan: (right, down) => this.#panStep(right, down),
      ...requests,
      extent: () => this.#viewport.extent,
    });
    this.controls = this.#buttons.root;
  }

  get isWhole(): boolean {
    return this.#viewport.isWhole;
  }

  get takesWheel(): boolean {
    return this.#highlights.focused !== undefined;
  }

  /** What needs a layout of the page waits for refit(). */
  show(picture: Picture, grid: GridTable): void {
    this.#picture = picture;
    this.#grid = grid;
    if (grid.table.parentNode !== this.#field) this.#field.append(grid.table);
    const { rows, columns } = picture.numbers;
    const ratio = Math.min(PROPORTIONS[1], Math.max(PROPORTIONS[0], columns / Math.max(1, rows)));
    this.root.style.setProperty("--ratio", String(ratio));
    this.#cells.begin(picture);
    this.#build();
  }

  get isBuilding(): boolean {
    return this.#building !== undefined;
  }

  /** A large matrix takes several turns, between which the browser can do other things. */
  #build(): void {
    clearTimeout(this.#building);
    this.#building = undefined;
    if (!this.#cells.build(TURN_MS)) this.#building = setTimeout(() => this.#buildOn());
  }

  #buildOn(): void {
    this.#build();
    if (!this.isBuilding) this.#built();
  }

  refit(): void {
    if (this.#picture === undefined || this.#grid === undefined) return;
    // All is written before anything is measured, so that the browser lays out once.
    writeCells(this.#grid, this.#picture, SPOKEN_ROOM);
    this.#measure(this.#picture.numbers);
    this.#digits.measure();
    this.#draw();
  }

  highlight(highlights: Highlights): void {
    const [before, { focused }] = [this.#highlights.focused, highlights];
    this.#highlights = highlights;
    if (focused !== undefined && (focused.row !== before?.row || focused.column !== before.column))
      this.#viewport = this.#viewport.revealing(focused);
    this.#requestDraw();
  }

  placeAt(clientX: number, clientY: number): Place | undefined {
    if (this.#gestures.isMoving) return undefined;
    const { left, top } = this.#field.getBoundingClientRect();
    const { width, height } = this.#viewport.size;
    const [px, py] = [clientX - left, clientY - top];
    return px < 0 || py < 0 || px >= width || py >= height ? undefined : this.#viewport.placeAt(px, py);
  }

  zoomTo(place: Place): void {
    const close = this.#viewport.scale >= CLOSE;
    this.#show(close ? this.#viewport.revealing(place) : this.#viewport.closeTo(place, CLOSE));
  }

  key({ key, shiftKey }: KeyboardEvent): boolean {
    const direction = shiftKey ? DIRECTIONS[key] : undefined;
    if (direction !== undefined) this.#panStep(...direction);
    else if (key === "+" || key === "=") this.#zoomStep(true);
    else if (key === "-") this.#zoomStep(false);
    else if (key === "0") this.#fit();
    else if (key === "g") this.#buttons.focusGoTo();
    else return false;
    return true;
  }

  zoomBy(factor: number, px: number, py: number): void {
    this.#show(this.#viewport.zoomed(factor, px, py));
  }

  panBy(dx: number, dy: number): void {
    this.#show(this.#viewport.panned(dx, dy));
  }

  /** Zooms round the cell with focus, or else round the middle. */
  #zoomStep(inwards: boolean): void {
    const { focused } = this.#highlights;
    const { scale, x, y, size } = this.#viewport;
    const px = focused === undefined ? size.width / 2 : (focused.column + 0.5 - x) * scale;
    const py = focused === undefined ? size.height / 2 : (focused.row + 0.5 - y) * scale;
    this.zoomBy(inwards ? STEP : 1 / STEP, px, py);
  }

  /** Pans by a third of the field. */
  #panStep(right: number, down: number): void {
    const { width, height } = this.#viewport.size;
    this.panBy((-right * width) / 3, (-down * height) / 3);
  }

  #fit(): void {
    this.#show(Viewport.whole(this.#viewport.extent, this.#viewport.size));
  }

  #show(viewport: Viewport): void {
    this.#viewport = viewport;
    this.#requestDraw();
  }

  /** The whole matrix stays in view where it was; another matrix comes into view as a whole. */
  #measure({ rows, columns }: Extent): void {
    const before = this.#viewport;
    const { clientWidth: width, clientHeight: height } = this.#field;
    const extent = { rows, columns };
    const same = before.extent.rows === rows && before.extent.columns === columns;
    const keeps = same && before.size.width > 0 && !before.isWhole;
    this.#viewport = keeps ? before.resized({ width, height }) : Viewport.whole(extent, { width, height });
  }

  #requestDraw(): void {
    if (this.#drawRequested) return;
    this.#drawRequested = true;
    inNextFrame(() => this.#drawRequested && this.#draw());
  }

  #draw(): void {
    this.#drawRequested = false;
    const [picture, viewport, layer] = [this.#picture, this.#viewport, this.#cells.steps];
    if (picture === undefined || layer === undefined || viewport.isEmpty) return;
    const pixelRatio = picture.theme === "paper" ? 3 : devicePixelRatio;
    const frame = { picture, viewport, pixelRatio };
    this.#cells.paint(frame);
    this.#digits.draw(frame, layer);
    this.#showLabels(picture);
    this.#placeTable();
    this.#frames.show(this.#highlights, viewport);
    this.#buttons.show({
      whole: viewport.isWhole,
      closest: viewport.isClosest,
      pool: isPooled(viewport, pixelRatio) ? picture.pool : undefined,
    });
    this.#field.toggleAttribute("data-pans", !viewport.isWhole);
  }

  #showLabels(picture: Picture): void {
    const { from, to, scale, x, y, size } = this.#viewport;
    const { hovered, focused, chosen, mark } = this.#highlights;
    const here = hovered ?? focused ?? mark;
    this.#rows.show({
      from: from.row,
      to: to.row,
      scale,
      length: size.height,
      origin: y,
      label: (row) => rowLabel(picture, row),
      here: here.row,
      chosen: chosen.row,
    });
    this.#columns.show({
      from: from.column,
      to: to.column,
      scale,
      length: size.width,
      origin: x,
      label: (column) => columnLabel(picture, column),
      here: here.column,
      chosen: chosen.column,
    });
  }

  /** Lays the table's cells, which are not seen, over the painted ones: in the field alone, see styles.ts. */
  #placeTable(): void {
    const { scale, x, y } = this.#viewport;
    const { table, window } = this.#grid!;
    table.style.setProperty("--side", `${scale}px`);
    table.style.setProperty("--shift", `${(window.column - x) * scale}px, ${(window.row - y) * scale}px`);
    table.style.setProperty("--wide", `${window.columns * scale}px`);
  }
}
