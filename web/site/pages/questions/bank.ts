// The bank of questions. No answer is written down: each question computes its case, and the result decides.
import type { Heed, Tensor } from "heed";
import { random } from "heed/train";
import { digits, listed, powerText } from "../../../show/index.js";
import { firstTrue, grouped, largestDifference, rowOf, rowsOf } from "../../rooms/lesson/index.js";

export interface Solved {
  /** The right one of the three answers: 0, 1 or 2. */
  readonly right: number;
  /** The parameters of its texts, in the page's language. */
  readonly parameters: () => Readonly<Record<string, string>>;
}

export interface Question {
  readonly name: string;
  solve(heed: Heed): Solved;
}

/** Random queries, keys and values. Several questions use the same. */
function example(rows = 3, dim = 4, valueDim = 2, seed = 11): { q: Tensor; k: Tensor; v: Tensor } {
  const draw = random(seed);
  const drawn = (columns: number): Tensor => ({
    data: draw.fillNormal(new Float32Array(rows * columns)),
    shape: [rows, columns],
  });
  return { q: drawn(dim), k: drawn(dim), v: drawn(valueDim) };
}

const vector = (values: Iterable<number>, decimals = 2): string =>
  listed(Array.from(values, (value) => digits(value, decimals)));
const small = (value: number): string => (value === 0 ? "0" : powerText(value, 0));
const shapeText = ({ shape }: Tensor): string => shape.join(" × ");
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** Larger than rounding. */
const differs = (change: number): boolean => change > 1e-5;

export const QUESTIONS: readonly Question[] = [
  {
    name: "shape",
    solve(heed) {
      const { q, k, v } = example(5, 3, 2);
      const { weights } = heed.attention(q, k, v, { keep: ["weights"] });
      return {
        right: ["5 × 3", "5 × 5", "3 × 3"].indexOf(shapeText(weights)),
        parameters: () => ({ shape: shapeText(weights) }),
      };
    },
  },
  {
    name: "sums",
    solve(heed) {
      const { q, k, v } = example();
      const rows = rowsOf(heed.attention(q, k, v, { keep: ["weights"] }).weights);
      const alongRows = rows.map(sum);
      const downColumns = rows[0]!.map((_, column) => sum(rows.map((row) => row[column]!)));
      const ones = (sums: number[]): boolean => sums.every((total) => !differs(Math.abs(total - 1)));
      return {
        right: firstTrue(ones(alongRows) && !ones(downColumns), ones(downColumns) && !ones(alongRows), true),
        parameters: () => ({ rows: vector(alongRows), columns: vector(downColumns) }),
      };
    },
  },
  {
    name: "shift",
    solve(heed) {
      const { q, k, v } = example();
      const before = rowsOf(heed.attention(q, k, v, { keep: ["weights"] }).weights);
      const after = rowsOf(heed.attention(q, k, v, { bias: [[10, 10, 10]], keep: ["weights"] }).weights);
      const change = largestDifference(before, after);
      return {
        right: firstTrue(differs(Math.max(...after[0]!) - Math.max(...before[0]!)), differs(change), true),
        parameters: () => ({ change: small(change) }),
      };
    },
  },
  {
    name: "double",
    solve(heed) {
      const { q, k, v } = example();
      const largest = (scale: number): number =>
        Math.max(...rowOf(heed.attention(q, k, v, { scale, keep: ["weights"] }).weights, 0));
      const [before, after] = [largest(0.5), largest(1)];
      return {
        right: firstTrue(after < before, after > before, true),
        parameters: () => ({ before: digits(before, 2), after: digits(after, 2) }),
      };
    },
  },
  {
    name: "exp",
    solve(heed) {
      const scores = [3, 1, 0];
      const value = heed.attention(
        [[1]],
        scores.map((score) => [score]),
        [[0], [0], [0]],
        { scale: "none", keep: ["weights"] },
      ).weights.data[0]!;
      const answers = [scores[0]! / sum(scores), 1 / scores.length, value] as const;
      const [a, b, c] = answers;
      return {
        right: answers.indexOf(value),
        parameters: () => ({
          a: digits(a, 2),
          b: digits(b, 2),
          c: digits(c, 2),
          value: digits(value, 2),
          wrong: digits(a, 2),
        }),
      };
    },
  },
  {
    name: "permute",
    solve(heed) {
      const x = rowsOf(example(4, 3, 1, 5).q);
      const order = [2, 0, 3, 1];
      const before = rowsOf(heed.selfAttention(x).output);
      const after = rowsOf(heed.selfAttention(order.map((from) => x[from]!)).output);
      const moved = largestDifference(
        order.map((from) => before[from]!),
        after,
      );
      return {
        right: firstTrue(!differs(moved), !differs(largestDifference(before, after)), true),
        parameters: () => ({ change: small(moved) }),
      };
    },
  },
  {
    name: "first",
    solve(heed) {
      const { q, k, v } = example();
      const row = rowOf(heed.attention(q, k, v, { causal: true, keep: ["weights"] }).weights, 0);
      return {
        right: firstTrue(
          row.every((weight) => weight > 0),
          row[0] === 1,
          true,
        ),
        parameters: () => ({ row: vector(row, 0) }),
      };
    },
  },
  {
    name: "hidden",
    solve(heed) {
      const { q, k, v } = example();
      const { weights, output } = heed.attention(q, k, v, { mask: [[false, false, false]], keep: ["weights"] });
      const [row, mixed] = [rowOf(weights, 0), rowOf(output, 0)];
      return {
        right: firstTrue(
          mixed.some(Number.isNaN),
          mixed.some((part) => part !== 0),
          true,
        ),
        parameters: () => ({ row: vector(row, 0), output: vector(mixed, 0) }),
      };
    },
  },
  {
    name: "root",
    solve(heed) {
      const [heads, dim] = [8, 4];
      const { q, k, v } = example(3, dim, 2);
      const largest = (scale: number): number =>
        Math.max(...rowOf(heed.attention(q, k, v, { scale, keep: ["weights"] }).weights, 0));
      const [before, after] = [largest(1 / Math.sqrt(dim)), largest(1 / Math.sqrt(heads * dim))];
      return {
        right: firstTrue(after < before, after > before, true),
        parameters: () => ({ before: digits(before, 2), after: digits(after, 2) }),
      };
    },
  },
  {
    name: "widths",
    solve(heed) {
      const shapeOf = (dim: number, valueDim: number): string | undefined => {
        const { q, k, v } = example(3, dim, valueDim);
        try {
          return shapeText(heed.attention(q, k, v).output);
        } catch {
          return undefined;
        }
      };
      const [wider, narrower] = [shapeOf(3, 7), shapeOf(7, 3)];
      return {
        right: firstTrue(
          wider === undefined && narrower === undefined,
          wider !== undefined && narrower !== undefined,
          true,
        ),
        parameters: () => ({ shape: String(wider) }),
      };
    },
  },
  {
    name: "outside",
    solve(heed) {
      const { q, k, v } = example(3, 4, 1, 4);
      const [low, high] = [Math.min(...v.data), Math.max(...v.data)];
      const output = heed.attention(q, k, v).output.data;
      const free = heed.attention(q, k, v, { normalize: "none" }).output.data;
      const outside = (values: ArrayLike<number>): boolean =>
        Array.from(values).some((value) => value < low || value > high);
      return {
        right: firstTrue(outside(output), outside(free), true),
        parameters: () => ({ output: vector(output), free: vector(free), low: digits(low, 2), high: digits(high, 2) }),
      };
    },
  },
  {
    name: "work",
    solve() {
      // each pair has a dot product of length 64, and 64 terms of the mix
      const multiplyAdds = (tokens: number): number => 2 * tokens * tokens * 64;
      const [before, after] = [multiplyAdds(100), multiplyAdds(200)];
      return {
        right: [2, 4, 8].indexOf(after / before),
        parameters: () => ({ before: grouped(before), after: grouped(after) }),
      };
    },
  },
];
