// How large the small picture of a head is. Its numbers become whole pixels of the screen, so none is lost or blurred.
import { pooledSide } from "../../../../statistics/index.js";

/** The room round a tile and that of the caption below it, in CSS pixels. */
export const GAP = 8;
export const CAPTION = 20;
/** The room of the rows' names. */
export const LABEL = 36;
const SMALLEST = 28;
const LARGEST = 112;
const MOST_NUMBERS = 64;
/** Pictures of more heads are coarser, so that all of them together stay small. */
const FEW_HEADS = 512;

/** The width that a tile should have where `heads` stand beside one another. */
function wantedWidth(room: number, heads: number): number {
  return Math.max(SMALLEST, Math.min(LARGEST, Math.floor((room - LABEL) / heads - GAP)));
}

/** How many numbers a small picture may have on a side. */
export function sideFor(room: number, heads: number, layers: number): number {
  const coarser = heads * layers <= FEW_HEADS ? 1 : heads * layers <= 4 * FEW_HEADS ? 2 : 4;
  return Math.floor(Math.min(MOST_NUMBERS, wantedWidth(room, heads) * devicePixelRatio) / coarser);
}

export interface TileSizes {
  /** Pixels of the screen for each number of a picture. */
  readonly pixels: number;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The size of a tile for a matrix of rows × columns, pooled to at most `side` numbers a side. */
export function tileSizes(
  room: number,
  heads: number,
  extent: { rows: number; columns: number },
  side: number,
): TileSizes {
  const [rows, columns] = [pooledSide(extent.rows, side), pooledSide(extent.columns, side)];
  const wanted = wantedWidth(room, heads) * devicePixelRatio;
  const pixels = Math.max(1, Math.floor(wanted / Math.max(rows, columns)));
  return { pixels, width: (columns * pixels) / devicePixelRatio, height: (rows * pixels) / devicePixelRatio };
}

/** How many tiles have room beside one another. */
export function tilesAcross(room: number, { width }: TileSizes): number {
  return Math.max(1, Math.floor((room - LABEL) / (Math.max(width, SMALLEST) + GAP)));
}

/** The width of a tile's place in the grid. */
export function placeWidth({ width }: TileSizes): number {
  return Math.max(width, SMALLEST) + GAP;
}

export function placeHeight({ height }: TileSizes): number {
  return Math.max(height, SMALLEST) + CAPTION + GAP;
}
