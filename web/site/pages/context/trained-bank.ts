// What a head of the trained encoder makes of "bank" in two sentences. The weights are computed here, by the core.
import type { Heed } from "heed";
import riverHead from "trained:river/1/3/qk";
import moneyHead from "trained:money/1/3/qk";
import { byId, type Fields, type PackedQueries, readPacked } from "../../kit/index.js";
import { attentionOf, openCells, percent, rowOf, type Computation, type Page } from "../../rooms/lesson/index.js";
import { sentenceOfBars } from "./sentence-view.js";

interface BankWeights {
  readonly words: readonly string[];
  readonly bank: number;
  /** What "bank" gives to each word. */
  readonly weights: readonly number[];
  readonly computation: Computation;
}

export function trainedBank(heed: Heed): { river: BankWeights; money: BankWeights } {
  return { river: weightsOf(heed, riverHead), money: weightsOf(heed, moneyHead) };
}

function weightsOf(heed: Heed, { tokens, layers }: PackedQueries): BankWeights {
  const [q, k] = [readPacked(layers[0]!.q), readPacked(layers[0]!.k)];
  const words = tokens.map((token) => token.replace("▁", ""));
  const computation = { ...attentionOf(heed, { tokens: words, q, k, v: k }), headNames: ["L1 H3"] };
  const { weights } = computation.kept;
  const bank = words.indexOf("bank");
  return {
    words,
    bank,
    weights: rowOf({ data: weights.data, shape: [words.length, words.length] }, bank),
    computation,
  };
}

export function showTrainedBank<F extends Fields>(
  page: Page<F>,
  { river, money }: ReturnType<typeof trainedBank>,
): void {
  byId("trained-bank").replaceChildren(
    ...[river, money].map(({ words, bank, weights, computation }, at) => {
      const opens = { name: `trained-${at}`, row: bank };
      openCells(opens.name, computation);
      return sentenceOfBars(page, { words, weights, opens }, (token) => (token === bank ? ["asking"] : []));
    }),
  );
  const share = ({ words, weights }: BankWeights, ...named: string[]): string =>
    percent(named.reduce((sum, word) => sum + weights[words.indexOf(word)]!, 0));
  page.fill(byId("trained-said"), "trained-said", {
    river: share(river, "river", "boat"),
    money: share(money, "money"),
    ownRiver: share(river, "bank"),
    ownMoney: share(money, "bank"),
  });
}
