// What the numbers at step 0 are made of. The core of the page looks at a bag again that a worker has looked at.
import { tensor, type Heed } from "heed";
import { softmaxCrossEntropy } from "heed/train";
import { type Fields, figure as written } from "../../kit/index.js";
import {
  attentionOf,
  formula,
  layerOf,
  medianFigure,
  type Computation,
  type Figure,
  type FigureNumber,
  type Page,
} from "../../rooms/lesson/index.js";
import { lookupTraining } from "../../rooms/training/worker/index.js";
import { fillAtStart, SCALES, type Starts } from "./race.js";

export interface Started {
  readonly heed: Heed;
  /** The starts of each seed from `first` on. */
  readonly starts: readonly Starts[];
  readonly first: number;
  readonly dim: number;
}

interface Bag {
  readonly seed: number;
  readonly bag: number;
  readonly scale: (typeof SCALES)[number];
  readonly dim: number;
}

/** The median of all largest weights. */
export function largestFigure<F extends Fields>(page: Page<F>, started: Started, which: number): Figure {
  return medianOf(page, started, { which, of: "largest", title: "start-largest" }, (bag) => ({
    cell: () => {
      const computation = computationOf(started.heed, bag);
      const weights = Array.from(computation.kept["weights"]!.data);
      return [computation, { matrix: "weights", head: 0, row: 0, column: weights.indexOf(Math.max(...weights)) }];
    },
  }));
}

/** The median of the lengths of all gradients. */
export function slopeFigure<F extends Fields>(page: Page<F>, started: Started, which: number): Figure {
  return medianOf(page, started, { which, of: "slopes", title: "start-slope" }, (bag, location) => ({
    figure: () => lengthFigure(page, computationOf(started.heed, bag), location),
  }));
}

interface Medians {
  /** The place in SCALES. */
  readonly which: number;
  readonly of: "largest" | "slopes";
  readonly title: string;
}

function medianOf<F extends Fields>(
  page: Page<F>,
  { starts, first, dim }: Started,
  { which, of, title }: Medians,
  opens: (bag: Bag, name: string) => Omit<FigureNumber, "value">,
): Figure {
  const scale = SCALES[which]!;
  const rows = starts.flatMap((pair, at) =>
    pair[which]![of].map((value, bag) => {
      const seed = first + at;
      const name = page.text("bag-of", { seed, bag: bag + 1 });
      return { name, value, ...opens({ seed, bag, scale, dim }, name) };
    }),
  );
  return medianFigure({ location: page.text(which === 0 ? "scaled" : "plain"), title: page.text(title) }, rows);
}

/** √Σ of the squares of a bag's gradient. */
function lengthFigure<F extends Fields>(page: Page<F>, computation: Computation, location: string): Figure {
  const slopes = Array.from(computation.kept["dScores"]!.data);
  const sum = slopes.reduce((all, slope) => all + slope * slope, 0);
  return {
    location,
    title: page.text("start-slope"),
    value: Math.sqrt(sum),
    formula: formula("\\sqrt{\\sum_j g_j^2}", true),
    text: page.text("slope-text"),
    heads: ["", "g", "g²"],
    rows: slopes.map((value, column) => ({
      name: computation.keyTokens![column]!,
      numbers: [
        { value, cell: () => [computation, { matrix: "dScores", head: 0, row: 0, column }] as const },
        value * value,
      ],
    })),
    sum: { name: "Σ", value: sum },
    last: `√${written(sum)}`,
  };
}

/** A bag before the first step: its rows, the matrices, and the gradient of its loss by its context vector. */
function bagAtStart(heed: Heed, { seed, bag, scale, dim }: Bag) {
  const training = lookupTraining(heed, { seed, scale, dim });
  const { task, session } = training;
  const answers = fillAtStart(training, seed);
  session.run();
  softmaxCrossEntropy(session.output, answers, session.dOutput);
  const { tokens, names } = task;
  const bags = session.x.length / (tokens * dim);
  const square = (weight: Float32Array) => tensor(weight.slice(), [dim, dim]);
  const end = (bag + 1) * tokens * names.length;
  // The loss is a mean over the bags. This is the gradient of the bag's own loss.
  const slopes = session.dOutput.slice(end - names.length, end).map((slope) => bags * slope);
  const outputWeight = session.outputWeight!;
  const dOutput = Float32Array.from({ length: dim }, (_, c) =>
    slopes.reduce((sum, slope, name) => sum + slope * outputWeight[c * names.length + name]!, 0),
  );
  const found = {
    words: task.words(bag),
    x: tensor(session.x.slice(bag * tokens * dim, (bag + 1) * tokens * dim), [tokens, dim]),
    weights: {
      queryWeight: square(session.queryWeight),
      keyWeight: square(session.keyWeight),
      valueWeight: square(session.valueWeight),
    },
    dOutput: tensor(dOutput, [1, dim]),
  };
  training.dispose();
  return found;
}

/** The attention of a bag's question before the first step, and its gradients. */
function computationOf(heed: Heed, bag: Bag): Computation {
  const { scale, dim } = bag;
  const { words, x, weights, dOutput } = bagAtStart(heed, bag);
  const { q, k, v } = layerOf(heed, { tokens: words, x, weights, options: { scale } }).kept;
  const asked = tensor(q.data.slice(-dim), [1, dim]);
  const computation = attentionOf(heed, {
    tokens: words.slice(-1),
    keyTokens: words,
    q: asked,
    k,
    v,
    options: { scale },
  });
  const { dWeights, dScores } = heed.attentionBackward(asked, k, v, dOutput, { scale, keep: ["dWeights", "dScores"] });
  return { ...computation, kept: { ...computation.kept, dOutput, dWeights, dScores } };
}
