import { load } from "heed";
import { adam, lookupTask, parametersOf, random, softmaxCrossEntropy } from "heed/train";

const heed = await load();
const draw = random(1); // one seed for all that is random
const task = lookupTask(draw); // bags of nine tokens: "tired animal", "wide street" … and the question "what is tired?"
const { tokens, dim, names } = task;
const head = heed.selfAttentionSession({ batch: 32, tokens, modelDim: dim, output: names.length, backward: true });
const parameters = parametersOf(head); // queryWeight, keyWeight, valueWeight, and outputWeight, which reads the answer out
for (const { value } of parameters) draw.fillNormal(value, 1 / Math.sqrt(dim));
const optimiser = adam(parameters, { learningRate: 0.005 });

for (let step = 1; step <= 200; step++) {
  const answers = task.fill(head.x); // 32 new bags; for each token its answer, which only the questions have
  head.run();
  const { loss, accuracy } = softmaxCrossEntropy(head.output, answers, head.dOutput);
  head.backward();
  optimiser.step();
  if (step % 40 === 0) console.log(`step ${step}: loss ${loss.toFixed(3)}, ${(100 * accuracy).toFixed(0)} % right`);
}
