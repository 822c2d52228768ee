// Every matrix that the inspector knows, a row each: how it is written, and which sum makes one of its numbers.
// Traces, formulas, operands, titles and programs follow from this table. A new matrix is one row, and its name.
import type { Tensor } from "heed";
import { isHidden, keyHead, type ComputationWeights } from "./computation.js";
import type { CellMatrix, Computed, GivenMatrix, Gradient, Here, Line, Notation, Recipe, Sum } from "./definition.js";
import { columnOfHead, valueColumn } from "./cell-context.js";

const TOKENS: Notation["axes"] = ["query", "number"];
const KEY_TOKENS: Notation["axes"] = ["key", "number"];
const PAIRS: Notation["axes"] = ["query", "key"];
const WEIGHTS = { letter: "w", axes: ["number", "number"] } as const;

/** What goes in: it is written in formulas and lights up, but its cells are not opened. */
export const GIVEN: Readonly<Record<GivenMatrix, Notation>> = {
  x: { letter: "x", letterInColumns: "h", axes: TOKENS, tensor: ({ x }) => x },
  context: { letter: "x", letterInColumns: "h", axes: KEY_TOKENS, tensor: ({ context }) => context },
  query: { ...WEIGHTS, projection: "Q", tensor: ({ weights }) => weights?.queryWeight },
  key: { ...WEIGHTS, projection: "K", tensor: ({ weights }) => weights?.keyWeight },
  value: { ...WEIGHTS, projection: "V", tensor: ({ weights }) => weights?.valueWeight },
  outputWeight: { ...WEIGHTS, projection: "O", tensor: ({ weights }) => weights?.outputWeight },
  bias: { letter: "b", axes: PAIRS, heads: "query", tensor: ({ options }) => options.bias },
};

/** What is computed: symbols and words, and how one number is made: Σ left · right, then the passes. */
export const COMPUTED: Readonly<Record<CellMatrix, Computed | Gradient>> = {
  q: {
    symbol: "Q",
    letter: "q",
    axes: TOKENS,
    heads: "query",
    recipe: (here) => projected(here, "x", "query"),
    program: "product",
  },
  k: {
    symbol: "K",
    letter: "k",
    axes: KEY_TOKENS,
    heads: "key",
    recipe: (here) => projected(here, here.keySource, "key"),
    program: "product",
  },
  v: {
    symbol: "V",
    letter: "v",
    axes: KEY_TOKENS,
    heads: "key",
    recipe: (here) => projected(here, here.keySource, "value"),
    program: "product",
  },
  raw: {
    symbol: "S",
    letter: "s",
    title: "title-score",
    axes: PAIRS,
    heads: "query",
    recipe: ({ head, kvHead, row, column }) => ({
      ...sumOf("c", rowOf("q", row, head), rowOf("k", column, kvHead)),
      vectors: true,
    }),
    program: "score row",
  },
  scores: {
    symbol: "E",
    letter: "e",
    title: "title-score",
    axes: PAIRS,
    heads: "query",
    recipe: ({ cell }) => ({ from: { ...cell, matrix: "raw" }, passes: ["scale", "softcap"] }),
    program: "score row",
  },
  logits: {
    symbol: "L",
    letter: "l",
    title: "title-score",
    whenHidden: "hidden-logits",
    axes: PAIRS,
    heads: "query",
    recipe: ({ cell }) => ({ from: { ...cell, matrix: "scores" }, passes: ["add bias, hide"] }),
    program: "score row",
  },
  weights: {
    symbol: "A",
    letter: "a",
    title: "title-weight",
    whenHidden: "hidden-weights",
    axes: PAIRS,
    heads: "query",
    recipe: ({ cell, row, head }) => ({
      from: { ...cell, matrix: "logits" },
      passes: ["softmax"],
      lit: rowOf("scores", row, head),
    }),
    program: "score row",
  },
  joined: {
    symbol: "O",
    letter: "o",
    axes: TOKENS,
    recipe: ({ computation, cell, row }) => {
      const { head, column } = valueColumn(computation, cell);
      const values = columnOf("v", column, keyHead(computation, head));
      return sumOf("j", rowOf("weights", row, head), values, (key) => isHidden(computation, head, row, key));
    },
    program: "score row",
  },
  // without an output projection it is defined as `joined`
  output: {
    symbol: "Y",
    letter: "y",
    axes: TOKENS,
    recipe: ({ computation: { weights }, row, column }) => ({
      ...sumOf("m", rowOf("joined", row), columnOf("outputWeight", column)),
      passes: ["add the projection's bias"],
      bias: weights?.outputBias?.data[column],
    }),
    program: "product",
  },
  dy: {
    symbol: "dY",
    gradientOf: "output",
    recipe: () => ({ given: "loss" }),
    program: "copy",
  },
  dOutput: {
    symbol: "dO",
    gradientOf: "joined",
    heads: "query",
    recipe: ({ computation: { kept }, row, across }) =>
      kept["dy"] === undefined ? { given: "loss" } : sumOf("m", rowOf("dy", row), rowOf("outputWeight", across)),
    program: "product",
  },
  dWeights: {
    symbol: "dA",
    whenHidden: "hidden-gradient",
    gradientOf: "weights",
    recipe: ({ head, kvHead, row, column }) => ({
      ...sumOf("c", rowOf("dOutput", row, head), rowOf("v", column, kvHead)),
      passes: ["0 where hidden"],
    }),
    program: { NumPy: "dWeights", PyTorch: "weights.grad.masked_fill(logits == -torch.inf, 0.0)" },
  },
  dScores: {
    symbol: "dE",
    whenHidden: "hidden-gradient",
    gradientOf: "scores",
    recipe: ({ head, row }) => ({
      ...sumOf("j", rowOf("weights", row, head), rowOf("dWeights", row, head)),
      passes: ["back through softmax", "0 where hidden"],
    }),
    program: { NumPy: "dScores", PyTorch: "scores.grad" },
  },
  dq: {
    symbol: "dQ",
    gradientOf: "q",
    recipe: ({ head, kvHead, row, column }) => ({
      ...sumOf("j", beforeSoftcap(rowOf("dScores", row, head)), columnOf("k", column, kvHead)),
      passes: ["back through the scale"],
    }),
    program: { NumPy: "draw @ k * scale", PyTorch: "q.grad" },
  },
  dk: {
    symbol: "dK",
    gradientOf: "k",
    recipe: ({ queryHeads, row, column }) => ({
      ...sumOf("i", beforeSoftcap(columnOf("dScores", row, queryHeads)), columnOf("q", column, queryHeads)),
      passes: ["back through the scale"],
    }),
    program: { NumPy: "(draw.swapaxes(1, 2) @ q).sum(0, keepdims=True) * scale", PyTorch: "k.grad" },
  },
  dv: {
    symbol: "dV",
    gradientOf: "v",
    recipe: ({ queryHeads, row, column }) =>
      sumOf("i", columnOf("weights", row, queryHeads), columnOf("dOutput", column, queryHeads)),
    program: { NumPy: "(weights.swapaxes(1, 2) @ dO).sum(0, keepdims=True)", PyTorch: "v.grad" },
  },
  dQuery: {
    symbol: "dW_Q",
    title: "title-query",
    gradientOf: "query",
    recipe: ({ computation: { kept }, row, column }) =>
      sumOf("i", columnOf("x", row), columnAcross("dq", column, kept.q)),
    program: "layer backward",
  },
  dKey: {
    symbol: "dW_K",
    title: "title-key",
    gradientOf: "key",
    recipe: ({ computation: { kept }, keySource, row, column }) =>
      sumOf("i", columnOf(keySource, row), columnAcross("dk", column, kept.k)),
    program: "layer backward",
  },
  dValue: {
    symbol: "dW_V",
    title: "title-value",
    gradientOf: "value",
    recipe: ({ computation: { kept }, keySource, row, column }) =>
      sumOf("i", columnOf(keySource, row), columnAcross("dv", column, kept.v)),
    program: "layer backward",
  },
  dOutputWeight: {
    symbol: "dW_O",
    title: "title-output",
    gradientOf: "outputWeight",
    recipe: ({ row, column }) => sumOf("i", columnOf("joined", row), columnOf("dy", column)),
    program: "layer backward",
  },
  dx: {
    symbol: "dX",
    symbolInColumns: "dH",
    gradientOf: "x",
    recipe: throughProjections,
    program: "layer backward",
  },
};

function sumOf(index: string, left: Line, right: Line, hidden?: Sum["hidden"]): { sums: readonly Sum[] } {
  return { sums: [{ index, left, right, ...(hidden && { hidden }) }] };
}

function rowOf(matrix: Line["matrix"], row: number, head?: Line["head"]): Line {
  return { matrix, row, ...(head !== undefined && { head }) };
}

function columnOf(matrix: Line["matrix"], column: number, head?: Line["head"]): Line {
  return { matrix, column, ...(head !== undefined && { head }) };
}

/** A column that is counted through all heads; they are as wide as those of `like`. */
function columnAcross(matrix: Line["matrix"], across: number, like: Tensor): Line {
  return { matrix, ...columnOfHead(like, across) };
}

function beforeSoftcap(line: Line): Line {
  return { ...line, beforeSoftcap: true };
}

/** A token's row times a column of a projection, which has the columns of all heads side by side. */
function projected(
  { computation, row, across }: Here,
  source: "x" | "context",
  weight: "query" | "key" | "value",
): Recipe {
  const { weights } = computation;
  if (computation[source] === undefined) return { given: "caller" };
  if (weights === undefined) return { given: "x", copies: [{ matrix: source, row, column: across }] };
  return {
    ...sumOf("m", rowOf(source, row), columnOf(weight, across)),
    passes: ["add the projection's bias"],
    bias: weights[`${weight}Bias` satisfies keyof ComputationWeights]?.data[across],
  };
}

const PROJECTED = [
  ["dq", "query"],
  ["dk", "key"],
  ["dv", "value"],
] as const;

/** A number of x is in its token's query, key and value: what comes back through each of them is added up. */
function throughProjections({ computation: { context, weights }, row, column }: Here): Recipe {
  // in cross-attention keys and values come from other tokens
  const own = context === undefined ? PROJECTED : PROJECTED.slice(0, 1);
  if (weights === undefined) return { copies: own.map(([matrix]) => ({ matrix, row, column })), passes: ["add up"] };
  const sums = own.map(([gradient, through]) => ({
    index: "c",
    left: rowOf(gradient, row),
    right: rowOf(through, column),
    through,
  }));
  return { sums, passes: ["add up"] };
}
