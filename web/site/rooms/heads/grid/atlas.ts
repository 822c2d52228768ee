// All small pictures on one canvas, under the cells of the grid.
import { likelyTheme, rampOf, STEPS, type Theme } from "../../../../show/index.js";
import type { ScannedHead } from "../source.js";
import type { Look } from "../look.js";

export interface AtlasTile {
  /** In pixels of the canvas. */
  readonly x: number;
  readonly y: number;
  readonly head: ScannedHead;
}

export interface AtlasLook {
  readonly pool: Look["pool"];
  /** The end of the colours of all heads; undefined where each has its own. */
  readonly end: number | undefined;
  readonly theme: Theme;
  /** Pixels of the canvas for each number. */
  readonly pixels: number;
}

export function lookNow(state: Look, pixels: number, scanned: Iterable<ScannedHead>): AtlasLook {
  const { pool, domain } = state;
  let end = 0;
  if (domain === "one") for (const head of scanned) end = Math.max(end, head.thumbnail.largest[pool]);
  return { pool, end: domain === "one" ? end : undefined, theme: likelyTheme(null, undefined), pixels };
}

/** Paints some tiles; the others stay. */
export function paintTiles(canvas: HTMLCanvasElement, tiles: readonly AtlasTile[], look: AtlasLook): void {
  const context = canvas.getContext("2d");
  for (const { x, y, head } of tiles) context?.putImageData(imageOf(head, look), x, y);
}

function imageOf({ thumbnail, statistics }: ScannedHead, { pool, end, theme, pixels }: AtlasLook): ImageData {
  const { rows, columns } = thumbnail;
  const signed = statistics.lowest < 0;
  const high = end ?? thumbnail.largest[pool];
  const colours = coloursOf(signed, theme);
  const [from, span] = signed ? [-high, 2 * high] : [0, high];
  const perValue = span > 0 ? (STEPS - 1) / span : 0;
  const width = columns * pixels;
  const image = new ImageData(width, rows * pixels);
  const into = new Uint32Array(image.data.buffer);
  const values = thumbnail[pool];
  for (let row = 0, at = 0; row < rows; row++) {
    const begin = row * pixels * width;
    for (let column = 0, x = begin; column < columns; column++) {
      const value = values[at++]!;
      const step = (value - from) * perValue;
      // NaN is above nothing and below nothing.
      const index = step >= STEPS - 1 ? STEPS : step > 0 ? (1.5 + step) | 0 : value === value ? 1 : 0;
      const colour = colours[index]!;
      for (const next = x + pixels; x < next; x++) into[x] = colour;
    }
    for (let line = 1; line < pixels; line++) into.copyWithin(begin + line * width, begin, begin + width);
  }
  return image;
}

const made = new Map<string, Uint32Array>();

/** Colours of steps 1 to 255 as pixels; 0 is for NaN. */
function coloursOf(signed: boolean, theme: Theme): Uint32Array {
  const key = `${signed} ${theme}`;
  let colours = made.get(key);
  if (colours === undefined) {
    const ramp = rampOf(signed ? "diverging" : "sequential", theme);
    const bytes = new Uint8Array(4 * (STEPS + 1));
    bytes.set([156, 43, 18, 255]);
    for (let step = 1; step <= STEPS; step++) bytes.set([...ramp.subarray(3 * step - 3, 3 * step), 255], 4 * step);
    made.set(key, (colours = new Uint32Array(bytes.buffer)));
  }
  return colours;
}
