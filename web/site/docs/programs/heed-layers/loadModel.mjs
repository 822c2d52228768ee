import { load } from "heed";
import { languageModel, loadModel, saveModel } from "heed/layers";
import { adam, fillBatch, seededRandom } from "heed/train";

const heed = await load();
const net = languageModel(heed, { vocab: 5, modelDim: 8, heads: 2, batch: 2, tokens: 4, seed: 1, backward: true });
const [text, draw] = [Int32Array.from({ length: 50 }, (_, at) => at % 5), seededRandom(1)];
const optimiser = adam(heed, net.parameters);
const learn = (one, mover, stream) => {
  fillBatch(one, text, stream);
  one.run();
  one.backward();
  mover.step();
  return one.loss;
};
for (let step = 0; step < 5; step++) learn(net, optimiser, draw);

const files = saveModel(net, { optimiser, random: draw }); // { config, weights, state }
const loaded = loadModel(heed, files, { batch: 2, backward: true });
const { model } = loaded;
const again = adam(heed, model.parameters, { state: loaded.optimiser });
const stream = seededRandom(loaded.random);
console.log(again.steps, learn(net, optimiser, draw) === learn(model, again, stream));
// 5 true
for (const one of [optimiser, again, net, model]) one.dispose();
