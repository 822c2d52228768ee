import { parameter, sgd } from "heed/train";

const x = parameter("x", Float32Array.of(0));
const optimiser = sgd([x], { learningRate: 0.1, momentum: 0.5 });
for (let n = 0; n < 60; n++) {
  x.gradient[0] = 2 * (x.value[0] - 3);
  optimiser.step();
}
console.log(x.value[0].toFixed(2), optimiser.steps);
// 3.00 60
const later = sgd([x], { learningRate: 0.1, momentum: 0.5, state: optimiser.state() });
console.log(later.steps);
// 60
