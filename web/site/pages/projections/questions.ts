// The three questions. The core answers them with changed matrices and with changed sizes.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { digits } from "../../../show/index.js";
import { asymmetry, choiceWhere, type Checked, type Question } from "../../rooms/lesson/index.js";

/** The sizes of the last two questions: tokens, numbers of a key, numbers of a value. */
const SIZES = { n: 6, dk: 4, dv: 3 };
/** The size of queries in the third question. */
const WIDE = 8;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", check: () => oneWay(heed) },
    { key: "q2", given: () => SIZES, check: () => outputShape(heed) },
    { key: "q3", given: () => ({ ...SIZES, wide: WIDE }), check: () => widerQueries(heed) },
  ];
}

function drawn(seed: number, rows: number, columns: number): number[][] {
  const draw = seededRandom(seed);
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => draw.normal()));
}

/** Which change makes the scores of two words differ? Choices: another row of X, another value matrix, another W_K. */
function oneWay(heed: Heed): Checked {
  const [x, w, other] = [drawn(1, 4, 2), drawn(2, 2, 2), drawn(3, 2, 2)];
  const apart = (rows: number[][], keyWeight: number[][], valueWeight: number[][]): number =>
    asymmetry(heed.selfAttention(rows, { queryWeight: w, keyWeight, valueWeight, keep: ["raw"] }).raw);
  const [moved, valued, keyed] = [
    apart([...x.slice(0, 3), [2, -1]], w, w),
    apart(x, w, other),
    apart(x, other, w),
  ] as const;
  return {
    right: choiceWhere({ a: moved > 1e-5, b: valued > 1e-5, c: keyed > 1e-5 }),
    numbers: { apart: digits(keyed, 2) },
  };
}

/** Choices: N × d_k, N × d_v, N × N. */
function outputShape(heed: Heed): Checked {
  const { n, dk, dv } = SIZES;
  const { output } = heed.attention(drawn(1, n, dk), drawn(2, n, dk), drawn(3, n, dv));
  const [rows, columns] = output.shape as [number, number];
  return {
    right: choiceWhere({ a: columns === dk, b: columns === dv, c: columns === n }),
    numbers: { rows, columns },
  };
}

/** Choices: nothing, the size of the keys, that of the values. */
function widerQueries(heed: Heed): Checked {
  const { n, dk, dv } = SIZES;
  const compute = (keyDim: number, valueDim: number): readonly number[] | string => {
    try {
      return heed.attention(drawn(1, n, WIDE), drawn(2, n, keyDim), drawn(3, n, valueDim)).output.shape;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const [nothing, keys, values] = [compute(dk, dv), compute(WIDE, dv), compute(dk, WIDE)];
  const [rows, columns] = keys as readonly number[];
  return {
    right: choiceWhere({ a: typeof nothing !== "string", b: typeof keys !== "string", c: typeof values !== "string" }),
    numbers: { sentence: String(nothing), rows: rows!, columns: columns! },
  };
}
