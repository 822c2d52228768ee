// A matrix as a plate of colours beside a bar of them with its numbers. What it holds is also said in words or a table near it.
import { roundUp, tickText, rampOf, type RampName, onThemeChange, themeNow } from "../../../show/index.js";

export interface PlateShape {
  readonly rows: number;
  readonly columns: number;
  readonly ramp: RampName;
  /** The end of the colours; left out, it is the largest size there is, rounded up. */
  readonly end?: number;
}

export class Plate {
  readonly #canvas = document.createElement("canvas");
  readonly #bar = document.createElement("canvas");
  readonly #low = document.createElement("span");
  readonly #high = document.createElement("span");
  readonly #ramp: RampName;
  #shape: PlateShape;
  #data: ArrayLike<number> = [];

  /** @param host takes the plate; @param scale takes the bar, where there is to be one */
  constructor(host: HTMLElement, scale: HTMLElement | null, shape: PlateShape) {
    this.#ramp = shape.ramp;
    this.#shape = shape;
    for (const canvas of [this.#canvas, this.#bar]) canvas.setAttribute("aria-hidden", "true");
    this.#canvas.className = "colours";
    host.append(this.#canvas);
    scale?.classList.add("scale");
    scale?.replaceChildren(this.#low, this.#bar, this.#high);
    onThemeChange(() => this.#paint());
  }

  /** @param data rows × columns, row after row; NaN leaves a cell open */
  show(data: ArrayLike<number>, shape: Partial<Omit<PlateShape, "ramp">> = {}): void {
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
    paint(this.#bar, 1, BAR, (at) => colour(low + ((end - low) * at) / (BAR - 1)));
    paint(this.#canvas, rows, columns, (at) => colour(this.#data[at]!));
  }

  #colours(low: number, high: number): (value: number) => ArrayLike<number> {
    const ramp = rampOf(this.#ramp, themeNow(null));
    const last = ramp.length / 3 - 1;
    return (value) => {
      if (Number.isNaN(value)) return OPEN;
      const at = 3 * Math.round(last * Math.min(1, Math.max(0, (value - low) / (high - low))));
      return [ramp[at]!, ramp[at + 1]!, ramp[at + 2]!, 255];
    };
  }
}

const BAR = 64;
const OPEN = [0, 0, 0, 0];

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

export function largest(data: ArrayLike<number>): number {
  let most = 0;
  for (let at = 0; at < data.length; at++) if (Math.abs(data[at]!) > most) most = Math.abs(data[at]!);
  return most;
}

/** The columns that there are so far, as a matrix of all that there will be. */
export function fromColumns(columns: readonly ArrayLike<number>[], rows: number, all: number): Float32Array {
  const data = new Float32Array(rows * all).fill(NaN);
  columns.forEach((column, at) => {
    for (let row = 0; row < rows; row++) data[row * all + at] = column[row]!;
  });
  return data;
}
