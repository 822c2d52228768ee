// Steps of training by heed, in this thread or on workers; in Node as in a page's worker. It imports nothing.

/** What all recipes share. */
export const [BATCH, TOKENS, HEADS] = [12, 64, 4];

export const counted = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

const packageFrom = async (folder, names) =>
  Object.assign({}, ...(await Promise.all(names.map((name) => import(`${folder}/${name}.js`)))));

/** heed in this thread, or with a batch in as many parts as there are workers. */
export async function openHeed(recipe, { flavour, folder, workers = 0 }) {
  const { load, languageModel, adam, seededRandom, microBatches, openWorkers } = await packageFrom(folder, [
    ...["heed", "layers", "train"],
    ...(workers > 0 ? ["workers"] : []),
  ]);
  const heed = await load({ flavour });
  const { vocab, layers, dim, learningRate } = recipe;
  const parts = Math.max(1, workers);
  const sizes = { vocab, layers, modelDim: dim, heads: HEADS, batch: BATCH / parts, tokens: TOKENS };
  const model = languageModel(heed, { ...sizes, backward: true, seed: 1 });
  const optimiser = adam(heed, model.parameters, { learningRate, beta2: 0.99, weightDecay: 0.1, clip: 1 });
  const pool = workers > 0 ? await openWorkers({ workers, flavour }) : undefined;
  const batch = pool ? microBatches(heed, model, { parts, workers: pool }) : model;
  const draw = seededRandom(2);
  const gradients = async () => {
    if (pool) return batch.gradients();
    model.run();
    model.backward();
  };
  return {
    name: `heed ${flavour}${pool ? `, ${counted(workers, "worker")}` : ""}`,
    async steps(count) {
      const times = [];
      for (let step = 0; step < count; step++) {
        for (const ids of [batch.ids, batch.targets]) for (let i = 0; i < ids.length; i++) ids[i] = draw.integer(vocab);
        const start = performance.now();
        await gradients();
        optimiser.step();
        times.push(performance.now() - start);
      }
      return times;
    },
    async close() {
      optimiser.dispose();
      model.dispose();
      await pool?.dispose();
    },
  };
}

/** Letters a second that a decoder with its cache writes; the median of some runs. */
export async function lettersASecond(recipe, { flavour, folder }) {
  const { load, languageModel, decoder } = await packageFrom(folder, ["heed", "layers"]);
  const heed = await load({ flavour });
  const { vocab, layers, dim } = recipe;
  const model = languageModel(heed, { vocab, layers, modelDim: dim, heads: HEADS, batch: 1, tokens: TOKENS, seed: 1 });
  const reader = decoder(heed, model);
  const most = TOKENS - 1;
  const rates = [];
  for (let round = 0; round < 40; round++) {
    const start = performance.now();
    for await (const token of reader.generate([1], { maxTokens: most, temperature: 1, seed: round })) void token;
    rates.push((1000 * most) / (performance.now() - start));
  }
  reader.dispose?.();
  model.dispose();
  return rates.slice(10).toSorted((a, b) => a - b)[15];
}
