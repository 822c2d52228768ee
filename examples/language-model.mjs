// A small language model that learns the letters of a text, in nine lines, and then writes.
import { load } from "heed";
import { decoder, languageModel } from "heed/layers";
import { adam, fillBatch, lettersOf, seededRandom, warmupCosine } from "heed/train";

const text = "the cat sat on the mat. the dog sat on the cat. the cat ran to the mat. ".repeat(40); // or a book
const { letters, encode, decode } = lettersOf(text);
const steps = 300;

const heed = await load();
const net = languageModel(heed, {
  vocab: letters.length,
  modelDim: 32,
  heads: 4,
  layers: 1,
  batch: 8,
  tokens: 32,
  seed: 1,
  backward: true,
});
const learningRate = warmupCosine({ peak: 8e-3, end: 8e-4, warmup: 20, steps });
const optimiser = adam(heed, net.parameters, { learningRate, beta2: 0.99, weightDecay: 0.1, clip: 1 });
for (let step = 0, draw = seededRandom(2), ids = encode(text); step < steps; step++) {
  fillBatch(net, ids, draw);
  net.run();
  net.backward();
  optimiser.step();
}
console.log(net.loss < 0.4);
// true

const reader = decoder(heed, net, { tokenizer: { encode, decode } });
let written = "the ";
for await (const { text: piece } of reader.generate(written, { maxTokens: 7 })) written += piece;
console.log(written.length);
// 11
