import { load } from "heed";
import { languageModel, loadGPT2, saveGPT2 } from "heed/layers";

const heed = await load();
const made = (seed) => languageModel(heed, { vocab: 5, modelDim: 8, heads: 2, tokens: 4, seed });
const [learned, later] = [made(1), made(false)]; // false draws no weights
const { config, weights } = saveGPT2(learned); // config.json, and the bytes of model.safetensors
loadGPT2(weights, later);
for (const net of [learned, later]) net.run();
console.log(config.n_embd, learned.logits.every((one, at) => one === later.logits[at]));
// 8 true
for (const net of [learned, later]) net.dispose();
