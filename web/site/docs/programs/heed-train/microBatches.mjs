import { load } from "heed";
import { languageModel } from "heed/layers";
import { adam, fillBatch, microBatches, seededRandom } from "heed/train";
import { openWorkers } from "heed/workers";

const [heed, workers] = [await load(), await openWorkers({ workers: 2 })];
// The model has the size of one part: 4 parts of 2 pieces are a batch of 8.
const net = languageModel(heed, { vocab: 5, modelDim: 8, batch: 2, tokens: 4, seed: 1, backward: true });
const [all, optimiser] = [microBatches(heed, net, { parts: 4, workers }), adam(heed, net.parameters)];
const [text, draw] = [Int32Array.from({ length: 100 }, (_, i) => i % 5), seededRandom(1)];
for (let step = 0; step < 100; step++) {
  fillBatch(all, text, draw);
  await all.gradients();
  optimiser.step();
}
console.log(all.ids.length, all.loss < 1);
// 32 true
await workers.dispose();
