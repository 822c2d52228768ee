import { adam, parameter } from "heed/train";

// The smallest (x − 3)², from x = 0.
const x = parameter("x", Float32Array.of(0));
const optimiser = adam([x], { learningRate: 0.1 });
while (optimiser.steps < 300) {
  x.gradient[0] = 2 * (x.value[0] - 3);
  optimiser.step();
}
console.log(x.value[0].toFixed(2));
// 3.00
optimiser.dispose(); // gives back its memory
