import { seededRandom } from "heed/train";

const draw = seededRandom(7); // the same numbers in every engine
console.log(draw.uniform().toFixed(6), draw.normal().toFixed(6), draw.integer(10));
// 0.893696 0.097702 3
const weights = new Float32Array(4);
const text = () => Array.from(weights, (one) => one.toFixed(3)).join(" ");
draw.fillNormal(weights, 0.02);
console.log(text());
// -0.003 -0.006 0.010 -0.012
draw.fillUniform(weights, 0.5);
console.log(text());
// -0.172 0.464 -0.125 -0.149
draw.fillXavier(weights, 2, 2);
console.log(text());
// 0.591 -0.267 -0.737 -1.162
const later = seededRandom(draw.state()); // goes on from there, as draw does
console.log(later.uniform() === draw.uniform());
// true
