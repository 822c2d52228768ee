// The tensors of a normalisation.
import { gradientOf, kindOf, type RowText } from "./row.js";

/** The words of the sizes in src/calls.def. rms is 0 or 1. */
export const NORM_SIZES = ["rows", "dim", "rms"] as const;

const INPUTS: readonly RowText[] = [
  { name: "x", when: "given", axes: "rows dim" },
  { name: "gain", when: "given", axes: "dim" },
  { name: "bias", when: "given", axes: "dim" },
];

export const NORM = kindOf(
  "norm",
  NORM_SIZES,
  [
    ...INPUTS,
    { name: "output", when: "forward", axes: "rows dim" },
    { name: "moments", when: "saved", axes: "rows 3" },
  ],
  [{ name: "dOutput", when: "given", axes: "rows dim" }, ...INPUTS.map(gradientOf)],
);
