// All small pictures on one canvas, under the cells of the grid.
import { rampOf, STEPS, themeNow, type Theme } from "../../../show/index.js";
import type { ScannedHead } from "../requests.js";
import type { State } from "../state.js";

export interface AtlasTile {
  /** In pixels of the canvas. */
  readonly x: number;
  readonly y: number;
  readonly head: ScannedHead;
}

export interface AtlasLook {
  readonly pool: State["pool"];
  /** The end of the colours of all heads; undefined where each has its own. */
  readonly end: number | undefined;
  readonly theme: Theme;
  /** Pixels of the canvas for each number. */
  readonly pixels: number;
}

export function lookNow(state: State, pixels: number, scanned: Iterable<ScannedHead>): AtlasLook {
  const { pool, domain } = state;
  let end = 0;
  if (domain === "one") for (const head of scanned) end = Math.max(end, largestOf(head, pool));
  return { pool, end: domain === "one" ? end : undefined, theme: themeNow(null), pixels };
}

export function largestOf({ thumbnail }: ScannedHead, pool: State["pool"]): number {
  let largest = 0;
  for (const value of thumbnail[pool]) {
    const size = Math.abs(value);
    if (size > largest && size < Infinity) largest = size;
  }
  return largest;
}

/** Paints some tiles; the others stay. */
export function paintTiles(canvas: HTMLCanvasElement, tiles: readonly AtlasTile[], look: AtlasLook): void {
  const context = canvas.getContext("2d");
  for (const { x, y, head } of tiles) context?.putImageData(imageOf(head, look), x, y);
}

function imageOf(head: ScannedHead, { pool, end, theme, pixels }: AtlasLook): ImageData {
  const { rows, columns } = head.thumbnail;
  const values = head.thumbnail[pool];
  const signed = head.statistics.lowest < 0;
  const colours = coloursOf(signed, theme);
  const high = end ?? largestOf(head, pool);
  const [from, span] = signed ? [-high, 2 * high] : [0, high];
  const image = new ImageData(columns * pixels, rows * pixels);
  const into = new Uint32Array(image.data.buffer);
  const width = columns * pixels;
  for (let row = 0; row < rows; row++) {
    const begin = row * pixels * width;
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column]!;
      const place = span > 0 ? Math.min(1, Math.max(0, (value - from) / span)) : 0;
      const colour = value === value ? colours[1 + Math.round((STEPS - 1) * place)]! : colours[0]!;
      into.fill(colour, begin + column * pixels, begin + (column + 1) * pixels);
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
