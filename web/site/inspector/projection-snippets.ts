// A number of a projection: a row of tokens times a column of weights; or, back through the output projection, a row of it.
import { BEGINNING, given, matrixText, numberText, printed, vectorText } from "./literals.js";
import { CALLED } from "./names.js";
import { rowsOf, sizeOf, type Cell, type Run } from "./run.js";
import type { Language } from "./snippets.js";
import { weightColumn, weightRow } from "./textbook.js";

const PROJECTION = {
  q: ["query", "queryBias"],
  k: ["key", "keyBias"],
  v: ["value", "valueBias"],
  output: ["output", "outputBias"],
} as const;

export function projectionSnippet(run: Run, cell: Cell, language: Language): string[] {
  const product = productOf(run, cell);
  if (product === undefined) return copySnippet(run, cell, language);
  return language === "heed" ? heedCall(product) : dotProduct(product, language);
}

interface Product {
  readonly x: ArrayLike<number>;
  readonly w: readonly number[];
  readonly bias: number | undefined;
}

function productOf(run: Run, cell: Cell): Product | undefined {
  const { matrix, head, row, column } = cell;
  if (matrix === "dOutput") return productBack(run, cell);
  const name = matrix as keyof typeof PROJECTION;
  const [weightName, biasName] = PROJECTION[name];
  const weight = run.weights?.[weightName];
  const source = name === "output" ? run.kept.context : name === "q" ? run.x : (run.contextX ?? run.x);
  if (weight === undefined || source === undefined) return undefined;
  const across = name === "output" ? column : head * sizeOf(run.kept[name]).columns + column;
  return {
    x: rowsOf(source)[row]!,
    w: weightColumn(weight, across, run.weights!.layout),
    bias: run.weights![biasName]?.data[across],
  };
}

function productBack({ kept, weights }: Run, { head, row, column }: Cell): Product | undefined {
  if (kept.dy === undefined) return undefined;
  const across = head * sizeOf(kept.dOutput!).columns + column;
  return { x: rowsOf(kept.dy)[row]!, w: weightRow(weights!.output!, across, weights!.layout), bias: undefined };
}

function dotProduct({ x, w, bias }: Product, language: Language): string[] {
  const inputs = [given("x", vectorText(x, language), language), given("w", vectorText(w, language), language)];
  return [
    ...BEGINNING[language],
    ...inputs,
    printed(bias === undefined ? "x @ w" : `x @ w + ${numberText(bias, language)}`, language),
  ];
}

/** heed projects three ways at once; the same column stands for all of them, and q is read. */
function heedCall({ x, w, bias }: Product): string[] {
  const column = matrixText(
    w.map((one) => [one]),
    "heed",
  );
  const biases = bias === undefined ? "" : ", queryBias: b, keyBias: b, valueBias: b";
  return [
    ...BEGINNING.heed,
    `const x = [${vectorText(x, "heed")}];`,
    `const w = ${column};`,
    ...(bias === undefined ? [] : [`const b = [${numberText(bias, "heed")}];`]),
    `const { q } = heed.selfAttention(x, { query: w, key: w, value: w${biases} }, { keep: ["q"] });`,
    printed("q.data[0]", "heed"),
  ];
}

/** Nothing was computed: the number is one that was given. */
export function copySnippet(run: Run, { matrix, head, row, column }: Cell, language: Language): string[] {
  const rows = rowsOf(run.kept[matrix]!, head);
  const name = CALLED[matrix].symbol;
  if (language === "heed") {
    return [
      ...BEGINNING.heed,
      `const x = ${matrixText(rows, "heed")};`,
      `const { q } = heed.selfAttention(x, undefined, { keep: ["q"] });`,
      printed(`q.data[${row * rows[0]!.length + column}]`, "heed"),
    ];
  }
  return [
    ...BEGINNING[language],
    given(name, matrixText(rows, language), language),
    printed(`${name}[${row}, ${column}]`, language),
  ];
}
