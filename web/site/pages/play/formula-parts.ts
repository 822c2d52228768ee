// Parts of the formulas, as HTML.
import { sizesOf, type State } from "../../rooms/state/index.js";

/** Queries, keys, values and outputs have one colour each on all pages. */
const COLOURS: Readonly<Record<string, string>> = { q: "query", k: "key", v: "value", o: "output", c: "output" };

/** A letter of a formula, in the colour of `named`. */
export const i = (letter: string, named = letter): string => {
  const colour = COLOURS[named.toLowerCase()[0]!];
  return colour === undefined ? `<i>${letter}</i>` : `<i class="is-${colour}">${letter}</i>`;
};
/** A weight matrix. */
export const w = (letter: string): string => i(`W<sub>${letter}</sub>`, letter);
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
