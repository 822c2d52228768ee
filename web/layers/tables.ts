// The tensors and sizes of the call "linear" of src/bindings.cpp.
import type { Rows } from "../lib/call/index.js";

export const LINEAR_SIZES = ["rows", "inputs", "outputs", "outIn", "activation", "add"] as const;
export type LinearSizes = Readonly<Record<(typeof LINEAR_SIZES)[number], number>>;

const outputs = (s: LinearSizes): number[] => [s.rows, s.outputs];
const inputs = (s: LinearSizes): number[] => [s.rows, s.inputs];
/** The caller decides the layout of the weight, so only the product of its extents counts here. */
const weight = (s: LinearSizes): number[] => [s.inputs, s.outputs];
const bias = (s: LinearSizes): number[] => [s.outputs];

const FORWARD: Rows<LinearSizes>["forward"] = [
  { name: "x", when: "given", extents: inputs },
  { name: "weight", when: "given", extents: weight },
  { name: "bias", when: "given", extents: bias },
  { name: "output", when: "forward", extents: outputs },
  { name: "preActivation", when: "kept", extents: outputs },
];

export const LINEAR: Rows<LinearSizes> = {
  forward: FORWARD,
  backward: [
    ...FORWARD,
    { name: "dOutput", when: "given", extents: outputs },
    { name: "dx", when: "gradient", extents: inputs },
    { name: "dweight", when: "gradient", extents: weight },
    { name: "dbias", when: "gradient", extents: bias },
  ],
};
