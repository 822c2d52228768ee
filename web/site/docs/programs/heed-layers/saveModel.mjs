import { load } from "heed";
import { languageModel, loadModel, saveModel } from "heed/layers";

const heed = await load();
const net = languageModel(heed, { vocab: 5, modelDim: 8, heads: 2, tokens: 4, seed: 1 });
const { config, weights } = saveModel(net); // config.json, and the bytes of model.safetensors
console.log(config.model_type, config.n_embd, weights.length > 1000);
// gpt2 8 true
const { model } = loadModel(heed, { config, weights });
for (const one of [net, model]) one.run({ ids: [0, 1, 2, 3] });
console.log(model.logits.every((logit, at) => logit === net.logits[at]));
// true
for (const one of [net, model]) one.dispose();
