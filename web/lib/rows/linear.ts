// The tensors of a linear layer.
import { gradientOf, kindOf, type RowText } from "./row.js";

/** The words of the sizes in src/calls.def. outIn, add, held: 0 or 1; activation, stored: numbers of one. */
export const LINEAR_SIZES = ["rows", "inputs", "outputs", "outIn", "activation", "add", "stored", "held"] as const;
export type LinearSizes = Readonly<Record<(typeof LINEAR_SIZES)[number], number>>;

const INPUTS: readonly RowText[] = [
  { name: "x", when: "given", axes: "rows inputs" },
  { name: "weight", when: "given", axes: "inputs > outputs" },
  { name: "bias", when: "given", axes: "outputs" },
];

export const LINEAR = kindOf(
  "linear",
  LINEAR_SIZES,
  [
    ...INPUTS,
    { name: "times", when: "given", axes: "rows outputs", inner: true },
    { name: "output", when: "forward", axes: "rows outputs" },
    { name: "preActivation", when: "kept", axes: "rows outputs" },
    { name: "slopes", when: "asked", axes: "rows outputs", inner: true },
  ],
  [{ name: "dOutput", when: "given", axes: "rows outputs" }, ...INPUTS.map(gradientOf)],
);
