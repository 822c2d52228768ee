// Words of one language ask words of another: queries come from one sequence, keys and values from the other. Four
// heads of queries share two heads of keys and values.
import { load } from "heed";
import { seededRandom } from "heed/train";

const heed = await load();
const draw = seededRandom(4);
const matrix = (rows, columns) => ({
  data: draw.fillNormal(new Float32Array(rows * columns), rows ** -0.5),
  shape: [rows, columns],
});
const [modelDim, contextDim, dim] = [16, 24, 4];
const french = matrix(5, modelDim); // five tokens ask …
const english = matrix(7, contextDim); // … seven tokens of another model

const weights = {
  heads: 4,
  kvHeads: 2,
  queryWeight: matrix(modelDim, 4 * dim),
  keyWeight: matrix(contextDim, 2 * dim),
  valueWeight: matrix(contextDim, 2 * dim),
  outputWeight: matrix(4 * dim, modelDim),
};
const { output, weights: looks } = heed.selfAttention(french, { ...weights, context: english, keep: ["weights"] });
console.log(`output ${output.shape.join(" × ")}, weights ${looks.shape.join(" × ")}`);
// output 5 × 16, weights 4 × 5 × 7

const sums = Array.from({ length: 4 * 5 }, (_, row) =>
  looks.data.subarray(row * 7, (row + 1) * 7).reduce((sum, weight) => sum + weight, 0),
);
console.log(`each row sums to 1: ${sums.every((sum) => Math.abs(sum - 1) < 1e-6)}`);
// each row sums to 1: true
