import { load } from "heed";
import { decoder, languageModel } from "heed/layers";
import { lettersOf } from "heed/train";

const heed = await load();
const net = languageModel(heed, { vocab: 5, modelDim: 8, heads: 2, tokens: 4, seed: 1 });
const reader = decoder(heed, net, { tokenizer: lettersOf("abcde") });
const logits = reader.step(2); // reads token 2
console.log(logits.length, reader.position);
// 5 1
reader.reset(); // the next token is the first again
let written = "c"; // token 2 of these five letters
const options = { maxTokens: 6, temperature: 0.8, topK: 3, seed: 4 };
for await (const { text } of reader.generate(written, options)) written += text;
console.log(written.length);
// 7
reader.dispose();
net.dispose();
