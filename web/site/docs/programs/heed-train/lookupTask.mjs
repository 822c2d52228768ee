import { lookupTask, seededRandom } from "heed/train";

const task = lookupTask(seededRandom(1), { dim: 16, facts: 3 });
const x = new Float32Array(1 * task.tokens * task.dim); // one bag
const answers = task.fill(x);
console.log(task.words(0).join(", "));
// tired street, proud train, lost library, what is proud?
console.log(task.names[answers.at(-1)]);
// train
