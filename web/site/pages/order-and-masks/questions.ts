// The three questions. Attention itself answers them.
import type { Heed } from "heed";
import { choiceWhere, type Checked, type Question } from "../../rooms/lesson/index.js";
import { powerText } from "../../../show/index.js";
import { contextOf, movedBy, orderOf } from "./shuffle.js";
import { DIM, rowsOfWords, WORDS } from "./words.js";

const SHUFFLED = 3;
const TOKENS = 5;
/** How many cells the weights have: all, those of earlier tokens, those and its own, all but one of each row. */
const CELLS = {
  all: TOKENS ** 2,
  earlier: (TOKENS * (TOKENS - 1)) / 2,
  seen: (TOKENS * (TOKENS + 1)) / 2,
  others: TOKENS * (TOKENS - 1),
};

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", check: () => shuffledRow(heed) },
    { key: "q2", given: () => CELLS, check: () => causalCells(heed) },
    { key: "q3", check: () => blindRow(heed) },
  ];
}

/** Choices: another row, zeros, the same row at the new place. */
function shuffledRow(heed: Heed): Checked {
  const order = orderOf(SHUFFLED);
  const none = new Float32Array(WORDS.length * DIM);
  const [before, after] = [orderOf(0), order].map((words) => contextOf(heed, words, "none", none).kept.output);
  const { value: moved } = movedBy(before!, after!, order);
  return {
    right: choiceWhere({ a: moved > 1e-6, b: after!.data.every((value) => value === 0), c: moved < 1e-6 }),
    numbers: { moved: powerText(moved) },
  };
}

/** How many weights are not 0? Choices: those of earlier tokens, those and its own, all but one of each row. */
function causalCells(heed: Heed): Checked {
  const x = rowsOfWords(WORDS.slice(0, TOKENS));
  const { weights } = heed.attention(x, x, x, { causal: true, keep: ["weights"] });
  const count = weights.data.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
  return {
    right: choiceWhere({ a: count === CELLS.earlier, b: count === CELLS.seen, c: count === CELLS.others }),
    numbers: { count },
  };
}

/** Choices: zeros, equal shares, NaN. */
function blindRow(heed: Heed): Checked {
  const x = rowsOfWords(WORDS.slice(0, TOKENS));
  const mask = x.map((_, row) => x.map(() => row > 0));
  const { weights } = heed.attention(x, x, x, { mask, keep: ["weights"] });
  const row = Array.from(weights.data.subarray(0, TOKENS));
  const right = choiceWhere({
    a: row.every((weight) => weight === 0),
    b: row[0]! > 0 && row.every((weight) => weight === row[0]),
    c: row.some(Number.isNaN),
  });
  return { right, numbers: { sum: row.reduce((sum, weight) => sum + weight, 0) } };
}
