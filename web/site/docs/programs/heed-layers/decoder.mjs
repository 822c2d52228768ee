import { load } from "heed";
import { decoder, languageModel } from "heed/layers";

const heed = await load();
const net = languageModel(heed, { vocab: 5, modelDim: 8, heads: 2, tokens: 4, seed: 1 });
const reader = decoder(heed, net);
const logits = reader.step(2); // reads token 2
console.log(logits.length, reader.position);
// 5 1
reader.reset(); // the next token is the first again
const written = [];
for await (const { id } of reader.generate([2], { maxTokens: 6, temperature: 0.8, topK: 3, seed: 4 })) written.push(id);
console.log(written.length);
// 6
reader.dispose();
net.dispose();
