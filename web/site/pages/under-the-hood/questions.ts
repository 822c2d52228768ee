// The three questions. Softmax in float32, the tiles, and the core's own sizes answer them.
import type { Heed } from "heed";
import { digits } from "../../../show/index.js";
import { choiceWhere, percent, type Checked, type Question } from "../../rooms/lesson/index.js";
import { softmaxInSingle } from "./overflow.js";
import { stream } from "./streaming.js";

const SCORES = [1000, 999];
const [BEFORE, RISEN] = [3, 5];
const [SHORT, LONG] = [256, 1024];
/** How many times as much there is of what grows with the tokens, with their pairs, and with triples of them. */
const TIMES = { tokens: LONG / SHORT, pairs: (LONG / SHORT) ** 2, triples: (LONG / SHORT) ** 3 };

export function questionsOf(heed: Heed): Question[] {
  return [
    {
      key: "q1",
      given: () => ({ first: SCORES[0]!, second: SCORES[1]! }),
      check: () => withoutMaximum(heed),
    },
    { key: "q2", given: () => ({ before: BEFORE, risen: RISEN }), check: () => risenMaximum() },
    { key: "q3", given: () => ({ short: SHORT, long: LONG, ...TIMES }), check: () => longerText(heed) },
  ];
}

/** Choices: the right weights, not a number, one half each. */
function withoutMaximum(heed: Heed): Checked {
  const { weights } = softmaxInSingle(SCORES, false);
  const keys = SCORES.map((score) => [score]);
  const { weights: right } = heed.attention([[1]], keys, keys, { scale: "none", keep: ["weights"] });
  return {
    right: choiceWhere({
      a: weights.every((weight, at) => Math.abs(weight - right.data[at]!) < 1e-6),
      b: weights.every(Number.isNaN),
      c: weights.every((weight) => weight === 1 / 2),
    }),
    numbers: { most: percent(right.data[0]!), least: percent(right.data[1]!) },
  };
}

/** What happens to the sum from before? Choices: it stays, it becomes larger, it becomes smaller. */
function risenMaximum(): Checked {
  const { correction } = stream([BEFORE, RISEN], [[1], [1]], 1)[1]!;
  return {
    right: choiceWhere({ a: correction === 1, b: correction > 1, c: correction < 1 }),
    numbers: { correction: digits(correction, 3), difference: RISEN - BEFORE },
  };
}

/** How many powers does softmax compute? Choices: one for each token, one for each pair, one for each triple. */
function longerText(heed: Heed): Checked {
  const powers = (tokens: number): number => {
    const x = { data: new Float32Array(tokens), shape: [tokens, 1] };
    return heed.attention(x, x, x, { keep: ["weights"] }).weights.data.length;
  };
  // the sizes are those of the question, a sixteenth as long
  const [short, long] = [powers(SHORT / 16), powers(LONG / 16)];
  const times = long / short;
  const right = choiceWhere({ a: times === TIMES.tokens, b: times === TIMES.pairs, c: times === TIMES.triples });
  return { right, numbers: { times } };
}
