// Which words made the answer what it is? The gradient of one output number says how much each input number counts.
// A difference quotient checks it.
import { load } from "heed";
import { seededRandom } from "heed/train";

const heed = await load();
const draw = seededRandom(6);
const [tokens, modelDim, heads] = [6, 8, 2];
const matrix = (rows, columns) => ({
  data: draw.fillNormal(new Float32Array(rows * columns), rows ** -0.5),
  shape: [rows, columns],
});
const x = matrix(tokens, modelDim);
const square = () => matrix(modelDim, modelDim);
const weights = {
  heads,
  queryWeight: square(),
  keyWeight: square(),
  valueWeight: square(),
  outputWeight: square(),
  layout: "in-out",
};

// The number asked about: the first of the last token's output.
const asked = (tokens - 1) * modelDim;
const dOutput = { data: new Float32Array(tokens * modelDim), shape: [tokens, modelDim] };
dOutput.data[asked] = 1;
const { dx } = heed.selfAttentionBackward(x, dOutput, { ...weights, causal: true });
console.log(`dx: ${dx.shape.join(" × ")}`);
// dx: 6 × 8

const answer = (at, step) => {
  const data = Float32Array.from(x.data);
  data[at] += step;
  return heed.selfAttention({ data, shape: x.shape }, { ...weights, causal: true }).output.data[asked];
};
const step = 2 ** -7;
const apart = dx.data.map((slope, at) => Math.abs(slope - (answer(at, step) - answer(at, -step)) / (2 * step)));
console.log(`as the difference quotient: ${Math.max(...apart) < 1e-3}`);
// as the difference quotient: true
