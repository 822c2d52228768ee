// "It" is the animal if the sentence ends in "tired", and the street if it ends in "wide". Can a layer's weights follow that word?
import type { Heed } from "heed";
import type { Experiment } from "../../training/experiment.js";
import { openLayers, type Grade } from "./layers.js";
import { CANDIDATES, flipped } from "./sentences.js";

export interface FlipOptions {
  /** The words that the two sentences end in. */
  readonly endings: readonly [string, string];
  readonly layers: 1 | 2;
  readonly seed: number;
  /** Learning goes on from a draw; without it each step is a new draw. */
  readonly learn: boolean;
}

/** Of what "it" gives to animal and street together, the animal's share: with the first ending, and with the second. */
export interface Shares {
  readonly first: number;
  readonly second: number;
}

const LEARNING_RATE = 1e-3;

export function openFlip(
  heed: Heed,
  { endings, layers: count, seed, learn }: FlipOptions,
): Experiment<{ readonly fresh: Shares }, Shares, Shares> {
  const sentences = endings.map(flipped);
  const layers = openLayers(heed, { sentences, layers: count, seed, learningRate: LEARNING_RATE });
  const places = sentences.map(
    ({ words }, sentence) =>
      CANDIDATES.map((word) => sentence * layers.tokens + words.indexOf(word)) as [number, number],
  );
  const view = (): Shares => {
    const rows = layers.rows();
    const [first, second] = places.map(([animal, street]) => rows[animal]! / (rows[animal]! + rows[street]!)) as [
      number,
      number,
    ];
    return { first, second };
  };
  const step = (): Shares => {
    if (learn) layers.learn(gradeOf(places));
    else layers.redraw();
    return view();
  };
  return { about: { fresh: view() }, step, view, dispose: () => layers.dispose() };
}

/** The mean of −ln of the right one's share of the two: the animal's in the first sentence, the street's in the second. */
function gradeOf(places: readonly (readonly [number, number])[]): Grade {
  return (rows, gradient) => {
    let loss = 0;
    places.forEach((pair, sentence) => {
      const both = rows[pair[0]]! + rows[pair[1]]!;
      const right = pair[sentence]!;
      loss -= Math.log(rows[right]! / both) / places.length;
      for (const place of pair) gradient[place] = (1 / both - (place === right ? 1 / rows[place]! : 0)) / places.length;
    });
    return loss;
  };
}
