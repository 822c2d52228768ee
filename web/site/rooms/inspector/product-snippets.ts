// The program of a number that is one sum of products with a projection's weights, or of a number that was given.
import { rowsOf, type Computation } from "./computation.js";
import type { Cell } from "./definition.js";
import { neededTensor, valuesOf } from "./lines.js";
import { given, matrixText, numberText, printed, vectorText, type Language } from "./literals.js";
import { recipeOf } from "./recipes.js";
import { symbolOf } from "./names.js";

export function productSnippet(computation: Computation, cell: Cell, language: Language): string[] {
  const { sums, bias } = recipeOf(computation, cell);
  const x = valuesOf(computation, sums![0]!.left);
  const w = valuesOf(computation, sums![0]!.right);
  if (language === "heed") return heedCall(x, w, bias);
  return [
    given("x", vectorText(x, language), language),
    given("w", vectorText(w, language), language),
    printed(bias === undefined ? "x @ w" : `x @ w + ${numberText(bias, language)}`, language),
  ];
}

/** heed projects to queries, keys and values at once; the same column stands for all of them, and q is read. */
function heedCall(x: readonly number[], w: readonly number[], bias: number | undefined): string[] {
  const column = w.map((one) => [one]);
  const biases = bias === undefined ? "" : ", queryBias: b, keyBias: b, valueBias: b";
  return [
    `const x = [${vectorText(x, "heed")}];`,
    `const w = ${matrixText(column, "heed")};`,
    ...(bias === undefined ? [] : [`const b = [${numberText(bias, "heed")}];`]),
    `const { q } = heed.selfAttention(x, { queryWeight: w, keyWeight: w, valueWeight: w${biases}, keep: ["q"] });`,
    printed("q.data[0]", "heed"),
  ];
}

/** Nothing was computed: the number was given. */
export function copySnippet(computation: Computation, cell: Cell, language: Language): string[] {
  const { matrix, head, row, column } = cell;
  const rows = rowsOf(neededTensor(computation, matrix), head);
  const name = symbolOf(computation, cell);
  if (language !== "heed")
    return [given(name, matrixText(rows, language), language), printed(`${name}[${row}, ${column}]`, language)];
  return [
    `const x = ${matrixText(rows, "heed")};`,
    `const { q } = heed.selfAttention(x, { keep: ["q"] });`,
    printed(`q.data[${row * rows[0]!.length + column}]`, "heed"),
  ];
}
