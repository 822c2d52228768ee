// The grid of all heads: pictures on one canvas, the table over them, and what they are sorted and coloured by.
import { digits, make, onThemeChange, rampOf, STEPS } from "../../../../show/index.js";
import { languageNow, phrase } from "../../../kit/texts/index.js";
import type { Look } from "../look.js";
import type { HeadPlace, HeadSource, ScannedHead } from "../source.js";
import { lookNow, paintTiles, type AtlasLook, type AtlasTile } from "./atlas.js";
import { captionOf, spokenHead } from "./head-words.js";
import { HeadsTable, type TableEvents } from "./heads-table.js";
import { orderOf, type GridOrder } from "./order.js";
import { GAP, LABEL, placeHeight, placeWidth, sideFor, tilesAcross, tileSizes, type TileSizes } from "./tile-sizes.js";

/** The height of the heads' numbers. */
const HEADER = 24;

export class GridView {
  readonly #section: HTMLElement;
  /** It is as wide as the section, also where the section is hidden. */
  readonly #frame: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #sheet = make("div", { class: "sheet-of-heads" });
  readonly #canvas = make("canvas", { "aria-hidden": "true" });
  readonly #table: HeadsTable;
  #opened: HeadSource | undefined;
  #state: Look | undefined;
  #marked: readonly HeadPlace[] = [];
  #sizes: TileSizes = { pixels: 1, width: 0, height: 0 };
  #order: GridOrder = { rows: [], byLayer: true };
  #side = 0;
  #room = 0;
  #seen = 0;
  #key = "";

  constructor(scroller: HTMLElement, bar: HTMLElement, events: TableEvents) {
    this.#section = scroller.closest("section")!;
    this.#frame = this.#section.parentElement!;
    this.#bar = bar;
    this.#table = new HeadsTable(events);
    this.#sheet.append(this.#canvas, this.#table.root);
    scroller.append(this.#sheet);
    onThemeChange(() => this.#paintAll());
    const resized = new ResizeObserver(() => {
      this.#seen = this.#widthNow;
      if (this.#room !== this.#seen) this.#layOut();
    });
    for (const element of [this.#section, this.#frame]) resized.observe(element);
  }

  /** The most numbers on a side of the pictures that are asked for. */
  sideFor({ facts }: HeadSource): number {
    return (this.#side = sideFor(this.#width, facts.heads, facts.layers));
  }

  /** Whether a number of a picture stands for several cells. */
  get isPooled(): boolean {
    const { rows, columns } = this.#opened!.facts;
    return Math.max(rows, columns) > this.#side;
  }

  /** Prepares for pictures of another size, which come from now on. */
  prepare(): void {
    this.#layOut();
  }

  /** Lays out again only what has changed: a reader who comes back from a head finds the grid as it was. */
  show(opened: HeadSource, state: Look): void {
    const { sort, layers, pool, domain } = state;
    const key = [
      languageNow(),
      sort,
      layers,
      pool,
      domain,
      opened.scanned.size,
      this.#side,
      this.#width,
      devicePixelRatio,
    ].join();
    const isSame = opened === this.#opened && key === this.#key;
    this.#opened = opened;
    this.#state = state;
    this.#key = key;
    if (!isSame) this.#layOut();
    this.#table.open(state.head);
  }

  /** Paints heads as they come. Sorted, or with one domain, all of them may change; that waits for the last. */
  add(heads: readonly ScannedHead[]): void {
    for (const head of heads) this.#write(head);
    if (this.#order.byLayer) this.#paint(heads);
  }

  mark(marked: readonly HeadPlace[]): void {
    this.#marked = marked;
    this.#table.mark(marked);
  }

  focus(place?: HeadPlace): void {
    this.#table.focus(place);
  }

  get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }

  /** What the picture of all heads needs for its words: each row's heads, and where they stand on the canvas. */
  get plan(): { order: GridOrder; sizes: TileSizes; ratio: number } {
    return { order: this.#order, sizes: this.#sizes, ratio: devicePixelRatio };
  }

  /** The width as it was seen last. Asking for it makes the browser lay out the page. */
  get #width(): number {
    return this.#seen || this.#widthNow;
  }

  get #widthNow(): number {
    return this.#section.clientWidth || this.#frame.clientWidth;
  }

  #layOut(): void {
    const [opened, state] = [this.#opened, this.#state];
    if (opened === undefined || state === undefined || this.#width === 0) return;
    this.#room = this.#width;
    this.#sizes = tileSizes(this.#room, opened.facts.heads, opened.facts, this.#side);
    this.#order = orderOf(opened, state, tilesAcross(this.#room, this.#sizes));
    const { style } = this.#sheet;
    style.setProperty("--place", `${placeWidth(this.#sizes)}px`);
    style.setProperty("--place-height", `${placeHeight(this.#sizes)}px`);
    style.setProperty("--tile", `${this.#sizes.width}px`);
    style.setProperty("--tile-height", `${this.#sizes.height}px`);
    this.#table.show(this.#order);
    this.#table.mark(this.#marked);
    for (const place of this.#order.rows.flat()) this.#write(place);
    this.#paintAll();
  }

  #write(place: HeadPlace): void {
    const [opened, { sort }] = [this.#opened!, this.#state!];
    const isProblem = opened.statisticsOf(place)?.problem !== undefined;
    this.#table.write(place, captionOf(opened, place, sort), spokenHead(opened, place, sort), isProblem);
  }

  #paintAll(): void {
    const [opened, rows] = [this.#opened, this.#order.rows];
    if (opened === undefined || rows.length === 0) return;
    const columns = Math.max(...rows.map(({ length }) => length));
    const [width, height] = [columns * placeWidth(this.#sizes), rows.length * placeHeight(this.#sizes)];
    Object.assign(this.#canvas.style, {
      insetInlineStart: `${LABEL}px`,
      insetBlockStart: `${this.#order.byLayer ? HEADER : 0}px`,
      inlineSize: `${width}px`,
      blockSize: `${height}px`,
    });
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(height * devicePixelRatio);
    performance.mark("heed-atlas-begins");
    this.#paint(opened.scanned.values());
    performance.measure("heed-atlas", "heed-atlas-begins");
  }

  #paint(heads: Iterable<ScannedHead>): void {
    const look = lookNow(this.#state!, this.#sizes.pixels, this.#opened!.scanned.values());
    const tiles = this.#tilesOf(heads);
    paintTiles(this.#canvas, tiles, look);
    this.#showBar(look);
  }

  #tilesOf(heads: Iterable<ScannedHead>): AtlasTile[] {
    const [wide, high] = [placeWidth(this.#sizes), placeHeight(this.#sizes)];
    const at = new Map<string, { x: number; y: number }>();
    this.#order.rows.forEach((places, row) =>
      places.forEach(({ layer, head }, column) =>
        at.set(`${layer}.${head}`, {
          x: Math.round((column * wide + (wide - this.#sizes.width) / 2) * devicePixelRatio),
          y: Math.round((row * high + GAP / 2) * devicePixelRatio),
        }),
      ),
    );
    return Array.from(heads).flatMap((head) => {
      const place = at.get(`${head.layer}.${head.head}`);
      return place === undefined ? [] : [{ ...place, head }];
    });
  }

  #showBar({ end, theme }: AtlasLook): void {
    const ramp = rampOf("sequential", theme);
    const stops = Array.from({ length: 9 }, (_, at) => {
      const step = 3 * Math.round((at / 8) * (STEPS - 1));
      return `rgb(${ramp.subarray(step, step + 3).join(" ")})`;
    });
    this.#bar.style.setProperty("--ramp", `linear-gradient(to right, ${stops.join(", ")})`);
    this.#bar.querySelector<HTMLElement>(".end")!.dataset["end"] =
      end === undefined ? phrase("heads.bar-own") : digits(end, 2);
  }
}
