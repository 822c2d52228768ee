// One training step of the lookup task (d = 64, 32 bags of nine tokens): new bags, forward, loss, backward, Adam.
import { timeOf } from "./sample.mjs";

const [BATCH, TOKENS, DIM, WORDS] = [32, 9, 64, 16];

/**
 * Times a whole step, and its forward and backward alone. `heed` and `train` are the addresses of the built entries.
 * @returns {Promise<{ flavour: string, step: object, forward: object, backward: object }>}
 */
export async function measureTrainStep({ heed, train, flavour, importModule, budget }) {
  const [{ load }, { adam, parametersOf, seededRandom, softmaxCrossEntropy }] = await Promise.all([
    importModule(heed),
    importModule(train),
  ]);
  const core = await load({ flavour });
  const draw = seededRandom(1);
  const sizes = { batch: BATCH, tokens: TOKENS, modelDim: DIM, output: WORDS };
  const session = core.selfAttentionSession({ ...sizes, backward: true });
  const parameters = parametersOf(session);
  for (const { value } of parameters) draw.fillNormal(value, DIM ** -0.5);
  const fill = bagsOf(draw);
  const optimiser = adam(parameters, { learningRate: 0.005 });
  const step = await timeOf(() => {
    const answers = fill(session.x);
    session.run();
    softmaxCrossEntropy(session.output, answers, session.dOutput);
    session.backward();
    optimiser.step();
  }, budget);
  const forward = await timeOf(() => session.run(), budget);
  const backward = await timeOf(() => session.backward(), budget);
  session.dispose();
  return { flavour, step, forward, backward };
}

/** Writes new bags, and returns their answers: a token is the sum of two words, and the last one has an answer. */
function bagsOf(draw) {
  const words = Array.from({ length: 2 * WORDS }, () => draw.fillNormal(new Float32Array(DIM), Math.SQRT1_2));
  return (x) => {
    const answers = new Int32Array(BATCH * TOKENS).fill(-1);
    let at = 0;
    for (let token = 0; token < answers.length; token++) {
      const name = draw.integer(WORDS);
      const [left, right] = [words[draw.integer(WORDS)], words[WORDS + name]];
      for (let c = 0; c < DIM; c++) x[at++] = left[c] + right[c];
      if (token % TOKENS === TOKENS - 1) answers[token] = name;
    }
    return answers;
  };
}
