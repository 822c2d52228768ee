// The three questions. Attention itself answers them.
import type { Heed } from "heed";
import { choiceWhere, rounding, rowOf, type Checked, type Question } from "../../rooms/lesson/index.js";
import { digits } from "../../../show/index.js";
import { contextOf, movedBy, orderOf } from "./shuffle.js";
import { DIM, rowsOfWords, WORDS } from "./words.js";

const SHUFFLED = 3;
const TOKENS = 5;
/** A scale at which a word gives each key a share worth naming. */
const SOFT = 0.1;
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
    { key: "q3", given: () => hiddenShare(heed), check: () => hiddenKey(heed) },
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
    numbers: { moved: rounding(moved) },
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

/** The last word no longer sees the key it looks at most. Choices for the rest: one factor, one amount, no change. */
function hiddenKey(heed: Heed): Checked {
  const { before, after, hidden } = hideMost(heed);
  const rest = before.flatMap((weight, key) => (key === hidden ? [] : [{ weight, now: after[key]! }]));
  const factors = rest.map(({ weight, now }) => now / weight);
  const amounts = rest.map(({ weight, now }) => now - weight);
  const alike = (values: readonly number[]): boolean => Math.max(...values) - Math.min(...values) < 1e-4;
  const stays = amounts.every((amount) => Math.abs(amount) < 1e-4);
  return {
    right: choiceWhere({ a: alike(factors) && !stays, b: alike(amounts) && !stays, c: stays }),
    numbers: {
      factor: digits(factors[0]!, 2),
      sum: digits(
        after.reduce((sum, weight) => sum + weight, 0),
        0,
      ),
    },
  };
}

function hiddenShare(heed: Heed): { hidden: string } {
  const { before, hidden } = hideMost(heed);
  return { hidden: digits(100 * before[hidden]!, 1) };
}

/** The last word's weights, before and after the key with the largest weight is hidden. */
function hideMost(heed: Heed): { before: number[]; after: number[]; hidden: number } {
  const x = rowsOfWords(WORDS.slice(0, TOKENS));
  const rowWith = (mask: boolean[][]): number[] =>
    rowOf(heed.attention(x, x, x, { mask, scale: SOFT, keep: ["weights"] }).weights, TOKENS - 1);
  const before = rowWith([x.map(() => true)]);
  const hidden = before.indexOf(Math.max(...before));
  return { before, after: rowWith([x.map((_, key) => key !== hidden)]), hidden };
}
