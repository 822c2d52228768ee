// The heat map of a matrix too large to stand cell by cell: what is in view of it, zoomed and panned.
import { Axis } from "./axis.js";
import { Gestures, type GestureTarget } from "./gestures.js";
import type { GridTable } from "../grid/grid-table.js";
import { MapDigits } from "./map-digits.js";
import { make, type Extent, type Place } from "../../show/index.js";
import { MapControls } from "./map-controls.js";
import { isPooled, MapCells } from "./map-cells.js";
import { columnLabel, rowLabel, type Picture, type Pool } from "../picture.js";
import { HighlightFrames } from "./highlight-frames.js";
import {
  closeTo,
  held,
  isClosest,
  isWhole,
  panned,
  placeAt,
  revealing,
  whole,
  zoomed,
  type Viewport,
  type Size,
} from "./viewport.js";
import type { Highlights, Layout } from "../layout.js";
import { writeCells } from "../grid/write-cells.js";

const STEP = 2;
/** How close "go to" goes. */
const CLOSE = 40;
/** Beyond these proportions the field keeps them, and part of it stays empty. */
const PROPORTIONS = [0.5, 2] as const;
const DARK: Highlights = { hovered: undefined, focused: undefined, chosen: {}, mark: {} };

/** What readers ask for beside the field, and who does it. */
export interface MapRequests {
  readonly goTo: (place: Place) => void;
  readonly complain: (sentence: string) => void;
  readonly pool: (pool: Pool) => void;
}

export class MapLayout implements Layout, GestureTarget {
  readonly root = make("div", { class: "map" });
  readonly showsAllDigits = false;
  readonly showsCells = true;
  readonly controls: HTMLElement;
  readonly #buttons: MapControls;
  readonly #field = make("div", { class: "field" });
  readonly #cells = new MapCells();
  readonly #digits = new MapDigits(make("canvas", { class: "ink", "aria-hidden": "true" }));
  readonly #frames = new HighlightFrames();
  readonly #rows = new Axis("rows");
  readonly #columns = new Axis("columns");
  readonly #gestures: Gestures;
  #picture: Picture | undefined;
  #grid: GridTable | undefined;
  #size: Size = { width: 0, height: 0 };
  #viewport: Viewport = { scale: 1, x: 0, y: 0 };
  #highlights = DARK;
  #drawRequested = false;

  constructor(asked: MapRequests) {
    this.#field.append(this.#cells.canvas, this.#digits.canvas, ...this.#frames.elements);
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

  get isWhole(): boolean {
    return isWhole(this.#viewport, this.#extent, this.#size);
  }

  get takesWheel(): boolean {
    return this.#highlights.focused !== undefined;
  }

  get #extent(): Extent {
    return this.#picture?.numbers ?? { rows: 0, columns: 0 };
  }

  show(picture: Picture, grid: GridTable): void {
    const fresh =
      this.#picture === undefined ||
      this.#extent.rows !== picture.numbers.rows ||
      this.#extent.columns !== picture.numbers.columns;
    this.#picture = picture;
    this.#grid = grid;
    if (grid.table.parentNode !== this.#field) this.#field.append(grid.table);
    this.#digits.measure();
    const { rows, columns } = picture.numbers;
    this.root.style.setProperty(
      "--ratio",
      String(Math.min(PROPORTIONS[1], Math.max(PROPORTIONS[0], columns / Math.max(1, rows)))),
    );
    this.#cells.build(picture);
    this.#measure(fresh);
    this.#draw();
  }

  refit(): void {
    if (this.#picture === undefined || this.#grid === undefined) return;
    this.#measure(false);
    writeCells(this.#grid, this.#picture, 9);
    this.#draw();
  }

  highlight(highlights: Highlights): void {
    const { focused } = highlights;
    const moved =
      focused !== undefined &&
      (focused.row !== this.#highlights.focused?.row || focused.column !== this.#highlights.focused.column);
    this.#highlights = highlights;
    if (moved) this.#viewport = revealing(this.#viewport, focused, this.#extent, this.#size);
    this.#requestDraw();
  }

  placeAt(clientX: number, clientY: number): Place | undefined {
    if (this.#gestures.isMoving) return undefined;
    const { left, top } = this.#field.getBoundingClientRect();
    const [px, py] = [clientX - left, clientY - top];
    if (px < 0 || py < 0 || px >= this.#size.width || py >= this.#size.height) return undefined;
    return placeAt(this.#viewport, px, py, this.#extent);
  }

  zoomTo(place: Place): void {
    if (this.#viewport.scale < CLOSE) this.#set(closeTo(place, CLOSE, this.#extent, this.#size));
    else this.#set(revealing(this.#viewport, place, this.#extent, this.#size));
  }

  key(event: KeyboardEvent): boolean {
    const arrow = /^Arrow(Left|Up|Right|Down)$/.exec(event.key)?.[1];
    if (event.shiftKey && arrow !== undefined)
      this.panStep(arrow === "Right" ? 1 : arrow === "Left" ? -1 : 0, arrow === "Down" ? 1 : arrow === "Up" ? -1 : 0);
    else if (event.key === "+" || event.key === "=") this.zoomStep(true);
    else if (event.key === "-") this.zoomStep(false);
    else if (event.key === "0") this.#set(whole(this.#extent, this.#size));
    else if (event.key === "g") this.#buttons.focusGoTo();
    else return false;
    return true;
  }

  zoomBy(factor: number, px: number, py: number): void {
    this.#set(zoomed(this.#viewport, factor, px, py, this.#extent, this.#size));
  }

  panBy(dx: number, dy: number): void {
    this.#set(panned(this.#viewport, dx, dy, this.#extent, this.#size));
  }

  /** Round the cell the reader is at, or else round the middle. */
  zoomStep(inwards: boolean): void {
    const { focused } = this.#highlights;
    const { scale, x, y } = this.#viewport;
    const stop = focused ?? undefined;
    const [px, py] =
      stop === undefined
        ? [this.#size.width / 2, this.#size.height / 2]
        : [(stop.column + 0.5 - x) * scale, (stop.row + 0.5 - y) * scale];
    this.zoomBy(inwards ? STEP : 1 / STEP, px, py);
  }

  /** A third of what is in view. */
  panStep(right: number, down: number): void {
    this.panBy((-right * this.#size.width) / 3, (-down * this.#size.height) / 3);
  }

  #set(viewport: Viewport): void {
    this.#viewport = viewport;
    this.#requestDraw();
  }

  #measure(fresh: boolean): void {
    const { clientWidth: width, clientHeight: height } = this.#field;
    const wasWhole = fresh || this.#size.width === 0 || this.isWhole;
    this.#size = { width, height };
    this.#viewport = wasWhole ? whole(this.#extent, this.#size) : held(this.#viewport, this.#extent, this.#size);
  }

  #requestDraw(): void {
    if (this.#drawRequested) return;
    this.#drawRequested = true;
    requestAnimationFrame(() => {
      this.#drawRequested = false;
      this.#draw();
    });
  }

  #draw(): void {
    const picture = this.#picture;
    const steps = this.#cells.steps;
    if (
      picture === undefined ||
      steps === undefined ||
      this.#size.width === 0 ||
      this.#extent.rows === 0 ||
      this.#extent.columns === 0
    )
      return;
    const { rows, columns } = this.#extent;
    const { scale, x, y } = this.#viewport;
    const from = { row: Math.floor(y), column: Math.floor(x) };
    const to = {
      row: Math.min(rows, Math.ceil(y + this.#size.height / scale)) - 1,
      column: Math.min(columns, Math.ceil(x + this.#size.width / scale)) - 1,
    };
    const view = {
      picture,
      viewport: this.#viewport,
      size: this.#size,
      pixelRatio: picture.theme === "paper" ? 3 : devicePixelRatio,
      from,
      to,
    };
    this.#cells.paint(view);
    this.#digits.draw({ ...view, steps });
    this.#label(picture, from, to);
    this.#place();
    const pool = isPooled(this.#extent, this.#size, view.pixelRatio) ? picture.pool : undefined;
    this.#buttons.show({ whole: this.isWhole, closest: isClosest(this.#viewport, this.#extent, this.#size), pool });
    this.#field.toggleAttribute("data-pans", !this.isWhole);
  }

  #label(picture: Picture, from: Place, to: Place): void {
    const { scale, x, y } = this.#viewport;
    const here = this.#highlights.hovered ?? this.#highlights.focused;
    const { chosen, mark: marked } = this.#highlights;
    this.#rows.show({
      from: from.row,
      to: to.row,
      scale,
      length: this.#size.height,
      origin: y,
      label: (row) => rowLabel(picture, row),
      here: here?.row ?? marked.row,
      chosen: chosen.row,
    });
    this.#columns.show({
      from: from.column,
      to: to.column,
      scale,
      length: this.#size.width,
      origin: x,
      label: (column) => columnLabel(picture, column),
      here: here?.column ?? marked.column,
      chosen: chosen.column,
    });
  }

  /** The table's cells lie over the painted ones. */
  #place(): void {
    const { scale, x, y } = this.#viewport;
    const { table, window } = this.#grid!;
    table.style.setProperty("--side", `${scale}px`);
    table.style.transform = `translate(${(window.column - x) * scale}px, ${(window.row - y) * scale}px)`;
    table.style.width = `${window.columns * scale}px`;
    this.#frames.show(this.#highlights, this.#extent, this.#viewport, this.#size);
  }
}
