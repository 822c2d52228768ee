// One cell of the long map: query times key, the scale, and its share of the row.
import { digits, make, percent } from "../../../show/index.js";

export interface LongCell {
  readonly row: number;
  readonly column: number;
  readonly labels: readonly string[];
  /** [pieces, dim], row after row. */
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly dim: number;
  /** What heed computed for the cell. */
  readonly weight: number;
}

/** So many products are named. */
const MOST = 8;

export function cellPanel(cell: LongCell): HTMLElement {
  const { row, column, labels, q, k, dim, weight } = cell;
  const products = Array.from({ length: dim }, (_, at) => {
    const [query, key] = [q[row * dim + at]!, k[column * dim + at]!];
    return { at, query, key, product: query * key };
  });
  const raw = products.reduce((sum, { product }) => sum + product, 0);
  const { score, total, share } = shareOf(cell);
  const largest = Array.from(products)
    .sort((a, b) => Math.abs(b.product) - Math.abs(a.product))
    .slice(0, MOST);
  const rest = raw - largest.reduce((sum, { product }) => sum + product, 0);
  const line = (name: string, ...values: string[]): HTMLElement =>
    make("tr", {}, make("th", { scope: "row" }, name), ...values.map((value) => make("td", {}, value)));
  const facts: readonly (readonly [string, string])[] = [
    ["q·k", digits(raw, 4)],
    [`÷ √${dim}`, digits(score, 4)],
    ["share of the row", `e^${digits(score, 2)} of a sum of ${digits(total, 2)} = ${share.toExponential(4)}`],
    ["the same by heed, in float32", `${weight.toExponential(4)}, ${percent(weight)}`],
    ["the share if all were equal", percent(1 / labels.length)],
  ];
  return make(
    "div",
    {},
    make("h3", {}, `“${labels[row]}” (${row + 1}) looks at “${labels[column]}” (${column + 1})`),
    make("dl", {}, ...facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)))),
    make(
      "table",
      {},
      make("caption", {}, `The ${MOST} largest of the ${dim} products`),
      make(
        "thead",
        {},
        make("tr", {}, ...["number", "query", "key", "product"].map((name) => make("th", { scope: "col" }, name))),
      ),
      make(
        "tbody",
        {},
        ...largest.map(({ at, query, key, product }) =>
          line(String(at + 1), digits(query, 3), digits(key, 3), digits(product, 3)),
        ),
        line("all others", "", "", digits(rest, 3)),
      ),
    ),
  );
}

/** In double precision: the scaled score, the sum of all powers of the row, and the cell's share of it. */
export function shareOf({ row, column, labels, q, k, dim }: LongCell): { score: number; total: number; share: number } {
  const scores = labels.map((_, key) => {
    let sum = 0;
    for (let at = 0; at < dim; at++) sum += q[row * dim + at]! * k[key * dim + at]!;
    return sum / Math.sqrt(dim);
  });
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
  return { score: scores[column]!, total, share: Math.exp(scores[column]!) / total };
}
