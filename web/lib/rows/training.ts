// The tensors of what training needs beside layers: an embedding, cross-entropy, and a step of AdamW.
import { gradientOf, kindOf, type RowText } from "./row.js";

/** The words of the sizes in src/calls.def. */
export const EMBEDDING_SIZES = ["rows", "tokens", "vocab", "dim", "first"] as const;

const TABLES: readonly RowText[] = [
  { name: "table", when: "given", axes: "vocab dim" },
  { name: "positions", when: "given", axes: "tokens dim" },
];

export const EMBEDDING = kindOf(
  "embedding",
  EMBEDDING_SIZES,
  [
    { name: "ids", when: "given", axes: "rows", holds: "integers" },
    ...TABLES,
    { name: "output", when: "forward", axes: "rows dim" },
  ],
  [{ name: "dOutput", when: "given", axes: "rows dim" }, ...TABLES.map(gradientOf)],
);

export const CROSS_ENTROPY_SIZES = ["rows", "classes"] as const;

const LOGITS: RowText = { name: "x", when: "given", axes: "rows classes" };

export const CROSS_ENTROPY = kindOf(
  "crossEntropy",
  CROSS_ENTROPY_SIZES,
  [
    LOGITS,
    { name: "targets", when: "given", axes: "rows", holds: "integers" },
    { name: "output", when: "forward", axes: "rows" },
    { name: "moments", when: "saved", axes: "rows 2" },
  ],
  [gradientOf(LOGITS)],
);

/** The means of all parameters lie one after another. value and gradient are pointed at, a parameter at a time. */
export const ADAM = kindOf(
  "adam",
  ["count"],
  [
    { name: "mean", when: "given", axes: "count" },
    { name: "square", when: "given", axes: "count" },
  ],
);

/** The sum is one double. The gradients are pointed at, a parameter at a time. */
export const SQUARES = kindOf("squares", ["count"], [{ name: "sum", when: "given", axes: "2" }]);
