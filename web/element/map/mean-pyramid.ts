// The overview by means: each pixel shows the mean of its cells.
import { isHatched, lineAt, linesOf, valueAt, type Numbers, type Scale } from "../../show/index.js";
import type { Layer } from "../colour/paint.js";
import type { Pyramid } from "./pyramid.js";

/** For each pixel the sum and the number of its cells, without the hatched ones. */
interface Sums {
  readonly totals: Float64Array;
  readonly counts: Uint32Array;
  readonly rows: number;
  readonly columns: number;
}

export class MeanPyramid implements Pyramid {
  readonly #numbers: Numbers;
  readonly #scale: Scale;
  readonly #layers: Layer[];
  #sums: Sums | undefined;

  constructor(base: Layer, numbers: Numbers, scale: Scale) {
    this.#numbers = numbers;
    this.#scale = scale;
    this.#layers = [base];
  }

  layer(k: number): Layer {
    while (this.#layers.length <= k) {
      this.#sums = this.#sums === undefined ? summed(this.#numbers, this.#scale) : halved(this.#sums);
      this.#layers.push(this.#coloured(this.#sums));
    }
    return this.#layers[k]!;
  }

  #coloured({ totals, counts, rows, columns }: Sums): Layer {
    const step = this.#scale.stepOfShare();
    return {
      steps: Uint8Array.from(totals, (total, at) => (counts[at] === 0 ? 0 : step(total / counts[at]!))),
      rows,
      columns,
    };
  }
}

/** Four cells to a pixel. Numbers of a line with its own domain are divided by its end, so that lines can be added. */
function summed(numbers: Numbers, scale: Scale): Sums {
  const sums = empty(numbers.rows, numbers.columns);
  const units = Float64Array.from({ length: linesOf(numbers, scale.along) }, (_, line) => scale.unitOf(numbers, line));
  for (let row = 0; row < numbers.rows; row++) {
    for (let column = 0; column < numbers.columns; column++) {
      const place = { row, column };
      if (isHatched(numbers, place)) continue;
      const at = (row >> 1) * sums.columns + (column >> 1);
      sums.totals[at]! += valueAt(numbers, place) / units[lineAt(place, scale.along)]!;
      sums.counts[at]!++;
    }
  }
  return sums;
}

function halved(from: Sums): Sums {
  const sums = empty(from.rows, from.columns);
  for (let row = 0, old = 0; row < from.rows; row++) {
    for (let column = 0; column < from.columns; column++, old++) {
      const at = (row >> 1) * sums.columns + (column >> 1);
      sums.totals[at]! += from.totals[old]!;
      sums.counts[at]! += from.counts[old]!;
    }
  }
  return sums;
}

function empty(rows: number, columns: number): Sums {
  const extent = { rows: Math.ceil(rows / 2), columns: Math.ceil(columns / 2) };
  const count = extent.rows * extent.columns;
  return { totals: new Float64Array(count), counts: new Uint32Array(count), ...extent };
}
