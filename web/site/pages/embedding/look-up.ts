// A look-up as a product: a one-hot row times the table. The core multiplies; each number opens.
import type { Heed } from "heed";
import { linear } from "heed/layers";
import type { Fields } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import {
  figureButton,
  formula,
  openFigures,
  productsFigure,
  tableRow,
  type Figure,
  type Page,
} from "../../rooms/lesson/index.js";
import { DIM, PAIRS, WORDS, type Moment } from "./learning.js";

interface Asked {
  readonly moment: Moment;
  readonly asked: number;
  readonly words: readonly string[];
}

/** The table with the one-hot row beside it, and below it the product and the slope of the row that was found. */
export function lookUpRows<F extends Fields>(
  page: Page<F>,
  heed: Heed,
  { moment, asked, words }: Asked,
): { rows: HTMLTableRowElement[]; foot: HTMLTableRowElement[] } {
  const { table, slopes, pairSlopes } = moment;
  const oneHot = oneHotOf(asked);
  const found = product(heed, asked, table);
  const numbers = (name: string, of: ArrayLike<number>): HTMLElement[] =>
    Array.from(of, (value, column) => figureButton(digits(value, 4), name, String(column)));
  openFigures("product", (at) => productFigure(page, { moment, asked, words }, Number(at)));
  openFigures("slope", (at) => slopeFigure(page, pairSlopes, { asked, words }, Number(at)));
  const rows = words.map((word, at) => {
    const own = Array.from({ length: DIM }, (_, column) => digits(table[at * DIM + column]!, 4));
    const row = tableRow(word, String(oneHot[at]), ...own);
    row.classList.toggle("meant", at === asked);
    return row;
  });
  const slope = slopes.subarray(asked * DIM, (asked + 1) * DIM);
  const foot = [
    tableRow(page.text("product-row"), "", ...numbers("product", found)),
    tableRow(page.text("slope-row"), "", ...numbers("slope", slope)),
  ];
  return { rows, foot };
}

function oneHotOf(asked: number): Float32Array<ArrayBuffer> {
  const row = new Float32Array(WORDS);
  row[asked] = 1;
  return row;
}

/** A one-hot row times the table, by the core. */
export function product(heed: Heed, asked: number, table: Moment["table"]): Float32Array {
  const x = { data: oneHotOf(asked), shape: [1, WORDS] };
  return linear(heed, x, { weight: { data: table, shape: [WORDS, table.length / WORDS] } }).data;
}

function productFigure<F extends Fields>(page: Page<F>, { moment, asked, words }: Asked, column: number): Figure {
  const names = { location: words[asked]!, title: page.text("product-row") };
  return productsFigure(names, {
    formula: formula("\\sum_i \\text{one-hot}_i \\cdot \\text{table}_{ij}", true),
    heads: ["", page.text("one-hot"), page.text("in-table")],
    rows: words.map((name, word) => ({
      name,
      numbers: [word === asked ? 1 : 0, moment.table[word * DIM + column]!],
    })),
  });
}

/** The slope of a row is the sum of the slopes at all places of its word. */
function slopeFigure<F extends Fields>(
  page: Page<F>,
  pairSlopes: ArrayLike<number>,
  { asked, words }: Omit<Asked, "moment">,
  column: number,
): Figure {
  const places = PAIRS.flatMap(({ word, next }, pair) => (word === asked ? [{ pair, next }] : []));
  const values = places.map(({ pair }) => pairSlopes[pair * DIM + column]!);
  const value = values.reduce((sum, one) => sum + one, 0);
  return {
    location: words[asked]!,
    title: page.text("slope-row"),
    value,
    formula: formula("\\sum_p \\frac{\\partial L}{\\partial x_p}", true),
    text: page.text("slope-figure"),
    heads: ["", page.text("slope-there")],
    rows: places.map(({ next }, at) => ({
      name: `${words[asked]} ${page.text(`next-${next}`)}`,
      numbers: [values[at]!],
    })),
    sum: { name: page.text("sum"), value },
  };
}
