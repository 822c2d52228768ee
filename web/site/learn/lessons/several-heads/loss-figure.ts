// What the loss of the examination is made of: the mean over all answers. Each answer opens, down to the logits.
import type { Heed } from "heed";
import { formula, lossFigure, meanFigure, type Fields, type Figure, type Page } from "../../frame/index.js";
import { computed } from "./computed-again.js";
import { answersOf, outputWeightOf, type Answered, type Examined } from "./exam.js";

/** Answers that the panel shows. */
const FIRST = 12;

/** @param location which heads are on */
export function lossOf<F extends Fields>(page: Page<F>, heed: Heed, examined: Examined, location: string): Figure {
  const answers = answersOf(heed, examined);
  const figures = answers.map((one) => () => answerOf(heed, examined, one, location));
  const losses = answers.map(({ logits, right }) => lossIn(logits, right));
  const rows = answers.slice(0, FIRST).map((one, at) => ({
    name: factOf(one),
    numbers: [{ value: losses[at]!, figure: figures[at]! }],
  }));
  return meanFigure({
    location,
    title: page.text("loss"),
    formula: formula("\\frac{1}{n} \\sum_i -\\ln p_i", true),
    heads: ["", "−ln p"],
    rows,
    sum: losses.reduce((sum, loss) => sum + loss, 0),
    count: losses.length,
  });
}

/** One answer: its logits are a part of the last row of the output. */
function answerOf(heed: Heed, examined: Examined, answered: Answered, location: string): Figure {
  const { words, x, names, asked, right, logits } = answered;
  const bag = { words, x, dim: x.length / words.length };
  const row = words.length - 1;
  const rows = names.map((name, at) => ({
    name,
    value: logits[at]!,
    cell: () =>
      [
        computed(heed, bag, examined.layer, outputWeightOf(examined)),
        { matrix: "output", head: 0, row, column: asked * names.length + at },
      ] as const,
  }));
  return lossFigure({ location, title: factOf(answered) }, rows, right);
}

function lossIn(logits: Float32Array, right: number): number {
  const most = Math.max(...logits);
  return Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0)) + most - logits[right]!;
}

/** The fact with the answer: "tired animal". */
function factOf({ words, names, right }: Answered): string {
  return words.find((word) => word.endsWith(` ${names[right]}`))!;
}
