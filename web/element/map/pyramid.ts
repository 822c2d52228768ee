// A matrix of steps at its full size and at a half, a quarter … of it, for when there are more cells than pixels.
import { MIDDLE } from "../../show/index.js";
import type { Layer } from "../colour/paint.js";

export interface Pyramid {
  /** The picture with up to 2ᵏ × 2ᵏ cells to a pixel. Layer 0 has a pixel for each cell. */
  layer(k: number): Layer;
}

/** Each pixel shows the strongest of its cells, so that a single strong weight is seen. */
export class StrongestPyramid implements Pyramid {
  readonly #layers: Layer[];
  readonly #strength: Int16Array;

  /** The strength of a signed step is its distance from the middle one. */
  constructor(base: Layer, signed: boolean) {
    this.#layers = [base];
    this.#strength = Int16Array.from({ length: 256 }, (_, step) =>
      step === 0 ? -1 : signed ? Math.abs(step - MIDDLE) : step,
    );
  }

  layer(k: number): Layer {
    while (this.#layers.length <= k) {
      const from = this.#layers.at(-1)!;
      const to = halfOf(from);
      halve(from, to, this.#strength);
      this.#layers.push(to);
    }
    return this.#layers[k]!;
  }

  /** Makes layer 1, a number of its rows at a time. */
  *begin(most: number): Generator<void, void> {
    const from = this.#layers[0]!;
    const to = halfOf(from);
    for (let row = 0; row < to.rows; row += most) {
      halve(from, to, this.#strength, row, Math.min(to.rows, row + most));
      yield;
    }
    this.#layers.push(to);
  }
}

function halfOf(from: Layer): Layer {
  const [rows, columns] = [Math.ceil(from.rows / 2), Math.ceil(from.columns / 2)];
  return { steps: new Uint8Array(rows * columns), rows, columns };
}

function halve(from: Layer, { steps, rows, columns }: Layer, strength: Int16Array, first = 0, end = rows): void {
  for (let row = first; row < end; row++) {
    const upper = 2 * row * from.columns;
    const lower = 2 * row + 1 < from.rows ? upper + from.columns : upper;
    for (let column = 0; column < columns; column++) {
      const left = 2 * column;
      const right = left + 1 < from.columns ? left + 1 : left;
      let best = from.steps[upper + left]!;
      let other = from.steps[upper + right]!;
      if (strength[other]! > strength[best]!) best = other;
      other = from.steps[lower + left]!;
      if (strength[other]! > strength[best]!) best = other;
      other = from.steps[lower + right]!;
      if (strength[other]! > strength[best]!) best = other;
      steps[row * columns + column] = best;
    }
  }
}
