// The tensors of attention, and those that options bring to every kind of call.
import { gradientOf, kindOf, keepableOf, type RowText } from "./row.js";

/** The words of the sizes in src/calls.def. */
export const ATTENTION_SIZES = ["batch", "heads", "kvHeads", "queries", "keys", "dim", "valueDim"] as const;
export type AttentionSizes = Readonly<Record<(typeof ATTENTION_SIZES)[number], number>>;

const PAIRS = "batch heads queries keys";
const SCORE_ROWS = "batch heads queries";
const OUTPUT = "batch heads queries valueDim";

const BIAS: RowText = { name: "bias", when: "given", axes: PAIRS, repeats: true };
export const PER_HEAD: readonly RowText[] = [
  { name: "alibi", when: "given", axes: "heads" },
  { name: "sink", when: "given", axes: "heads" },
];
export const OPTIONS: readonly RowText[] = [
  { name: "offsets", when: "given", axes: "batch", holds: "integers", fromFirstRow: true },
  { name: "causalOffsets", when: "given", axes: "batch", holds: "integers", fromFirstRow: true },
  { name: "keyLengths", when: "given", axes: "batch", holds: "integers" },
  { name: "keyMask", when: "given", axes: "batch keys", holds: "bytes" },
  { name: "spans", when: "given", axes: "batch queries 3", holds: "integers", inner: true },
  { name: "queryDocuments", when: "given", axes: "batch queries", holds: "integers", inner: true },
  { name: "keyDocuments", when: "given", axes: "batch keys", holds: "integers", inner: true },
  { name: "mask", when: "given", axes: PAIRS, holds: "bytes", repeats: true },
  BIAS,
  ...PER_HEAD,
  { name: "rotaryCos", when: "given", axes: "positions pairs", inner: true },
  { name: "rotarySin", when: "given", axes: "positions pairs", inner: true },
  { name: "rotaryQueries", when: "given", axes: "batch queries", holds: "integers", inner: true },
  { name: "rotaryKeys", when: "given", axes: "batch keys", holds: "integers", inner: true },
];
/** The options that have gradients. */
export const LEARNED: readonly RowText[] = [BIAS, ...PER_HEAD];

/** What every call of attention can keep, and what forward leaves for backward. */
export const KEPT: readonly RowText[] = [
  { name: "raw", when: "kept", axes: PAIRS },
  { name: "scores", when: "kept", axes: PAIRS },
  { name: "logits", when: "kept", axes: PAIRS },
  { name: "weights", when: "kept", axes: PAIRS },
  { name: "lse", when: "kept", axes: SCORE_ROWS },
];
export const SAVED: readonly RowText[] = [
  { name: "rowMax", when: "saved", axes: SCORE_ROWS },
  { name: "rowSum", when: "saved", axes: SCORE_ROWS },
];
export const D_LSE: RowText = { name: "dLse", when: "given", axes: SCORE_ROWS };
export const KEPT_GRADIENTS: readonly RowText[] = [
  { name: "dWeights", when: "kept", axes: PAIRS },
  { name: "dScores", when: "kept", axes: PAIRS },
];

const INPUTS: readonly RowText[] = [
  { name: "q", when: "given", axes: "batch heads queries dim" },
  { name: "k", when: "given", axes: "batch kvHeads keys dim" },
  { name: "v", when: "given", axes: "batch kvHeads keys valueDim" },
];
export const OUTPUTS: readonly RowText[] = [{ name: "output", when: "forward", axes: OUTPUT }, ...KEPT];

export const ATTENTION = kindOf(
  "attention",
  ATTENTION_SIZES,
  [...OPTIONS, ...INPUTS, ...OUTPUTS, ...SAVED],
  [
    { name: "dOutput", when: "given", axes: OUTPUT },
    D_LSE,
    ...[...INPUTS, ...LEARNED].map(gradientOf),
    ...KEPT_GRADIENTS,
  ],
);
export const ATTENTION_KEEPABLE = keepableOf(ATTENTION);
