import "heed/element";
import type { SvelteHTMLElements } from "svelte/elements";
export const good: SvelteHTMLElements["attention-matrix"] = {
  class: "x",
  matrix: { data: [1], shape: [1, 1] },
  "onmatrix-open": (event) => event.detail.row,
};
// @ts-expect-error: a kind that does not exist
export const bad: SvelteHTMLElements["attention-matrix"] = { kind: "values" };
