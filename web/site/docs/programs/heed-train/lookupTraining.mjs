import { load } from "heed";
import { lookupTraining } from "heed/train";

const training = lookupTraining(await load(), { seed: 1, dim: 32, facts: 4 });
for (let step = 1; step <= 200; step++) training.step();
const { accuracy } = training.test();
console.log(`after ${training.steps} steps, ${(100 * accuracy).toFixed(0)} % right`);
training.dispose();
