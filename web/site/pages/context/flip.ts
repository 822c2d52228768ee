// "It" is the animal if the sentence ends in "tired", and the street if it ends in "wide".
// Can the weights of a layer follow that last word?
import type { Heed } from "heed";
import type { Experiment } from "../../rooms/training/index.js";
import { openLayers, type Grade, type Learned } from "./layers.js";
import { CANDIDATES, sentenceEndingIn } from "./sentences.js";

export interface FlipOptions {
  /** The last words of the two sentences. */
  readonly endings: readonly [string, string];
  readonly layers: 1 | 2;
  readonly seed: number;
  /** True: each step learns from the draw before it. False: each step is a new draw. */
  readonly learn: boolean;
}

/** "It" gives weight to the animal and to the street. This is the animal's share of the two, with each ending. */
export interface Shares {
  readonly first: number;
  readonly second: number;
}

/** All weights of the first layer, if there are two, and of the last: (words, words) for each of the two sentences. */
export interface Looks {
  readonly low: readonly Float32Array[] | undefined;
  readonly top: readonly Float32Array[];
  readonly learned: Learned;
}

const LEARNING_RATE = 1e-3;

/** The indices of two weights in (sentences, tokens): the animal's and the street's. */
type Pair = readonly [animal: number, street: number];

export function openFlip(
  heed: Heed,
  { endings, layers: count, seed, learn }: FlipOptions,
): Experiment<{ readonly fresh: Shares }, Shares, Looks> {
  const sentences = endings.map(sentenceEndingIn);
  const layers = openLayers(heed, { sentences, layers: count, seed, learningRate: LEARNING_RATE });
  const pairs = sentences.map(
    ({ words }, sentence) =>
      CANDIDATES.map((word) => sentence * layers.tokens + words.indexOf(word)) as unknown as Pair,
  );
  const shares = (): Shares => {
    const rows = layers.rows();
    const [first, second] = pairs.map(([animal, street]) => rows[animal]! / (rows[animal]! + rows[street]!));
    return { first: first!, second: second! };
  };
  const step = (): Shares => {
    if (learn) layers.learn(gradeOf(pairs));
    else layers.redraw();
    return shares();
  };
  const view = (): Looks => {
    const { low, top } = layers.weights();
    const ofEach = (all: Float32Array): Float32Array[] =>
      sentences.map(({ words }, sentence) => ofSentence(all, sentence, layers.tokens, words.length));
    return { low: low && ofEach(low), top: ofEach(top), learned: layers.learned() };
  };
  return { about: { fresh: shares() }, step, view, dispose: () => layers.dispose() };
}

/** The weights of one sentence, without the padding after its last word. */
function ofSentence(all: Float32Array, sentence: number, tokens: number, words: number): Float32Array {
  return Float32Array.from({ length: words * words }, (_, at) => {
    return all[(sentence * tokens + Math.floor(at / words)) * tokens + (at % words)]!;
  });
}

/** The loss is the mean of −ln of the right word's share: the animal's in sentence 1, the street's in sentence 2. */
function gradeOf(pairs: readonly Pair[]): Grade {
  return (rows, gradient) => {
    let loss = 0;
    pairs.forEach((pair, sentence) => {
      const both = rows[pair[0]]! + rows[pair[1]]!;
      const right = pair[sentence]!;
      loss -= Math.log(rows[right]! / both) / pairs.length;
      for (const at of pair) gradient[at] = (1 / both - (at === right ? 1 / rows[at]! : 0)) / pairs.length;
    });
    return loss;
  };
}
