import { adam, parameter } from "heed/train";

// The smallest (x − 3)², from x = 0.
const x = parameter("x", Float32Array.of(0));
const walk = (optimiser, steps) => {
  while (optimiser.steps < steps) {
    x.gradient[0] = 2 * (x.value[0] - 3);
    optimiser.step();
  }
};
const optimiser = adam([x], { learningRate: 0.1 });
walk(optimiser, 10);
console.log(x.value[0].toFixed(2));
// 0.99
const state = optimiser.state(); // a copy of what it remembers
optimiser.dispose(); // gives back its memory
const later = adam([x], { learningRate: 0.1, state }); // goes on from there
walk(later, 300);
console.log(x.value[0].toFixed(2));
// 3.00
