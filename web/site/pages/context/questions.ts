// The three questions. The layer of “bank” answers the first, a layer with random matrices the others: what holds there
// holds for all matrices.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { digits } from "../../../show/index.js";
import { lettersOf } from "../../kit/index.js";
import { choiceWhere, percent, rowOf, rounding, type Checked, type Question } from "../../rooms/lesson/index.js";
import { DIM } from "./sentence-rows.js";
import { bankSentences, type BankSentence, type BankTexts } from "./bank.js";
import { CANDIDATES, ENDINGS, sentenceEndingIn } from "./sentences.js";

/** @param bank the sentences of the language that the page speaks now */
export function questionsOf(heed: Heed, bank: () => BankTexts): Question[] {
  return [
    { key: "q1", check: () => twoBanks(heed, bank()) },
    { key: "q2", check: () => otherEnding(heed) },
    { key: "q3", check: () => takenAlong(heed) },
  ];
}

/** Choices: two rows in the table, the words around it, learned numbers. */
function twoBanks(heed: Heed, texts: BankTexts): Checked {
  const { river, money } = bankSentences(heed, texts);
  const rowOfBank = ({ rows, bank }: BankSentence): readonly number[] => rows[bank]!;
  const differ = rowOfBank(river).filter((value, column) => value !== rowOfBank(money)[column]).length;
  const isApart = apart(river.context, money.context) > 0.1;
  return {
    right: choiceWhere({ a: differ > 0, b: differ === 0 && isApart, c: false }),
    numbers: {
      differ,
      columns: rowOfBank(river).length,
      water: percent(weightOf(river, texts.waterWords)),
      money: percent(weightOf(money, texts.moneyWords)),
    },
  };
}

/** The weight that "bank" gives to these words together. */
function weightOf({ words, bank, computation }: BankSentence, those: readonly string[]): number {
  const row = rowOf(computation.kept.weights, bank);
  return words.reduce((sum, word, at) => sum + (those.includes(word.toLowerCase()) ? row[at]! : 0), 0);
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
