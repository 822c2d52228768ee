// The three questions. A layer with random matrices answers them: what holds there holds for all matrices.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { digits } from "../../../show/index.js";
import { lettersOf } from "../../kit/index.js";
import { choiceWhere, percent, rowOf, rounding, type Checked, type Question } from "../../rooms/lesson/index.js";
import { DIM } from "./sentence-rows.js";
import { CANDIDATES, ENDINGS, SENTENCES, sentenceEndingIn } from "./sentences.js";

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", check: () => byLetters(heed) },
    { key: "q2", check: () => otherEnding(heed) },
    { key: "q3", check: () => takenAlong(heed) },
  ];
}

/** Choices: the cat, “it” itself, all words alike. */
function byLetters(heed: Heed): Checked {
  const { words, asking, meant } = SENTENCES[0]!;
  const x = words.map((word) => lettersOf(word, DIM));
  const row = rowOf(heed.selfAttention(x, { scale: "sqrt-dk", keep: ["weights"] }).weights, asking);
  const most = row.indexOf(Math.max(...row));
  return {
    right: choiceWhere({
      a: meant.includes(most),
      b: most === asking,
      c: Math.max(...row) - Math.min(...row) < 0.01,
    }),
    numbers: { own: percent(row[asking]!), cat: percent(row[meant[0]!]!) },
  };
}

interface Found {
  readonly weights: readonly number[];
  readonly output: readonly number[];
}

/** The same random layer for both endings: what "it" gives to both candidates, and its context vector. */
function bothEndings(heed: Heed): Found[] {
  const draw = seededRandom(5);
  const [query, key, value] = [1, 2, 3].map(() => ({
    data: draw.fillNormal(new Float32Array(DIM * DIM), 1 / 4),
    shape: [DIM, DIM],
  }));
  const weights = { queryWeight: query!, keyWeight: key!, valueWeight: value! };
  return ENDINGS.map((ending) => {
    const { words, asking } = sentenceEndingIn(ending);
    const x = words.map((word) => lettersOf(word, DIM));
    const found = heed.selfAttention(x, { ...weights, keep: ["weights"] });
    const row = rowOf(found.weights, asking);
    return { weights: CANDIDATES.map((word) => row[words.indexOf(word)]!), output: rowOf(found.output, asking) };
  });
}

/** What stays? Choices: the weight of the animal, the ratio of both weights, the context vector. */
function otherEnding(heed: Heed): Checked {
  const [first, second] = bothEndings(heed) as [Found, Found];
  const ratio = ({ weights }: Found): number => weights[0]! / weights[1]!;
  const drift = Math.abs(ratio(first) / ratio(second) - 1);
  const change = Math.abs(first.weights[0]! / second.weights[0]! - 1);
  return {
    right: choiceWhere({ a: change < 1e-5, b: drift < 1e-5, c: apart(first.output, second.output) < 1e-5 }),
    numbers: { change: digits(100 * change, 1), drift: rounding(drift) },
  };
}

/** Choices: nothing of the last word, a share of it in the same row, a longer row. */
function takenAlong(heed: Heed): Checked {
  const [first, second] = bothEndings(heed).map(({ output }) => output) as [Found["output"], Found["output"]];
  const moved = apart(first, second);
  return {
    right: choiceWhere({ a: moved === 0, b: moved > 1e-4 && first.length === DIM, c: first.length > DIM }),
    numbers: { numbers: first.length },
  };
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((part, at) => Math.abs(part - b[at]!)));
}
