import { load } from "heed";
import { languageModel } from "heed/layers";

const heed = await load();
const net = languageModel(heed, { vocab: 5, modelDim: 8, heads: 2, layers: 2, tokens: 4, seed: 1, backward: true });
net.run({ ids: [0, 1, 2, 3], targets: [1, 2, 3, 4] });
net.backward();
console.log(net.loss.toFixed(1), net.logits.length, net.parameters[0].name, net.parameters[0].shape.join(" × "));
// 1.6 20 0.table 5 × 8
net.dispose();
