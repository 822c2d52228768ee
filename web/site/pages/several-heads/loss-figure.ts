// What the loss of the examination is made of: the mean over all answers. Each answer opens, down to the logits.
import type { Heed } from "heed";
import type { Fields } from "../../kit/index.js";
import { lossFigure, meanLossFigure, type Figure, type Page } from "../../rooms/lesson/index.js";
import { computed } from "./computed-again.js";
import { answersOf, outputWeightOf, type Answered, type Examined } from "./exam.js";

/** @param location which heads are on */
export function lossOf<F extends Fields>(page: Page<F>, heed: Heed, examined: Examined, location: string): Figure {
  const answers = answersOf(heed, examined).map((one) => ({
    ...one,
    name: factOf(one),
    figure: () => answerOf(heed, examined, one, location),
  }));
  return meanLossFigure({ location, title: page.text("loss") }, answers);
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

/** The fact with the answer: "tired animal". */
function factOf({ words, names, right }: Answered): string {
  return words.find((word) => word.endsWith(` ${names[right]}`))!;
}
