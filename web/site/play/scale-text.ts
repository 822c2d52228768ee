// The scale as it stands in a formula.
import { sizesOf, type State } from "../state/index.js";

/** " ∕ √2" as it follows the product; empty for no scale. */
export function scaleText({ scale, width, ...rest }: State): string {
  const { dim } = sizesOf({ width, ...rest } as State);
  if (scale === "none") return "";
  if (scale === "sqrt-dk") return ` ∕ √${dim}`;
  if (scale === "sqrt-dmodel") return ` ∕ √${width}`;
  return ` · ${String(Number(scale.toPrecision(4))).replace("-", "\u2212")}`;
}
