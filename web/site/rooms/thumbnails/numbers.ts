// Inputs of the pictures: the same in every browser.
import { tensor, type Tensor } from "heed";

/** Numbers between −1 and 1 from a seed. */
export function drawn(seed: number, rows: number, columns: number, size = 1): Tensor {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return tensor(
    Float32Array.from({ length: rows * columns }, () => size * next()),
    [rows, columns],
  );
}

/** A one in each row, at the place that `places` names. */
export function oneHot(places: readonly (number | undefined)[], columns: number, size: number): Tensor {
  const data = new Float32Array(places.length * columns);
  for (const [row, place] of places.entries()) if (place !== undefined) data[row * columns + place] = size;
  return tensor(data, [places.length, columns]);
}

/** Unit vectors in the plane at angles in degrees. */
export function compass(...angles: readonly number[]): number[][] {
  return angles.map((angle) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]);
}
