// The three questions. Small layers answer them: their sizes, a blend of two values, and a head that is switched off.
import type { Heed, Tensor } from "heed";
import { seededRandom } from "heed/train";
import { grouped } from "../../kit/index.js";
import { choiceWhere, rowOf, rounding, type Checked, type Question } from "../../rooms/lesson/index.js";

const MODEL = 64;
const TOKENS = 4;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", given: () => ({ model: MODEL, half: MODEL / 2 }), check: () => sizes(heed) },
    { key: "q2", check: () => oneBlend(heed) },
    { key: "q3", check: () => switchedOff(heed) },
  ];
}

/** Choices: twice as many numbers, as many, half as many. */
function sizes(heed: Heed): Checked {
  const numbersWith = (heads: number): number => {
    const session = heed.selfAttentionSession({ tokens: TOKENS, modelDim: MODEL, heads, dim: MODEL / heads });
    const count = session.queryWeight.length;
    session.dispose();
    return count;
  };
  const [one, two] = [numbersWith(1), numbersWith(2)];
  return {
    right: choiceWhere({ a: two === 2 * one, b: two === one, c: 2 * two === one }),
    numbers: { one: grouped(one), two: grouped(two) },
  };
}

/** Two facts get half each. Choices: both values side by side, one sum without an order, only the first value. */
function oneBlend(heed: Heed): Checked {
  const keys = [[1], [1]];
  const [tired, wide] = [
    [1, 0],
    [0, 1],
  ] as const;
  const mixed = (values: (readonly number[])[]): number[] =>
    rowOf(heed.attention([[1]], keys, values as number[][]).output, 0);
  const [before, after] = [mixed([tired, wide]), mixed([wide, tired])];
  const same = before.every((part, at) => part === after[at]);
  return {
    right: choiceWhere({
      a: before.length === 2 * tired.length,
      b: same && before.length === tired.length,
      c: before.every((part, at) => part === tired[at]),
    }),
  };
}

/** What head 1 adds when head 2 is silent. Choices: as before, twice as much, shared out again. */
function switchedOff(heed: Heed): Checked {
  const draw = seededRandom(9);
  const drawn = (rows: number, columns: number): Tensor => ({
    data: draw.fillNormal(new Float32Array(rows * columns)),
    shape: [rows, columns],
  });
  const dim = 8;
  const x = drawn(TOKENS, dim);
  const [query, key, value, output] = [1, 2, 3, 4].map(() => drawn(dim, dim)) as [Tensor, Tensor, Tensor, Tensor];
  /** The layer with only these heads: the rows of W_O that belong to the others are 0. */
  const sumOf = (...heads: number[]): Float32Array => {
    const kept = output.data.map((weight, at) => (heads.includes(Math.floor(at / dim / (dim / 2))) ? weight : 0));
    const inputs = { queryWeight: query, keyWeight: key, valueWeight: value };
    const weights = { ...inputs, outputWeight: { data: kept, shape: output.shape }, heads: 2 };
    return heed.selfAttention(x, weights).output.data as Float32Array;
  };
  const [both, first, second] = [sumOf(0, 1), sumOf(0), sumOf(1)];
  const apart = (times: number): number =>
    Math.max(...Array.from(both, (sum, at) => Math.abs(sum - second[at]! - first[at]! / times)));
  const same = apart(1);
  return {
    right: choiceWhere({ a: same < 1e-5, b: apart(2) < 1e-5, c: same > 1e-5 && apart(2) > 1e-5 }),
    numbers: { apart: rounding(same) },
  };
}
