import { probabilities, seededRandom, sample } from "heed/train";

const logits = Float32Array.of(1, 3, 2, 0);
console.log(Array.from(probabilities(logits, { temperature: 0.5, topK: 2 }), (one) => one.toFixed(3)).join(" "));
// 0.000 0.881 0.119 0.000
const draw = seededRandom(1);
console.log(sample(logits, draw, { temperature: 0 })); // the likeliest
// 1
