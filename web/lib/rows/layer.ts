// The tensors of a layer.
import { D_LSE, KEPT, KEPT_GRADIENTS, LEARNED, OPTIONS, SAVED } from "./attention.js";
import { gradientName, gradientOf, keepableOf, kindOf, type RowText } from "./row.js";

/**
 * The words of the sizes in src/calls.def. Queries are the tokens of x, keys those of the context. outputDim is 0
 * without an output projection; outIn is 0 or 1.
 */
export const LAYER_SIZES = [
  "batch",
  "heads",
  "kvHeads",
  "queries",
  "keys",
  "modelDim",
  "contextDim",
  "dim",
  "valueDim",
  "outputDim",
  "outIn",
] as const;
export type LayerSizes = Readonly<Record<(typeof LAYER_SIZES)[number], number>>;

/** Without an output projection, the output is the joined heads. */
const OUTPUT = "batch queries outputDim|heads*valueDim";
const QUERIES = "batch queries heads*dim";
const KEYS = "batch keys kvHeads*dim";
const VALUES = "batch keys kvHeads*valueDim";

const PER_HEAD: readonly RowText[] = [
  { name: "q", when: "kept", axes: "batch heads queries dim" },
  { name: "k", when: "kept", axes: "batch kvHeads keys dim" },
  { name: "v", when: "kept", axes: "batch kvHeads keys valueDim" },
];
const JOINED: RowText = { name: "joined", when: "kept", axes: "batch queries heads*valueDim" };

const INPUTS: readonly RowText[] = [
  { name: "x", when: "given", axes: "batch queries modelDim" },
  { name: "context", when: "given", axes: "batch keys contextDim" },
  { name: "queryWeight", when: "given", axes: "modelDim > heads*dim" },
  { name: "queryBias", when: "given", axes: "heads*dim" },
  { name: "keyWeight", when: "given", axes: "contextDim > kvHeads*dim" },
  { name: "keyBias", when: "given", axes: "kvHeads*dim" },
  { name: "valueWeight", when: "given", axes: "contextDim > kvHeads*valueDim" },
  { name: "valueBias", when: "given", axes: "kvHeads*valueDim" },
  { name: "outputWeight", when: "given", axes: "heads*valueDim > outputDim" },
  { name: "outputBias", when: "given", axes: "outputDim" },
];

export const LAYER = kindOf(
  "selfAttention",
  LAYER_SIZES,
  [
    ...OPTIONS,
    ...INPUTS,
    { name: "output", when: "forward", axes: OUTPUT },
    ...PER_HEAD,
    ...KEPT,
    JOINED,
    { name: "savedQ", when: "saved", axes: QUERIES },
    { name: "savedK", when: "saved", axes: KEYS },
    { name: "savedV", when: "saved", axes: VALUES },
    { ...JOINED, name: "savedJoined", when: "saved" },
    ...SAVED,
  ],
  [
    { name: "dOutput", when: "given", axes: OUTPUT },
    D_LSE,
    ...[...INPUTS, ...LEARNED].map(gradientOf),
    ...KEPT_GRADIENTS,
    ...[...PER_HEAD, JOINED].map((row) => ({ ...row, name: gradientName(row.name) })),
    { name: "dqRows", when: "asked", axes: QUERIES },
    { name: "dkRows", when: "asked", axes: KEYS },
    { name: "dvRows", when: "asked", axes: VALUES },
  ],
);
export const LAYER_KEEPABLE = keepableOf(LAYER);
