import { load, tensor } from "heed";
import { seededRandom } from "heed/train";

const heed = await load();
const draw = seededRandom(1);
const matrix = (rows, columns) =>
  tensor(draw.fillXavier(new Float32Array(rows * columns), rows, columns), [rows, columns]);
const [tokens, modelDim] = [6, 16];

const result = heed.selfAttention(matrix(tokens, modelDim), {
  queryWeight: matrix(modelDim, modelDim),
  keyWeight: matrix(modelDim, modelDim),
  valueWeight: matrix(modelDim, modelDim),
  outputWeight: matrix(modelDim, modelDim),
  heads: 4,
  layout: "in-out", // x·W. PyTorch's weights are "out-in". Square weights do not tell, so say it.
  causal: true,
  keep: ["weights"],
});
console.log(result.output.shape, result.weights.shape);
// [ 6, 16 ] [ 4, 6, 6 ]
console.log(Array.from(result.weights.data.subarray(0, tokens)).join(" ")); // the first token sees itself alone
// 1 0 0 0 0 0
