// Parts of the formulas, as HTML.
import { sizesOf, type State } from "../state/index.js";

/** A letter of a formula. */
export const i = (letter: string): string => `<i>${letter}</i>`;
/** A weight matrix. */
export const w = (letter: string): string => `${i("W")}<sub>${letter}</sub>`;
/** Transposed. */
export const T = "<sup>T</sup>";

/** The scale: " ∕ √2" as it follows the product; empty for no scale. */
export function scaleText(state: State): string {
  const { scale, width } = state;
  if (scale === "none") return "";
  if (scale === "sqrt-dk") return ` ∕ √${sizesOf(state).dim}`;
  if (scale === "sqrt-dmodel") return ` ∕ √${width}`;
  return ` · ${String(Number(scale.toPrecision(4))).replace("-", "\u2212")}`;
}
