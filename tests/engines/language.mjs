// Models that run, and a model that learns on several cores. Every engine runs this module. It imports nothing.

function randomIds(count, vocab) {
  let state = 5;
  return Int32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // A letter often follows its neighbour, so that there is something to learn.
    return state >>> 30 ? (state >>> 16) % vocab : 3;
  });
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/**
 * What models compute, in each flavour: the logits and weights of a text, and what they write after it with a cache.
 *
 * @param {any} entries
 * @param {{ config?: object, weights: string, ids: number[], most: number }[]} models
 *   `weights`: safetensors in base64, or without a config a GGUF file. `most`: how many tokens are written.
 */
export async function modelsOf({ heed: { flavours, load }, model: { openModel }, gguf: { readGguf } }, models) {
  const report = {};
  for (const flavour of flavours()) {
    const heed = await load({ flavour });
    report[flavour] = [];
    for (const { config, weights, ids, most } of models) {
      const file = new Blob([bytesOf(weights)]);
      const model = await openModel(heed, config ? { config, weights: file } : await readGguf(file));
      const run = model.run(ids, { keep: ["weights"] });
      const written = [];
      if (most > 0)
        for await (const { id, logits } of model.generate(ids, { maxTokens: most }))
          written.push({ id, logits: [...logits] });
      report[flavour].push({
        logits: [...(run.logits?.data ?? [])],
        replaced: [...(run.replaced?.data ?? [])],
        weights: run.layers.map((layer) => [...layer.weights.data]),
        written,
      });
      model.dispose();
    }
  }
  return report;
}

const [VOCAB, PIECES, TOKENS, STEPS] = [24, 8, 16, 12];
export const WORKER_COUNTS = [0, 1, 2, 4];

/** A hash (FNV-1a) of the bits of all weights. */
function hashOf(parameters) {
  let hash = 0x811c9dc5;
  for (const { value } of parameters)
    for (const word of new Uint32Array(value.buffer, value.byteOffset, value.length))
      hash = Math.imul(hash ^ word, 0x01000193);
  return (hash >>> 0).toString(16);
}

/** The bits of a model's weights after some steps, in each flavour, for each number of workers; and the last loss. */
export async function trainingOf({ heed: { flavours, load }, layers, train, workers: { openWorkers } }) {
  const ids = randomIds(2000, VOCAB);
  const report = {};
  for (const flavour of flavours()) {
    const heed = await load({ flavour });
    report[flavour] = { bits: [], loss: NaN };
    for (const count of WORKER_COUNTS) {
      const sizes = { vocab: VOCAB, modelDim: 32, heads: 2, layers: 2, tokens: TOKENS, batch: PIECES / 4 };
      const model = layers.languageModel(heed, { ...sizes, backward: true, seed: 1 });
      const workers = count > 0 ? await openWorkers({ workers: count, flavour }) : undefined;
      const all = train.microBatches(heed, model, { parts: 4, workers });
      const optimiser = train.adam(heed, model.parameters, { learningRate: 3e-3, clip: 1 });
      const draw = train.seededRandom(2);
      for (let step = 0; step < STEPS; step++) {
        train.fillBatch(all, ids, draw);
        await all.gradients();
        optimiser.step();
      }
      report[flavour].bits.push(hashOf(model.parameters));
      report[flavour].loss = all.loss;
      await workers?.dispose();
      optimiser.dispose();
      model.dispose();
    }
  }
  return report;
}
