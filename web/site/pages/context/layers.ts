// One layer or two that learn where "it" looks, and nothing else. The values of the last layer are the tokens' places.
// So its output is equal to its weights, and the gradient of the output is the gradient of the weights.
import type { Heed } from "heed";
import { adam, parametersOf, seededRandom, type Parameter } from "heed/train";
import { DIM, rowsOfSentence } from "./sentence-rows.js";
import type { Sentence } from "./sentences.js";

const HEAD_DIM = 32;

export interface Layers {
  readonly tokens: number;
  /** Draws new random weights. The same seed gives the same weights in the same order. */
  redraw(): void;
  /** (sentences, tokens): the row of weights of each sentence's "it". */
  rows(): Float32Array;
  /** (sentences, tokens, tokens) each: all weights of the first layer, if there are two, and of the last. */
  weights(): { readonly low: Float32Array | undefined; readonly top: Float32Array };
  learned(): Learned;
  /** Takes a step that lowers the loss. @returns the loss before the step */
  learn(grade: Grade): number;
  dispose(): void;
}

/** The weight matrices of a layer. */
export type Projections = Readonly<Record<"query" | "key" | "value", Float32Array>>;

/** What the layers have learned, and how many places they know. */
export interface Learned {
  readonly tokens: number;
  readonly low: Projections | undefined;
  readonly top: Projections;
}

/** Returns the loss of the rows of weights, and writes its gradient in their shape. */
export type Grade = (rows: Float32Array, gradient: Float32Array) => number;

export interface LayersOptions {
  readonly sentences: readonly Sentence[];
  readonly layers: 1 | 2;
  readonly seed: number;
  readonly learningRate: number;
}

export function openLayers(heed: Heed, { sentences, layers, seed, learningRate }: LayersOptions): Layers {
  const batch = sentences.length;
  const tokens = Math.max(...sentences.map(({ words }) => words.length));
  const modelDim = DIM + tokens; // a token: letters, then its place
  const sizes = {
    batch,
    tokens,
    modelDim,
    dim: HEAD_DIM,
    keyLengths: sentences.map(({ words }) => words.length),
    backward: true as const,
  };
  const top = heed.selfAttentionSession({ ...sizes, valueDim: tokens });
  const low = layers === 2 ? heed.selfAttentionSession({ ...sizes, valueDim: DIM, keep: ["weights"] }) : undefined;
  const x = new Float32Array(batch * tokens * modelDim);
  sentences.forEach(({ words }, at) => x.set(rowsOfSentence(words, tokens), at * tokens * modelDim));
  for (let token = 0; token < tokens; token++) top.valueWeight[(DIM + token) * tokens + token] = 1;
  const parameters = [
    ...parametersOf(top, ["queryWeight", "keyWeight"]),
    ...(low === undefined ? [] : parametersOf(low, ["queryWeight", "keyWeight", "valueWeight"])),
  ];
  const draw = seededRandom(seed);
  const redraw = (): void =>
    parameters.forEach(({ value }: Parameter) => void draw.fillNormal(value, 1 / Math.sqrt(modelDim)));
  redraw();
  const optimiser = adam(parameters, { learningRate });
  /** Visits the first DIM numbers of each token: their index in rows of modelDim, and in rows of DIM. */
  const eachLetter = (visit: (wide: number, narrow: number) => void): void => {
    for (let row = 0; row < batch * tokens; row++)
      for (let c = 0; c < DIM; c++) visit(row * modelDim + c, row * DIM + c);
  };
  const asked = sentences.map(({ asking }, sentence) => (sentence * tokens + asking) * tokens);
  const rows = (): Float32Array => {
    const into = top.x;
    into.set(x);
    if (low !== undefined) {
      low.run({ x });
      const mixed = low.output;
      eachLetter((wide, narrow) => (into[wide]! += mixed[narrow]!)); // x plus the output of the first layer
    }
    top.run();
    const found = new Float32Array(batch * tokens);
    asked.forEach((start, sentence) => found.set(top.output.subarray(start, start + tokens), sentence * tokens));
    return found;
  };
  const weights = () => {
    rows();
    return { low: low?.weights.slice(), top: top.output.slice() };
  };
  const learned = (): Learned => ({ tokens, low: low && copied(low), top: copied(top) });
  const learn = (grade: Grade): number => {
    const gradient = new Float32Array(batch * tokens);
    const loss = grade(rows(), gradient);
    top.dOutput.fill(0);
    asked.forEach((start, sentence) =>
      top.dOutput.set(gradient.subarray(sentence * tokens, (sentence + 1) * tokens), start),
    );
    top.backward();
    if (low !== undefined) {
      const [slopes, into] = [top.dx, low.dOutput];
      eachLetter((wide, narrow) => (into[narrow] = slopes[wide]!));
      low.backward();
    }
    optimiser.step();
    return loss;
  };
  const dispose = (): void => [top, low].forEach((session) => session?.dispose());
  return { tokens, redraw, rows, weights, learned, learn, dispose };
}

function copied(session: {
  readonly queryWeight: Float32Array;
  readonly keyWeight: Float32Array;
  readonly valueWeight: Float32Array;
}): Projections {
  return {
    query: session.queryWeight.slice(),
    key: session.keyWeight.slice(),
    value: session.valueWeight.slice(),
  };
}
