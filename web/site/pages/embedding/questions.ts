// The three questions. A product, a gradient, and the encoder's rows answer them.
import type { Heed } from "heed";
import { embedding } from "heed/layers";
import { seededRandom } from "heed/train";
import type { TrainedRows } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { choiceWhere, type Checked, type Question } from "../../rooms/lesson/index.js";
import { scoresOf, unitRows } from "./cosine.js";
import { product } from "./look-up.js";
import { DIM, WORDS } from "./learning.js";
import { MONEY, RIVER, rowsAt } from "./stages-view.js";

const ASKED = 4;
/** The numbers of the words in a text. */
const TEXT = [2, 7, 2];

export function questionsOf(heed: Heed, trained: TrainedRows): Question[] {
  return [
    { key: "q1", given: () => ({ words: WORDS, dim: DIM }), check: () => oneHot(heed) },
    { key: "q2", given: () => ({ words: WORDS }), check: () => movedRows() },
    { key: "q3", check: () => banks(heed, trained) },
  ];
}

/** Choices: the sum of all rows, a row, a column. */
function oneHot(heed: Heed): Checked {
  const table = seededRandom(3).fillNormal(new Float32Array(WORDS * DIM));
  const found = product(heed, ASKED, table);
  const is = (wanted: (column: number) => number): boolean =>
    found.every((value, column) => Math.abs(value - wanted(column)) < 1e-6);
  const sumOf = (column: number): number => table.reduce((sum, one, at) => (at % DIM === column ? sum + one : sum), 0);
  return {
    right: choiceWhere({ a: is(sumOf), b: is((column) => table[ASKED * DIM + column]!), c: found.length === WORDS }),
    numbers: { length: found.length },
  };
}

/** Which rows get a slope? Choices: all, those of the text's words, only the last one. */
function movedRows(): Checked {
  const table = embedding({ vocab: WORDS, modelDim: DIM });
  table.backward(TEXT, seededRandom(4).fillNormal(new Float32Array(TEXT.length * DIM)));
  const isMoved = (word: number): boolean =>
    table.dTable.subarray(word * DIM, (word + 1) * DIM).some((one) => one !== 0);
  const moved = Array.from({ length: WORDS }, (_, word) => word).filter(isMoved);
  return {
    right: choiceWhere({
      a: moved.length === WORDS,
      b: moved.length === new Set(TEXT).size && TEXT.every((word) => moved.includes(word)),
      c: moved.length === 1,
    }),
    numbers: { moved: moved.length, words: WORDS },
  };
}

/** Two sentences with "bank". Choices: two rows in the table, one row for good, one in the table and two later. */
function banks(heed: Heed, trained: TrainedRows): Checked {
  const cosines = [0, 1, 2].map((stage) => {
    const units = unitRows(rowsAt(trained, stage));
    return scoresOf(heed, units, units, { tokens: [], keyTokens: [] }).kept.raw.data[RIVER * 3 + MONEY]!;
  });
  const [first, , last] = cosines as [number, number, number];
  const isOne = (cosine: number): boolean => cosine > 0.999;
  return {
    right: choiceWhere({ a: !isOne(first), b: isOne(first) && isOne(last), c: isOne(first) && !isOne(last) }),
    numbers: { first: digits(first, 2), last: digits(last, 2) },
  };
}
