// The scale as it stands in a formula.
import { sizesOf, type State } from "../state/index.js";

/** " ∕ √2" as it follows the product; empty for no scale. */
export function scaleText(state: State): string {
  const { scale, width } = state;
  if (scale === "none") return "";
  if (scale === "sqrt-dk") return ` ∕ √${sizesOf(state).dim}`;
  if (scale === "sqrt-dmodel") return ` ∕ √${width}`;
  return ` · ${String(Number(scale.toPrecision(4))).replace("-", "\u2212")}`;
}
