// The five words of lesson 2, and where they lie in the plane at first. The places are made up.
import type { Point } from "../../kit/charts/index.js";

export const PLACES: readonly Point[] = [
  [0.4, 0.3],
  [1.6, 0.9],
  [0.6, -0.8],
  [-0.9, 0.7],
  [1, 1.7],
];
export const ANIMAL = 1;
export const TIRED = 4;
