// A net that learns to go on with what it has seen: k different tokens out of 32, again and again up to 32 places, with
// k from 8 to 16. Two layers learn it: the first finds the token before, the second the place after its last one.

export const [VOCAB, TOKENS, DIM, BATCH] = [32, 32, 32, 16];

/** Layers of attention with one head each (one layer: two heads, equally many weights), and one bias per distance. */
export function inductionNet({ heed, layers, train, tensor }, { depth = 2, seed = 1, learningRate = 0.01 } = {}) {
  const { chain, distanceBias, embedding } = layers;
  const { adam, parametersOf, seededRandom, softmaxCrossEntropy } = train;
  const draw = seededRandom(seed);
  const heads = depth === 1 ? 2 : 1;
  const attention = (output) => {
    const bias = tensor(new Float32Array(heads * TOKENS * TOKENS), [heads, TOKENS, TOKENS]);
    const sizes = { batch: BATCH, tokens: TOKENS, modelDim: DIM, heads, dim: DIM, output, causal: true };
    return distanceBias(heed.selfAttentionSession({ ...sizes, bias, backward: true }));
  };
  const readOut = attention(VOCAB);
  const net = depth === 1 ? readOut : chain([chain([attention(DIM)], { residual: true }), readOut]);
  const words = embedding({ vocab: VOCAB, modelDim: DIM });
  draw.fillNormal(words.table);
  const learned = parametersOf(net);
  for (const { name, value } of learned) if (name.endsWith("Weight")) draw.fillNormal(value, 1 / Math.sqrt(DIM));
  const optimiser = adam([...words.parameters, ...learned], { learningRate, beta2: 0.99 });
  const ids = new Int32Array(BATCH * TOKENS);
  const answers = new Int32Array(BATCH * TOKENS);
  return {
    net,
    parameters: [...words.parameters, ...learned],
    step() {
      for (let one = 0; one < BATCH; one++) fillSequence(draw, ids, answers, one * TOKENS);
      words.read(ids, net.x);
      net.run();
      const graded = softmaxCrossEntropy(net.output, answers, net.dOutput);
      net.backward();
      words.backward(ids, net.dx);
      optimiser.step();
      return graded;
    },
    dispose: () => net.dispose(),
  };
}

/** The answer is the next token, from the second copy on. */
function fillSequence(draw, ids, answers, start) {
  const count = 8 + draw.integer(9);
  const bag = Array.from({ length: VOCAB }, (_, token) => token);
  for (let i = 0; i < count; i++) {
    const j = i + draw.integer(VOCAB - i);
    [bag[i], bag[j]] = [bag[j], bag[i]];
  }
  for (let i = 0; i < TOKENS; i++) {
    ids[start + i] = bag[i % count];
    answers[start + i] = i >= count ? bag[(i + 1) % count] : -1;
  }
}
