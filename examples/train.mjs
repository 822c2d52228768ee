// One head learns to look something up. Gradients are exact; the optimiser is a function, not a framework.
import { load } from "heed";
import { adam, parametersOf, seededRandom, softmaxCrossEntropy } from "heed/train";

const heed = await load();
const draw = seededRandom(1); // one seed for all that is random
const [batch, tokens, dim, words] = [32, 9, 64, 16];
const rows = draw.fillNormal(new Float32Array((2 * words + 1) * dim), 0.7); // 16 attributes, 16 names, and "what is"
const x = new Float32Array(batch * tokens * dim);
const head = heed.selfAttentionSession({ batch, tokens, modelDim: dim, output: words, backward: true });
const parameters = parametersOf(head); // queryWeight, keyWeight, valueWeight, and outputWeight, which reads the answer out
for (const { value } of parameters) draw.fillNormal(value, 1 / Math.sqrt(dim));
const optimiser = adam(parameters, { learningRate: 0.005 });

let right = 0;
for (let step = 0; step < 200; step++) {
  const answers = new Int32Array(batch * tokens).fill(-1); // only the last token of a text has an answer
  for (let row = 0, first = 0, asked = 0; row < answers.length; row++) {
    const [token, name] = [row % tokens, draw.integer(words)];
    if (token === 0) [first, asked] = [draw.integer(words), name];
    if (token === tokens - 1) answers[row] = asked; // "what is tired?" after facts such as "tired animal", "wide street"
    const [one, other] = token < tokens - 1 ? [(first + token) % words, words + name] : [first, 2 * words];
    for (let c = 0; c < dim; c++) x[row * dim + c] = rows[one * dim + c] + rows[other * dim + c];
  }
  head.run({ x });
  const { accuracy } = softmaxCrossEntropy(head.output, answers, head.dOutput);
  head.backward();
  optimiser.step();
  right = accuracy;
}
console.log(`learned: ${right > 0.95}`);
// learned: true
head.dispose();
