// The bank of questions. No answer is written down: each question computes its case, and the result decides.
import type { Heed, SelfAttentionWeights, Tensor } from "heed";
import { seededRandom } from "heed/train";
import { grouped } from "../../kit/index.js";
import { digits, listed, powerText } from "../../../show/index.js";
import { firstTrue, largestDifference, rowOf, rowsOf } from "../../rooms/lesson/index.js";

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

type Rows = readonly (readonly number[])[];

/** Random queries, keys and values. Several questions use the same ones. */
function example(rows = 3, dim = 4, valueDim = 2, seed = 11): { q: Tensor; k: Tensor; v: Tensor } {
  const draw = seededRandom(seed);
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
  {
    name: "learning",
    solve(heed) {
      const { q, k, v } = example(4, 4, 1, 3);
      const query = [rowOf(q, 0)];
      const target = 2;
      const outputOf = (values: Tensor): number => heed.attention(query, k, values).output.data[0]!;
      const before = outputOf(v);
      // the gradient of (output − target)² / 2
      const step = heed.attentionBackward(query, k, v, [[before - target]]).dv.data.map((slope) => -slope);
      const after = outputOf({ ...v, data: v.data.map((value, at) => value + step[at]!) });
      const weights = rowOf(heed.attention(query, k, v, { keep: ["weights"] }).weights, 0);
      const [most, least] = [Math.max(...step), Math.min(...step)];
      return {
        right: firstTrue(
          step.indexOf(most) === weights.indexOf(Math.max(...weights)),
          step.indexOf(most) === v.data.indexOf(Math.min(...v.data)),
          !differs(most - least),
        ),
        parameters: () => ({
          weights: vector(weights),
          step: vector(step),
          before: digits(before, 2),
          after: digits(after, 2),
          target: digits(target, 0),
        }),
      };
    },
  },
  {
    name: "heads",
    solve(heed) {
      const drawn = (rows: number, seed: number): number[][] => rowsOf(example(rows, 4, 1, seed).q);
      const x = drawn(3, 20);
      const [queryWeight, keyWeight, valueWeight, outputWeight] = [
        drawn(4, 21),
        drawn(4, 22),
        drawn(4, 23),
        drawn(4, 24),
      ];
      // the first head has columns 0 and 1, the second 2 and 3
      const swapped = <Part>(parts: readonly Part[]): Part[] => [2, 3, 0, 1].map((from) => parts[from]!);
      const inputs = {
        queryWeight: queryWeight.map(swapped),
        keyWeight: keyWeight.map(swapped),
        valueWeight: valueWeight.map(swapped),
      };
      const outputOf = (weights: SelfAttentionWeights): number[][] =>
        rowsOf(heed.selfAttention(x, { heads: 2, ...weights }).output);
      const before = outputOf({ queryWeight, keyWeight, valueWeight, outputWeight });
      const after = outputOf({ ...inputs, outputWeight: swapped(outputWeight) });
      const without = outputOf({ ...inputs, outputWeight });
      const change = largestDifference(before, after);
      return {
        right: firstTrue(!differs(largestDifference(before.map(swapped), after)), differs(change), true),
        parameters: () => ({ change: small(change), without: digits(largestDifference(before, without), 2) }),
      };
    },
  },
  {
    name: "layers",
    solve(heed) {
      const x = rowsOf(example(4, 3, 1, 6).q);
      const mask = x.map((_, query) => x.map((_, key) => key === query || key === query - 1));
      const layer = (rows: Rows): number[][] => rowsOf(heed.selfAttention(rows, { mask }).output);
      /** How many words change the last row after that number of layers. */
      const reaching = (layers: number): number => {
        const lastOf = (rows: Rows): Rows =>
          Array.from({ length: layers }, () => layer)
            .reduce((at: Rows, next) => next(at), rows)
            .slice(-1);
        const changed = (word: number): Rows => x.map((row, at) => (at === word ? row.map((part) => part + 1) : row));
        return x.filter((_, word) => differs(largestDifference(lastOf(x), lastOf(changed(word))))).length;
      };
      const [one, two] = [reaching(1), reaching(2)];
      return { right: [2, 3, 4].indexOf(two), parameters: () => ({ one: String(one), two: String(two) }) };
    },
  },
  {
    name: "context",
    solve(heed) {
      const bank = rowOf(example(1, 4, 1, 30).q, 0);
      const sentences = [31, 32].map((seed) => [bank, ...rowsOf(example(3, 4, 1, seed).q)]);
      /** How far the row of the shared word differs between the sentences. */
      const between = (mask: boolean[][]): number => {
        const [one, other] = sentences.map((x) => [rowOf(heed.selfAttention(x, { mask }).output, 0)]);
        return largestDifference(one!, other!);
      };
      const open = between([[true, true, true, true]]);
      const alone = between([[true, false, false, false]]);
      return {
        right: firstTrue(!differs(open), differs(alone), true),
        parameters: () => ({ open: digits(open, 2), alone: small(alone) }),
      };
    },
  },
];
