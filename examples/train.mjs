// One head learns to look something up. Gradients are exact; the optimiser is a function, not a framework.
import { load } from "heed";
import { adam, lookupTask, parametersOf, seededRandom, softmaxCrossEntropy } from "heed/train";

const heed = await load();
const draw = seededRandom(1);
const task = lookupTask(draw); // bags of words such as "tired animal, wide street", and the question "what is tired?"
const head = heed.selfAttentionSession({
  batch: 32,
  tokens: task.tokens,
  modelDim: task.dim,
  output: task.names.length,
  backward: true,
});
const parameters = parametersOf(head);
for (const { value } of parameters) draw.fillNormal(value, task.dim ** -0.5);
const optimiser = adam(parameters, { learningRate: 0.005 });

let right = 0;
for (let step = 0; step < 200; step++) {
  const answers = task.fill(head.x);
  head.run();
  right = softmaxCrossEntropy(head.output, answers, head.dOutput).accuracy;
  head.backward();
  optimiser.step();
}
console.log(`learned: ${right > 0.95}`);
// learned: true
head.dispose();
