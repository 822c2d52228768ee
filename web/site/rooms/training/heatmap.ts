// A matrix as coloured cells, with a bar that names the ends of the colours. Words or a table nearby say the same.
import { make, onThemeChange, rampOf, roundUp, themeNow, tickText, type RampName } from "../../../show/index.js";

export interface HeatmapShape {
  readonly rows: number;
  readonly columns: number;
  readonly ramp: RampName;
  /** The number at the end of the colours. If left out, it is the largest size in the data, rounded up. */
  readonly end?: number;
}

export class Heatmap {
  readonly #canvas = make("canvas", { class: "colours", "aria-hidden": "true" });
  readonly #bar = make("canvas", { "aria-hidden": "true" });
  readonly #low = make("span");
  readonly #high = make("span");
  readonly #ramp: RampName;
  #shape: HeatmapShape;
  #data: ArrayLike<number> = [];

  /** @param host takes the cells @param scale takes the bar, if there is one */
  constructor(host: HTMLElement, scale: HTMLElement | null, shape: HeatmapShape) {
    this.#ramp = shape.ramp;
    this.#shape = shape;
    host.append(this.#canvas);
    scale?.classList.add("scale");
    scale?.replaceChildren(this.#low, this.#bar, this.#high);
    onThemeChange(() => this.#paint());
  }

  /** @param data rows × columns, row after row; NaN leaves a cell without colour */
  show(data: ArrayLike<number>, shape: Partial<Omit<HeatmapShape, "ramp">> = {}): void {
    this.#data = data;
    this.#shape = { ...this.#shape, ...shape };
    this.#paint();
  }

  #paint(): void {
    const { rows, columns, end = roundUp(largest(this.#data)) } = this.#shape;
    const low = this.#ramp === "diverging" ? -end : 0;
    this.#low.textContent = tickText(low);
    this.#high.textContent = tickText(end);
    const colour = this.#colours(low, end);
    paint(this.#bar, 1, BAR_LENGTH, (at) => colour(low + ((end - low) * at) / (BAR_LENGTH - 1)));
    paint(this.#canvas, rows, columns, (at) => colour(this.#data[at]!));
  }

  #colours(low: number, high: number): (value: number) => ArrayLike<number> {
    const ramp = rampOf(this.#ramp, themeNow(null));
    const last = ramp.length / 3 - 1;
    return (value) => {
      if (Number.isNaN(value)) return TRANSPARENT;
      const at = 3 * Math.round(last * Math.min(1, Math.max(0, (value - low) / (high - low))));
      return [ramp[at]!, ramp[at + 1]!, ramp[at + 2]!, 255];
    };
  }
}

const BAR_LENGTH = 64;
const TRANSPARENT = [0, 0, 0, 0];

function paint(
  canvas: HTMLCanvasElement,
  rows: number,
  columns: number,
  colour: (at: number) => ArrayLike<number>,
): void {
  [canvas.width, canvas.height] = [columns, rows];
  const image = new ImageData(columns, rows);
  for (let at = 0; at < rows * columns; at++) image.data.set(colour(at), 4 * at);
  canvas.getContext("2d")!.putImageData(image, 0, 0);
}

/** The largest absolute value. */
export function largest(data: ArrayLike<number>): number {
  let most = 0;
  for (let at = 0; at < data.length; at++) if (Math.abs(data[at]!) > most) most = Math.abs(data[at]!);
  return most;
}

/** The columns so far in a matrix of `count` columns. The cells of later columns are NaN. */
export function fromColumns(columns: readonly ArrayLike<number>[], rows: number, count: number): Float32Array {
  const data = new Float32Array(rows * count).fill(NaN);
  columns.forEach((column, at) => {
    for (let row = 0; row < rows; row++) data[row * count + at] = column[row]!;
  });
  return data;
}
