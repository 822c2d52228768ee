// The three questions. The experiment of the lesson answers them, with draws of its own.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { digits } from "../../../show/index.js";
import { choiceWhere, median, rowOf, type Checked, type Question } from "../../rooms/lesson/index.js";
import { DRAWS, drawOnce, KEYS, sampleOf, variance, type Sample } from "./experiment.js";

const [NARROW, WIDE] = [16, 64];
const WIDEST = 1024;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", given: () => ({ narrow: NARROW, wide: WIDE }), check: () => spreadOf(heed) },
    { key: "q2", given: () => ({ widest: WIDEST, keys: KEYS }), check: () => tooLarge(heed) },
    { key: "q3", check: () => sameOrder(heed) },
  ];
}

function drawn(heed: Heed, width: number): Sample {
  const draws = Array.from({ length: DRAWS }, (_, draw) => drawOnce(heed, { width, seed: 5000 + draw, heads: 1 }));
  return sampleOf(width, draws);
}

/** Choices: four times as large, twice as large, as large as before. */
function spreadOf(heed: Heed): Checked {
  const [narrow, wide] = [NARROW, WIDE].map((width) => Math.sqrt(variance(drawn(heed, width).dots))) as [
    number,
    number,
  ];
  const times = Math.round(wide / narrow);
  return {
    right: choiceWhere({ a: times === WIDE / NARROW, b: times === Math.sqrt(WIDE / NARROW), c: times === 1 }),
    numbers: { before: digits(narrow, 1), after: digits(wide, 1) },
  };
}

/** Divided by d_k. Choices: as good, nearly equal weights, nearly everything to one key. */
function tooLarge(heed: Heed): Checked {
  const draw = seededRandom(1);
  const q = [Array.from({ length: WIDEST }, () => draw.normal())];
  const k = Array.from({ length: KEYS }, () => Array.from({ length: WIDEST }, () => draw.normal()));
  const largest = (scale: number): number =>
    Math.max(...rowOf(heed.attention(q, k, k, { scale, keep: ["weights"] }).weights, 0));
  const [root, whole] = [largest(1 / Math.sqrt(WIDEST)), largest(1 / WIDEST)];
  return {
    right: choiceWhere({ a: Math.abs(root - whole) < 0.01, b: whole < 1.2 / KEYS, c: whole > 0.9 }),
    numbers: { root: digits(100 * root, 1), whole: digits(100 * whole, 1), even: digits(100 / KEYS, 1) },
  };
}

/** Choices: another key comes first, the same key with less weight, the same key with more weight. */
function sameOrder(heed: Heed): Checked {
  const { first, largest } = drawn(heed, WIDE);
  const best = (row: readonly number[]): number => row.indexOf(Math.max(...row));
  const [raw, divided] = [first!.none, first!["root-dk"]];
  const [before, after] = [median(largest.none), median(largest["root-dk"])];
  const same = best(raw) === best(divided);
  return {
    right: choiceWhere({ a: !same, b: same && after < before, c: same && after > before }),
    numbers: { before: digits(100 * before, 0), after: digits(100 * after, 0) },
  };
}
